import { expect, test } from 'vitest'
import { compareAnswers } from '../../scripts/frozen-answers.ts'

const line = (what: string, text: string) => JSON.stringify([what, text])

test('the same answers in another order are equal', () => {
  const [a, b] = [line('verify', 'one\n'), line('verify', 'two\n')]
  expect(compareAnswers(new Map([['a.test.ts', [a, b]]]), new Map([['a.test.ts', [b, a]]]))).toEqual([])
})

test('a changed answer is shown with the first line that differs', () => {
  const before = new Map([['a.test.ts', [line('verify', 'head\none\nend\n')]]])
  const after = new Map([['a.test.ts', [line('verify', 'head\ntwo\nend\n')]]])
  expect(compareAnswers(before, after)).toEqual([{ file: 'a.test.ts', what: 'verify', was: '2: one', is: '2: two' }])
})

test('an answer that only one tree gives, and one that is given twice there, are shown', () => {
  const once = new Map([['a.test.ts', [line('verify', 'one')]]])
  const twice = new Map([['a.test.ts', [line('verify', 'one'), line('verify', 'one')]]])
  expect(compareAnswers(once, twice)).toEqual([{ file: 'a.test.ts', what: 'verify', was: null, is: '1: one' }])
  expect(compareAnswers(twice, once)).toEqual([{ file: 'a.test.ts', what: 'verify', was: '1: one', is: null }])
})

test('a test file that is new or gone is no difference', () => {
  expect(compareAnswers(new Map([['gone.test.ts', [line('verify', 'one')]]]), new Map())).toEqual([])
  expect(compareAnswers(new Map(), new Map([['new.test.ts', [line('verify', 'one')]]]))).toEqual([])
})
