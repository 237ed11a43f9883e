/** What becomes of letters that the inbox gave up: people are told, and a new start tries again. */
import { isHint } from '../core/event.ts'
import { type DeadLetter, DIED, type Inbox, type Letter } from '../inbox/inbox.ts'
import { fieldsOf, type Log } from './log.ts'
import { toLetter } from './work.ts'

/** As long as GitHub itself redelivers; nobody expects an older command to be done any more. */
const AGAIN_MS = 3 * 24 * 3_600_000
/** As the inbox begins the reason of an error of the gate. */
const CODE = /^\[([\w-]+)\]/
const UNEXPECTED = 'unexpected'

/**
 * @returns what is called for each letter that is put aside: who asked for something is told by a letter of its own, which
 *   waits and is tried as any other, and of whose own end nobody is told
 */
export function whenGivenUp(inbox: Inbox, log: Log): (letter: Letter, reason: string) => void {
  return ({ id, key, repository, event }, reason) => {
    log('error', 'letter put aside', { id, key, reason })
    if (isHint(event)) return
    const code = CODE.exec(reason)?.[1] ?? UNEXPECTED
    inbox
      .accept(toLetter(repository, { kind: 'given-up', request: event, code }))
      .catch((error: unknown) => log('error', 'nobody was told', { id, key, ...fieldsOf(error) }))
  }
}

/**
 * Called once for each start, before anything is worked on: what caused the failures may be mended.
 * @param now milliseconds since 1970
 * @returns how many commands are taken up again; hints are not, because the sweep looks everywhere
 */
export function takeUpAgain(inbox: Inbox, now: number): number {
  return inbox.requeue(({ letter: { event }, reason }: DeadLetter) => {
    // What ends processes would end this one too.
    if (reason === DIED || !('at' in event)) return false
    return now - Date.parse(event.at) < AGAIN_MS
  })
}
