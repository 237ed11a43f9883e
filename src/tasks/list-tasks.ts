/** Lists the tasks of a document, with what it says of their status. */
import * as z from 'zod'
import type { ListedTask } from '../core/model/plan.ts'
import { parseTaskFiles } from './parse-plan.ts'
import { isRecord } from './source.ts'
import { readTaskFiles, type TaskFile } from './task-files.ts'
import { placesIn, taskmaster } from './taskmaster.ts'

const word = z.string().nullable().catch(null)
/** A list shows what can be read: `start` names the mistakes. */
const Listed = z.object({
  title: z.string().catch(''),
  status: word,
  priority: word,
  dependencies: z.array(z.coerce.string()).catch([]),
  subtasks: z.array(z.unknown()).catch([]),
})

/**
 * Lists all tasks of TaskMaster's document, and the one task of any other.
 * @throws GateError `bad-plan` where another document cannot be read
 */
export function listTasksOf(files: readonly TaskFile[], file: string): readonly ListedTask[] {
  const { content, mistakes } = readTaskFiles(files)
  if (mistakes.length === 0 && isRecord(content) && taskmaster.looksLike(content))
    return placesIn(content).flatMap(({ tag, id, content: task }) => {
      const read = Listed.safeParse(task).data
      return read === undefined ? [] : [{ tag, id, ...read, subtasks: read.subtasks.length }]
    })
  const { plan, waitsFor } = parseTaskFiles(files, { id: null, file })
  const { tag, id, title, subtasks } = plan
  return [{ tag, id, title, status: null, priority: null, dependencies: waitsFor, subtasks: subtasks.length }]
}
