/** The thread that reads one large report: it is told the file, answers and ends. */
import { type MessagePort, workerData } from 'node:worker_threads'
import type { Coverage } from '../core/coverage.ts'
import type { ParsedReport } from '../reports/format.ts'
import { type Parcel, toParcels } from './parcel.ts'
import { readReport } from './read-report.ts'
import { coverageReader, testsReader } from './readers.ts'

export interface ReadRequest {
  readonly path: string
  readonly kind: 'tests' | 'coverage'
  /** The format of test reports that show none. */
  readonly fallback: string | null
  /** The format it is read in, whatever it looks like. */
  readonly format?: string
  /** Where the answer goes. */
  readonly port: MessagePort
}

/** Cases as often as there are some; what the report says beside them, or why it says nothing, is the end. */
export type Message =
  | Parcel
  | { readonly kind: 'tests'; readonly report: Omit<ParsedReport, 'cases'> }
  | { readonly kind: 'coverage'; readonly report: Coverage }
  | { readonly reason: string }

const { path, kind, port, ...formats }: ReadRequest = workerData

function* messages(): Generator<Message> {
  if (kind === 'coverage') {
    const read = readReport(path, coverageReader(formats))
    return yield 'reason' in read ? read : { kind, ...read }
  }
  const read = readReport(path, testsReader(formats))
  if ('reason' in read) return yield read
  const { cases, ...report } = read.report
  yield* toParcels(cases)
  yield { kind, report }
}

for (const message of messages()) port.postMessage(message)
port.close()
