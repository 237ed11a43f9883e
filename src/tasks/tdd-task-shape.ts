/** Reads a TDD task of Claude-Code-Workflow (`.task/IMPL-1.json`): its parts stand at different places in its versions. */
import type { Complaint } from '../config/mistakes.ts'
import type { Path } from '../config/yaml.ts'
import { findNested, isRecord } from './source.ts'

type Content = Readonly<Record<string, unknown>>

/** A value with its place in the document. */
export interface Placed {
  readonly path: Path
  readonly value: unknown
}

export interface TddTask {
  readonly path: Path
  readonly id: string
  readonly title: string
  readonly description: string
  readonly isDone: boolean
  /** True for a feature whose work is in the documents of its subtasks. */
  readonly isContainer: boolean
  readonly dependsOn: readonly string[]
  readonly workflow: Placed
  readonly iterations: Placed
  readonly acceptance: readonly Placed[]
  readonly requirements: readonly Placed[]
  readonly focusPaths: readonly Placed[]
  readonly steps: readonly Placed[]
  readonly cycles: readonly Placed[]
  /** Work that has no place in such a task. */
  readonly nested: readonly Complaint[]
}

const DONE: readonly unknown[] = ['completed', 'done', 'cancelled']
const ID = /^IMPL-\w/

export function isTddTask(content: unknown): content is Content {
  if (!isRecord(content)) return false
  const { meta, id } = content
  return (isRecord(meta) && 'tdd_workflow' in meta) || (typeof id === 'string' && ID.test(id))
}

export function toTddTask(content: Content, path: Path): TddTask {
  const find = (...places: readonly Path[]) => findFirst(content, path, places)
  const steps = listAt(
    find(['flow_control', 'implementation_approach'], ['implementation'], ['implementation_approach']),
  )
  const green = steps.findIndex(({ value }) => isRecord(value) && value['tdd_phase'] === 'green')
  const loop = steps[green]?.path.slice(path.length) ?? []
  return {
    path,
    id: textOf(content['id']),
    title: textOf(content['title']),
    description: textOf(content['description']),
    isDone: DONE.includes(content['status']),
    isContainer: content['status'] === 'container',
    dependsOn: listAt(find(['context', 'depends_on'], ['depends_on'], ['dependencies']))
      .map(({ value }) => textOf(value))
      .filter((id) => id !== ''),
    workflow: find(['meta', 'tdd_workflow'], ['tdd_workflow']),
    iterations: find(
      ['meta', 'max_iterations'],
      ['max_iterations'],
      [...loop, 'test_fix_cycle', 'max_iterations'],
      [...loop, 'max_iterations'],
    ),
    acceptance: listAt(find(['context', 'acceptance'], ['convergence', 'criteria'], ['acceptance'])),
    requirements: listAt(find(['context', 'requirements'], ['requirements'])),
    focusPaths: listAt(find(['context', 'focus_paths'], ['focus_paths'])),
    steps,
    nested: findNested(content, path),
    cycles: listAt(
      find(
        ['context', 'tdd_cycles', 'cycles'],
        ['context', 'tdd_cycles'],
        ['meta', 'tdd_cycles', 'cycles'],
        ['meta', 'tdd_cycles'],
        ['tdd_cycles', 'cycles'],
        ['tdd_cycles'],
        ['flow_control', 'tdd_cycles'],
      ),
    ),
  }
}

/** Returns the texts of a value: those of lists and mappings in it, too. */
export function getTexts(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(getTexts).join('\n')
  return isRecord(value) ? Object.values(value).map(getTexts).join('\n') : ''
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

/** Returns the first of the places that holds a value, or the first place without one. */
function findFirst(content: Content, path: Path, places: readonly Path[]): Placed {
  for (const place of places) {
    const value = place.reduce<unknown>(
      (at, step) =>
        typeof at === 'object' && at !== null ? (at as Record<string | number, unknown>)[step] : undefined,
      content,
    )
    if (value !== undefined && value !== null) return { path: [...path, ...place], value }
  }
  return { path: [...path, ...(places[0] ?? [])], value: undefined }
}

function listAt({ path, value }: Placed): readonly Placed[] {
  if (!Array.isArray(value)) return []
  return value.map((entry: unknown, index) => ({ path: [...path, index], value: entry }))
}
