/** Runs in the thread that reads one large report: receives the file's path, answers and ends. */
import { type MessagePort, workerData } from 'node:worker_threads'
import type { Coverage } from '../../core/model/coverage.ts'
import type { Bytes, DrainedReport, ParsedReport, ReportFormat } from '../../reports/format.ts'
import { batching, type EncodedBatch, movable } from '../recording/encoded-batch.ts'
import { readReport, type Unread } from './read-report.ts'
import { coverageReader, testsReader } from './readers.ts'

export interface ReadRequest {
  readonly path: string
  readonly kind: 'tests' | 'coverage'
  /** The format of test reports whose format cannot be detected. */
  readonly fallback: string | null
  /** Reads in this format without detection. */
  readonly format?: string
  /** Receives the answer. */
  readonly port: MessagePort
}

/** Batches of cases, then the end: the rest of the report, or the reason why it has no content. */
export type Message =
  | EncodedBatch
  | { readonly kind: 'tests'; readonly report: Omit<ParsedReport, 'cases'> }
  | { readonly kind: 'coverage'; readonly report: Coverage }
  | Unread

const { path, kind, port, ...formats }: ReadRequest = workerData

function answer(): Message {
  if (kind === 'coverage') {
    const read = readReport(path, coverageReader(formats))
    return 'reason' in read ? read : { kind, ...read }
  }
  const detect = testsReader(formats)
  const read = readReport(path, (head) => drained(detect(head)))
  if ('reason' in read) return read
  const { drain, ...report } = read.report
  const { add, end } = batching((batch) => port.postMessage(batch, movable(batch)))
  drain(add)
  end()
  return { kind, report }
}

function drained(format: ReportFormat | null): { readonly parse: (bytes: Bytes) => DrainedReport } | null {
  return format && { parse: format.parseLarge ?? ((bytes) => drainedList(format.parse(bytes))) }
}

function drainedList({ cases, ...report }: ParsedReport): DrainedReport {
  return { ...report, drain: (take) => cases.forEach(take) }
}

port.postMessage(answer())
port.close()
