import { expect, test } from 'vitest'
import { createCaseDetails } from '../../../src/reports/junit/case-details-store.ts'

const PASSED = { skipped: null, problems: [], retries: 0, attempts: [], isFlaky: false, isTruncated: false }
const failed = (message: string) => [{ element: 'failure' as const, message, type: null, text: '' }]

test('the content of a block is the same once it is whole, in the order of its cases', () => {
  const result = createCaseDetails(4)
  result.insideOf(2).problems = failed('later 🎉 \ud800')
  result.insideOf(0).skipped = { type: 'todo', message: '' }
  const growing = [...result.inBlock(0)]
  result.endBlock()
  expect(growing.map(([number]) => number)).toEqual([0, 2])
  expect([...result.inBlock(0)]).toEqual(growing)
  expect([...result.inBlock(1)]).toEqual([])
})

test('a case that stays open while blocks become whole keeps its details', () => {
  const outcome = createCaseDetails(2)
  outcome.insideOf(0).retries = 1
  outcome.endBlock()
  outcome.insideOf(3).isFlaky = true
  outcome.endBlock()
  outcome.insideOf(1).problems = failed('after all others')
  outcome.insideOf(0).isTruncated = true
  expect([...outcome.inBlock(0)]).toEqual([
    [0, { ...PASSED, retries: 1, isTruncated: true }],
    [1, { ...PASSED, problems: failed('after all others') }],
  ])
  expect([...outcome.inBlock(1)]).toEqual([[3, { ...PASSED, isFlaky: true }]])
})

test('is counted alike while it grows, once it is whole, and when more details follow', () => {
  const result = createCaseDetails(1)
  const error = { element: 'error' as const, message: 'boom', type: 'E', text: 'at x', kind: 'assertion' as const }
  result.insideOf(0).problems = [...failed('no'), error]
  result.insideOf(1).skipped = { type: '', message: 'later' }
  result.insideOf(2).retries = 2
  const counts = { failing: 1, problems: 2, retries: 2, skipped: 1, hasError: true }
  expect(result.counts()).toEqual(counts)
  for (const _ of [0, 1, 2]) result.endBlock()
  expect(result.counts()).toEqual(counts)
  expect([...result.inBlock(0)]).toEqual([[0, { ...PASSED, problems: [...failed('no'), error] }]])
  result.insideOf(0).retries = 1
  expect(result.counts()).toEqual({ ...counts, retries: 3 })
})

test('texts are those that each had, empty ones and halves of characters, too', () => {
  const texts = ['\ufeffa\n', '', '🎉'.slice(0, 1), '🎉', 'é'.repeat(300)]
  for (const said of [texts, texts.filter((text) => text.isWellFormed())]) {
    const result = createCaseDetails(1)
    result.insideOf(0).problems = said.map((text) => ({ element: 'error', message: 'no', type: null, text }))
    result.insideOf(0).attempts = said.map((text) => ({
      element: 'failure',
      message: '',
      type: 'E',
      text,
      kind: 'crash',
    }))
    const before = [...result.inBlock(0)]
    for (const _ of [0, 1]) result.endBlock()
    expect([...result.inBlock(0)]).toEqual(before)
  }
})

test('what was given back is gone', () => {
  const result = createCaseDetails(1)
  result.insideOf(0).retries = 1
  result.endBlock()
  result.insideOf(1).retries = 1
  for (const block of [0, 1]) result.free(block)
  expect([0, 1].flatMap((block) => [...result.inBlock(block)])).toEqual([])
})
