/** Digests: of what is stored, whatever order its names came in. */
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { serialise, toDigest } from '../../src/evidence/digest.ts'
import { MAX_DOCUMENT_CHARACTERS } from '../../src/evidence/document.ts'
import { aDocument, travelling } from './support.ts'

/** As RFC 8785 has it for `{"a":1}`, by another tool: `printf '{"a":1}' | sha256sum`. */
const DIGEST_OF_A1 = '015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862'

test('is the sha256 of the canonical JSON', () => {
  expect(toDigest({ a: 1 })).toBe(DIGEST_OF_A1)
  expect(toDigest({ b: 'ä\ud800', a: [1, null] })).toBe(toDigest({ a: [1, null], b: 'ä\ud800' }))
})

test('what is stored is what was digested', () => {
  const document = aDocument()
  expect(createHash('sha256').update(serialise(document)).digest('hex')).toBe(toDigest(document))
})

test('differs wherever a value does', () => {
  expect(toDigest([])).not.toBe(toDigest({}))
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      expect(toDigest(one) === toDigest(other)).toBe(isDeepStrictEqual(plain(one), plain(other)))
    }),
  )
})

test('nothing is stored that could not be read again', () => {
  const runErrors = ['x'.repeat(MAX_DOCUMENT_CHARACTERS)]
  expect(() => serialise(aDocument({ evidence: travelling({ runErrors }) }))).toThrow(/limit of 60000/)
})

/** As JSON has it: no minus zero, and objects of one kind. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
