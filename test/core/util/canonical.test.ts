/** One text for what is equal. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonical } from '../../../src/core/util/canonical.ts'

test.each<[unknown, string]>([
  [{ b: 1, a: [true, null, 'x'], c: {} }, '{"a":[true,null,"x"],"b":1,"c":{}}'],
  [{ a: undefined, b: 1 }, '{"b":1}'],
  [undefined, 'null'],
  [{ '\u20ac': 1, '\r': 2, '1': 3, '\u{1f600}': 4, '\ufb33': 5 }, '{"\\r":2,"1":3,"€":1,"😀":4,"\ufb33":5}'],
  ['\ud800"\\\u0007', '"\\ud800\\"\\\\\\u0007"'],
  [[-0, 1e21, 0.1], '[0,1e+21,0.1]'],
])('%j reads %s', (value, text) => {
  expect(canonical(value)).toBe(text)
})

test('it is JSON of the same value, and the same text for the same value', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      const value: unknown = JSON.parse(json)
      const text = canonical(value)
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
      expect(canonical(JSON.parse(text))).toBe(text)
    }),
  )
})

test('the order in which names were given does not show', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(fc.string(), fc.jsonValue()), { selector: ([name]) => name }), (entries) => {
      expect(canonical(Object.fromEntries(entries))).toBe(canonical(Object.fromEntries(entries.toReversed())))
    }),
  )
})
