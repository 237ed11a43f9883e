import { expect, test } from 'vitest'
import { type Assumption, simulate } from '../../../src/core/evaluate/simulate.ts'
import type { Policy } from '../../../src/core/model/policy.ts'
import { openPull } from '../story.ts'

/** A RED that passes, and a GREEN that edits its frozen test. */
function getFacts() {
  const pull = openPull()
  pull.red({ 'cart.test.ts': 'v1' }, { 'cart.test.ts > adds': 'failed' })
  pull.green({ 'src/cart.ts': 'v1', 'cart.test.ts': 'v2' }, { 'cart.test.ts > adds': 'passed' })
  return pull.facts()
}

function assume(change: Partial<Policy>, given: Partial<Assumption> = {}) {
  const facts = getFacts()
  return simulate(facts, { policy: { ...facts.policy, ...change }, head: facts.head, ...given })
}

test('a rule that is off no longer rejects the commit', () => {
  const { before, after, changes } = assume({ rules: { 'green-keeps-tests': 'off' } })
  expect([before.conclusion, after.conclusion]).toEqual(['failure', 'success'])
  expect(changes).toMatchObject([
    { before: 'rejected', after: 'accepted', gone: [{ rule: 'green-keeps-tests' }], added: [] },
  ])
})

test('another level of a rule is another finding', () => {
  const [change] = assume({ rules: { 'green-keeps-tests': 'warn' } }).changes
  expect([change?.gone, change?.added]).toMatchObject([[{ level: 'error' }], [{ level: 'warn' }]])
})

test('the policy of the branch changes nothing', () => {
  const { before, after, changes } = assume({})
  expect(after).toEqual(before)
  expect(changes).toEqual([])
})

test('an earlier commit of the branch is judged as its head', () => {
  const { head, commits } = getFacts()
  const [red] = commits
  const { after, changes } = assume({}, { head: red?.sha ?? '' })
  expect(red?.sha).not.toBe(head)
  expect([after.conclusion, after.commits.length, after.next?.phase]).toEqual(['in_progress', 1, 'green'])
  expect(changes).toEqual([])
})
