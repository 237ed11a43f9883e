import { expect, test } from 'vitest'
import { getScore } from '../../../src/core/evaluate/score.ts'
import { rules } from '../../../src/core/rules/index.ts'
import { ACCEPTED, finding, judged, REJECTED } from '../../support/decision.ts'

const asked = (...phases: readonly string[]) =>
  rules.filter((rule) => rule.level !== 'off' && rule.phases.some((phase) => phases.includes(phase))).length

test('a branch without findings keeps every rule of its phases', () => {
  expect(getScore(ACCEPTED)).toEqual({ kept: asked('red', 'green'), of: asked('red', 'green'), warnings: 0 })
})

test('a broken rule counts once, whatever its level and however often it is found', () => {
  const of = asked('red', 'green')
  expect(getScore(REJECTED)).toEqual({ kept: of - 2, of, warnings: 1 })
  const twice = [finding({}), finding({})]
  const commits = [judged({ phase: 'green', verdict: 'rejected', findings: twice })]
  expect(getScore({ ...REJECTED, commits })).toMatchObject({ kept: asked('green') - 1, warnings: 0 })
})

test('a commit that a later one replaced counts for nothing', () => {
  const commits = [judged({ phase: 'green', verdict: 'rejected', findings: [finding({})], isSuperseded: true })]
  expect(getScore({ ...REJECTED, commits })).toEqual({ kept: 0, of: 0, warnings: 0 })
})
