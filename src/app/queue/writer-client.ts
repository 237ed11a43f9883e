/** The client of the writer thread. Calls that arrive while the thread is busy are sent as one batch. */
import { Worker } from 'node:worker_threads'
import { toSibling } from '../../core/util/module-url.ts'
import type { Results, WriterCall, WriterReply } from './writer.ts'

export interface Remote {
  readonly call: <C extends WriterCall>(call: C) => Promise<Results[C['op']]>
  /** @throws when the thread has ended */
  readonly check: () => void
  readonly close: (now: number) => Promise<void>
}

interface PendingCall {
  readonly call: WriterCall
  readonly resolve: (value: never) => void
  readonly reject: (reason: unknown) => void
}

/** The delay in which calls are collected for one disk write: under load about as many as in the last batch arrive. */
const TOGETHER_MS = 2

export function openRemote(file: string): Remote {
  const worker = new Worker(toSibling('writer-thread', import.meta.url), { workerData: file })
  let failure: Error | null = null
  const batches = createBatches((calls) => {
    worker.ref()
    worker.postMessage(calls)
  })
  worker.on('message', (replies: readonly WriterReply[]) => {
    worker.unref()
    batches.answer(replies)
  })
  const fail = (error: Error) => {
    failure ??= error
    batches.reject(failure)
  }
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('the event queue is closed')))
  worker.unref()
  const check = () => {
    if (failure !== null) throw failure
  }
  const call: Remote['call'] = (one) =>
    new Promise((resolve, reject) => {
      check()
      batches.add({ call: one, resolve, reject })
    })
  return {
    call,
    check,
    close: async (now) => {
      await call({ op: 'close', now })
      await worker.terminate()
    },
  }
}

/** Collects calls and sends one batch at a time. */
function createBatches(post: (calls: readonly WriterCall[]) => void) {
  let waiting: PendingCall[] = []
  let sent: readonly PendingCall[] = []
  let expected = 1
  let timer: NodeJS.Timeout | null = null
  const send = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (sent.length > 0 || waiting.length === 0) return
    sent = waiting
    waiting = []
    post(sent.map(({ call }) => call))
  }
  /** Sends at once when no further calls are expected. */
  const sendSoon = () => {
    if (sent.length > 0 || waiting.length === 0) return
    if (waiting.length >= expected) setImmediate(send)
    else timer ??= setTimeout(send, TOGETHER_MS)
  }
  return {
    add: (call: PendingCall) => {
      waiting.push(call)
      sendSoon()
    },
    answer: (replies: readonly WriterReply[]) => {
      const answered = sent
      sent = []
      for (const [i, one] of answered.entries()) settle(one, replies[i])
      expected = answered.length
      sendSoon()
    },
    reject: (error: Error) => {
      for (const { reject } of [...sent, ...waiting]) reject(error)
      waiting = []
      sent = []
    },
  }
}

function settle({ resolve, reject }: PendingCall, reply: WriterReply | undefined): void {
  if (reply === undefined) reject(new Error('the event queue did not answer'))
  else if ('error' in reply) reject(reply.error)
  else resolve(reply.value as never)
}
