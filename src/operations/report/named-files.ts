/** Collects the files that reports name: outside of a repository no others are known. */
import { posix } from 'node:path'
import { LIMITS, type TestReport } from '../../reports/format.ts'
import { getJsonTree } from '../../reports/json/tree.ts'

/** A report with more names does not describe a project's files. */
const MAX_NAMED = 100_000

/**
 * Collects the files.
 * @param cwd an absolute folder; paths inside become relative to it. Returns none when the reports name more than
 * MAX_NAMED
 */
export function namedFiles(reports: readonly TestReport[], cwd: string): readonly string[] {
  const fileNames = getFileNames(reports)
  if (fileNames.size > MAX_NAMED) return []
  const home = `${cwd.replaceAll('\\', '/')}/`
  const paths = [...fileNames].map((name) => {
    const path = name.replace(/^file:\/\//, '').replaceAll('\\', '/')
    return path.startsWith(home) ? path.slice(home.length) : path
  })
  const near = paths.filter((path) => !isAbsolute(path)).map(withoutSteps)
  // Two reports may name one file: relative to the root, and relative to the tests' folder.
  const tree = getJsonTree(near)
  const far = paths.filter((path) => isAbsolute(path) && tree.resolveFile(path) === null)
  return [...near, ...far.map((path) => withoutSteps(path.replace(/^\//, '')))]
}

const isAbsolute = (path: string) => /^(?:[A-Za-z]:)?\//.test(path)
const withoutSteps = (path: string) => posix.normalize(path).replace(/^(?:\.\.\/)+/, '')

/** Returns names of classes and packages of tests: they are not files, although a run error may name one. */
function getFileNames(reports: readonly TestReport[]): ReadonlySet<string> {
  const fileNames = new Set<string>()
  const classes = new Set<string>()
  const add = (file: string | null) => {
    if (file !== null && file.length <= LIMITS.pathCharacters && fileNames.size <= MAX_NAMED) fileNames.add(file)
  }
  for (const report of reports)
    for (const { file, className } of report.cases) {
      add(file)
      if (className !== undefined && classes.size <= MAX_NAMED) classes.add(className)
    }
  for (const { loadErrors, hookFailures, emptyFiles } of reports) {
    for (const { file } of [...loadErrors, ...hookFailures]) if (file !== null && !classes.has(file)) add(file)
    emptyFiles.forEach(add)
  }
  return fileNames
}
