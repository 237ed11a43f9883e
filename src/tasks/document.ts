/**
 * Reads tdd-gate's own task document: `{ id, title, tag, description, dependencies, subtasks: [{ id, title, ... }] }`.
 */

import * as z from 'zod'
import { percent, section, whole } from '../config/fields.ts'
import { toComplaints } from '../config/mistakes.ts'
import { DEFAULT_TAG } from '../core/model/plan.ts'
import { id, ids, MAX_SUBTASKS, proseField, title, titles } from './fields.ts'
import { adviseOn } from './rules/plain-tasks.ts'
import { type RawSubtask, type TaskSource, unknown } from './source.ts'

const Subtask = section({
  id,
  title,
  description: proseField.nullish(),
  acceptance: titles.nullish(),
  dependencies: ids.nullish(),
  testStrategy: proseField.nullish(),
  cycle: section({ tests: whole(1, 10_000).nullish(), names: titles.nullish(), coverage: percent.nullish() }).nullish(),
})

const Document = section({
  id,
  title,
  tag: title.nullish(),
  description: proseField.nullish(),
  dependencies: ids.nullish(),
  subtasks: z
    .array(Subtask, 'expected a list of subtasks')
    .max(MAX_SUBTASKS, `expected at most ${MAX_SUBTASKS} entries`)
    .nullish(),
})

export const document: TaskSource = {
  about: 'YAML or JSON with one task: id, title and its subtasks.',
  looksLike: (content) => 'subtasks' in content || ('id' in content && 'title' in content),
  read: (content, wanted) => {
    const parsed = Document.safeParse(content)
    if (!parsed.success) return { complaints: toComplaints(parsed.error.issues, Document, content) }
    const task = parsed.data
    if (wanted.id !== null && task.id !== wanted.id)
      return unknown(['id'], `id: this is task \`${task.id}\`, not \`${wanted.id}\``)
    const subtasks = (task.subtasks ?? []).map(toSubtask)
    return {
      findings: adviseOn(subtasks),
      task: {
        path: [],
        id: task.id,
        title: task.title,
        tag: task.tag ?? DEFAULT_TAG,
        description: task.description ?? '',
        waitsFor: task.dependencies ?? [],
        subtasks,
      },
    }
  },
}

function toSubtask(subtask: z.infer<typeof Subtask>, index: number): RawSubtask {
  const { cycle } = subtask
  return {
    path: ['subtasks', index],
    id: subtask.id,
    title: subtask.title,
    description: subtask.description ?? '',
    acceptance: subtask.acceptance ?? [],
    dependencies: subtask.dependencies ?? [],
    testStrategy: subtask.testStrategy ?? '',
    cycle: cycle
      ? {
          tests: cycle.tests ?? null,
          names: cycle.names ?? [],
          coverage: typeof cycle.coverage === 'number' ? cycle.coverage : null,
        }
      : null,
  }
}
