/** Runs `plan --list`: lists the tasks of a document of the working tree. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { noTaskDocument } from '../../core/errors/tasks.ts'
import type { ListedTask } from '../../core/model/plan.ts'
import { openRepository } from '../../git/repository.ts'
import { listTasksOf } from '../../tasks/list-tasks.ts'
import { readFromDisk } from './documents.ts'
import { TOP_PATHS } from './first-task.ts'

interface ListOptions {
  readonly repo: string
  /** A document; by default the one at a usual place of the folder. */
  readonly task?: string
}

/** @throws GateError `bad-plan` without a document */
export async function listTasksIn({ repo, task }: ListOptions): Promise<readonly ListedTask[]> {
  const top = await openRepository(repo).then(
    (repository) => repository.top ?? repo,
    () => repo,
  )
  const path = task ?? TOP_PATHS.map((name) => join(top, name)).find((name) => existsSync(name))
  if (path === undefined) throw noTaskDocument('of this folder')
  const { file, files } = await readFromDisk(path)
  return listTasksOf(files, file)
}
