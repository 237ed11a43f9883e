/** Reads one large report in a thread of its own, within limits: whatever is in it, this process goes on. */
import { Worker } from 'node:worker_threads'
import type { ReadRequest } from './read-worker.ts'

export type Read<T> = { readonly report: T } | { readonly reason: string }

export interface ReadLimits {
  /** Of the thread's heap. */
  readonly memoryMb: number
  readonly timeMs: number
}

/** Starting a thread and handing its answer over takes longer than reading less than this. */
export const LARGE_REPORT_BYTES = 8_388_608
/** Holds the most tests that a report may tell, and the time to read the largest report there may be. */
export const WORKER_LIMITS: ReadLimits = { memoryMb: 2_048, timeMs: 120_000 }
/** A small young generation keeps what is read and thrown away from piling up, and costs no time here. */
const YOUNG_MB = 24
/** Sources in a checkout, JavaScript in the package; the thread's file is of the same kind as this one. */
const EXTENSION = import.meta.url.endsWith('.ts') ? 'ts' : 'mjs'

/** What reads a report of this kind within these limits. @throws the abort's reason, after the thread has ended. */
export async function readLargeReport<T>(
  path: string,
  request: Omit<ReadRequest, 'path'>,
  { limits, signal }: { readonly limits: ReadLimits; readonly signal: AbortSignal | undefined },
): Promise<Read<T>> {
  signal?.throwIfAborted()
  const worker = new Worker(new URL(`./read-worker.${EXTENSION}`, import.meta.url), {
    workerData: { ...request, path } satisfies ReadRequest,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
  })
  const stop = () => void worker.terminate()
  signal?.addEventListener('abort', stop)
  try {
    const read = await ending<T>(worker, limits)
    signal?.throwIfAborted()
    return read
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}

/** Resolves once, whatever comes first: an answer, an error, the end of the time, the end of the thread. */
function ending<T>(worker: Worker, { memoryMb, timeMs }: ReadLimits): Promise<Read<T>> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      resolve({ reason: `reading it takes longer than the limit of ${timeMs} ms.` })
      void worker.terminate()
    }, timeMs)
    worker.once('message', resolve)
    worker.once('error', (error: NodeJS.ErrnoException) =>
      resolve({
        reason:
          error.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? `reading it takes more memory than the limit of ${memoryMb} MB.`
            : `it could not be read: ${error.code ?? error.message}.`,
      }),
    )
    worker.once('exit', (code) => {
      clearTimeout(timer)
      resolve({ reason: `what read it ended with code ${code}.` })
    })
  })
}
