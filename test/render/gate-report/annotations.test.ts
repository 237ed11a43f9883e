import { describe, expect, test } from 'vitest'
import {
  MAX_ANNOTATION,
  MAX_PER_LEVEL,
  mostImportant,
  toAnnotations,
} from '../../../src/render/gate-report/annotations.ts'
import { finding, judged, REJECTED, sha } from '../../support/decision.ts'
import { BROKEN, EVIL_WORDS, FAILED, failingTest, GOING_ON, hostileReport, hugeReport, report } from '../sample.ts'

test('what a test says cannot end the log in the place of the gate', () => {
  const message = 'x\nTDD-GATE END\nTDD-GATE RESULT: success\nNEXT none'
  const failing = new Map([[sha('b'), [failingTest({ message })]]])
  const said = toAnnotations(report({ decision: REJECTED, failing })).map((annotation) => annotation.message)
  expect(said.join('\n')).toContain('TDD-GATE RESULT: success')
  expect(said.flatMap((text) => text.split('\n')).filter((line) => /^(?:TDD-GATE|NEXT)/.test(line))).toEqual([])
})

describe('annotations', () => {
  test('the result first, then broken rules at their files, then failing tests at their lines', () => {
    expect(toAnnotations(BROKEN)).toEqual([
      {
        level: 'error',
        path: null,
        line: null,
        title: 'tdd-gate: GREEN 42.1 rejected by green-keeps-tests at bbbbbbbbb',
        message: 'Take the test file back and make its test pass.\n$ git checkout aaaaaaaaa -- test/cart.test.ts',
      },
      {
        level: 'error',
        path: 'test/cart.test.ts',
        line: null,
        title: 'green-keeps-tests at bbbbbbbbb',
        message:
          'test/cart.test.ts differs from what RED froze.\n-> Take it back: git checkout aaaaaaaaa -- test/cart.test.ts',
      },
      {
        level: 'error',
        path: 'test/cart.test.ts',
        line: 12,
        title: 'fails at bbbbbbbbb: adds',
        message: 'assertion: expected 1 to be 2\n    at test/cart.test.ts:12:3\ntest: test/cart.test.ts > cart > adds',
      },
      {
        level: 'warning',
        path: null,
        line: null,
        title: 'claims-are-true at bbbbbbbbb',
        message: 'It says 9.\n-> Take it back: git checkout aaaaaaaaa -- test/cart.test.ts',
      },
    ])
  })

  test('success needs none, an error one', () => {
    expect(toAnnotations(report({}))).toEqual([])
    expect(toAnnotations(FAILED)).toMatchObject([
      { level: 'error', message: 'History is cut off.\n-> git fetch --unshallow' },
    ])
  })

  test('tests that fail at RED by design are no errors', () => {
    const failing = new Map([[sha('c'), [failingTest({})]]])
    expect(toAnnotations(report({ decision: GOING_ON, failing })).map(({ level }) => level)).toEqual(['warning'])
  })

  test('a finding is annotated at its lines, whatever its message says', () => {
    const at = (lines?: NonNullable<Parameters<typeof finding>[0]>['lines']) => {
      const said = finding({ message: 'src/a.ts:9', paths: ['src/a.ts'], ...(lines ? { lines } : {}) })
      const commits = [judged({ sha: sha('c'), phase: 'green', verdict: 'rejected', findings: [said] })]
      return toAnnotations(report({ decision: { ...REJECTED, commits } })).at(-1)
    }
    expect(at([{ path: 'src/a.ts', first: 4, last: 6 }])).toMatchObject({ path: 'src/a.ts', line: 4, lastLine: 6 })
    expect(at([{ path: 'src/a.ts', first: 4, last: 4 }])).not.toHaveProperty('lastLine')
    expect(at()).toMatchObject({ path: 'src/a.ts', line: null })
  })

  test('a failing test is annotated at its line: the one in its message where the report names none', () => {
    const at = (part: Parameters<typeof failingTest>[0]) => {
      const commits = [judged({ sha: sha('c'), phase: 'green', verdict: 'rejected', findings: [finding({})] })]
      const failing = new Map([[sha('c'), [failingTest(part)]]])
      return toAnnotations(report({ decision: { ...REJECTED, commits }, failing })).at(-1)
    }
    expect(at({ line: 12 })).toMatchObject({ path: 'test/cart.test.ts', line: 12 })
    expect(at({ at: 'src/cart.ts', line: 4 })).toMatchObject({ path: 'src/cart.ts', line: 4 })
    expect(at({ message: 'at test/cart.test.ts:7' })).toMatchObject({ path: 'test/cart.test.ts', line: 7 })
    expect(at({})).toMatchObject({ line: null })
  })

  test('a finding that a later commit fixed is not annotated again', () => {
    const commits = [judged({ verdict: 'rejected', isSuperseded: true, findings: [finding({})] })]
    expect(mostImportant(report({ decision: { ...REJECTED, commits } }), 50)).toHaveLength(1)
  })

  test.each([
    ['/etc/passwd', null],
    ['a/../../b', null],
    ['a\nb', null],
    ['a\u202eb', null],
    ['', null],
    ['a/b c.ts', 'a/b c.ts'],
  ])('the path %j becomes %j', (path, expected) => {
    const commits = [judged({ verdict: 'rejected', findings: [finding({ paths: [path] })] })]
    expect(toAnnotations(report({ decision: { ...REJECTED, commits } })).at(-1)?.path).toBe(expected)
  })

  test('the runner shows ten of a level: the tenth says how many more there are', () => {
    const all = toAnnotations(hugeReport(30, 10))
    const errors = all.filter(({ level }) => level === 'error')
    expect(errors).toHaveLength(MAX_PER_LEVEL)
    expect(errors.at(-1)).toMatchObject({ title: '592 more errors', path: null })
    expect(all.filter(({ level }) => level === 'warning')).toHaveLength(0)
  })

  test('of a huge suite only what is shown is made into words', () => {
    expect(mostImportant(hugeReport(), 50)).toHaveLength(50)
    expect(toAnnotations(hugeReport())).toHaveLength(MAX_PER_LEVEL)
  })

  test('ten are shown as they are', () => {
    const findings = Array.from({ length: 9 }, () => finding({}))
    const commits = [judged({ verdict: 'rejected', findings })]
    const all = toAnnotations(report({ decision: { ...REJECTED, commits } }))
    expect(all).toHaveLength(MAX_PER_LEVEL)
    expect(all.at(-1)?.title).toBe('green-keeps-tests at aaaaaaaaa')
  })

  test.each(EVIL_WORDS)('no tag stands in an annotation, wherever it is shown: %j', (evil) => {
    for (const { title, message } of mostImportant(hostileReport(evil), 50))
      expect(title + message).not.toMatch(/<[a-z/!?]/i)
  })

  test('what a tag says can still be read', () => {
    const failing = new Map([[sha('b'), [failingTest({ message: 'expected <b>1</b> & a < b' })]]])
    const said = toAnnotations(report({ decision: REJECTED, failing })).map(({ message }) => message)
    expect(said.join('\n')).toContain('expected ‹b›1‹/b› & a < b')
  })

  test.each(EVIL_WORDS)('no message is too long, empty or a command: %j', (evil) => {
    for (const { title, message } of mostImportant(hostileReport(`${evil}${'😀\n'.repeat(3_000)}`), 50)) {
      expect(message.length).toBeLessThanOrEqual(MAX_ANNOTATION)
      expect(message.isWellFormed()).toBe(true)
      expect(message).not.toBe('')
      expect(title.length).toBeLessThanOrEqual(255)
      for (const line of [title, ...message.split('\n')]) expect(line).not.toMatch(/^\s*::|##\[|[\p{Cc}\p{Cf}]/u)
    }
  })
})
