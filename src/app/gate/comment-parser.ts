/** Parses comments in a separate thread, so that hostile text never delays the acknowledgement of webhooks. */
import { Worker } from 'node:worker_threads'
import type { Calls } from '../../core/commands/parse.ts'
import { toSibling } from '../../core/util/module-url.ts'

/** Parsing takes less than a hundredth of this for every comment. After this time the thread counts as stuck. */
const MAX_MS = 10_000

interface Reader {
  /** In order: the thread answers one after the other. */
  readonly waiting: PromiseWithResolvers<Calls>[]
  readonly worker: Worker
}

let reader: Reader | null = null

/** Returns the commands in a comment. @throws Error when it could not be parsed: the event is retried */
export async function readCommands(text: string): Promise<Calls> {
  reader ??= openReader()
  const { waiting, worker } = reader
  const reply = Promise.withResolvers<Calls>()
  if (waiting.push(reply) === 1) worker.ref()
  worker.postMessage(text)
  const timer = setTimeout(() => void worker.terminate(), MAX_MS)
  try {
    return await reply.promise
  } finally {
    clearTimeout(timer)
  }
}

function openReader(): Reader {
  const worker = new Worker(toSibling('comment-parser-thread', import.meta.url))
  const opened: Reader = { waiting: [], worker }
  const end = (error: Error) => {
    if (reader === opened) reader = null
    for (const { reject } of opened.waiting.splice(0)) reject(error)
  }
  worker.on('message', (calls: Calls) => {
    opened.waiting.shift()?.resolve(calls)
    // The thread keeps the process alive only while a reply is pending.
    if (opened.waiting.length === 0) worker.unref()
  })
  worker.on('error', end)
  worker.on('exit', () => end(new Error('the thread that parses comments ended')))
  worker.unref()
  return opened
}
