/** Finds and reads the reports of one run: fresh regular files below the tree or the report folder, everything else is a problem. */
import { globSync, lstatSync, mkdirSync, realpathSync, rmSync, type Stats } from 'node:fs'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { Coverage } from '../core/coverage.ts'
import type { Problem, ProblemCode } from '../core/evidence.ts'
import type { Bytes, ParsedReport } from '../reports/format.ts'
import type { Read } from './read-large-report.ts'
import { readReport } from './read-report.ts'

/** Absolute folders: the whole checkout, where the command runs, and its report folder outside of the checkout. */
export interface Place {
  readonly tree: string
  readonly directory: string
  readonly reports: string
}

interface Format<T> {
  readonly parse: (bytes: Bytes) => T
}

interface Wanted<T> {
  /** When the command was started, in milliseconds of the epoch. */
  readonly since: number
  readonly detect: (head: string) => Format<T> | null
  /** Reads files larger than `above` bytes; without it every file is read here. */
  readonly large?: { readonly above: number; readonly read: (path: string) => Promise<Read<T>> }
}

export interface Collected<T> {
  readonly reports: readonly T[]
  readonly problems: readonly Problem[]
}

const MAX_REPORTS = 2_000
/** File systems keep times in steps of up to two seconds. */
const CLOCK_STEP_MS = 2_000
const SKIPPED_FOLDERS = ['node_modules', '.git']

/** Removes what an earlier run left, so that nothing but the coming run can speak. A tracked report is a problem. */
export function clearReports(
  globs: readonly string[],
  place: Place,
  isTracked: (path: string) => boolean,
): readonly Problem[] {
  rmSync(place.reports, { recursive: true, force: true })
  mkdirSync(place.reports, { recursive: true })
  const tracked: string[] = []
  for (const { path } of findFiles(globs, place)) {
    const name = relative(place.tree, path).split(sep).join('/')
    if (isTracked(name)) tracked.push(name)
    else rmSync(path, { force: true })
  }
  return tracked.map((name) =>
    problem(
      'tracked-report',
      `${name} is a file of the commit, so it cannot be a report of this run; narrow the glob.`,
    ),
  )
}

/** Test reports. Formats of one run tell the same tests: only those of the best format are kept. */
export async function collectReports(
  globs: readonly string[],
  place: Place,
  wanted: Wanted<ParsedReport>,
): Promise<Collected<ParsedReport>> {
  const { reports, problems } = await collect(globs, place, wanted)
  return { reports: preferBest(reports), problems }
}

/** Coverage reports, each as it is. */
export function collectCoverage(
  globs: readonly string[],
  place: Place,
  wanted: Wanted<Coverage>,
): Promise<Collected<Coverage>> {
  return collect(globs, place, wanted)
}

async function collect<T>(globs: readonly string[], place: Place, wanted: Wanted<T>): Promise<Collected<T>> {
  const { since, detect, large } = wanted
  const files = findFiles(globs, place)
  if (files.length > MAX_REPORTS) {
    return { reports: [], problems: [problem('unreadable-report', `There are more than ${MAX_REPORTS} reports.`)] }
  }
  const reports: T[] = []
  const problems: Problem[] = []
  for (const { path, stats } of files) {
    const name = nameOf(path, place)
    if (stats.mtimeMs < since - CLOCK_STEP_MS) {
      problems.push(problem('stale-report', `${name} is older than the run that should have written it.`))
      continue
    }
    const isLarge = large !== undefined && stats.size > large.above
    const read = isLarge ? await large.read(path) : readReport(path, detect)
    if ('report' in read) reports.push(read.report)
    else problems.push(problem('unreadable-report', `${name}: ${read.reason}`))
  }
  return { reports, problems }
}

interface FoundFile {
  readonly path: string
  readonly stats: Stats
}

/** Sorted, each once, never outside of the tree and the report folder whatever links say. */
function findFiles(globs: readonly string[], place: Place): readonly FoundFile[] {
  const paths = new Set(globs.flatMap((glob) => [...expand(glob, place)]))
  const homes = [realpathSync(place.tree), realpathSync(place.reports)]
  return [...paths].toSorted().flatMap((path) => {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (stats === undefined || !stats.isFile()) return []
    return homes.some((home) => isInside(home, realpathSync(path))) ? [{ path, stats }] : []
  })
}

function expand(glob: string, { directory, reports }: Place): readonly string[] {
  const [, below] = /^\{reports\}\/?(.*)$/.exec(glob) ?? []
  const cwd = below === undefined ? directory : reports
  const exclude = (name: string) => SKIPPED_FOLDERS.includes(name)
  return globSync(below ?? glob, { cwd, exclude }).map((path) => resolve(cwd, path))
}

function isInside(home: string, path: string): boolean {
  const way = relative(home, path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/** Formats of the runner itself tell more than JUnit, and JUnit more than TAP. */
function rankOf(format: string): number {
  return ['tap', 'junit'].indexOf(format) === -1 ? 2 : ['tap', 'junit'].indexOf(format)
}

function preferBest(reports: readonly ParsedReport[]): readonly ParsedReport[] {
  const best = reports.map(({ format }) => format).toSorted((a, b) => rankOf(b) - rankOf(a))[0]
  const others = [...new Set(reports.map(({ format }) => format))].filter((format) => format !== best)
  if (best === undefined || others.length === 0) return reports
  const note = `Reports of format ${others.join(', ')} were not used: ${best} tells the same run.`
  return reports
    .filter(({ format }) => format === best)
    .map((report, n) => (n === 0 ? { ...report, warnings: [...report.warnings, note] } : report))
}

/** As a reader knows it: never a path of this machine. */
function nameOf(path: string, { tree, reports }: Place): string {
  return isInside(reports, path) ? join('{reports}', relative(reports, path)) : relative(tree, path)
}

function problem(code: ProblemCode, message: string): Problem {
  return { code, message }
}
