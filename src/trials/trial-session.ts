/** The part of a verification that trials use. */
import type { Criteria } from '../core/evaluate/judge-commit.ts'
import type { FileClass, Sha } from '../core/model/commit.ts'
import type { Config } from '../core/model/config.ts'
import { RULE_LEVELS } from '../core/rules/index.ts'
import type { Scratch } from '../git/scratch.ts'
import type { Measurer } from '../test-runner/measurer.ts'
import type { Suite } from '../test-runner/run-plan.ts'

/** Returns whether the project, or the default of the rule, has it on. */
export const isRuleOn = ({ policy }: Pick<Criteria, 'policy'>, code: string): boolean =>
  (policy.rules[code] ?? RULE_LEVELS[code]) !== 'off'

export interface TrialSession {
  readonly scratch: Scratch
  readonly measurer: Measurer
  readonly config: Config
  readonly criteria: Criteria
  readonly classify: (path: string) => FileClass
  readonly suitesToRun: readonly Suite[]
  /** Where the branch began, and the trees of its commits judged so far. */
  readonly origin: { readonly tree: Sha }
  readonly trees: ReadonlyMap<Sha, Sha>
  /** Whether only what a GREEN must show runs; absent: all. */
  readonly withoutTrials?: boolean
  /** Called when a trial starts its first test command. */
  readonly onTrial?: (code: string) => void
}
