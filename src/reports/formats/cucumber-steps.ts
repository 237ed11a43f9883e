/** Computes the outcome of a scenario from its steps and hooks: the worst one decides, as in Cucumber itself. */
import { splitError } from '../failure/failures.ts'
import { type CaseOutcome, type Keep, OUTCOME } from '../json/report.ts'

export interface CucumberStep {
  /** In lower case: Cucumber's messages use upper case. */
  readonly status: string
  /** Keyword and text, or the name of the hook. */
  readonly title: string
  readonly error: string
}

const WHY = {
  undefined: 'no definition for the step',
  ambiguous: 'more than one definition for the step',
  untested: 'the step was not run',
} as const
/** Messages of behave and cucumber-js that show the kind of a failure. */
const KINDS = [
  [/^Assertion Failed\b/, 'assertion'],
  [/^(?:Error: )?function timed out, ensure /, 'timeout'],
] as const
/** Statuses of a failed step. */
const FAILED = ['failed', 'error', 'hook_error', 'cleanup_error'] as const
const KNOWN = new Set<string>([
  ...FAILED,
  'undefined',
  'ambiguous',
  'pending',
  'pending_warn',
  'skipped',
  'passed',
  'untested',
])

/** A scenario without steps, or with a pending step, is planned work. */
export function getStepOutcome(steps: readonly CucumberStep[], keep: Keep): CaseOutcome {
  const of = (...statuses: readonly string[]) => steps.find(({ status }) => statuses.includes(status))
  const bad = of(...FAILED)
  if (bad !== undefined) return failed(bad, keep)
  const odd = steps.find(({ status }) => !KNOWN.has(status))
  if (odd !== undefined) return odd.status === 'unknown' ? keep.died() : keep.unknown(odd.status)
  for (const status of ['ambiguous', 'undefined'] as const) {
    const step = of(status)
    if (step !== undefined) return keep.failing({ message: `${WHY[status]}: ${step.title}`, kind: 'error' })
  }
  if (steps.length === 0 || of('pending', 'pending_warn') !== undefined) return OUTCOME.todo
  if (of('skipped') !== undefined) return OUTCOME.skipped
  const untested = of('untested')
  return untested === undefined
    ? OUTCOME.passed
    : keep.failing({ message: `${WHY.untested}: ${untested.title}`, kind: 'crash' })
}

function failed({ title, error }: CucumberStep, keep: Keep): CaseOutcome {
  if (error === '') return keep.failing({ message: `the step failed: ${title}`, kind: 'error' })
  // Python prints the exception last.
  const isPython = error.startsWith('Traceback (most recent call last)')
  const raised = isPython ? (error.trimEnd().split('\n').at(-1) ?? error) : error
  const kind = KINDS.find(([pattern]) => pattern.test(raised))?.[1]
  return keep.failing({ ...splitError(raised), detail: error, ...(kind !== undefined && { kind }) })
}
