/** Runs `plan --write-status`: writes what is proved to the status values of a task document, on request only. */
import { lstatSync, readFileSync, writeFileSync } from 'node:fs'
import { fileIsLink } from '../core/errors/files.ts'
import { noTaskDocument, taskFileNotReadable } from '../core/errors/tasks.ts'
import type { SubtaskStatus } from '../core/model/finding.ts'
import { type WorkStatus, writeStatuses } from '../tasks/write-statuses.ts'
import { findNextStep } from './next.ts'
import { readFromDisk } from './tasks/documents.ts'
import type { Hooks } from './verify/progress.ts'
import type { SessionOptions } from './verify/session.ts'

interface SaveStatusesOptions extends Omit<SessionOptions, 'head' | 'isEmptyAllowed'> {
  /** A task document, or a folder of them. */
  readonly document: string
}

const STATUS: Readonly<Record<SubtaskStatus, WorkStatus>> = {
  pending: 'pending',
  red: 'started',
  green: 'started',
  done: 'done',
}

/** @throws GateError `bad-plan` without a plan; `file-exists` for a link */
export async function saveStatuses(
  { document, ...options }: SaveStatusesOptions,
  hooks: Hooks,
): Promise<{ readonly written: readonly string[] }> {
  const { plan, decision } = await findNextStep(options, hooks)
  if (plan === null) throw noTaskDocument(options.task ?? '')
  const { file, files, currentTag } = await readFromDisk(document)
  const states = new Map(decision.subtasks.map(({ id, status }) => [id, STATUS[status]]))
  const changed = writeStatuses(files, { id: `${plan.tag}:${plan.id}`, file, currentTag }, states)
  for (const { path } of changed) {
    if (lstatSync(path).isSymbolicLink()) throw fileIsLink(path)
    const text = files.find((one) => one.path === path)?.text ?? ''
    if (!readFileSync(path).equals(Buffer.from(text))) throw taskFileNotReadable(path, new Error('it is not UTF-8'))
  }
  for (const { path, text } of changed) writeFileSync(path, text)
  return { written: changed.map(({ path }) => path) }
}
