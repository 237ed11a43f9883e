/** A pull request that is judged as a whole: its texts name no commit that only the gate has. */
import { expect, test } from 'vitest'
import { nameJudged } from '../../../src/core/model/finding.ts'
import { toVerifyJson } from '../../../src/render/gate-report/verify-json.ts'
import { toVerifyText } from '../../../src/render/gate-report/verify-text.ts'
import { openPull } from '../../core/story.ts'

const sequence = 'pull-request' as const
const open = (outcome: 'passed' | 'failed') => {
  const pull = openPull({ policy: { sequence } })
  pull.red({ 'a.test.ts': 'v1' }, { 'a.test.ts > adds': outcome })
  pull.green({ 'src/a.ts': 'v1' }, { 'a.test.ts > adds': 'passed' })
  return pull.decision()
}

test.each(['passed', 'failed'] as const)(
  'a part of the head that was laid over the base is named by what it is: %s',
  (outcome) => {
    const decision = open(outcome)
    const [laid, head] = decision.commits
    const given = { base: 'b'.repeat(40), head: head?.sha ?? '', sequence }
    const text = toVerifyText(decision, { ...given, notes: [] })
    expect(text).not.toContain(laid?.sha.slice(0, 9))
    expect(text).toContain('its tests')
    expect(text).toContain('as a whole, sequence: pull-request')
    expect(toVerifyJson(decision, given).commits.map(({ isLaidOver = false }) => isLaidOver)).toEqual([true, false])
    expect(decision.commits.map((commit) => nameJudged(commit))).toEqual(['its tests', head?.sha.slice(0, 9)])
  },
)

test('what is accepted, or has to be corrected, is the pull request', () => {
  expect(toVerifyText(open('failed'), { base: '', head: '', sequence, notes: [] })).toContain(
    '(the pull request is accepted',
  )
  expect(open('passed').next?.suggestion.text).toMatch(/^the pull request \(red\): /)
  expect(open('passed').next?.title).toBe('Fix the pull request (red)')
})
