/** What findings advise: what their author can do by hand, and the command that judges. */
import { expect, test } from 'vitest'
import { openPull } from '../story.ts'

test('a base that is named by HEAD leads to no other commit', () => {
  const pull = openPull({ verify: { name: 'verify', options: ' --base HEAD~2' } })
  pull.red({ 'cart.test.ts': 'v1' }, { 'cart.test.ts > adds': 'failed' }, { evidence: null })
  pull.green({ 'src/cart.ts': 'v1' }, { 'cart.test.ts > adds': 'passed' })
  expect(pull.decision().commits[0]?.findings.map(({ suggestion }) => suggestion.text)).toEqual([
    'Run `tdd-gate verify --base HEAD~2`.',
  ])
})

test('a step for a pull request that is judged as a whole counts no attempts', () => {
  const isWhole = (sequence: 'commits' | 'pull-request') => {
    const pull = openPull({ policy: { sequence } })
    pull.red({ 'cart.test.ts': 'v1' }, { 'cart.test.ts > adds': 'failed' })
    return pull.decision().next?.isWhole
  }
  expect([isWhole('commits'), isWhole('pull-request')]).toEqual([undefined, true])
})

test.each(['commits', 'pull-request'] as const)('no finding holds a command, with sequence: %s', (sequence) => {
  const pull = openPull({ policy: { sequence } })
  pull.commit({ 'src/cart.ts': 'v1', 'cart.test.ts': 'v1' }, { 'cart.test.ts > adds': 'passed' })
  pull.commit({ 'src/cart.ts': 'v2' }, {}, { phase: 'green' })
  const { commits, next } = pull.decision()
  expect(commits.flatMap(({ findings }) => findings.flatMap(({ suggestion }) => suggestion.commands))).toEqual([])
  expect(next?.suggestion.commands).toEqual(['tdd-gate verify'])
  expect(next?.suggestion.text).toContain(
    '`tdd-gate verify` tries repairs on a copy, and prints the commands of a repair that passes',
  )
})
