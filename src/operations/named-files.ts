/** The files that reports name themselves: all that is known of files outside of a repository. */
import type { ParsedReport } from '../reports/format.ts'
import { treeOf } from '../reports/tree.ts'

/** @param cwd an absolute folder, to which paths inside of it are relative */
export function namedFiles(reports: readonly ParsedReport[], cwd: string): readonly string[] {
  const home = `${cwd.replaceAll('\\', '/')}/`
  const words = [...wordsOf(reports)].map((word) => {
    const path = word.replace(/^file:\/\//, '').replaceAll('\\', '/')
    return path.startsWith(home) ? path.slice(home.length) : path
  })
  const isAbsolute = (path: string) => /^(?:[A-Za-z]:)?\//.test(path)
  const near = words.filter((path) => !isAbsolute(path)).map((path) => path.replace(/^(?:\.\/)+/, ''))
  // Two reports may name one file, from its root and from the folder of the tests.
  const tree = treeOf(near)
  const far = words.filter((path) => isAbsolute(path) && tree.resolveFile(path) === null)
  return [...near, ...far.map((path) => path.replace(/^\//, ''))]
}

function wordsOf(reports: readonly ParsedReport[]): ReadonlySet<string> {
  const words = new Set<string>()
  for (const { cases, loadErrors, hookFailures, emptyFiles } of reports) {
    for (const part of [cases, loadErrors, hookFailures])
      for (const { file } of part) if (file !== null) words.add(file)
    for (const file of emptyFiles) words.add(file)
  }
  return words
}
