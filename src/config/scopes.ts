/** Finds the scope of a commit from its files. */
import { chooseScope } from '../core/text/commit-subject.ts'
import { compileGlobs } from './file-class.ts'

/** Returns the scope that the files belong to; null where they belong to none, or to several. */
export function findScope(
  scopes: Readonly<Record<string, readonly string[]>>,
  paths: readonly string[],
): string | null {
  const compiled = Object.entries(scopes).map(([name, globs]) => ({ name, isIn: compileGlobs(globs, false) }))
  return chooseScope(paths, compiled)
}
