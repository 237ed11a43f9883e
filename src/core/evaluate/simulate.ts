/** Decides again with another policy, or up to another commit: what would happen if? */
import type { Sha } from '../model/commit.ts'
import type { Facts } from '../model/facts.ts'
import type { Decision, Finding, Verdict } from '../model/finding.ts'
import type { Policy } from '../model/policy.ts'
import { decide } from './decide.ts'

export interface Assumption {
  readonly policy: Policy
  /** A commit of the branch; the commits after it are left out. */
  readonly head: Sha
}

/** A commit whose verdict or findings differ. */
export interface SimulatedCommit {
  readonly sha: Sha
  readonly subject: string
  readonly before: Verdict
  readonly after: Verdict
  readonly gone: readonly Finding[]
  readonly added: readonly Finding[]
}

export interface Simulation {
  readonly before: Decision
  readonly after: Decision
  readonly changes: readonly SimulatedCommit[]
}

/** The measurements stay: a rule that was off when they were made may lack what it needs. */
export function simulate(facts: Facts, { policy, head }: Assumption): Simulation {
  const commits = facts.commits.slice(0, facts.commits.findIndex(({ sha }) => sha === head) + 1)
  const [before, after] = [decide(facts), decide({ ...facts, policy, head, commits })]
  const changes = after.commits.flatMap((commit): readonly SimulatedCommit[] => {
    const earlier = before.commits.find(({ sha }) => sha === commit.sha)
    const [gone, added] = [without(earlier?.findings, commit.findings), without(commit.findings, earlier?.findings)]
    if (earlier === undefined || (earlier.verdict === commit.verdict && gone.length + added.length === 0)) return []
    const { sha, subject, verdict } = commit
    return [{ sha, subject, before: earlier.verdict, after: verdict, gone, added }]
  })
  return { before, after, changes }
}

function without(some: readonly Finding[] = [], others: readonly Finding[] = []): readonly Finding[] {
  const known = new Set(others.map(toKey))
  return some.filter((finding) => !known.has(toKey(finding)))
}

const toKey = ({ rule, level, message }: Finding): string => `${rule} ${level} ${message}`
