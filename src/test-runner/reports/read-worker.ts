/** Runs in the thread that reads one large report: receives the file's path, answers and ends. */
import { type MessagePort, workerData } from 'node:worker_threads'
import { readReport } from './read-report.ts'
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

const { path, kind, port, ...formats }: ReadRequest = workerData

port.postMessage(readReport<unknown>(path, kind === 'tests' ? testsReader(formats) : coverageReader(formats)))
port.close()
