/** What a rule is: a code, the phases it speaks in, and a question to facts that are already there. */
import type { ChangeSet } from '../compare/change-set.ts'
import type { DriverReport } from '../compare/drivers.ts'
import type { Phase, PhaseStatement } from '../evaluate/phase.ts'
import type { Commit, Sha } from '../model/commit.ts'
import type { Evidence, Scope } from '../model/evidence.ts'
import type { Plan } from '../model/plan.ts'
import type { Level, Policy } from '../model/policy.ts'
import type { Cycle, GateState } from '../model/state.ts'

/** Everything a rule may ask about one commit. */
export interface RuleContext {
  readonly commit: Commit
  readonly statement: PhaseStatement
  readonly phase: Phase
  readonly subtask: string | null
  /** What had to be run for this commit. */
  readonly scope: Scope
  /** Null when nothing had to run; rules that need it are not asked then. */
  readonly evidence: Evidence | null
  readonly state: GateState
  /** What this commit answers for: its own changes and what refused commits left behind. */
  readonly changes: ChangeSet
  /** At GREEN: what changed since the tests were frozen at RED. */
  readonly sinceRed: ChangeSet
  /** At GREEN: the cycle that this commit is to close, and its drivers as measured. */
  readonly cycle: Cycle | null
  readonly drivers: DriverReport | null
  readonly policy: Policy
  readonly policyDigest: string
  readonly plan: Plan | null
  /** The command that judges again, as it was asked; absent where nobody asked with one. */
  readonly verify?: string
  /** Commits that stand at the head of the branch; absent: none. */
  readonly atHead?: ReadonlySet<Sha>
}

export interface Broken {
  readonly message: string
  /** A legal next step; the exact command where there is one. */
  readonly suggestion: string
  readonly paths?: readonly string[]
  readonly tests?: readonly string[]
  /** What can be pasted as it is: nothing has to be edited before, and no name has to be filled in. */
  readonly commands?: readonly string[]
  /** What is pasted at the head of the branch, after `commands`. */
  readonly lastCommands?: readonly string[]
  /** The advice changes the last commit: where this commit is another one, readers have to go there first. */
  readonly needsHead?: true
}

export interface Rule {
  /** Stable, kebab-case; what policies and findings name. */
  readonly code: string
  /** One sentence for people: a row of the table in docs/reference/rules.md. */
  readonly about: string
  /** Why the rule exists and how it is satisfied: `tdd-gate explain <code>`. */
  readonly why: string
  readonly phases: readonly Phase[]
  readonly level: Exclude<Level, 'off'>
  /** `git` rules hold without a measurement; `evidence` rules are asked only when there is one worth something. */
  readonly needs: 'git' | 'evidence'
  /** True when no other rule has anything to say once this one is broken. */
  readonly isDecisive?: boolean
  readonly check: (context: RuleContext) => Broken | null
}

/** A rule whose evidence is there: spares every such rule the same question. */
export function withEvidence(check: (context: RuleContext, evidence: Evidence) => Broken | null): Rule['check'] {
  return (context) => (context.evidence ? check(context, context.evidence) : null)
}
