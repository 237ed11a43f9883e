/** Reads one large report in a thread of its own, within limits: whatever is in it, this process goes on. */
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { type EncodedBatch, getCases } from '../recording/encoded-batch.ts'
import type { Read } from './read-report.ts'
import type { Message, ReadRequest } from './read-worker.ts'

export type { Read } from './read-report.ts'

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
  request: Omit<ReadRequest, 'path' | 'port'>,
  { limits, signal }: { readonly limits: ReadLimits; readonly signal: AbortSignal | undefined },
): Promise<Read<T>> {
  signal?.throwIfAborted()
  const { port1: answers, port2: port } = new MessageChannel()
  const worker = new Worker(new URL(`./read-worker.${EXTENSION}`, import.meta.url), {
    workerData: { ...request, path, port } satisfies ReadRequest,
    transferList: [port],
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
  })
  const stop = () => void worker.terminate()
  signal?.addEventListener('abort', stop)
  try {
    const reason = await ending(worker, limits)
    signal?.throwIfAborted()
    return reason === null ? answerIn<T>(answers) : { reason }
  } finally {
    signal?.removeEventListener('abort', stop)
    answers.close()
  }
}

/** Why there is no answer, null when there is one: whatever comes first, an error, the end of the time, of the thread. */
function ending(worker: Worker, { memoryMb, timeMs }: ReadLimits): Promise<string | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      resolve(`reading it takes longer than the limit of ${timeMs} ms.`)
      void worker.terminate()
    }, timeMs)
    worker.once('error', (error: NodeJS.ErrnoException) =>
      resolve(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? `reading it takes more memory than the limit of ${memoryMb} MB.`
          : `it could not be read: ${error.code ?? error.message}.`,
      ),
    )
    worker.once('exit', (code) => {
      clearTimeout(timer)
      resolve(code === 0 ? null : `what read it ended with code ${code}.`)
    })
  })
}

/** Taken out when the thread has ended and given its memory back: until then the answer waits as bytes. */
function answerIn<T>(port: MessagePort): Read<T> {
  const batches: EncodedBatch[] = []
  for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port)) {
    const message: Message = next.message
    if ('reason' in message) return message
    if ('report' in message)
      return {
        report: message.kind === 'tests' ? { ...message.report, cases: getCases(batches) } : message.report,
      } as Read<T>
    batches.push(message)
  }
  return { reason: 'what read it ended without a word.' }
}
