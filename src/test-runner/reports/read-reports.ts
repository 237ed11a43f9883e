/** Reads the report files of one run, wherever they lie: what cannot be read is a problem that names the file. */
import { lstatSync } from 'node:fs'
import type { Problem } from '../../core/model/evidence.ts'
import type { Bytes, TestReport } from '../../reports/format.ts'
import type { ReportFile } from './collect.ts'
import type { Read } from './read-large-report.ts'
import { readReport } from './read-report.ts'

interface Format<T> {
  readonly parse: (bytes: Bytes) => T
}

export interface Reading<T> {
  readonly detect: (head: string) => Format<T> | null
  /** Reads files larger than `above` bytes; without it every file is read here. */
  readonly large?: { readonly above: number; readonly read: (path: string) => Promise<Read<T>> }
}

export interface ReadFiles<T> {
  readonly reports: readonly T[]
  readonly problems: readonly Problem[]
}

/** Test reports. Formats of one run tell the same tests: only those of the best format are kept. */
export async function readTests(
  files: readonly ReportFile[],
  reading: Reading<TestReport>,
): Promise<ReadFiles<TestReport>> {
  const { reports, problems } = await readFiles(files, reading)
  return { reports: preferBest(reports), problems }
}

/** Each report as it is, in the order of the files. */
export async function readFiles<T>(files: readonly ReportFile[], reading: Reading<T>): Promise<ReadFiles<T>> {
  const reports: T[] = []
  const problems: Problem[] = []
  for (const { name, path } of files) {
    const read = await readFile(path, reading)
    if ('report' in read) reports.push(read.report)
    else problems.push({ code: 'unreadable-report', message: `${name}: ${read.reason}` })
  }
  return { reports, problems }
}

/** One report: here, or where large ones are read. */
export async function readFile<T>(path: string, { detect, large }: Reading<T>): Promise<Read<T>> {
  return large !== undefined && getSize(path) > large.above ? await large.read(path) : readReport(path, detect)
}

/** Of the file itself, never of what a link leads to. */
function getSize(path: string): number {
  return lstatSync(path).size
}

/** Formats for dashboards leave out skips or tries; those of the runner itself, which are not listed, tell most. */
const RANKS = ['tap', 'sonar-tests', 'allure', 'junit']

function getRank(format: string): number {
  const rank = RANKS.indexOf(format)
  return rank < 0 ? RANKS.length : rank
}

function preferBest(reports: readonly TestReport[]): readonly TestReport[] {
  const best = reports.map(({ format }) => format).toSorted((a, b) => getRank(b) - getRank(a))[0]
  const others = [...new Set(reports.map(({ format }) => format))].filter((format) => format !== best)
  if (best === undefined || others.length === 0) return reports
  const note = `Reports of format ${others.join(', ')} were not used: ${best} tells the same run.`
  return reports
    .filter(({ format }) => format === best)
    .map((report, n) => (n === 0 ? { ...report, warnings: [...report.warnings, note] } : report))
}
