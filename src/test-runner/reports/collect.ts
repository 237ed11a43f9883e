/**
 * Finds the reports of one run: fresh regular files below the tree or the report folder. Every other match is a
 * problem.
 */
import { globSync, lstatSync, mkdirSync, realpathSync, rmSync, type Stats } from 'node:fs'
import { basename, isAbsolute, join, posix, relative, resolve, sep } from 'node:path'
import type { Problem, ProblemCode } from '../../core/model/test-run.ts'
import { runTexts } from '../texts.ts'

/** Absolute folders: the whole checkout, where the command runs, and its report folder outside of the checkout. */
export interface ReportPlace {
  readonly tree: string
  readonly directory: string
  readonly reports: string
}

/** A file to read, and its name for people. */
export interface ReportFile {
  /** Relative, or below `{reports}`: never a path of this machine. */
  readonly name: string
  /** Absolute. */
  readonly path: string
}

export interface FoundReports {
  readonly files: readonly ReportFile[]
  readonly problems: readonly Problem[]
}

/** The most files of one kind that a run may write. */
export const MAX_REPORTS = 2_000
/** File systems store times in steps of up to two seconds. */
const CLOCK_STEP_MS = 2_000
const SKIPPED_FOLDERS = ['node_modules', '.git']

/** Removes the reports of earlier runs, so that only the coming run can write one. A tracked report is a problem. */
export function clearReports(
  globs: readonly string[],
  place: ReportPlace,
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
  return tracked.map((name) => problem('tracked-report', runTexts.committedReport(name)))
}

/**
 * Finds the reports of one run by its globs. Fresh regular files only, sorted, each once; a file older than the run is
 * a problem.
 * @param since when the command was started, in milliseconds of the epoch
 */
export function findWrittenReports(globs: readonly string[], place: ReportPlace, since: number): FoundReports {
  const found = findFiles(globs, place)
  if (found.length > MAX_REPORTS) {
    return { files: [], problems: [problem('unreadable-report', runTexts.tooManyReports(MAX_REPORTS))] }
  }
  const files: ReportFile[] = []
  const problems: Problem[] = []
  for (const { path, stats } of found) {
    const name = getName(path, place)
    if (stats.mtimeMs >= since - CLOCK_STEP_MS) files.push({ name, path })
    else problems.push(problem('stale-report', runTexts.staleReport(name)))
  }
  return { files, problems }
}

interface FoundFile {
  readonly path: string
  readonly stats: Stats
}

/** Finds files, sorted, each once, never outside of the tree and the report folder, even through links. */
function findFiles(globs: readonly string[], place: ReportPlace): readonly FoundFile[] {
  const paths = new Set(globs.flatMap((glob) => [...expand(glob, place)]))
  const homes = [realpathSync(place.tree), realpathSync(place.reports)]
  return [...paths].toSorted().flatMap((path) => {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (stats === undefined || !stats.isFile()) return []
    return homes.some((home) => isInside(home, realpathSync(path))) ? [{ path, stats }] : []
  })
}

function expand(glob: string, { directory, reports }: ReportPlace): readonly string[] {
  const [, below] = /^\{reports\}\/?(.*)$/.exec(glob) ?? []
  const cwd = below === undefined ? directory : reports
  const exclude = (name: string) => SKIPPED_FOLDERS.includes(name)
  const found = globSync(below ?? glob, { cwd, exclude })
  return [...found, ...(below === undefined ? [] : getNumbered(below, cwd))].map((path) => resolve(cwd, path))
}

/** Finds the files of further processes that report to the same path: `assets/own-file.cjs` numbers them. */
function getNumbered(path: string, cwd: string): readonly string[] {
  if (/[*?[{]/.test(path)) return []
  const { dir, name, ext } = posix.parse(path)
  const isOwn = (found: string) => /^-\d+$/.test(basename(found, ext).slice(name.length))
  return globSync(posix.join(dir, `${name}-*${ext}`), { cwd }).filter(isOwn)
}

function isInside(home: string, path: string): boolean {
  const relativePath = relative(home, path)
  return (
    relativePath !== '' && relativePath !== '..' && !relativePath.startsWith(`..${sep}`) && !isAbsolute(relativePath)
  )
}

/** Returns the name for readers: never a path of this machine. */
function getName(path: string, { tree, reports }: ReportPlace): string {
  return isInside(reports, path) ? join('{reports}', relative(reports, path)) : relative(tree, path)
}

function problem(code: ProblemCode, message: string): Problem {
  return { code, message }
}
