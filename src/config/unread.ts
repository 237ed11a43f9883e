/** Finds a configuration on the base branch that tdd-gate does not read, such as a misnamed one. */

import { type Blob, SUBMODULE, SYMLINK } from '../core/model/commit.ts'
import { CONFIG_PATH } from './parse.ts'

const FOLDER = '.github'
/** Paths that are probably meant as the configuration. */
const ALIKE = /^\.github\/tdd-gate\.ya?ml$/i

/**
 * Returns a note about such a file. @param tree files, links and submodules of the base by path @returns null where the
 * configuration is read, or there is none
 */
export function noteOnUnread(tree: ReadonlyMap<string, Blob>): string | null {
  if (tree.get(CONFIG_PATH)?.mode.startsWith('100')) return null
  const found = findMisplacedConfig(CONFIG_PATH, tree) ?? findMisplacedConfig(FOLDER, tree) ?? misnamed(tree)
  return found === null ? null : `${found}: tdd-gate does not read it and uses the defaults.`
}

function findMisplacedConfig(path: string, tree: ReadonlyMap<string, Blob>): string | null {
  const mode = tree.get(path)?.mode
  if (mode === SYMLINK) return `\`${path}\` of the base is a symbolic link`
  if (mode === SUBMODULE) return `\`${path}\` of the base is a submodule`
  const isFolder = path === CONFIG_PATH && [...tree.keys()].some((one) => one.startsWith(`${path}/`))
  return isFolder ? `\`${path}\` of the base is a folder` : null
}

function misnamed(tree: ReadonlyMap<string, Blob>): string | null {
  const path = [...tree.keys()].find((one) => ALIKE.test(one))
  return path === undefined ? null : `\`${path}\` of the base is not called \`${CONFIG_PATH}\``
}
