/** Appends the canary to test files themselves: same imports, same process, one more test that must fail. */
import { appendFileSync, lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Blob } from '../../core/model/commit.ts'
import { canHold, inside, type Suite } from '../run-plan.ts'

export interface FileCanary {
  /** The path of the test file, as tracked. */
  readonly path: string
  /** The end of the test's name. No file can contain it in advance: it is derived from the content. */
  readonly token: string
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
  if (runner === null || runner.canaryTests === null) return []
  return paths.flatMap((path) => {
    const name = inside({ ...suite, runner }, path)
    const blob = files.get(path)
    const isTest = name !== null && blob?.mode.startsWith('100') === true && canHold(runner, name)
    return isTest ? [toCanary(path, files)] : []
  })
}

export function toCanary(path: string, files: ReadonlyMap<string, Blob>): FileCanary {
  return { path, token: files.get(path)?.id.slice(0, TOKEN_LETTERS) ?? '' }
}

/** Appends to a regular file only: a link would lead elsewhere. */
export function joinCanary({ runner }: Suite, { path, token }: FileCanary, tree: string): void {
  const file = join(tree, path)
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return
  const more = runner?.canaryTests?.(path, readFileSync(file, 'utf8'), token) ?? null
  if (more !== null) appendFileSync(file, more)
}
