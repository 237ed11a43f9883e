/** Where advice is followed is data: no sentence decides it. */
import { expect, test } from 'vitest'
import { conclude } from '../../../src/core/evaluate/decide.ts'
import { startWalk, step } from '../../../src/core/evaluate/walk.ts'
import type { Advice, Finding } from '../../../src/core/model/finding.ts'
import { DEFAULT_POLICY } from '../../../src/core/model/policy.ts'
import type { Suggestion } from '../../../src/core/model/suggestion.ts'
import { openPull } from '../story.ts'
import { aCommit, DIGEST, SETTLED } from '../support.ts'

const TERMS = { policy: DEFAULT_POLICY, policyDigest: DIGEST, plan: null }
const WORDS: Suggestion = { text: 'Restate the last commit.', commands: [] }
const FINDING: Finding = {
  rule: 'red-has-driver',
  level: 'error',
  message: 'No test fails',
  suggestion: WORDS,
  paths: [],
  tests: [],
}

/** What is advised for a rejected commit that a second commit follows. */
function adviseFor(suggestion: Advice): Suggestion | undefined {
  const start = startWalk(SETTLED, 'tree'.padEnd(40, '0'), undefined, TERMS)
  const walk = [aCommit({ phase: 'neutral' }), aCommit({ phase: 'neutral' })].reduce(
    (before, commit) => step(before, commit, null),
    start,
  )
  const judged = walk.judged.map((commit, i) =>
    i === 0 ? { ...commit, verdict: 'rejected' as const, findings: [{ ...FINDING, suggestion }] } : commit,
  )
  return conclude({ ...walk, judged }).commits[0]?.findings[0]?.suggestion
}

test('advice that changes the last commit leads to the rejected commit first, whatever its words', () => {
  const { text, commands } = adviseFor({ ...WORDS, needsHead: true, commands: ['restate'] }) ?? WORDS
  expect(text).toMatch(/^First `.* rebase -i .*; then: Restate the last commit\. At the end: `/)
  expect(commands).toEqual([
    expect.stringContaining('rebase -i'),
    'restate',
    expect.stringContaining('rebase --continue'),
  ])
})

test('advice that changes no commit is given as it is, although its words name HEAD', () => {
  const advice = { text: 'Read `git show HEAD:HEAD.md`; never --amend it.', commands: [] }
  expect(adviseFor(advice)).toEqual(advice)
})

test('a base that is named by HEAD leads to no other commit', () => {
  const pull = openPull({ verify: { name: 'verify', options: ' --base HEAD~2' } })
  pull.red({ 'cart.test.ts': 'v1' }, { 'cart.test.ts > adds': 'failed' }, { evidence: null })
  pull.green({ 'src/cart.ts': 'v1' }, { 'cart.test.ts > adds': 'passed' })
  expect(pull.decision().commits[0]?.findings.map(({ suggestion }) => suggestion.text)).toEqual([
    'Run `tdd-gate verify --base HEAD~2`.',
  ])
})

test('where advice is followed is no part of a decision', () => {
  const pull = openPull()
  pull.commit({ 'src/cart.ts': 'v1' }, {}, { phase: 'green' })
  pull.commit({ 'src/cart.ts': 'v2' }, {}, { phase: 'green' })
  for (const { findings } of pull.decision().commits)
    for (const { suggestion } of findings) expect(suggestion).not.toHaveProperty('needsHead')
})

test('a request that is judged as a whole is advised by commands for its head only', () => {
  const start = startWalk(SETTLED, 'tree'.padEnd(40, '0'), undefined, {
    ...TERMS,
    policy: { ...DEFAULT_POLICY, sequence: 'pull-request' },
  })
  const walk = step(start, aCommit({ phase: 'neutral' }), null)
  const advice = { ...WORDS, needsHead: true as const, commands: ['amend'], lastCommands: ['last'] }
  const adviseWith = (suggestion: Advice) =>
    conclude({
      ...walk,
      judged: walk.judged.map((one) => ({ ...one, verdict: 'rejected', findings: [{ ...FINDING, suggestion }] })),
    })
  const { commits, next } = adviseWith({ ...advice, requestCommands: ['state'] })
  expect(commits[0]?.findings).toEqual([{ ...FINDING, suggestion: { ...WORDS, commands: ['state'] } }])
  expect(next?.suggestion.commands).toEqual(['state', 'tdd-gate verify'])
  expect(adviseWith(advice).commits[0]?.findings).toEqual([FINDING])
})
