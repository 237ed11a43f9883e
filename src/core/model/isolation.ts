/** How far executions are kept apart: from each other, and from what measures them. */

/**
 * `namespaces`: each execution has processes, files and a HOME of its own, and ends whole. `user`: fresh folders and checks
 * before each execution, all as one user. `none`: the policy switched it off.
 */
export const ISOLATIONS = ['namespaces', 'user', 'none'] as const

export type Isolation = (typeof ISOLATIONS)[number]

/** `required`: without namespaces nothing is measured; `preferred`: the best that the machine offers. */
export const ISOLATION_POLICIES = ['required', 'preferred', 'off'] as const

export type IsolationPolicy = (typeof ISOLATION_POLICIES)[number]

/** What a reader should know of it, in a sentence. */
export const ISOLATION_ABOUT: Readonly<Record<Isolation, string>> = {
  namespaces: 'Each execution ran in namespaces of its own.',
  user: 'Executions could reach each other and the recorder: this machine offers no namespaces.',
  none: 'Executions could reach each other and the recorder: policy.isolation is off.',
}

/** The weakest of several; null where nothing is said of any. */
export function weakestIsolation(all: Iterable<Isolation>): Isolation | null {
  const ranks = [...all].map((one) => ISOLATIONS.indexOf(one))
  return ranks.length === 0 ? null : (ISOLATIONS[Math.max(...ranks)] ?? null)
}
