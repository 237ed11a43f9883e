/** The next step: what it repeats, and what it leaves out. */
import { describe, expect, test } from 'vitest'
import { stopAt } from '../../../src/core/rules/text.ts'
import { openPull } from '../story.ts'

const VERIFY = 'tdd-gate verify --task 42 --base trunk'

describe('the command that judges again', () => {
  test('is the one that was asked with', () => {
    const pull = openPull({ verify: VERIFY })
    pull.red({ 'a.test.ts': 'v1' }, { 'a.test.ts > adds': 'failed' })
    expect(pull.decision().next?.commands.at(-1)).toBe(VERIFY)
    pull.commit({ 'b.md': 'v1' }, {}, { evidence: null })
    pull.commit({ 'package.json': 'v1' }, {}, { evidence: null })
    const { next, commits } = pull.decision()
    expect(next?.commands).toEqual([VERIFY])
    const unmeasured = commits.at(-1)?.findings.find(({ rule }) => rule === 'measurement-agrees')
    expect(unmeasured?.suggestion.text).toContain(VERIFY)
  })
})

describe('commands', () => {
  test('are those of the finding; after a change by hand, those that bring it into its commit', () => {
    const pull = openPull()
    pull.red({ 'a.test.ts': 'v1' }, { 'a.test.ts > adds': 'failed' }, { again: { 'a.test.ts > adds': 'passed' } })
    expect(pull.decision().commits[0]?.findings[0]?.suggestion.text).toContain('--amend')
    const amend = 'git add --all && git commit --amend --no-edit'
    expect(pull.decision().next?.commands).toEqual([amend, 'tdd-gate verify'])
    pull.commit({ 'a.md': 'v1' })
    const { stop, goOn } = stopAt(pull.decision().commits[0]?.sha ?? '')
    expect(pull.decision().next?.commands).toEqual([stop, amend, goOn, 'tdd-gate verify'])
  })
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
