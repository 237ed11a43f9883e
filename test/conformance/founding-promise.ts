/** What the founding documents promise, and how far it is kept. */

/**
 * - `whole`: as the document says
 * - `other-form`: what the document is after, by another way; the reason says which
 * - `open`: kept in part, or not yet; the reason says what is missing
 * - `left-out`: not a matter of this product; the reason says whose it is
 */
export type PromiseState = 'whole' | 'other-form' | 'open' | 'left-out'

export interface FoundingPromise {
  /** `1` to `114` for capabilities, `N1` to `N30` for single sentences. */
  readonly id: string
  /** The documents, `S0` to `S4`, or `-` where users of such tools asked for it. */
  readonly of: string
  readonly says: string
  readonly state: PromiseState
  /** Why it is not whole; else empty. */
  readonly because: string
  /** `<path below test/, without .test.ts>: <title of the test>` */
  readonly heldBy: readonly string[]
}

type Id = number | `N${number}`

export const whole = (id: Id, of: string, says: string, ...heldBy: readonly string[]): FoundingPromise => {
  return { id: String(id), of, says, state: 'whole', because: '', heldBy }
}

const withReason =
  (state: PromiseState) =>
  (id: Id, of: string, says: string, because: string, ...heldBy: readonly string[]): FoundingPromise => {
    return { id: String(id), of, says, state, because, heldBy }
  }

export const otherForm = withReason('other-form')
export const open = withReason('open')
export const leftOut = withReason('left-out')

/** @returns the path of the test file from the top of the repository, and the title in it */
export function toHolder(heldBy: string): { readonly path: string; readonly title: string } {
  const end = heldBy.indexOf(': ')
  return { path: `test/${heldBy.slice(0, end)}.test.ts`, title: heldBy.slice(end + 2) }
}
