/** Reads the documents of a task, and the tag that TaskMaster works on: from a tree, or from the disk. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { taskFileNotReadable } from '../../core/errors/tasks.ts'
import { readBlob, type TreeReader } from '../../git/trees.ts'
import { MAX_TASK_FILES, type TaskFile } from '../../tasks/task-files.ts'

export interface TaskDocuments {
  /** The file or folder, for messages. */
  readonly file: string
  readonly files: readonly TaskFile[]
  /** The tag of TaskMaster's `state.json`; null without one. */
  readonly currentTag: string | null
}

/** Where TaskMaster keeps its tasks, newest version first. */
export const USUAL_PATHS = ['.taskmaster/tasks/tasks.json', 'tasks/tasks.json']
const IS_DOCUMENT = /\.(?:ya?ml|json|md|markdown)$/i
/** A folder has Markdown files that are no tasks. */
const IS_DATA = /\.(?:ya?ml|json)$/i
/** Claude-Code-Workflow keeps the tasks of a session in this folder of it. */
const TASK_FOLDER = '.task'
const OF_TASKMASTER = /^(.*\/)?tasks\/tasks\.json$/

export function isDocument(path: string): boolean {
  return IS_DOCUMENT.test(path)
}

/** Returns the documents at this path of a tree; null when there is none. */
export async function readFromTree(reader: TreeReader, tree: string, path: string): Promise<TaskDocuments | null> {
  const read = async (name: string) => (await readBlob(reader, tree, name))?.toString() ?? null
  const text = await read(path)
  if (text !== null) return { file: path, files: [{ path, text }], currentTag: toTag(await read(toStatePath(path))) }
  const names = [...(await reader.listTree(tree)).keys()].filter((name) => name.startsWith(`${path}/`))
  const chosen = chooseDocuments(names.map((name) => name.slice(path.length + 1))).map((name) => `${path}/${name}`)
  const files = await Promise.all(chosen.map(async (name) => ({ path: name, text: (await read(name)) ?? '' })))
  return files.length === 0 ? null : { file: `${path}/`, files, currentTag: null }
}

/** Returns the ids of the tasks that have a document of their own, in order; none where the pattern names one for all. */
export async function listIds(reader: TreeReader, tree: string, pattern: string): Promise<readonly string[]> {
  const [before = '', after] = pattern.split('{id}')
  if (after === undefined) return []
  return [...(await reader.listTree(tree)).keys()]
    .filter((path) => path.startsWith(before) && path.endsWith(after))
    .map((path) => path.slice(before.length, path.length - after.length))
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
}

/** Returns the documents at this path of the disk. @throws GateError `bad-plan` when there is none */
export async function readFromDisk(path: string): Promise<TaskDocuments> {
  try {
    if (!(await stat(path)).isDirectory()) {
      const state = toStatePath(path)
      const text = await readFile(path, 'utf8')
      const currentTag = state === '' ? null : toTag(await readFile(state, 'utf8').catch(() => null))
      return { file: path, files: [{ path, text }], currentTag }
    }
    const own = await readdir(path)
    const below = own.includes(TASK_FOLDER) ? await readdir(join(path, TASK_FOLDER)) : []
    const names = chooseDocuments([...own, ...below.map((name) => `${TASK_FOLDER}/${name}`)])
    const files = names.map(async (name) => ({
      path: join(path, name),
      text: await readFile(join(path, name), 'utf8'),
    }))
    if (names.length > 0)
      return { file: `${path.replace(/\/$/, '')}/`, files: await Promise.all(files), currentTag: null }
  } catch (error) {
    throw taskFileNotReadable(path, error instanceof Error ? error : new Error(String(error)))
  }
  throw taskFileNotReadable(path, new Error('it has no YAML or JSON file'))
}

/** Returns the documents in a folder; those of its `.task` where it has one. */
function chooseDocuments(names: readonly string[]): readonly string[] {
  const inside = names.filter((name) => name.startsWith(`${TASK_FOLDER}/`) && name.split('/').length === 2)
  const chosen = (inside.length > 0 ? inside : names.filter((name) => !name.includes('/'))).filter((name) =>
    IS_DATA.test(name),
  )
  return chosen.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).slice(0, MAX_TASK_FILES)
}

function toStatePath(path: string): string {
  const found = OF_TASKMASTER.exec(path)
  return found === null ? '' : `${found[1] ?? ''}state.json`
}

function toTag(text: string | null): string | null {
  try {
    const tag: unknown = text === null ? null : JSON.parse(text)?.currentTag
    return typeof tag === 'string' ? tag : null
  } catch {
    // A state that cannot be read names no tag.
    return null
  }
}
