/** Runs `plan --write` and `plan --check`: writes the documents of a task, or says which of them are out of date. */
import { lstatSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { documentOfOthers, fileIsLink } from '../core/errors/files.ts'
import { noTaskDocument } from '../core/errors/tasks.ts'
import { openRepository } from '../git/repository.ts'
import { PLAN_MARK, toPlanDocuments } from '../render/plan-documents.ts'
import { findNextStep } from './next.ts'
import type { Hooks } from './verify/progress.ts'
import type { SessionOptions } from './verify/session.ts'

interface PlanDocumentsOptions extends Omit<SessionOptions, 'head' | 'isEmptyAllowed'> {
  /** False: only compares. */
  readonly isWritten: boolean
}

interface PlanDocumentsAnswer {
  /** The files that were out of date, from the top. */
  readonly stale: readonly string[]
  readonly written: readonly string[]
}

/**
 * Judges the branch, so that the marks of phases are true, and compares the documents at the top of the repository.
 * @throws GateError `bad-plan` without a plan; `file-exists` for a link, and for a document of another author
 */
export async function planDocuments(options: PlanDocumentsOptions, hooks: Hooks): Promise<PlanDocumentsAnswer> {
  const { isWritten, ...query } = options
  const { top } = await openRepository(query.repo)
  const { plan, policy, decision } = await findNextStep(query, hooks)
  if (plan === null) throw noTaskDocument(query.task ?? '')
  const documents = toPlanDocuments({ plan, policy, subtasks: decision.subtasks }).map(({ path, text }) => ({
    path,
    text,
    full: join(top ?? query.repo, path),
  }))
  const stale = documents.filter(({ full, path, text }) => readDocument(full, path) !== text)
  if (isWritten) for (const { full, text } of stale) writeFileSync(full, text)
  const paths = stale.map(({ path }) => path)
  return { stale: paths, written: isWritten ? paths : [] }
}

function readDocument(full: string, path: string): string | null {
  const found = lstatSync(full, { throwIfNoEntry: false })
  if (found === undefined) return null
  if (found.isSymbolicLink()) throw fileIsLink(full)
  const text = readFileSync(full, 'utf8')
  if (!text.includes(PLAN_MARK)) throw documentOfOthers(path)
  return text
}
