/** A commit's facts as rules see them, and tables of cases over them. */
import { describe, expect, test } from 'vitest'
import { compose, NO_CHANGES } from '../../../src/core/compare/change-set.ts'
import { reportDrivers } from '../../../src/core/compare/drivers.ts'
import type { Phase } from '../../../src/core/evaluate/phase.ts'
import type { Commit, FileChange } from '../../../src/core/model/commit.ts'
import type { Evidence } from '../../../src/core/model/evidence.ts'
import type { Plan, Subtask } from '../../../src/core/model/plan.ts'
import { DEFAULT_POLICY, type Policy } from '../../../src/core/model/policy.ts'
import { type Cycle, type GateState, initialState } from '../../../src/core/model/state.ts'
import type { Rule, RuleContext } from '../../../src/core/rules/rule.ts'
import { aCommit, DIGEST, NO_COMMIT, SETTLED } from '../support.ts'

export interface Given {
  readonly phase?: Phase
  readonly commit?: Commit
  readonly changes?: readonly FileChange[]
  readonly message?: string
  readonly task?: string
  readonly evidence?: Evidence | null
  readonly state?: Partial<GateState>
  /** The open cycle of the commit's subtask. */
  readonly cycle?: Cycle
  readonly subtask?: string | null
  readonly isCharacterization?: boolean
  readonly isAtHead?: boolean
  readonly unknownPhase?: string
  readonly policy?: Partial<Policy>
  readonly plan?: Plan
  readonly scope?: RuleContext['scope']
}

export function aCycle(given: Partial<Cycle> = {}): Cycle {
  return {
    subtask: '1',
    red: 'cafe'.padEnd(40, '0'),
    tests: ['a.test.ts > adds'],
    files: [],
    watch: ['a.test.ts'],
    attempts: 0,
    identity: 'a.test.ts > adds',
    otherChanges: NO_CHANGES,
    isPristine: true,
    ...given,
  }
}

export function getState(given: Partial<GateState> = {}): GateState {
  return { ...initialState(SETTLED, undefined), ...given }
}

export function setOf(...changes: FileChange[]) {
  return compose(NO_CHANGES, changes)
}

export function aContext(given: Given = {}): RuleContext {
  const { phase = 'red', cycle = null, plan = null, subtask = '1' } = given
  const commit =
    given.commit ??
    aCommit({
      changes: given.changes ?? [],
      ...(given.message === undefined ? {} : { message: given.message }),
      ...(given.task === undefined ? {} : { task: given.task }),
    })
  const cycles = cycle ? new Map([[cycle.subtask, cycle]]) : new Map<string, Cycle>()
  const state = getState({ cycles, ...given.state })
  const evidence = bind(given.evidence ?? null, commit, state)
  const isAnswerable = phase === 'red' || phase === 'refactor'
  return {
    policy: { ...DEFAULT_POLICY, ...given.policy },
    policyDigest: DIGEST,
    ...(given.isAtHead ? { atHead: new Set([commit.sha]) } : {}),
    plan,
    commit,
    statement: { phase, isCharacterization: given.isCharacterization ?? false, unknown: given.unknownPhase ?? null },
    phase,
    subtask,
    scope: given.scope ?? evidence?.scope ?? 'none',
    evidence,
    state,
    changes: compose(isAnswerable ? state.unapproved : NO_CHANGES, commit.changes),
    sinceRed: compose(state.sinceRed, commit.changes),
    cycle,
    drivers: phase === 'green' && cycle && evidence ? reportDrivers(cycle, evidence) : null,
  }
}

/** Evidence that says nothing of its commit is of this one. */
function bind(evidence: Evidence | null, { sha, tree }: Commit, { baseline: settled }: GateState): Evidence | null {
  return evidence?.commit === NO_COMMIT ? { ...evidence, commit: sha, tree, comparedWith: settled } : evidence
}

export function aSubtask(id: string, given: Partial<Subtask> = {}): Subtask {
  return {
    id,
    title: `Subtask ${id}`,
    description: '',
    acceptance: [],
    dependencies: [],
    testStrategy: '',
    cycle: null,
    ...given,
  }
}

export function aPlan(...subtasks: Subtask[]): Plan {
  return { id: '42', title: 'Cart', tag: 'main', description: '', subtasks }
}

export interface RuleCase extends Given {
  readonly title: string
  /** The message, or null for a commit that keeps the rule. */
  readonly says: string | null
  /** What the suggestion says, where it depends on what was seen. */
  readonly step?: string
}

/** One test per case: what is said, and what its author can do. */
export function holdsRule(rule: Rule, cases: readonly RuleCase[]): void {
  describe(rule.code, () => {
    test.each(cases.map((given) => [given.title, given] as const))('%s', (_, { says, step, ...given }) => {
      const context = aContext(given)
      const broken = rule.phases.includes(context.phase) ? rule.check(context) : null
      expect(broken?.message ?? null).toBe(says)
      if (!broken) return
      const { suggestion = rule.choices ?? '' } = broken
      const text = typeof suggestion === 'string' ? suggestion : suggestion.text
      expect(text).not.toBe('')
      if (step !== undefined) expect(text).toContain(step)
    })
  })
}
