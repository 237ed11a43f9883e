/** The plan of the task that is judged: from the file the user names, or from the base branch. */
import { readFile } from 'node:fs/promises'
import type { Config } from '../core/config.ts'
import { GateError } from '../core/errors.ts'
import type { Plan } from '../core/plan.ts'
import type { Range } from '../measure/range.ts'
import type { Repository } from '../measure/repository.ts'
import { readBlob } from '../measure/trees.ts'
import { parsePlan } from '../tasks/parse-plan.ts'

const IS_FILE = /\.(?:ya?ml|json)$/i

/** @returns null without a task, or when a task id has no document: each RED-GREEN pair is then a subtask. */
export async function readPlan(
  repository: Repository,
  range: Range,
  config: Config,
  task: string | undefined,
): Promise<Plan | null> {
  if (task === undefined) return null
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
  const path = config.tasks.path?.replaceAll('{id}', task)
  const blob = path && range.base !== null ? await readBlob(repository, range.base, path) : null
  return blob && path ? parsePlan(blob.toString(), { id: task, file: path }) : null
}
