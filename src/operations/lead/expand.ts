/** Lets the agent write the subtasks of a task into its document, and checks what it wrote. */
import { relative, sep } from 'node:path'
import { notExpanded } from '../../core/errors/tasks.ts'
import type { Plan } from '../../core/model/plan.ts'
import type { Repository } from '../../git/repository.ts'
import { toExpandPrompt } from '../../render/expand-prompt.ts'
import { listTasksOf } from '../../tasks/list-tasks.ts'
import { findTasksInFiles, isWholeTask, parseTaskFiles } from '../../tasks/parse-plan.ts'
import { refuseUncommitted } from '../clean-tree.ts'
import { readFromDisk, type TaskDocuments, USUAL_PATHS } from '../tasks/documents.ts'
import { readDocumentsHere } from '../tasks/here.ts'
import { callAgent } from './run.ts'
import { leadTexts } from './texts.ts'

interface Expandable {
  /** The document, or the folder of the documents. */
  readonly file: string
  /** The same, from the top. */
  readonly shown: string
  readonly plan: Plan
}

/** Finds the document of a task on the disk; null where it is on the base branch alone. @param task as the user named it */
export async function findExpandable(top: string, task: string, plan: Plan): Promise<Expandable | null> {
  const [path = ''] = task.split('#')
  const named = await readFromDisk(path).catch(() => null)
  const all = named === null ? await readDocumentsHere(top, USUAL_PATHS) : [named]
  const found = all.find((documents) => readPlanIn(documents, plan) !== null)
  const shown = found && relative(top, found.file).replaceAll(sep, '/')
  return found === undefined || shown === undefined ? null : { file: found.file, shown, plan }
}

function readPlanIn({ files, file }: TaskDocuments, { id, tag }: Plan): Plan | null {
  const found = findTasksInFiles(files, { id, file, currentTag: tag }).map(({ plan }) => plan)
  return found.find((plan) => plan.id === id && plan.tag === tag) ?? null
}

/**
 * Calls the agent, and reads what it wrote.
 * @returns the task as `start` takes it
 * @throws GateError `bad-plan` where the document has a mistake, no subtask, or other changes; `uncommitted-changes`
 * for changes of other files; `agent-failed`
 */
export async function expandTask(
  repository: Repository,
  { agent, signal }: { readonly agent: string; readonly signal: AbortSignal },
  { file, shown, plan }: Expandable,
): Promise<string> {
  await refuseUncommitted(repository, file)
  const before = await readFromDisk(file)
  await callAgent(agent, repository.top ?? '.', toExpandPrompt(plan, shown), { signal, left: null })
  await refuseUncommitted(repository, file)
  const after = await readFromDisk(file)
  const { id, tag, title } = plan
  const name = `${tag}:${id}`
  const { plan: written } = parseTaskFiles(after.files, { id: name, file })
  if (written.title !== title) throw notExpanded(id, shown, leadTexts.wrong.title)
  const isOther = (one: { readonly id: string; readonly tag: string }) => one.id !== id || one.tag !== tag
  const list = ({ files }: TaskDocuments) => JSON.stringify(listTasksOf(files, file).filter(isOther))
  if (list(before) !== list(after)) throw notExpanded(id, shown, leadTexts.wrong.others)
  if (isWholeTask(written)) throw notExpanded(id, shown, leadTexts.wrong.none)
  if (!written.subtasks.some((one) => one.id === `${id}.1`)) throw notExpanded(id, shown, leadTexts.wrong.first)
  return `${file}#${name}`
}
