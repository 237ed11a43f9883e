/** Reads the report files of one run. A file that cannot be read is a problem that names the file. */
import { lstatSync } from 'node:fs'
import type { Problem } from '../../core/model/test-run.ts'
import type { Bytes, TestReport } from '../../reports/format.ts'
import { runTexts } from '../texts.ts'
import type { ReportFile } from './collect.ts'
import type { Read } from './read-large-report.ts'
import { readReport } from './read-report.ts'

interface Format<T> {
  readonly parse: (bytes: Bytes) => T
}

interface ReportReading<T> {
  readonly detect: (head: string) => Format<T> | null
  /** Reads files larger than `above` bytes; without it all files are read in this process. */
  readonly large?: { readonly above: number; readonly read: (path: string) => Promise<Read<T>> }
}

interface ReadFiles<T> {
  readonly reports: readonly T[]
  readonly problems: readonly Problem[]
}

/** Reads test reports. Several formats of one run contain the same tests: only those of the best format are kept. */
export async function readTests(
  files: readonly ReportFile[],
  reading: ReportReading<TestReport>,
): Promise<ReadFiles<TestReport>> {
  const { reports, problems } = await readFiles(files, reading)
  return { reports: preferBest(reports), problems }
}

/** Reads each report, in the order of the files. */
export async function readFiles<T>(files: readonly ReportFile[], reading: ReportReading<T>): Promise<ReadFiles<T>> {
  const reports: T[] = []
  const problems: Problem[] = []
  for (const { name, path } of files) {
    const read = await readFile(path, reading)
    if ('report' in read) reports.push(read.report)
    else problems.push({ code: 'unreadable-report', message: `${name}: ${read.reason}` })
  }
  return { reports, problems }
}

/** Reads one report: in this process, or with the reader for large ones. */
export async function readFile<T>(path: string, { detect, large }: ReportReading<T>): Promise<Read<T>> {
  return large !== undefined && getSize(path) > large.above ? await large.read(path) : readReport(path, detect)
}

/** Returns the size of the file itself, never of a link's target. */
function getSize(path: string): number {
  return lstatSync(path).size
}

/** Dashboard formats omit skips or retries; the runner's own formats, which are not listed, contain most. */
const RANKS = ['tap', 'sonar-tests', 'allure', 'junit']

function getRank(format: string): number {
  const rank = RANKS.indexOf(format)
  return rank < 0 ? RANKS.length : rank
}

function preferBest(reports: readonly TestReport[]): readonly TestReport[] {
  const best = reports.map(({ format }) => format).toSorted((a, b) => getRank(b) - getRank(a))[0]
  const others = [...new Set(reports.map(({ format }) => format))].filter((format) => format !== best)
  if (best === undefined || others.length === 0) return reports
  const note = runTexts.otherFormats(others.join(', '), best)
  return reports
    .filter(({ format }) => format === best)
    .map((report, n) => (n === 0 ? { ...report, warnings: [...report.warnings, note] } : report))
}
