/** Finds the task documents of the working tree: where its configuration says, or else at the usual places. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { CONFIG_PATH, readConfigFile } from '../../config/parse.ts'
import { GateError } from '../../core/model/errors.ts'
import { RULE_LEVELS } from '../../core/rules/index.ts'
import { ifThere, readIfThere } from '../../disk.ts'
import { MAX_TASK_FILES } from '../../tasks/task-files.ts'
import { readFromDisk, type TaskDocuments } from './documents.ts'

/**
 * Reads the lists, or the documents of one task each.
 * @param usual paths from the top, where the configuration names none; the first one counts
 */
export async function readDocumentsHere(top: string, usual: readonly string[]): Promise<readonly TaskDocuments[]> {
  const named = readTasksPath(top)
  const found = named === null ? usual.filter((path) => existsSync(join(top, path))).slice(0, 1) : expand(top, named)
  return Promise.all(found.map((path) => readFromDisk(join(top, path))))
}

/** A view names no mistake in the configuration: `doctor` does. */
function readTasksPath(top: string): string | null {
  const text = readIfThere(join(top, CONFIG_PATH))
  if (text === null) return null
  try {
    return readConfigFile(text, { file: CONFIG_PATH, ruleCodes: Object.keys(RULE_LEVELS) }).tasks?.path ?? null
  } catch (error) {
    if (error instanceof GateError) return null
    throw error
  }
}

/** Returns the paths that exist. The first part of a path with `{id}` says which ids there are. */
function expand(top: string, path: string): readonly string[] {
  const isThere = (one: string) => existsSync(join(top, one))
  if (!path.includes('{id}')) return [path].filter(isThere)
  const parts = path.split('/')
  const at = parts.findIndex((part) => part.includes('{id}'))
  const [before = '', after = ''] = (parts[at] ?? '').split('{id}')
  const names = ifThere(() => readdirSync(join(top, ...parts.slice(0, at)))) ?? []
  return names
    .filter((name) => name.length > before.length + after.length && name.startsWith(before) && name.endsWith(after))
    .map((name) => name.slice(before.length, name.length - after.length))
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((id) => path.replaceAll('{id}', () => id))
    .filter(isThere)
    .slice(0, MAX_TASK_FILES)
}
