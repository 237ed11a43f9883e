/** Writes to the documents of a task how far it is: only texts of `status` and boxes change, every other byte stays. */
import { type Path, readYaml } from '../config/yaml.ts'
import { findMarkdown, tickDone } from './markdown.ts'
import { locateTask, type PlanOptions } from './parse-plan.ts'
import { isRecord } from './source.ts'
import { MAX_DOCUMENT, type TaskFile } from './task-files.ts'

export type WorkStatus = 'pending' | 'started' | 'done'

interface Edit {
  /** Of the value of `status`, in all documents. */
  readonly path: Path
  readonly value: string
}

/**
 * Returns the files that change. A status that the document does not have is not invented.
 * @param states by the ids of the plan; a missing one is pending
 * @throws GateError `bad-plan`
 */
export function writeStatuses(
  files: readonly TaskFile[],
  options: PlanOptions,
  states: ReadonlyMap<string, WorkStatus>,
): readonly TaskFile[] {
  const markdown = findMarkdown(files)
  if (markdown !== null) {
    const done = [...states].flatMap(([id, state]) => (state === 'done' ? [id] : []))
    const ticked = tickDone(markdown, new Set(done))
    return ticked.text === markdown.text ? [] : [ticked]
  }
  const { content, subtasks, statusNames } = locateTask(files, options)
  if (statusNames === null) return []
  const holders = new Map<string, { readonly path: Path; readonly found: WorkStatus[] }>()
  for (const { id, path, isDone } of subtasks) {
    const state = isDone ? 'done' : (states.get(id) ?? 'pending')
    for (const holder of withStatus(content, path)) {
      const key = JSON.stringify(holder)
      const known = holders.get(key) ?? { path: holder, found: [] }
      known.found.push(state)
      holders.set(key, known)
    }
  }
  const edits = [...holders.values()].flatMap(({ path, found }): Edit[] => {
    const value = found.every((state) => state === 'done') ? statusNames.done : statusNames.started
    return found.every((state) => state === 'pending') ? [] : [{ path: [...path, 'status'], value }]
  })
  return files.flatMap((file, index) => {
    const own = files.length === 1 ? edits : edits.flatMap((edit) => ofFile(edit, index))
    const text = write(file.text, own)
    return text === file.text ? [] : [{ path: file.path, text }]
  })
}

/** Returns the paths of the objects around a subtask that have a status: its own, and those of its task. */
function withStatus(content: unknown, path: Path): readonly Path[] {
  const prefixes = Array.from({ length: path.length + 1 }, (_, end) => path.slice(0, end))
  return prefixes.filter((prefix) => {
    const found = prefix.reduce<unknown>((at, key) => (at as Readonly<Record<string, unknown>> | null)?.[key], content)
    return isRecord(found) && typeof found['status'] === 'string'
  })
}

/** Documents of a folder are read as `{ documents: [] }`. */
function ofFile({ path: [, index, ...path], value }: Edit, wanted: number): readonly Edit[] {
  return index === wanted ? [{ path, value }] : []
}

/** Replaces from the end, so that the places before stay right. */
function write(text: string, edits: readonly Edit[]): string {
  const { content, getRange } = readYaml(text, MAX_DOCUMENT)
  const isNew = ({ path, value }: Edit) =>
    path.reduce<unknown>((at, key) => (at as Readonly<Record<string, unknown>>)[key], content) !== value
  return edits
    .filter(isNew)
    .flatMap(({ path, value }) => {
      const range = getRange(path)
      return range === null ? [] : [{ range, value }]
    })
    .toSorted((a, b) => b.range[0] - a.range[0])
    .reduce((before, { range: [from, to], value }) => {
      const quote = /^["']/.exec(before.slice(from, to))?.[0] ?? ''
      return `${before.slice(0, from)}${quote}${value}${quote}${before.slice(to)}`
    }, text)
}
