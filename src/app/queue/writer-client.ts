/** The client of the writer thread. Calls that arrive while the thread is busy are sent as one batch. */
import { Worker } from 'node:worker_threads'
import { toSibling } from '../../core/util/sibling.ts'
import type { Call, Reply, Results } from './writer.ts'

export interface Remote {
  readonly call: <C extends Call>(call: C) => Promise<Results[C['op']]>
  /** @throws when the thread has ended */
  readonly check: () => void
  readonly close: (now: number) => Promise<void>
}

interface Asked {
  readonly call: Call
  readonly resolve: (value: never) => void
  readonly reject: (reason: unknown) => void
}

/** The delay in which calls are collected for one disk write: under load about as many as in the last batch arrive. */
const TOGETHER_MS = 2

export function openRemote(file: string): Remote {
  const worker = new Worker(toSibling('writer-thread', import.meta.url), { workerData: file })
  let asked: Asked[] = []
  let underWay: readonly Asked[] = []
  let failure: Error | null = null
  let expected = 1
  let timer: NodeJS.Timeout | null = null
  /** Sends at once when no further calls are expected. */
  const sendSoon = () => {
    if (underWay.length > 0 || asked.length === 0) return
    if (asked.length >= expected) setImmediate(send)
    else timer ??= setTimeout(send, TOGETHER_MS)
  }
  const send = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (underWay.length > 0 || asked.length === 0) return
    underWay = asked
    asked = []
    worker.ref()
    worker.postMessage(underWay.map(({ call }) => call))
  }
  worker.on('message', (replies: readonly Reply[]) => {
    const answered = underWay
    underWay = []
    worker.unref()
    for (const [i, one] of answered.entries()) settle(one, replies[i])
    expected = answered.length
    sendSoon()
  })
  const fail = (error: Error) => {
    failure ??= error
    for (const { reject } of [...underWay, ...asked]) reject(failure)
    asked = []
    underWay = []
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
      asked.push({ call: one, resolve, reject })
      sendSoon()
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

function settle({ resolve, reject }: Asked, reply: Reply | undefined): void {
  if (reply === undefined) reject(new Error('the event queue did not answer'))
  else if ('error' in reply) reject(reply.error)
  else resolve(reply.value as never)
}
