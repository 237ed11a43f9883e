/** Executes batches of calls as one transaction, durable if the batch contains an event from GitHub. */
import type { DatabaseSync } from 'node:sqlite'
import { type Acceptance, createAcceptor } from './accept.ts'
import type { QueueJob } from './event-queue.ts'
import type { Row } from './key-queue.ts'
import { type LeaseResult, openLeases, type Pick } from './lease.ts'
import { inTransaction, isBusy, setDurable } from './schema.ts'

/** `now` is the caller's clock. */
export type WriterCall =
  | { readonly op: 'accept'; readonly job: QueueJob; readonly now: number }
  | { readonly op: 'pick'; readonly most: number; readonly maxTries: number; readonly now: number }
  | { readonly op: 'end'; readonly row: Row; readonly result: LeaseResult; readonly now: number }
  | { readonly op: 'close'; readonly now: number }

export interface Results {
  readonly accept: Acceptance
  readonly pick: Pick
  readonly end: null
  readonly close: null
}

export type WriterReply = { readonly value: Results[WriterCall['op']] } | { readonly error: unknown }

/**
 * Opens the writer. @param file its lock file shows that this process is alive @param database of that file @returns a
 * function that answers calls in order; it must not be used after `close`
 */
export function openWriter(
  file: string,
  database: DatabaseSync,
): (calls: readonly WriterCall[]) => readonly WriterReply[] {
  const accept = createAcceptor(database)
  const leases = openLeases(file, database)
  const answer = (call: WriterCall): Results[WriterCall['op']] => {
    if (call.op === 'accept') return accept(call.job, call.now)
    if (call.op === 'pick') return leases.pick(call)
    if (call.op === 'end') leases.end(call.row, call.result, call.now)
    else leases.leave(call.now)
    return null
  }
  const answerAll = (calls: readonly WriterCall[]): readonly WriterReply[] => {
    setDurable(database, calls.some(isAccept))
    try {
      return inTransaction(database, () => calls.map((call) => ({ value: answer(call) })))
    } catch (error) {
      // When the database is busy, each single call would wait again.
      if (calls.length === 1 || isBusy(error)) return calls.map(() => ({ error }))
      // Runs the calls one by one, so that only the failing one fails.
      return calls.flatMap((call) => answerAll([call]))
    }
  }
  return (calls) => {
    const replies = answerAll(calls)
    if (calls.some(({ op }) => op === 'close')) {
      leases.close()
      database.close()
    }
    return replies
  }
}

function isAccept({ op }: WriterCall): boolean {
  return op === 'accept'
}
