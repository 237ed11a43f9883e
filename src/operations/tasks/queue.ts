/** Finds the next task to start: the first open one of the lists of the base branch that has no branch yet and waits for none. */
import { noTaskList, nothingCanStart, type WorkInProgress } from '../../core/errors/tasks.ts'
import { shellWords } from '../../core/rules/text.ts'
import { getStartBase, nameOfRef } from '../../git/range.ts'
import { openRepository } from '../../git/repository.ts'
import type { TreeReader } from '../../git/trees.ts'
import { readQueue } from '../../tasks/queue.ts'
import type { Hooks } from '../verify/progress.ts'
import { openSession, type SessionOptions } from '../verify/session.ts'
import { listIds, readFromTree, type TaskDocuments, USUAL_PATHS } from './documents.ts'
import { readBegunTasks } from './first-task.ts'
import { readTaskBranches } from './starts.ts'

interface NextTask {
  /** As `start` takes it; null where nothing is left. */
  readonly task: string | null
  readonly inWork: readonly WorkInProgress[]
}

/**
 * Chooses by status, priority and dependencies. A task with a branch is in work, and left to it.
 * @throws GateError `task-waits` where every task that is left waits; `bad-plan` without a list
 */
export async function findNextTask(
  options: Pick<SessionOptions, 'repo' | 'base' | 'config' | 'cacheDir'>,
  hooks: Hooks,
): Promise<NextTask> {
  const repository = hooks.repository ?? (await openRepository(options.repo))
  const base = options.base ?? (await getStartBase(repository))
  await using session = await openSession({ ...options, base, head: base, isEmptyAllowed: true }, hooks, { repository })
  const { origin, scratch, config } = session
  const { path } = config.tasks
  const documents = await readLists(scratch, origin.tree, path)
  if (documents.length === 0) throw noTaskList(nameOfRef(base), path === null ? USUAL_PATHS : [path])
  const [isDone, branches] = await Promise.all([
    readBegunTasks(repository, origin.sha),
    readTaskBranches(repository, origin.sha),
  ])
  const inWork: WorkInProgress[] = []
  const waiting: { readonly id: string; readonly waitsFor: readonly string[] }[] = []
  for (const { task, name, getWaitsFor } of documents.flatMap(toCandidates)) {
    if (isDone(task.id)) continue
    const branch = await branches.find(task)
    const waitsFor = branch === null ? getWaitsFor().filter((other) => !isDone(other)) : []
    if (branch !== null) inWork.push({ id: task.id, branch })
    else if (waitsFor.length > 0) waiting.push({ id: task.id, waitsFor })
    else return { task: name, inWork }
  }
  if (waiting.length === 0) return { task: null, inWork }
  const [first] = inWork
  throw nothingCanStart(waiting, inWork, first === undefined ? null : shellWords([first.branch], "'<branch>'"))
}

/** The lists that the configuration names, or the first one at the usual places. */
async function readLists(reader: TreeReader, tree: string, path: string | null): Promise<readonly TaskDocuments[]> {
  const ids = path?.includes('{id}') ? await listIds(reader, tree, path) : null
  const places = ids?.map((id) => path?.replaceAll('{id}', () => id) ?? '') ?? (path === null ? USUAL_PATHS : [path])
  const found = await Promise.all(places.map((place) => readFromTree(reader, tree, place)))
  const there = found.filter((one) => one !== null)
  return path === null ? there.slice(0, 1) : there
}

function toCandidates({ files, file, currentTag }: TaskDocuments) {
  const { tasks, getWaitsFor, getName } = readQueue(files, file, currentTag)
  return tasks.map((task) => ({ task, name: getName(task), getWaitsFor: () => getWaitsFor(task) }))
}
