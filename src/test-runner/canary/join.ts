/** Adds the canary to test files themselves: same imports, same process, one more test that must fail. */
import { lstatSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Blob } from '../../core/model/commit.ts'
import { canHold, inside, type Suite } from '../run-plan.ts'
import type { Runner } from '../runners/runner.ts'

export interface FileCanary {
  /** The path of the test file, as tracked. */
  readonly path: string
  /** The end of the test's name. No file can contain it in advance: it is derived from the content. */
  readonly token: string
  /** Whether the file may have no place for it. */
  readonly mayBeAbsent?: true
}

const TOKEN_LETTERS = 12

/**
 * Creates the canaries.
 * @param paths tracked files; those that are no test files of the suite's runner get none
 */
export function canariesIn(
  { runner, ...suite }: Suite,
  paths: readonly string[],
  files: ReadonlyMap<string, Blob>,
): readonly FileCanary[] {
  if (runner === null) return []
  return paths.flatMap((path) => {
    const name = inside({ ...suite, runner }, path)
    const blob = files.get(path)
    const isTest = name !== null && blob?.mode.startsWith('100') === true && canHold(runner, name)
    return isTest ? [{ ...toCanary(path, files), ...(runner.mayLackCanary && { mayBeAbsent: true }) }] : []
  })
}

export function toCanary(path: string, files: ReadonlyMap<string, Blob>): FileCanary {
  return { path, token: files.get(path)?.id.slice(0, TOKEN_LETTERS) ?? '' }
}

/** Changes a regular file only: a link would lead elsewhere. */
export function joinCanary({ runner }: Suite, { path, token }: FileCanary, tree: string): void {
  const file = join(tree, path)
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return
  // Bytes that are no UTF-8 stay as they are.
  const text = runner && withCanary(runner, path, readFileSync(file, 'latin1'), token)
  if (text !== null) writeFileSync(file, text, 'latin1')
}

/** Returns the text with its canary; null where it has no place. */
export function withCanary(
  { canaryAt, canaryTests }: Runner,
  path: string,
  text: string,
  token: string,
): string | null {
  const at = canaryAt ? canaryAt(path, text) : text.length
  const more = canaryTests(path, text, token)
  return at === null || more === null ? null : text.slice(0, at) + more + text.slice(at)
}
