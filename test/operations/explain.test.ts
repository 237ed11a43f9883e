import { describe, expect, test } from 'vitest'
import { createExplain } from '../../src/operations/catalog/explain.ts'
import { explain, findExplained } from '../../src/operations/explain.ts'
import type { Verification } from '../../src/operations/verify/verify.ts'
import { toExplainList, toExplainPage } from '../../src/render/explain.ts'
import { ACCEPTED, REJECTED, sha } from '../support/decision.ts'
import { KEPT } from '../support/kept-runs.ts'
import { runCli, STAGE } from '../support/run-cli.ts'

const RULE = {
  code: 'green-keeps-tests',
  about: 'Test files stay as RED froze them.',
  why: 'A test that is weakened until it passes proves nothing. Fix a wrong test with a new RED commit.',
  phases: ['green'],
  level: 'error',
} as const
const RULES = [RULE, { ...RULE, code: 'claims-are-true', level: 'warn' }] as const

describe('explain', () => {
  test('finds a rule by its code', () => {
    expect(explain(RULES, 'green-keeps-tests')).toEqual([RULE])
    expect(explain(RULES, null)).toEqual(RULES)
  })

  test('names the nearest rule for a mistyped one', () => {
    expect(() => explain(RULES, 'green-keep-tests')).toThrow(
      expect.objectContaining({
        code: 'unknown-rule',
        message: 'no rule is called `green-keep-tests`; did you mean `green-keeps-tests`?',
        suggestion: expect.objectContaining({ text: 'tdd-gate explain green-keeps-tests' }),
      }),
    )
    expect(() => explain(RULES, 'zebra')).toThrow(
      expect.objectContaining({ suggestion: expect.objectContaining({ text: 'tdd-gate explain' }) }),
    )
  })

  test('finds a commit of the branch by the first characters of its id, and the last one as HEAD', () => {
    const [first] = ACCEPTED.commits
    expect(findExplained(ACCEPTED, first?.sha.slice(0, 7) ?? '')).toBe(first)
    expect(findExplained(ACCEPTED, 'HEAD')).toBe(ACCEPTED.commits.at(-1))
    expect(() => findExplained(ACCEPTED, '0123456')).toThrow(
      expect.objectContaining({ code: 'bad-usage', message: '`0123456` is no commit of this branch.' }),
    )
  })

  test('a page says what, why, where it speaks and how to change it', () => {
    expect(toExplainPage(RULE, {})).toMatchInlineSnapshot(`
      "green-keeps-tests (error at green)
        Test files stay as RED froze them.

        A test that is weakened until it passes proves nothing. Fix a wrong test with
        a new RED commit.

      To change its level, in .github/tdd-gate.yml of the base branch:
        policy:
          rules:
            green-keeps-tests: warn
      "
    `)
  })

  test('the list has one line for each rule', () => {
    expect(toExplainList(RULES, {})).toBe(
      'green-keeps-tests  error  Test files stay as RED froze them.\nclaims-are-true    warn   Test files stay as RED froze them.\n',
    )
  })
})

test('a commit is explained by its findings, as data too', async () => {
  const operation = createExplain([RULE], async () => ({ decision: REJECTED }) as Verification)
  const { json } = await operation.run({ rule: 'HEAD', repo: '.' }, KEPT)
  expect(json).toMatchObject({ commit: sha('b'), findings: [{ rule: RULE.code }, { rule: 'claims-are-true' }] })
})

describe('the command', () => {
  const run = (...args: string[]) => runCli(['explain', ...args], { entry: STAGE })

  test('prints a page, a list or JSON', async () => {
    expect(await run('green-keeps-tests')).toMatchObject({ code: 0, stdout: expect.stringContaining('policy:') })
    expect(await run()).toMatchObject({ code: 0, stdout: expect.stringContaining('claims-are-true    warn') })
    expect(JSON.parse((await run('green-keeps-tests', '--json')).stdout)).toEqual({ schemaVersion: 1, rules: [RULE] })
    expect(await run('zebra')).toMatchObject({ code: 2, stderr: expect.stringContaining('error [unknown-rule]') })
  })
})
