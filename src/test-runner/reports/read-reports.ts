/** Reads the report files of one run. A file that cannot be read is a problem that names the file. */
import { lstatSync } from 'node:fs'
import type { Problem } from '../../core/model/test-run.ts'
import type { Bytes, TestReport } from '../../reports/format.ts'
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

/** Reads test reports, each with the name of its file. */
export async function readTests(
  files: readonly ReportFile[],
  reading: ReportReading<TestReport>,
): Promise<ReadFiles<TestReport>> {
  return readFiles(files, reading, (report, source) => ({ ...report, source }))
}

/** Reads each report, in the order of the files. */
export async function readFiles<T>(
  files: readonly ReportFile[],
  reading: ReportReading<T>,
  named = (report: T, _name: string) => report,
): Promise<ReadFiles<T>> {
  const reports: T[] = []
  const problems: Problem[] = []
  for (const { name, path } of files) {
    const read = await readFile(path, reading)
    if ('report' in read) reports.push(named(read.report, name))
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
