/** The interface of a task source: one file that finds a task in a document, with the place of each part. */
import { type Complaint, pathText } from '../config/mistakes.ts'
import type { Path } from '../config/yaml.ts'
import type { Subtask } from '../core/model/plan.ts'
import type { TaskRuleCode } from '../core/model/task-rule.ts'
import { documentTexts } from './texts.ts'

/** A subtask as the document has it. Ids without the task's prefix are completed later. */
export interface RawSubtask extends Subtask {
  readonly path: Path
  /** True where the document says that nothing is left to do for it. */
  readonly isDone?: boolean
}

export interface RawTask {
  readonly path: Path
  readonly id: string
  readonly title: string
  readonly tag: string
  readonly description: string
  /** Ids of other tasks that must be done first. */
  readonly waitsFor: readonly string[]
  readonly subtasks: readonly RawSubtask[]
}

/** A broken rule for plans. Its level decides whether the document is refused. */
export interface TaskFinding {
  readonly code: TaskRuleCode
  readonly path: Path
  readonly message: string
  /** The next step, with an example. */
  readonly suggestion: string
  /** It warns, unless the configuration sets the level of its rule: the fact stands elsewhere, or the format has no place for it. */
  readonly isAdvice?: true
}

/** The task to read. */
export interface WantedTask {
  /** Null for the only task. */
  readonly id: string | null
  /** The tag that was named; null for none. */
  readonly tag: string | null
  /** The tag that decides when several have a task with this id. */
  readonly currentTag: string | null
  /** The session whose folder holds the files; null for none. */
  readonly session: string | null
}

/**
 * The task, or the mistakes. `isUnknown`: the only mistake is that the document has no task with this id. `names`: tasks
 * that could be meant.
 */
export type SourceAnswer =
  | { readonly task: RawTask; readonly findings?: readonly TaskFinding[] }
  | { readonly complaints: readonly Complaint[]; readonly isUnknown?: true; readonly names?: readonly string[] }

export interface TaskSource {
  /** One sentence for the documentation. */
  readonly about: string
  /** Its names for the status of work; absent where its documents have none. */
  readonly statuses?: { readonly started: string; readonly done: string }
  /** Recognises the format by content, never by file name. */
  readonly looksLike: (content: Readonly<Record<string, unknown>>) => boolean
  readonly read: (content: Readonly<Record<string, unknown>>, wanted: WantedTask) => SourceAnswer
}

export function complain(path: Path, message: string): SourceAnswer {
  return { complaints: [{ path, part: 'value', message }] }
}

/** Keys under which people and tools nest work. */
const NESTED_KEYS = ['subtasks', 'tasks', 'children', 'cycles']
const NAMES = ['title', 'name', 'feature', 'description', 'id']

/**
 * Finds work inside of a part that has no place for it: it would disappear.
 * @param keys of the part that its format reads
 */
export function findNested(value: unknown, path: Path, keys: readonly string[] = []): readonly Complaint[] {
  if (!isRecord(value)) return []
  return NESTED_KEYS.filter((key) => !keys.includes(key)).flatMap((key) => {
    const list = value[key]
    const first = Array.isArray(list) ? list.findIndex(isRecord) : -1
    if (!Array.isArray(list) || first < 0) return []
    const named = NAMES.map((name) => list[first][name]).find(
      (name) => typeof name === 'string' || typeof name === 'number',
    )
    const message = documentTexts.nested(pathText([...path, key, first]), String(named ?? key).slice(0, MAX_NAME))
    return [{ path: [...path, key, first], part: 'value' as const, message }]
  })
}

const MAX_NAME = 80

/** Reports that several tasks fit. @param names of them */
export function several(path: Path, message: string, names: readonly string[]): SourceAnswer {
  return { complaints: [{ path, part: 'value', message: `${message}: name one of ${names.join(', ')}` }], names }
}

/** Reports that none of these tasks has the id. @param ids of them */
export function unknownId(id: string, ids: readonly string[]): SourceAnswer {
  const parent = ids.find((known) => id.startsWith(`${known}.`))
  if (parent !== undefined) return { ...unknown([], `\`${id}\` is a subtask of \`${parent}\``), names: [parent] }
  const answer = unknown([], `there is no task \`${id}\`; the tasks are ${ids.join(', ')}`)
  return ids.length === 0 ? answer : { ...answer, names: ids }
}

/** Reports that the document has no task with this id. */
export function unknown(path: Path, message: string): Extract<SourceAnswer, { readonly complaints: unknown }> {
  return { complaints: [{ path, part: 'value', message }], isUnknown: true }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
