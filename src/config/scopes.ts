/** Finds the scope of a commit from its files. */
import { chooseScope, toFolderScope } from '../core/text/commit-subject.ts'
import { compileGlobs } from './file-class.ts'

/**
 * Returns the scope that the files belong to; null where they belong to none, or to several.
 * @param scopes of the configuration; where it has none, folders are scopes
 */
export function findScope(
  scopes: Readonly<Record<string, readonly string[]>>,
  paths: readonly string[],
): string | null {
  if (Object.keys(scopes).length === 0) return toFolderScope(paths)
  const compiled = Object.entries(scopes).map(([name, globs]) => ({ name, isIn: compileGlobs(globs, false) }))
  return chooseScope(paths, compiled)
}
