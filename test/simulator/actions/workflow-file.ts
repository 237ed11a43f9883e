/** A workflow file: checked by GitHub's parser, its values as they are written. */
import '../../support/json-imports.ts'
import { parse } from 'yaml'

const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await import('@actions/workflow-parser')

type Mapping = Readonly<Record<string, unknown>>

export interface StepFile {
  readonly id?: string
  readonly name?: string
  readonly if?: unknown
  readonly run?: string
  readonly uses?: string
  readonly with?: Mapping | null
  readonly env?: Mapping | null
  readonly shell?: string
  readonly 'working-directory'?: string
  readonly 'continue-on-error'?: unknown
  readonly 'timeout-minutes'?: unknown
}

export interface JobFile {
  readonly name?: string
  readonly needs?: string | readonly string[]
  readonly if?: unknown
  readonly permissions?: unknown
  readonly env?: Mapping
  readonly outputs?: Mapping
  readonly strategy?: Mapping
  readonly concurrency?: unknown
  readonly defaults?: { readonly run?: { readonly shell?: string; readonly 'working-directory'?: string } }
  readonly steps?: readonly StepFile[]
  readonly services?: Readonly<Record<string, { readonly image?: string } | null>>
  readonly 'timeout-minutes'?: unknown
  readonly 'continue-on-error'?: unknown
  /** A reusable workflow in place of steps. */
  readonly uses?: string
  readonly with?: Mapping
  readonly secrets?: 'inherit' | Mapping
}

export interface InputFile {
  readonly type?: string
  readonly required?: boolean
  readonly default?: unknown
}

export interface WorkflowFile {
  readonly name?: string
  /** By event; null where nothing is said about it. */
  readonly on: Readonly<Record<string, EventFilter | null>>
  readonly permissions?: unknown
  readonly env?: Mapping
  readonly concurrency?: unknown
  readonly defaults?: JobFile['defaults']
  readonly jobs: Readonly<Record<string, JobFile>>
}

export interface EventFilter {
  readonly types?: string | readonly string[]
  readonly branches?: string | readonly string[]
  readonly 'branches-ignore'?: string | readonly string[]
  readonly tags?: string | readonly string[]
  readonly 'tags-ignore'?: string | readonly string[]
  readonly paths?: unknown
  readonly 'paths-ignore'?: unknown
  /** Of `workflow_call` and `workflow_dispatch`. */
  readonly inputs?: Readonly<Record<string, InputFile | null>>
  readonly outputs?: Readonly<Record<string, { readonly value?: string }>>
}

export type ReadWorkflow = { readonly file: WorkflowFile } | { readonly errors: readonly string[] }

/** @returns the file, or what GitHub's parser has against it */
export async function readWorkflow(path: string, text: string): Promise<ReadWorkflow> {
  const { context, value } = parseWorkflow({ name: path, content: text }, new NoOperationTraceWriter())
  if (value !== undefined) await convertWorkflowTemplate(context, value)
  const errors = context.errors.getErrors().map(({ message }) => message)
  if (errors.length > 0) return { errors }
  const file = parse(text) as WorkflowFile & { readonly on: unknown }
  return { file: { ...file, on: getEvents(file.on) } }
}

function getEvents(on: unknown): WorkflowFile['on'] {
  if (typeof on === 'object' && on !== null && !Array.isArray(on)) return on as WorkflowFile['on']
  return Object.fromEntries(listOf(on as string).map((name) => [name, null]))
}

/** Where one name may stand for a list of one. */
export const listOf = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value
