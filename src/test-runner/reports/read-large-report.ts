/** Reads one large report in its own thread, within limits, so that no content can stop this process. */
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { toSibling } from '../../core/util/module-url.ts'
import { runTexts } from '../texts.ts'
import { type Read, tooLarge, type Unread } from './read-report.ts'
import type { ReadRequest } from './read-worker.ts'

export type { Read } from './read-report.ts'

export interface ReadLimits {
  /** Megabytes of the thread's heap. */
  readonly memoryMb: number
  readonly timeMs: number
}

/** Smaller reports are read faster than a thread starts and returns its answer. */
export const LARGE_REPORT_BYTES = 8_388_608
/** Enough for the maximal number of tests in a report, and the time to read the largest allowed report. */
export const WORKER_LIMITS: ReadLimits = { memoryMb: 2_048, timeMs: 120_000 }
/** A small young generation frees short-lived objects early, and costs no time here. */
const YOUNG_MB = 24

/**
 * Reads a report of this kind within these limits.
 * @throws the abort's reason, after the thread has ended
 */
export async function readLargeReport<T>(
  path: string,
  request: Omit<ReadRequest, 'path' | 'port'>,
  { limits, signal }: { readonly limits: ReadLimits; readonly signal: AbortSignal | undefined },
): Promise<Read<T>> {
  signal?.throwIfAborted()
  const { port1: answers, port2: port } = new MessageChannel()
  const worker = new Worker(toSibling('read-worker', import.meta.url), {
    workerData: { ...request, path, port } satisfies ReadRequest,
    transferList: [port],
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
  })
  const stop = () => void worker.terminate()
  signal?.addEventListener('abort', stop)
  try {
    const unread = await waitForEnd(worker, limits)
    signal?.throwIfAborted()
    return unread ?? answerIn<T>(answers)
  } finally {
    signal?.removeEventListener('abort', stop)
    answers.close()
  }
}

/** Returns why there is no answer, or null: the first of an error, the time limit, and the end of the thread. */
function waitForEnd(worker: Worker, { memoryMb, timeMs }: ReadLimits): Promise<Unread | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      resolve(tooLarge(runTexts.tooSlow(timeMs)))
      void worker.terminate()
    }, timeMs)
    worker.once('error', (error: NodeJS.ErrnoException) =>
      resolve(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? tooLarge(runTexts.tooMuchMemory(memoryMb))
          : { reason: runTexts.notRead(error.code ?? error.message) },
      ),
    )
    worker.once('exit', (code) => {
      clearTimeout(timer)
      resolve(code === 0 ? null : { reason: runTexts.readerEnded(code) })
    })
  })
}

/** Reads the answer after the thread has ended and freed its memory; until then it waits as bytes. */
function answerIn<T>(port: MessagePort): Read<T> {
  return receiveMessageOnPort(port)?.message ?? { reason: 'its reader ended without an answer.' }
}
