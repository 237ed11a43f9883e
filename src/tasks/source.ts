/** What a task source is: one file that finds a task in a document and says where each part of it stands. */
import type { Complaint } from '../config/mistakes.ts'
import type { Path } from '../config/yaml.ts'
import type { Subtask } from '../core/model/plan.ts'

/** A subtask in the document's own words; ids without the task's prefix are completed later. */
export interface RawSubtask extends Subtask {
  readonly path: Path
}

export interface RawTask {
  readonly path: Path
  readonly id: string
  readonly title: string
  readonly tag: string
  readonly description: string
  /** Ids of other tasks that are to be done first. */
  readonly waitsFor: readonly string[]
  readonly subtasks: readonly RawSubtask[]
}

/** Either the task, or what is wrong; `isUnknown`: no more than that the document has no task of that id. */
export type SourceAnswer =
  | { readonly task: RawTask }
  | { readonly complaints: readonly Complaint[]; readonly isUnknown?: true }

export interface TaskSource {
  /** One sentence for the docs. */
  readonly about: string
  /** By content, never by file name. */
  readonly looksLike: (content: Readonly<Record<string, unknown>>) => boolean
  /** The task with this id; null for the only one. */
  readonly read: (content: Readonly<Record<string, unknown>>, id: string | null) => SourceAnswer
}

export function complain(path: Path, message: string, part: Complaint['part'] = 'value'): SourceAnswer {
  return { complaints: [{ path, part, message }] }
}

/** There is no task of the wanted id. */
export function unknown(path: Path, message: string): SourceAnswer {
  return { complaints: [{ path, part: 'value', message }], isUnknown: true }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
