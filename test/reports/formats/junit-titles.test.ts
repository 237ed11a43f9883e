import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanTitle, gatherTitles } from '../../../src/reports/junit/titles.ts'
import { unpackNames } from '../../../src/reports/packed-text.ts'
import { attributeValue } from '../../../src/reports/xml/text.ts'
import { shareOf } from '../../support/property-runs.ts'

/** What names are made of that have a meaning to somebody: XML, terminals, encodings. */
const piece = fc.oneof(
  fc.constantFrom(
    '&amp;',
    '&lt;',
    '&gt;',
    '&quot;',
    '&apos;',
    '&#10;',
    '&#27;[1m',
    '&#xd800;',
    '&am',
    '&',
    'amp;',
    '#',
    '\t',
  ),
  fc.constantFrom(
    '\r\n',
    '\n',
    '\u001b[31m',
    '#x1B[0m',
    '␛[0m',
    '\ufffd[1m',
    '\u0085',
    '\u00a0',
    '│',
    'ünïcödé',
    '🎉',
    '﹏',
  ),
  fc.string(),
)
const name = fc.oneof(
  fc.array(piece, { maxLength: 6 }).map((pieces) => Buffer.from(pieces.join(''))),
  fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes)),
  fc.nat(5).map((more) => Buffer.from('x'.repeat(3_998 + more))),
)

test('names gathered as bytes are those that each one is alone', () => {
  fc.assert(
    fc.property(fc.array(name, { maxLength: 6 }), (written) => {
      const titles = gatherTitles(8)
      for (const bytes of written) {
        titles.write(Buffer.concat([Buffer.from('"'), bytes]), 1, bytes.length + 1)
        titles.end()
      }
      expect(unpackNames(titles.packed())).toEqual(written.map((bytes) => cleanTitle(attributeValue(bytes.toString()))))
    }),
    { numRuns: shareOf(500) },
  )
})

test('a case without a name has an empty one, and what was cleared is gone', () => {
  const titles = gatherTitles(2)
  titles.write(Buffer.from('adds\n'), 0, 5)
  titles.end()
  titles.clear()
  titles.end()
  titles.write(Buffer.from('removes'), 0, 7)
  titles.end()
  expect(unpackNames(titles.packed())).toEqual(['', 'removes'])
})
