import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_MESSAGE } from '../../../src/core/model/test-run.ts'
import { junit } from '../../../src/reports/formats/junit.ts'
import { plainText } from '../../../src/reports/text.ts'
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

test('names are those that the rules of XML, terminals and encodings make of them', () => {
  fc.assert(
    fc.property(fc.array(name, { maxLength: 6 }), (written) => {
      const escaped = written.map((bytes) => bytes.toString().replaceAll('"', '&quot;').replaceAll('<', '&lt;'))
      const { cases } = junit.parse([
        Buffer.from(`<testsuite>${escaped.map((text) => `<testcase name="${text}"/>`).join('')}</testsuite>`),
      ])
      const expected = escaped.map((text) => plainText(attributeValue(text).slice(0, MAX_MESSAGE)))
      expect(cases.map((test) => test.name)).toEqual(expected)
    }),
    { numRuns: shareOf(500) },
  )
})

test('a case without a name has an empty one', () => {
  const { cases } = junit.parse([Buffer.from('<testsuite><testcase/><testcase name="removes"/></testsuite>')])
  expect(cases.map((test) => test.name)).toEqual(['', 'removes'])
})
