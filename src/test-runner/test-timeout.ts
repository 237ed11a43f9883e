/** Limits how long a runner waits for its own tests: it can name the test that hangs, if it ends before we end it. */

/** Factor on the longest whole suite, within bounds. */
const LIMIT = 10
const MIN_LIMIT_MS = 60_000
/** The part of our own limit that the runner may use. */
const SHARE = 0.9

/** Returns seconds. Files run for longer than their whole suite only where they hang. */
export function getTestTimeout(timeoutMs: number, files: readonly string[] | null, wholeMs: number | null): number {
  const most = SHARE * timeoutMs
  const limit = files === null || wholeMs === null ? most : Math.min(most, Math.max(MIN_LIMIT_MS, LIMIT * wholeMs))
  return Math.max(1, Math.round(limit / 1_000))
}

/** Remembers how long the longest whole suite took. */
export function createSuiteClock() {
  let longest: number | null = null
  return {
    wholeMs: () => longest,
    read: <Ran extends { readonly durationMs: number }>(files: readonly string[] | null, ran: Ran): Ran => {
      if (files === null) longest = Math.max(ran.durationMs, longest ?? 0)
      return ran
    },
  }
}
