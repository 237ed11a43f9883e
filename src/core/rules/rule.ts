/** Defines a rule: a code, its phases, and a check of facts that are already there. */

import type { ChangeSet } from '../compare/change-set.ts'
import type { DriverReport } from '../compare/drivers.ts'
import type { Phase, PhaseStatement } from '../evaluate/phase.ts'
import type { Commit, Sha } from '../model/commit.ts'
import type { Evidence, LineRange, Scope } from '../model/evidence.ts'
import type { JudgedCommit } from '../model/finding.ts'
import type { GateCommand } from '../model/gate-command.ts'
import type { Plan } from '../model/plan.ts'
import type { Level, Policy } from '../model/policy.ts'
import type { Cycle, GateState } from '../model/state.ts'
import type { Suggestion } from '../model/suggestion.ts'

/** The facts about one commit that a rule may use. */
export interface RuleContext {
  readonly commit: Commit
  readonly statement: PhaseStatement
  readonly phase: Phase
  readonly subtask: string | null
  /** What had to be run for this commit. */
  readonly scope: Scope
  /** Null when nothing had to run; rules that need evidence do not run then. */
  readonly evidence: Evidence | null
  readonly state: GateState
  /** The changes that this commit answers for: its own and those of rejected commits before it. */
  readonly changes: ChangeSet
  /** At GREEN: what changed since the tests were frozen at RED. */
  readonly sinceRed: ChangeSet
  /** At GREEN: the cycle that this commit should close, and its measured drivers. */
  readonly cycle: Cycle | null
  readonly drivers: DriverReport | null
  readonly policy: Policy
  readonly policyDigest: string
  readonly plan: Plan | null
  /** The command that judges again, with its options; absent without one. */
  readonly verify?: GateCommand
  /** Commits of the branch before this one; absent: none. */
  readonly earlier?: readonly JudgedCommit[]
  /** Subtasks that people skipped; absent: none. */
  readonly skipped?: ReadonlySet<string>
  /** Commits at the head of the branch; absent: none. */
  readonly atHead?: ReadonlySet<Sha>
}

export interface Broken {
  readonly message: string
  /** What the author can do by hand, where it depends on what was seen; absent where the choices of the rule say it. */
  readonly suggestion?: string | Suggestion
  readonly paths?: readonly string[]
  /** Lines in `paths`. */
  readonly lines?: readonly LineRange[]
  readonly tests?: readonly string[]
}

export interface Rule {
  /** Stable, kebab-case; policies and findings use it. */
  readonly code: string
  /** One sentence for people: a row of the table in docs/reference/rules.md. */
  readonly about: string
  /** Why the rule exists and how it is satisfied: `tdd-gate explain <code>`. */
  readonly why: string
  /** What the author can do by hand. A rule prints no command: `src/advice` tries those. Absent for a rule that warns. */
  readonly choices?: string
  readonly phases: readonly Phase[]
  /** `off` where the project has to turn the rule on. */
  readonly level: Level
  /** Whether the rule runs only with valid evidence. If false, it also runs without, and may read evidence that exists. */
  readonly needsEvidence: boolean
  /** True when no other rule applies once this one is broken. */
  readonly isDecisive?: boolean
  readonly check: (context: RuleContext) => Broken | null
}

/** Wraps the check of a rule that needs evidence. */
export function withEvidence(check: (context: RuleContext, evidence: Evidence) => Broken | null): Rule['check'] {
  return (context) => (context.evidence ? check(context, context.evidence) : null)
}
