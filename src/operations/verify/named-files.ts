/** The files that reports name themselves: all that is known of files outside of a repository. */
import { posix } from 'node:path'
import { isLarge, LIMITS, type TestReport } from '../../reports/format.ts'
import { getTree } from '../../reports/json/tree.ts'

/** A report that names more is not about the files of a project. */
const MAX_NAMED = 100_000

/** @param cwd an absolute folder, to which paths inside of it are relative. None when the reports name more than MAX_NAMED. */
export function namedFiles(reports: readonly TestReport[], cwd: string): readonly string[] {
  const words = getWords(reports)
  if (words.size > MAX_NAMED) return []
  const home = `${cwd.replaceAll('\\', '/')}/`
  const paths = [...words].map((word) => {
    const path = word.replace(/^file:\/\//, '').replaceAll('\\', '/')
    return path.startsWith(home) ? path.slice(home.length) : path
  })
  const near = paths.filter((path) => !isAbsolute(path)).map(withoutSteps)
  // Two reports may name one file, from its root and from the folder of the tests.
  const tree = getTree(near)
  const far = paths.filter((path) => isAbsolute(path) && tree.resolveFile(path) === null)
  return [...near, ...far.map((path) => withoutSteps(path.replace(/^\//, '')))]
}

const isAbsolute = (path: string) => /^(?:[A-Za-z]:)?\//.test(path)
const withoutSteps = (path: string) => posix.normalize(path).replace(/^(?:\.\.\/)+/, '')

/** What is a class or package of tests is no file, although an error of the run may be told of it. */
function getWords(reports: readonly TestReport[]): ReadonlySet<string> {
  const words = new Set<string>()
  const classes = new Set<string>()
  const add = (file: string | null) => {
    if (file !== null && file.length <= LIMITS.pathCharacters && words.size <= MAX_NAMED) words.add(file)
  }
  for (const report of reports)
    for (const { file, className } of isLarge(report) ? report.cases.places() : report.cases) {
      add(file)
      if (className !== undefined && classes.size <= MAX_NAMED) classes.add(className)
    }
  for (const { loadErrors, hookFailures, emptyFiles } of reports) {
    for (const { file } of [...loadErrors, ...hookFailures]) if (file !== null && !classes.has(file)) add(file)
    emptyFiles.forEach(add)
  }
  return words
}
