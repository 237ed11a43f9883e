/** The next step: what it repeats, and what it leaves out. */
import { describe, expect, test } from 'vitest'
import { openPull } from '../story.ts'

const VERIFY = 'tdd-gate verify --task 42 --base trunk'

describe('the command that judges again', () => {
  test('is the one that was asked with', () => {
    const pull = openPull({ verify: { name: 'verify', options: ' --task 42 --base trunk' } })
    pull.red({ 'a.test.ts': 'v1' }, { 'a.test.ts > adds': 'failed' })
    expect(pull.decision().next?.suggestion.commands.at(-1)).toBe(VERIFY)
    pull.commit({ 'b.md': 'v1' }, {}, { evidence: null })
    pull.commit({ 'package.json': 'v1' }, {}, { evidence: null })
    const { next, commits } = pull.decision()
    expect(next?.suggestion.commands).toEqual([VERIFY])
    const unmeasured = commits.at(-1)?.findings.find(({ rule }) => rule === 'measurement-agrees')
    expect(unmeasured?.suggestion.text).toContain(VERIFY)
  })
})

describe('commands', () => {
  test('try repairs where a commit is rejected', () => {
    const pull = openPull({ verify: { name: 'verify', options: ' --task 42 --base trunk' } })
    pull.red({ 'a.test.ts': 'v1' }, { 'a.test.ts > adds': 'failed' }, { again: { 'a.test.ts > adds': 'passed' } })
    expect(pull.decision().next?.suggestion.commands).toEqual([VERIFY])
  })

  test('follow the command that commits the step', () => {
    const pull = openPull()
    pull.red({ 'a.test.ts': 'v1' }, { 'a.test.ts > adds': 'failed' })
    expect(pull.decision().next?.suggestion.commands).toEqual(['tdd-gate commit', 'tdd-gate verify'])
  })
})

test('a test that passes at once is shown once, not at every later RED', () => {
  const pull = openPull()
  pull.commit({ 'a.test.ts': 'v1' }, { 'a.test.ts > is': 'passed' }, { phase: 'characterize' })
  pull.red({ 'b.test.ts': 'v1' }, { 'b.test.ts > adds': 'failed' })
  expect(pull.decision().commits.map(({ findings }) => findings.map(({ rule }) => rule))).toEqual([
    ['characterization-is-approved'],
    [],
  ])
})

test('success without a plan says that missing subtasks are unknown', () => {
  const pull = openPull()
  pull.commit({ 'a.md': 'v1' })
  expect(pull.decision()).toMatchObject({ conclusion: 'success', isUnplanned: true })
})

test('what fails on the base already is named in every decision, as long as it fails', () => {
  const pull = openPull({
    base: { 'old.test.ts > works': 'passed', 'old.test.ts > fails': 'failed' },
    unloadable: ['dead.test.ts'],
  })
  pull.commit({ 'a.md': 'v1' })
  expect(pull.decision().known).toEqual(['dead.test.ts', 'old.test.ts > fails'])
  expect(openPull().decision()).not.toHaveProperty('known')
})
