/** Judges how a run reported the canary's tests, alone or among the tests of a project. */
import { posix } from 'node:path'
import { isFailing, type Problem, type TestCase, type TestRun } from '../../core/model/test-run.ts'
import { runTexts } from '../texts.ts'
import type { FileCanary } from './join.ts'

const NAME = /tdd[\W_]?gate[\W_]?canary[\W_]?(passes|fails)/i

/** For each reported test of the kind: whether its outcome is the expected one. */
interface CanaryOutcomes {
  readonly passes: readonly boolean[]
  readonly fails: readonly boolean[]
}

type Seen = Pick<TestCase, 'name' | 'outcome'>

export function getVisibleResults(cases: readonly Seen[]): CanaryOutcomes {
  const of = (kind: keyof CanaryOutcomes) => cases.filter(({ name }) => NAME.exec(name)?.[1]?.toLowerCase() === kind)
  return {
    passes: of('passes').map(({ outcome }) => outcome === 'passed'),
    fails: of('fails').map(({ outcome }) => isFailing(outcome)),
  }
}

export function isAsExpected({ passes, fails }: CanaryOutcomes): boolean {
  return [passes, fails].every((all) => all.length > 0 && all.every((is) => is))
}

/**
 * Returns the problem of a run whose test files contained canaries, or null. A file without any executed test proves
 * nothing: the reason that its tests did not load affects the canary too.
 */
export function judgeJoined({ cases }: TestRun, canaries: readonly FileCanary[]): Problem | null {
  const own = (canary: FileCanary) => cases.filter((test) => isOf(test, canary))
  const odd = canaries.find((canary) => own(canary).some(({ outcome }) => !isFailing(outcome)))
  if (odd !== undefined)
    return problem(
      odd,
      own(odd).find(({ outcome }) => !isFailing(outcome)),
    )
  const ran = new Set(cases.filter((test) => !canaries.some((canary) => isOf(test, canary))).map(({ file }) => file))
  const demanded = canaries.filter(({ mayBeAbsent }) => mayBeAbsent !== true)
  const silent = demanded.find((canary) => ran.has(canary.path) && own(canary).length === 0)
  const isNowhere = ran.has(null) && canaries.every((canary) => own(canary).length === 0)
  const missing = silent ?? (isNowhere ? demanded[0] : missingInPackage(cases, demanded))
  return missing === undefined ? null : problem(missing, undefined)
}

/** Returns what readers should know: files whose tests ran without a canary in their process. */
export function absentNotes({ cases }: TestRun, canaries: readonly FileCanary[]): readonly string[] {
  const ran = new Set(cases.map(({ file }) => file))
  return canaries
    .filter(
      (canary) => canary.mayBeAbsent === true && ran.has(canary.path) && !cases.some((test) => isOf(test, canary)),
    )
    .map(({ path }) => `No canary ran in ${path}.`)
}

/** A file of Go that only exports names to tests has none of its own. */
const WITHOUT_TESTS = /(?:^|[/_])export_test\.go$/

/** Reports of Go name packages. A test that panics keeps the later tests of its package from running. */
function missingInPackage(cases: readonly TestCase[], canaries: readonly FileCanary[]): FileCanary | undefined {
  if (canaries.some((canary) => cases.some((test) => isOf(test, canary)))) return undefined
  return canaries.find(({ path }) => {
    const own = cases.filter(({ file }) => file === posix.dirname(path))
    return own.length > 0 && !WITHOUT_TESTS.test(path) && !own.some(({ outcome }) => isFailing(outcome))
  })
}

/** Returns the run without canaries, as the project's own tests made it. */
export function withoutCanaries(run: TestRun, canaries: readonly FileCanary[]): TestRun {
  return { ...run, cases: run.cases.filter((test) => !canaries.some((canary) => isOf(test, canary))) }
}

const FAILS = /tdd[\W_]?gate[\W_]?canary[\W_]?fails[\W_]?([0-9a-f]+)/i

function isOf({ name }: Pick<TestCase, 'name'>, { token }: FileCanary): boolean {
  return FAILS.exec(name)?.[1] === token
}

function problem({ path }: FileCanary, odd: TestCase | undefined): Problem {
  return {
    code: 'canary',
    message: runTexts.canarySilent(path, odd === undefined ? 'was not reported' : describeOutcome(odd)),
  }
}

function describeOutcome({ outcome }: TestCase): string {
  return outcome === 'skipped' ? 'was skipped' : 'passed'
}
