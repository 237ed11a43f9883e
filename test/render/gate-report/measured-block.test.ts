import { expect, test } from 'vitest'
import { isOnlyMeasured, toMeasuredBlock } from '../../../src/render/gate-report/result-block.ts'
import { report } from '../sample.ts'

const ERROR = { code: 'setup-failed', message: 'no', suggestion: 'try' } as const

test('what is measured and left to a judge is no error, and no success either', () => {
  const measured = report({ decision: null, error: null, notes: ['the judge decides', '::error::forged'] })
  const lines = toMeasuredBlock(measured).trimEnd().split('\n')
  expect(lines[0]).toBe('TDD-GATE RESULT: in_progress')
  expect(lines[1]).toMatch(/^state: Measured, not judged yet/)
  expect(lines).toContain('note: the judge decides')
  expect(lines.at(-1)).toBe('TDD-GATE END')
  expect(lines.filter((line) => line.startsWith('::'))).toEqual([])
})

test('only where nothing went wrong and nothing was decided', () => {
  expect(isOnlyMeasured(report({ decision: null, error: null }))).toBe(true)
  expect(isOnlyMeasured(report({ decision: null, error: ERROR }))).toBe(false)
  expect(isOnlyMeasured(report({}))).toBe(false)
})
