/** The thread that writes the file: a slow disk holds up neither requests nor handlers. It is told by messages, in batches. */
import { parentPort, workerData } from 'node:worker_threads'
import { type Acceptance, acceptor } from './accept.ts'
import { type Ending, openDesk, type Pick } from './desk.ts'
import type { Letter } from './inbox.ts'
import type { Row } from './lanes.ts'
import { openDatabase } from './schema.ts'

/** `now` is the caller's clock. */
export type Call =
  | { readonly op: 'accept'; readonly letter: Letter; readonly now: number }
  | { readonly op: 'pick'; readonly maxTries: number; readonly now: number }
  | { readonly op: 'end'; readonly row: Row; readonly ending: Ending; readonly now: number }
  | { readonly op: 'close'; readonly now: number }

export interface Results {
  readonly accept: Acceptance
  readonly pick: Pick
  readonly end: null
  readonly close: null
}

export type Reply = { readonly value: Results[Call['op']] } | { readonly error: unknown }

/** @returns a function that answers calls, each with its reply in the same place */
function openClerk(file: string): (calls: readonly Call[]) => readonly Reply[] {
  const [mail, work] = [openDatabase(file, true), openDatabase(file, false)]
  const accept = acceptor(mail)
  const desk = openDesk(file, work)
  const answer = (call: Exclude<Call, { op: 'accept' }>): Results['pick' | 'end'] => {
    if (call.op === 'pick') return desk.pick(call.maxTries, call.now)
    if (call.op === 'end') desk.end(call.row, call.ending, call.now)
    else {
      desk.close(call.now)
      for (const database of [work, mail]) database.close()
    }
    return null
  }
  return (calls) => {
    const letters = calls.flatMap((call) => (call.op === 'accept' ? [call.letter] : []))
    const taken = attempt(() => (letters.length === 0 ? [] : accept(letters, calls[0]?.now ?? 0)))
    let next = 0
    return calls.map((call) => {
      if (call.op !== 'accept') return attempt(() => answer(call))
      if ('error' in taken) return taken
      next += 1
      return { value: taken.value[next - 1] ?? 'new' }
    })
  }
}

function attempt<T>(work: () => T): { readonly value: T } | { readonly error: unknown } {
  try {
    return { value: work() }
  } catch (error) {
    return { error }
  }
}

const answer = openClerk(String(workerData))
parentPort?.on('message', (calls: readonly Call[]) => parentPort?.postMessage(answer(calls)))
