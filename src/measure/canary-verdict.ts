/** What the canary's two kinds of test show in a run, alone or among the tests of a project. */
import type { Problem } from '../core/evidence.ts'
import { isFailing, type TestCase, type TestRun } from '../core/test-run.ts'

const NAME = /tdd[\W_]?gate[\W_]?canary[\W_]?(passes|fails)/i

/** For each reported test of the kind, whether it ended as it must. */
export interface Sight {
  readonly passes: readonly boolean[]
  readonly fails: readonly boolean[]
}

type Seen = Pick<TestCase, 'name' | 'outcome'>

export function sightOf(cases: readonly Seen[]): Sight {
  const of = (kind: keyof Sight) => cases.filter(({ name }) => NAME.exec(name)?.[1]?.toLowerCase() === kind)
  return {
    passes: of('passes').map(({ outcome }) => outcome === 'passed'),
    fails: of('fails').map(({ outcome }) => isFailing(outcome)),
  }
}

export function isAsItMust({ passes, fails }: Sight): boolean {
  return [passes, fails].every((all) => all.length > 0 && all.every((is) => is))
}

/**
 * The problem of a run that held the canary, or null. Where no test ran at all there is nothing to prove: what kept the
 * others from loading kept the canary too.
 */
export function judgeAmong({ cases }: TestRun, path: string): Problem | null {
  const own = cases.filter(isCanary)
  if (cases.length === 0 || isAsItMust(sightOf(own))) return null
  return {
    code: 'canary',
    message: `At ${path}, ${deviation(own)} in the run with the drivers: something in this commit changes what tests mean.`,
  }
}

/** The run as the project's own tests made it. */
export function withoutCanary(run: TestRun): TestRun {
  return { ...run, cases: run.cases.filter((test) => !isCanary(test)) }
}

/** Its file is not tracked, so a case that has one is a namesake from the project. */
function isCanary({ name, file }: TestCase): boolean {
  return file === null && NAME.test(name)
}

function deviation(own: readonly TestCase[]): string {
  const { fails } = sightOf(own)
  const isFailsWrong = fails.length === 0 || fails.includes(false)
  const wanted = isFailsWrong ? 'fails' : 'passes'
  const odd = own.find((test) => sightOf([test])[wanted].includes(false))
  return `a test that must ${isFailsWrong ? 'fail' : 'pass'} ${odd === undefined ? 'was not reported' : said(odd)}`
}

function said({ outcome }: TestCase): string {
  if (outcome === 'skipped') return 'was skipped'
  return outcome === 'passed' ? 'passed' : 'failed'
}
