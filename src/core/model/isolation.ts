/** Defines how executions are isolated: from each other, and from the measurer. */

/**
 * `namespaces`: each execution has its own processes, files and HOME, and ends completely. `user`: fresh folders and
 * checks before each execution, all as one user. `none`: the policy switched isolation off.
 */
export const ISOLATIONS = ['namespaces', 'user', 'none'] as const

export type Isolation = (typeof ISOLATIONS)[number]

/** `required`: without namespaces nothing is measured; `preferred`: the best isolation of the machine. */
export const ISOLATION_POLICIES = ['required', 'preferred', 'off'] as const

export type IsolationPolicy = (typeof ISOLATION_POLICIES)[number]

/** One sentence for readers. */
export const ISOLATION_ABOUT: Readonly<Record<Isolation, string>> = {
  namespaces: 'Each execution ran in namespaces of its own.',
  user: 'Executions could reach each other and the recorder: this machine offers no namespaces.',
  none: 'Executions could reach each other and the recorder: policy.isolation is off.',
}

/** Returns the weakest isolation; null when none is known. */
export function weakestIsolation(all: Iterable<Isolation>): Isolation | null {
  const ranks = [...all].map((one) => ISOLATIONS.indexOf(one))
  return ranks.length === 0 ? null : (ISOLATIONS[Math.max(...ranks)] ?? null)
}
