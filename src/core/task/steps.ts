/** Computes the steps of a plan: the commits of each subtask, and what is measured at the end. */
import type { SuiteConfig } from '../model/config.ts'
import type { Plan } from '../model/plan.ts'
import type { Policy } from '../model/policy.ts'

export interface PlannedStep {
  readonly subtask: string
  readonly title: string
  readonly dependencies: readonly string[]
  readonly acceptance: readonly string[]
  /** One commit each, in this order. */
  readonly commits: readonly ('red' | 'green' | 'refactor')[]
  /** Whether a REFACTOR commit must follow. */
  readonly isRefactorRequired: boolean
}

export function toSteps({ subtasks }: Plan, { refactor }: Policy): readonly PlannedStep[] {
  return subtasks.map(({ id, title, dependencies, acceptance }) => ({
    subtask: id,
    title,
    dependencies,
    acceptance,
    commits: refactor === 'off' ? ['red', 'green'] : ['red', 'green', 'refactor'],
    isRefactorRequired: refactor === 'required',
  }))
}

/** Lists what is measured at the head when every subtask is done: coverage only where a suite reports it. */
export function toFinish({ coverage }: Policy, suites: readonly SuiteConfig[]): readonly string[] {
  const whole = 'the whole suite passes'
  if (suites.every((suite) => suite.coverage.length === 0)) return [whole]
  const demands = Object.entries(coverage).flatMap(([metric, least]) => (least === null ? [] : [`${metric} ${least}%`]))
  return [whole, ...(demands.length === 0 ? [] : [`coverage: ${demands.join(', ')}`])]
}
