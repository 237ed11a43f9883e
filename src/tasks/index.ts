/** The registry of task document formats, in the order of detection. */
import { document } from './document.ts'
import type { TaskSource } from './source.ts'
import { taskmaster } from './taskmaster.ts'

export const taskSources: Readonly<Record<string, TaskSource>> = { taskmaster, document }
