/** Names of two tests that differ only in characters which no text has: they never fall together. */
import { expect, test } from 'vitest'
import { jestJson } from '../../src/reports/formats/jest-like.ts'
import { junit } from '../../src/reports/formats/junit.ts'
import { libtestJson } from '../../src/reports/formats/libtest-json.ts'
import { tap } from '../../src/reports/formats/tap.ts'
import { identify, treeOf } from '../../src/reports/identity.ts'

type Encode = (text: string) => Uint8Array

const utf8: Encode = (text) => Buffer.from(text)
const latin1: Encode = (text) => Buffer.from(text, 'latin1')
const inXml = (a: string, b: string) =>
  `<testsuite name="s"><testcase classname="A" name="smile ${a}"/><testcase classname="A" name="smile ${b}"/></testsuite>`
const inTap = (a: string, b: string) => `TAP version 13\n1..2\nok 1 - smile ${a}\nok 2 - smile ${b}\n`
const inJson = (a: string, b: string) => {
  const tests = [a, b].map(
    (word) =>
      `{"title":"smile ${word}","fullName":"smile ${word}","ancestorTitles":[],"status":"passed","failureMessages":[]}`,
  )
  return `{"numTotalTests":2,"success":true,"testResults":[{"name":"/a.test.js","status":"passed","message":"","assertionResults":[${tests}]}]}`
}
const inLines = (a: string, b: string) =>
  `${[
    '{"type":"suite","event":"started","test_count":2}',
    ...[a, b].map((word) => `{"type":"test","event":"ok","name":"smile ${word}"}`),
    '{"type":"suite","event":"ok","passed":2,"failed":0,"ignored":0,"measured":0,"filtered_out":0,"exec_time":0.1}',
  ].join('\n')}\n`

/** CESU-8, as Java writes it: three bytes for each half of a pair. */
const [SMILE, GRIN, HALF, OTHER] = ['í\u00a0½í¸\u0080', 'í\u00a0½í¸\u0081', 'í\u00a0½', 'í\u00a0¾']

test.each([
  ['two references a character in XML', junit, utf8(inXml('&#55357;&#56832;', '&#xD83D;&#xDE01;')), ['😀', '😁']],
  ['halves alone in XML', junit, utf8(inXml('&#xD83D;', '&#xD83E;')), ['\ufffdd83d', '\ufffdd83e']],
  ['halves alone in JSON', jestJson, utf8(inJson('\\ud83d', '\\ud83e')), ['\ufffdd83d', '\ufffdd83e']],
  ['halves alone in JSON lines', libtestJson, utf8(inLines('\\ud83d', '\\ud83e')), ['\ufffdd83d', '\ufffdd83e']],
  ['two halves as bytes in XML', junit, latin1(inXml(SMILE, GRIN)), ['😀', '😁']],
  ['two halves as bytes in TAP', tap, latin1(inTap(SMILE, GRIN)), ['😀', '😁']],
  ['two halves as bytes in JSON', jestJson, latin1(inJson(SMILE, GRIN)), ['😀', '😁']],
  ['one half as bytes in TAP', tap, latin1(inTap(HALF, OTHER)), ['\ufffdd83d', '\ufffdd83e']],
  ['Latin-1 in TAP', tap, latin1(inTap('é', 'è')), ['\ufffde9', '\ufffde8']],
  ['Latin-1 in XML', junit, latin1(inXml('é', 'è')), ['\ufffde9', '\ufffde8']],
  ['Latin-1 in JSON lines', libtestJson, latin1(inLines('é', 'è')), ['\ufffde9', '\ufffde8']],
])('%s give two names', (_what, format, bytes, words) => {
  const pieces = [[bytes], [...bytes].map((byte) => Uint8Array.of(byte))]
  for (const piece of pieces) {
    const run = identify([{ ...format.parse(piece), format: 'one' }], treeOf([]))
    const names = run.cases.map(({ id }) => id.replace(/^.*smile /, ''))
    expect(names).toEqual(words)
    expect(run.cases.every(({ nth }) => nth === 1)).toBe(true)
  }
})
