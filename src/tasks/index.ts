/** Every form of task document, in the order in which they are tried. */
import { document } from './document.ts'
import type { TaskSource } from './source.ts'
import { taskmaster } from './taskmaster.ts'

export const taskSources: Readonly<Record<string, TaskSource>> = { taskmaster, document }
