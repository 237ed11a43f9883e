import { describe, expect, test } from 'vitest'
import { decide } from '../../../src/core/evaluate/decide.ts'
import type { MaintainerDecision } from '../../../src/core/model/maintainer-decision.ts'
import { said } from '../commands/support.ts'
import { openPull, type Pull } from '../story.ts'

const ADDS = 'cart.test.ts > adds'
const LOW = { totals: { lines: { covered: 1, total: 2 } }, patch: null }

/** A GREEN that proves its subtask, and covers too little. */
function openRefused(): { pull: Pull; red: string; green: string } {
  const pull = openPull()
  const { sha: red } = pull.red({ 'cart.test.ts': 'v1' }, { [ADDS]: 'failed' })
  const { sha: green } = pull.green({ 'src/cart.ts': 'v1' }, { [ADDS]: 'passed' }, { coverage: LOW })
  expect(pull.lines()[1]).toBe('green 1: rejected (coverage-holds)')
  return { pull, red, green }
}

const excuse = (rule: string, commit: string, part: Partial<MaintainerDecision> = {}) =>
  said('override', { head: commit, excuses: { rule, commit }, ...part })
const decideWith = (pull: Pull, ...decisions: readonly MaintainerDecision[]) =>
  decide({ ...pull.facts(), people: { pullRequest: 7, decisions } })

describe('a rule that a maintainer excused at a commit', () => {
  test('refuses the commit no longer: its finding is a warning that names who decided, and why', () => {
    const { pull, green } = openRefused()
    const { conclusion, commits, overridden } = decideWith(pull, excuse('coverage-holds', green))
    expect({ conclusion, overridden }).toEqual({ conclusion: 'success', overridden: undefined })
    expect(commits[1]).toMatchObject({
      verdict: 'accepted',
      findings: [
        {
          rule: 'coverage-holds',
          level: 'warn',
          suggestion: { text: 'Excused by @mona: because', commands: [] },
          excused: { by: 'mona', reason: 'because' },
        },
      ],
    })
  })

  test.each([
    ['another rule', 'claims-are-true', {}],
    ['another head', 'coverage-holds', { head: 'f'.repeat(40) }],
    ['another pull request', 'coverage-holds', { pullRequest: 8 }],
    ['a rule that no proof can do without', 'green-passes-drivers', {}],
  ])('refuses it still where the decision is about %s', (_, rule, part) => {
    const { pull, green } = openRefused()
    expect(decideWith(pull, excuse(rule, green, part)).conclusion).toBe('failure')
  })

  test('refuses other commits still', () => {
    const { pull, red } = openRefused()
    expect(decideWith(pull, excuse('coverage-holds', red)).conclusion).toBe('failure')
  })

  test('the rule stays excused after the next commit on the machine where a person excused it', () => {
    const { pull, green } = openRefused()
    const { sha: head } = pull.commit({ 'README.md': 'v1' }, {}, { phase: 'neutral' })
    expect(decideWith(pull, excuse('coverage-holds', green)).conclusion).toBe('failure')
    expect(decideWith(pull, excuse('coverage-holds', green, { where: 'on laptop at a terminal' })).conclusion).toBe(
      'success',
    )
    expect(decideWith(pull, excuse('coverage-holds', green, { head })).conclusion).toBe('success')
  })
})
