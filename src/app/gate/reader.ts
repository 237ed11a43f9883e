/** Reads comments in a thread of its own: webhooks are acknowledged meanwhile, whatever people write. */
import { Worker } from 'node:worker_threads'
import type { Calls } from '../../core/commands/parse.ts'

/** No comment takes a hundredth of it: who waits for longer waits for a thread that will not answer. */
const MAX_MS = 10_000

interface Reader {
  /** In order: the thread answers one after the other. */
  readonly waiting: PromiseWithResolvers<Calls>[]
  readonly worker: Worker
}

let reader: Reader | null = null

/** @returns the commands in a comment @throws Error when it could not be read: it is tried again */
export async function readCommands(text: string): Promise<Calls> {
  reader ??= openReader()
  const { waiting, worker } = reader
  const asked = Promise.withResolvers<Calls>()
  if (waiting.push(asked) === 1) worker.ref()
  worker.postMessage(text)
  const timer = setTimeout(() => void worker.terminate(), MAX_MS)
  try {
    return await asked.promise
  } finally {
    clearTimeout(timer)
  }
}

function openReader(): Reader {
  const worker = new Worker(new URL('reader-thread.ts', import.meta.url))
  const opened: Reader = { waiting: [], worker }
  const end = (error: Error) => {
    if (reader === opened) reader = null
    for (const { reject } of opened.waiting.splice(0)) reject(error)
  }
  worker.on('message', (calls: Calls) => {
    opened.waiting.shift()?.resolve(calls)
    // Only who waits for an answer is kept alive by it.
    if (opened.waiting.length === 0) worker.unref()
  })
  worker.on('error', end)
  worker.on('exit', () => end(new Error('the thread that reads comments ended')))
  worker.unref()
  return opened
}
