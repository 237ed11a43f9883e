import fc from 'fast-check'
import { expect, test } from 'vitest'
import { freeNames, packNames, unpackNames } from '../../src/reports/packed-text.ts'

test('names come out as they went in', () => {
  const name = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', 'a', 'ünï 🎉', 'a\nb', '\ud800', '\ufeff'))
  fc.assert(
    fc.property(fc.array(name, { maxLength: 6 }), (names) => {
      expect(unpackNames(packNames(names))).toEqual(names)
    }),
  )
})

test('ordinary names take a byte for each character, and give it back', () => {
  const packed = packNames(['adds', 'removes'])
  expect(packed).toHaveLength('adds removes'.length)
  freeNames(packed)
  expect(packed).toHaveLength(0)
})
