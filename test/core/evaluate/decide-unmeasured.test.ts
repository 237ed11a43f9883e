/** A measurement that failed stands first and alone: nothing else is judged by it, and its cause is the next step. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Outcome, Problem } from '../../../src/core/model/test-run.ts'
import { shareOf } from '../../support/property-runs.ts'
import { aPlan, aSubtask } from '../rules/support.ts'
import { expectHelpful, openPull } from '../story.ts'

const ADDS = 'cart.test.ts > adds'
const NO_TOOL: Problem = { code: 'command', message: '`mvn` of the command `mvn test` is not installed here' }
const OF_BASE: Problem = { code: 'base', message: 'the commit to compare with was not measured: there is no report' }
const CRASH: Problem = { code: 'crash', message: 'the test runner died' }
const PLAN = aPlan(aSubtask('42.1'), aSubtask('42.2', { dependencies: ['42.1'] }))

const step = fc.record({
  phase: fc.constantFrom('red', 'green', 'refactor', 'neutral', undefined),
  task: fc.constantFrom('42.1', '42.2', undefined),
  paths: fc.subarray(['cart.test.ts', 'src/cart.ts', 'package.json', 'README.md'], { minLength: 1 }),
  version: fc.constantFrom('v1', 'v2', 'v3'),
  outcome: fc.constantFrom<Outcome>('passed', 'failed', 'skipped'),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** @param failing the number of the commit that cannot be measured */
function tell(
  steps: readonly Step[],
  given: Parameters<typeof openPull>[0],
  problems: readonly Problem[],
  failing = -1,
) {
  const pull = openPull({ plan: PLAN, ...given })
  for (const [n, { phase, task, paths, version, outcome }] of steps.entries())
    pull.commit(
      Object.fromEntries(paths.map((path) => [path, version])),
      { [ADDS]: outcome },
      {
        ...(phase === undefined ? {} : { phase }),
        ...(task === undefined ? {} : { task }),
        ...(n === failing ? { problems } : {}),
      },
    )
  return pull
}

describe('wherever a measurement fails', () => {
  test.each([NO_TOOL, OF_BASE])('no commit is rejected, where it is the base: $code', (problem) => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 6 }), (steps) => {
        const decision = tell(steps, { baseProblems: [problem] }, []).decision()
        expect(decision.commits.filter(({ verdict }) => verdict === 'rejected')).toEqual([])
        expectHelpful(decision)
        if (decision.conclusion !== 'unmeasurable') return
        expect(decision.next).toMatchObject({ action: 'measure-again', suggestion: { commands: ['tdd-gate doctor'] } })
        expect(decision.next?.suggestion.text).toContain(problem.message)
      }),
      { numRuns: shareOf(200) },
    )
  })

  test('no commit is rejected for what an earlier one did, where that one could not be measured', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 6 }), fc.nat({ max: 5 }), (steps, failing) => {
        const { commits, conclusion, next } = tell(steps, {}, [CRASH], failing).decision()
        const first = commits.findIndex(({ verdict, isSuperseded }) => verdict === 'unmeasured' && !isSuperseded)
        if (first === -1) return
        const later = commits.slice(first).filter(({ verdict }) => verdict === 'rejected')
        expect(later).toEqual([])
        const isFirst = commits
          .slice(0, first)
          .every(({ verdict, isSuperseded }) => isSuperseded || verdict !== 'rejected')
        if (!isFirst) return
        expect([conclusion, next?.action]).toEqual(['unmeasurable', 'measure-again'])
        expect(next?.suggestion.text).toContain(CRASH.message)
      }),
      { numRuns: shareOf(300) },
    )
  })

  test('a commit that waits names the one that it waits for, and asks for nothing itself', () => {
    const pull = openPull()
    pull.red({ 'cart.test.ts': 'v1' }, { [ADDS]: 'failed' }, { problems: [CRASH] })
    pull.green({ 'src/cart.ts': 'v1' }, { [ADDS]: 'passed' })
    const [red, green] = pull.decision().commits
    expect(red?.findings.map(({ rule }) => rule)).toEqual(['measurement-agrees'])
    expect(green).toMatchObject({
      verdict: 'unmeasured',
      findings: [
        {
          rule: 'measurement-agrees',
          message: `Waits for ${red?.sha.slice(0, 9)}, which was not measured`,
          suggestion: { commands: [] },
        },
      ],
    })
  })
})
