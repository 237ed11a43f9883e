/** Runs `plan --list`: lists the tasks of the documents of the working tree. */
import { noTaskDocument } from '../../core/errors/tasks.ts'
import type { ListedTask } from '../../core/model/plan.ts'
import { openRepository } from '../../git/repository.ts'
import { listTasksOf } from '../../tasks/list-tasks.ts'
import { readFromDisk } from './documents.ts'
import { TOP_PATHS } from './first-task.ts'
import { readDocumentsHere } from './here.ts'

interface ListOptions {
  readonly repo: string
  /** A document; by default those that the configuration names, or the one at a usual place. */
  readonly task?: string
}

/** @throws GateError `bad-plan` without a document */
export async function listTasksIn({ repo, task }: ListOptions): Promise<readonly ListedTask[]> {
  const top = await openRepository(repo).then(
    (repository) => repository.top ?? repo,
    () => repo,
  )
  const found = task === undefined ? await readDocumentsHere(top, TOP_PATHS) : [await readFromDisk(task)]
  if (found.length === 0) throw noTaskDocument('of this folder')
  return found.flatMap(({ files, file }) => listTasksOf(files, file))
}
