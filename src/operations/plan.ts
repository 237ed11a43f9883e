/** The plan of the task that is judged: from the file the user names, or from the base branch. */
import { readFile } from 'node:fs/promises'
import type { Config } from '../core/config.ts'
import { GateError } from '../core/errors.ts'
import type { Plan } from '../core/plan.ts'
import { taskOfBranch } from '../core/task-branch.ts'
import type { Range } from '../measure/range.ts'
import type { Repository } from '../measure/repository.ts'
import { readBlob } from '../measure/trees.ts'
import { parsePlan } from '../tasks/parse-plan.ts'

const IS_FILE = /\.(?:ya?ml|json)$/i

export interface TaskName {
  /** A task document, or the id of a task. */
  readonly task?: string
  /** The branch that is judged: where no task is named it may be named after one. */
  readonly branch?: string
}

export interface FoundPlan {
  /** Null without a task, or when a task id has no document: each RED-GREEN pair is then a subtask. */
  readonly plan: Plan | null
  readonly notes: readonly string[]
}

/** @throws GateError `bad-plan` for a document that cannot be read */
export async function readPlan(
  repository: Repository,
  range: Range,
  config: Config,
  { task, branch }: TaskName,
): Promise<FoundPlan> {
  if (task !== undefined) {
    const named = await readNamed(repository, range, config, task)
    const note = `Task ${task} has no document: every RED-GREEN pair counts as one subtask.`
    return { plan: named, notes: named === null ? [note] : [] }
  }
  const id = branch === undefined ? null : taskOfBranch(config.git.branchPattern, branch)
  const plan = id === null ? null : await readFromBase(repository, range, config, id)
  return { plan, notes: plan === null ? [] : [`Task ${id} is what the branch is named after.`] }
}

async function readNamed(repository: Repository, range: Range, config: Config, task: string): Promise<Plan | null> {
  if (IS_FILE.test(task)) {
    const text = await readFile(task, 'utf8').catch((cause: Error) => {
      throw new GateError(
        'bad-plan',
        `${task} cannot be read: ${cause.message}`,
        'Name an existing task document: tdd-gate verify --task <file>',
        cause,
      )
    })
    return parsePlan(text, { id: null, file: task })
  }
  return readFromBase(repository, range, config, task)
}

async function readFromBase(repository: Repository, range: Range, config: Config, task: string): Promise<Plan | null> {
  const path = config.tasks.path?.replaceAll('{id}', () => task)
  const blob = path && range.base !== null ? await readBlob(repository, range.base, path) : null
  return blob && path ? parsePlan(blob.toString(), { id: task, file: path }) : null
}
