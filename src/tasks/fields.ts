/** Schemas of the values in task documents. */
import * as z from 'zod'
import { textField } from '../config/fields.ts'

export const MAX_SUBTASKS = 500

export const MAX_TASK_TITLE = 500
export const MAX_PROSE = 20_000
export const MAX_ID = 64
const ID = 'expected letters, digits, dots and hyphens'

export const id = z
  .union([z.int().min(0), z.string().regex(/^[A-Za-z0-9][\w.-]{0,63}$/, ID)], ID)
  .transform((value) => String(value))

export const title = textField(MAX_TASK_TITLE)

/** Prose may be empty and may have several lines. */
export const proseField = z
  .string('expected a text')
  .max(MAX_PROSE, `expected a text of at most ${MAX_PROSE} characters`)

export const ids = z.array(id, 'expected a list of ids').max(MAX_SUBTASKS, `expected at most ${MAX_SUBTASKS} entries`)

export const titles = z
  .array(title, 'expected a list of texts')
  .max(MAX_SUBTASKS, `expected at most ${MAX_SUBTASKS} entries`)
