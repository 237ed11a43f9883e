/** The thread that reads one large report: it is told the file, answers once and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { readReport } from './read-report.ts'
import { reportReaders } from './readers.ts'

export interface ReadRequest {
  readonly path: string
  readonly kind: 'tests' | 'coverage'
  /** The format of test reports that show none. */
  readonly fallback: string | null
}

const { detectFormat, detectCoverage, formatOf } = reportReaders
const { path, kind, fallback }: ReadRequest = workerData

parentPort?.postMessage(
  kind === 'coverage'
    ? readReport(path, detectCoverage)
    : readReport(path, (head) => detectFormat(head) ?? (fallback === null ? null : formatOf(fallback))),
)
