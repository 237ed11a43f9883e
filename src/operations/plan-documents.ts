/** Runs `plan --write` and `plan --check`: writes the documents of a task, or says which of them are out of date. */
import { lstatSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileIsLink } from '../core/errors/files.ts'
import { noTaskDocument } from '../core/errors/tasks.ts'
import { openRepository } from '../git/repository.ts'
import { toPlanDocuments } from '../render/plan-documents.ts'
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
 * @throws GateError `bad-plan` without a plan; `file-exists` for a link
 */
export async function planDocuments(options: PlanDocumentsOptions, hooks: Hooks): Promise<PlanDocumentsAnswer> {
  const { isWritten, ...asked } = options
  const { top } = await openRepository(asked.repo)
  const { plan, policy, decision } = await findNextStep(asked, hooks)
  if (plan === null) throw noTaskDocument(asked.task ?? '')
  const documents = toPlanDocuments({ plan, policy, subtasks: decision.subtasks }).map(({ path, text }) => ({
    path,
    text,
    full: join(top ?? asked.repo, path),
  }))
  const stale = documents.filter(({ full, text }) => readDocument(full) !== text)
  if (isWritten) for (const { full, text } of stale) writeFileSync(full, text)
  const paths = stale.map(({ path }) => path)
  return { stale: paths, written: isWritten ? paths : [] }
}

function readDocument(path: string): string | null {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found?.isSymbolicLink()) throw fileIsLink(path)
  return found === undefined ? null : readFileSync(path, 'utf8')
}
