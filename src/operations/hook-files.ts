/** Writes hooks of git and files of agents; files that exist are extended. */
import { chmodSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { cannotExtend, fileIsLink } from '../core/errors/files.ts'
import { getHooksFolder } from '../git/write.ts'
import { HOOK_FILES, type HookFile, type HookKind } from '../render/hook-files.ts'

const EXECUTABLE = 0o755

/**
 * Writes the files of these kinds. Checks all of them before it writes one.
 * @param top of the repository @returns the paths that changed, from the top
 * @throws GateError `file-exists` for a link, and for a file that cannot be extended
 */
export async function writeHookFiles(top: string, kinds: readonly HookKind[]): Promise<readonly string[]> {
  const folder = kinds.includes('git') ? await getHooksFolder(top) : ''
  const files = kinds.flatMap((kind) => HOOK_FILES[kind]).map((file) => prepare(top, folder, file))
  const changed = files.filter(({ text, before }) => text !== before)
  for (const { path, text, isGitHook } of changed) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    if (isGitHook) chmodSync(path, EXECUTABLE)
  }
  return changed.map(({ path }) => relative(top, path))
}

function prepare(top: string, folder: string, { path: name, isGitHook, extend }: HookFile) {
  const path = join(isGitHook ? folder : top, name)
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found?.isSymbolicLink()) throw fileIsLink(relative(top, path))
  const before = found === undefined ? null : readFileSync(path, 'utf8')
  const text = extend(before)
  if (text === null) throw cannotExtend(relative(top, path))
  return { path, text, before, isGitHook }
}
