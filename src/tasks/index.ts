/** The registry of task document formats, in the order of detection. */
import { document } from './document.ts'
import type { TaskSource } from './source.ts'
import { taskmaster } from './taskmaster.ts'
import { tddTask } from './tdd-task.ts'

export const taskSources: Readonly<Record<string, TaskSource>> = { taskmaster, 'tdd-task': tddTask, document }
