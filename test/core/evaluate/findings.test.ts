import { describe, expect, test } from 'vitest'
import { findBroken, lacksMeasurement } from '../../../src/core/evaluate/findings.ts'
import { PHASES } from '../../../src/core/evaluate/phase.ts'
import { rules } from '../../../src/core/rules/index.ts'
import type { Rule } from '../../../src/core/rules/rule.ts'
import { aContext } from '../rules/support.ts'
import { aCommit, getEvidence } from '../support.ts'

const commit = aCommit()
const evidence = getEvidence({}, commit)
const broken = { message: 'seen', suggestion: 'step' }
/** A rule as it is, except that it always finds something. */
const always = (rule: Rule): Rule => ({ ...rule, check: () => broken })

describe.each(rules.map((rule) => [rule.code, rule] as const))('%s', (code, rule) => {
  test('speaks at its own level, and at the one that the policy sets', () => {
    const [phase] = rule.phases
    if (!phase) throw new Error(`${code} speaks in no phase`)
    const levels = (given: Record<string, 'off' | 'warn' | 'error'>) =>
      findBroken(aContext({ phase, commit, evidence, policy: { rules: given } }), [always(rule)]).map(
        ({ level }) => level,
      )
    expect(levels({})).toEqual(rule.level === 'off' ? [] : [rule.level])
    expect(levels({ [code]: 'error' })).toEqual(['error'])
    expect(levels({ [code]: 'warn' })).toEqual(['warn'])
    expect(levels({ [code]: 'off' })).toEqual([])
  })

  test('speaks in its own phases only', () => {
    const spoken = PHASES.filter(
      (phase) =>
        findBroken(aContext({ phase, commit, evidence, policy: { rules: { [code]: 'warn' } } }), [always(rule)])
          .length > 0,
    )
    expect(spoken.toSorted()).toEqual([...rule.phases].toSorted())
  })

  test('is asked without a measurement only if git is all it needs', () => {
    const [phase] = rule.phases
    const blind = [
      aContext({ commit, scope: 'suite', ...(phase && { phase }) }),
      aContext({ commit, evidence: getEvidence({ commit: 'other' }, commit), ...(phase && { phase }) }),
      aContext({
        commit,
        evidence: { ...evidence, problems: [{ code: 'crash', message: 'died' }] },
        ...(phase && { phase }),
      }),
    ]
    for (const context of blind) {
      expect(lacksMeasurement(context)).toBe(true)
      expect(findBroken(context, [always(rule)]).length).toBe(rule.needsEvidence ? 0 : 1)
    }
  })
})

test('a finding carries what the rule says, and empty lists for what it does not', () => {
  const [rule] = rules
  if (!rule) throw new Error('there are no rules')
  expect(findBroken(aContext({ commit, evidence }), [always(rule)])).toEqual([
    {
      rule: rule.code,
      level: rule.level,
      message: 'seen',
      suggestion: { text: 'step', commands: [] },
      paths: [],
      tests: [],
    },
  ])
})

test('what objects inherit is no level', () => {
  const rule = { ...(rules[0] as Rule), code: 'constructor', check: () => broken }
  expect(findBroken(aContext({ commit, evidence }), [rule])).toMatchObject([{ level: 'error' }])
})

test('nothing is blind where nothing had to run', () => {
  expect(lacksMeasurement(aContext({ scope: 'none' }))).toBe(false)
})
