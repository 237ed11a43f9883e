/** Orders the open tasks of documents: the first one that waits for nothing is the next to start. */
import type { ListedTask } from '../core/model/plan.ts'
import { taskSources } from './index.ts'
import { listTasksOf } from './list-tasks.ts'
import { listTasks } from './parse-plan.ts'
import { isRecord } from './source.ts'
import { readTaskFiles, type TaskFile } from './task-files.ts'
import { taskmaster } from './taskmaster.ts'

interface TaskQueue {
  /** The open tasks in the order in which they should start. */
  readonly tasks: readonly ListedTask[]
  /** Returns the ids of the tasks that the documents do not call done, and that come before. */
  readonly getWaitsFor: (task: ListedTask) => readonly string[]
  /** Returns the name by which `start` takes a task: its id, with its tag where there are several. */
  readonly getName: (task: ListedTask) => string
}

/** Statuses of Task Master with which no task should start. */
const NOT_OPEN: readonly (string | null)[] = ['done', 'completed', 'cancelled', 'deferred', 'blocked', 'review']
/** Most urgent first; a task without a priority has the one in the middle. */
const PRIORITIES = ['critical', 'high', 'medium', 'low']
const MEDIUM = 'medium'

/**
 * Reads one list, or the document of one task.
 * @param file for messages @throws GateError `bad-plan` for a document that cannot be read
 */
export function readQueue(files: readonly TaskFile[], file: string, currentTag: string | null): TaskQueue {
  const { content, mistakes } = readTaskFiles(files)
  if (mistakes.length > 0 || !isRecord(content) || !taskmaster.looksLike(content)) {
    const isDone =
      isRecord(content) &&
      Object.values(taskSources).some((source) => source.looksLike(content)) &&
      listTasks(files) === null
    const tasks = isDone ? [] : listTasksOf(files, file)
    return { tasks, getWaitsFor: ({ dependencies }) => dependencies, getName: ({ id }) => id }
  }
  const listed = listTasksOf(files, file)
  const isOneTag = new Set(listed.map(({ tag }) => tag)).size === 1
  const ofTag = listed.filter(({ tag }) => tag === currentTag)
  return {
    tasks: (ofTag.length > 0 ? ofTag : listed).filter(({ status }) => !NOT_OPEN.includes(status)).toSorted(compare),
    getName: ({ id, tag }) => (isOneTag ? id : `${tag}:${id}`),
    getWaitsFor: ({ id, tag }) => {
      // Of a task with a mistake `start` says which.
      const answer = taskmaster.read(content, { id, tag, currentTag: null, session: null })
      return 'task' in answer ? [...new Set(answer.task.waitsFor)] : []
    },
  }
}

/** Keeps the order of the document where nothing else decides. */
function compare(a: ListedTask, b: ListedTask): number {
  const isStarted = ({ status }: ListedTask) => Number(status === 'in-progress')
  const rank = ({ priority }: ListedTask) => {
    const found = PRIORITIES.indexOf(priority ?? MEDIUM)
    return found === -1 ? PRIORITIES.indexOf(MEDIUM) : found
  }
  return isStarted(b) - isStarted(a) || rank(a) - rank(b) || a.dependencies.length - b.dependencies.length
}
