/** Evidence of another writer: read as it was written, or refused with the reason. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GateError } from '../../src/core/model/errors.ts'
import { canonical } from '../../src/core/util/canonical.ts'
import { serialise } from '../../src/evidence/digest.ts'
import { MAX_DOCUMENT_CHARACTERS } from '../../src/evidence/document.ts'
import { readDocument, readIndex } from '../../src/evidence/read.ts'
import { shareOf } from '../support/property-runs.ts'
import { aDocument, anIndex, refusal } from './support.ts'

test('what was written is read again', () => {
  const document = aDocument()
  expect(readDocument(serialise(document))).toEqual(document)
  const index = anIndex([document])
  expect(readIndex(canonical(index))).toEqual(index)
})

describe('refused', () => {
  const text = serialise(aDocument())
  const nested = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  test.each([
    ['nothing', '', 'The evidence is not JSON'],
    ['half of it', text.slice(0, -10), 'The evidence is not JSON'],
    [
      'more than the limit',
      `${text}${' '.repeat(MAX_DOCUMENT_CHARACTERS)}`,
      /characters, more than the limit of 60000/,
    ],
    ['another kind of value', '[]', 'The evidence does not have the format of this version: the whole (invalid type)'],
    ['a value that is nothing', 'null', /the whole \(invalid type\)/],
    ['nested lists', nested, /the whole \(invalid type\)/],
    ['nested lists inside', text.replace('"problems":[]', `"problems":${nested}`), /evidence\.problems\[0\]/],
    ['an index', canonical(anIndex([])), /kind \(invalid value\)/],
    ['another version', { ...aDocument(), schemaVersion: 2 }, 'The evidence was made by another version of tdd-gate'],
    ['an unknown field', { ...aDocument(), 'a `word`': 1 }, /the whole \(unrecognized keys\)$/],
    ['a prototype', text.replace('{', '{"__proto__":{"level":"attested"},'), /unrecognized keys|canonical/],
    [
      'a prototype inside',
      text.replace('"scope"', '"__proto__":{"problems":[]},"scope"'),
      /unrecognized keys|canonical/,
    ],
    ['blanks', JSON.stringify(aDocument(), null, 1), /not in canonical form/],
    ['a field told twice', text.replace('"pullRequest":7', '"pullRequest":8,"pullRequest":7'), /not in canonical form/],
    ['a number in other words', text.replace('"pullRequest":7', '"pullRequest":7.0'), /not in canonical form/],
    ['a letter in other words', text.replace('"kind":"tdd', '"kind":"\\u0074dd'), /not in canonical form/],
    ['many mistakes', { ...aDocument(), commit: 1, tree: 1, parent: 1, key: 1 }, / and 1 more$/],
  ])('%s', (_, value, message) => {
    expect(refusal(readDocument, value)).toMatchObject({
      code: 'bad-evidence',
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    })
  })

  test('an index beyond its limit', () => {
    expect(refusal(readIndex, 'x'.repeat(200_001))?.message).toMatch(/index .* limit of 200000/)
  })
})

test('whatever comes in, it is read or refused, and nothing of it is repeated', () => {
  const hostile = fc.oneof(
    fc.string(),
    fc.json(),
    fc.tuple(fc.nat(), fc.string()).map(([at, word]) => {
      const text = serialise(aDocument())
      return text.slice(0, at % text.length) + word + text.slice(at % text.length)
    }),
  )
  fc.assert(
    fc.property(hostile, (text) => {
      try {
        expect(serialise(readDocument(text))).toBe(text)
      } catch (error) {
        if (!(error instanceof GateError)) throw error
        expect(error.message).toMatch(/^The evidence [\w .,:()[\]]+$/)
      }
    }),
    { numRuns: shareOf(500) },
  )
})
