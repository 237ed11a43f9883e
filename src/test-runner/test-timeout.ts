/** Limits how long a runner waits for its own tests: it can name the test that hangs, if it ends before we end it. */

/** Factor on the longest whole suite, within bounds. */
const LIMIT = 10
const MIN_LIMIT_MS = 60_000
/** The part of our own limit that the runner may use. */
const SHARE = 0.9
/** The placeholder of a command that shows the limit. */
const SHOWN = '{timeout}'

interface TimeLimits {
  /** The limit that `{timeout}` shows to the runner. */
  readonly shownSeconds: number
  /** When we end the run. */
  readonly endsAfterMs: number
}

interface TimeLimitOptions {
  /** The configured limit. */
  readonly timeoutMs: number
  /** When this run should end: earlier where the gate changed the code. */
  readonly endsAfterMs: number
  readonly files: readonly string[] | null
  /** The duration of the longest whole suite so far; null: none ran yet. */
  readonly wholeMs: number | null
}

/**
 * Returns the limits of one run. The shown one depends on nothing that differs between kinds of run: tests can read it.
 * A command that shows a limit never ends before it. Files run for longer than their whole suite only where they hang.
 */
export function getTimeLimits(
  command: string,
  { timeoutMs, endsAfterMs, files, wholeMs }: TimeLimitOptions,
): TimeLimits {
  const most = SHARE * timeoutMs
  const shownMs = files === null || wholeMs === null ? most : Math.min(most, Math.max(MIN_LIMIT_MS, LIMIT * wholeMs))
  const leastMs = command.includes(SHOWN) ? Math.round(shownMs / SHARE) : 0
  return {
    shownSeconds: Math.max(1, Math.round(shownMs / 1_000)),
    endsAfterMs: Math.min(timeoutMs, Math.max(endsAfterMs, leastMs)),
  }
}

interface Timed {
  readonly files: readonly string[] | null
  readonly mutation?: readonly string[]
  /** The gate changed the code, which may hang: tests must not read that from a later limit. */
  readonly timeoutMs?: number
}

/** Remembers how long the longest whole suite took. */
export function createSuiteClock() {
  let longest: number | null = null
  return {
    wholeMs: () => longest,
    read: <Ran extends { readonly durationMs: number }>({ files, mutation, timeoutMs }: Timed, ran: Ran): Ran => {
      if (files === null && !mutation && timeoutMs === undefined) longest = Math.max(ran.durationMs, longest ?? 0)
      return ran
    },
  }
}
