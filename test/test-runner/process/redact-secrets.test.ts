import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRedactor } from '../../../src/test-runner/process/redact-secrets.ts'
import { anyText } from '../../support/any-text.ts'
import { shareOf } from '../../support/property-runs.ts'

const SECRET = 'p4ss/"w<rd> & ümlaut'
const redacted = (text: string, secrets: readonly string[] = [SECRET]) => createRedactor(secrets).text(text)
const streamed = (chunks: readonly Uint8Array[], secrets: readonly string[] = [SECRET]) =>
  Buffer.concat([...createRedactor(secrets).bytes(chunks)])

describe('a secret is masked', () => {
  test.each([
    ['as it is', SECRET],
    ['in JSON', JSON.stringify(SECRET).slice(1, -1)],
    ['in JSON of ASCII only', JSON.stringify(SECRET).slice(1, -1).replace('ü', '\\u00fc')],
    ['in XML', 'p4ss/&quot;w&lt;rd&gt; &amp; ümlaut'],
    ['in the text of XML', 'p4ss/"w&lt;rd&gt; &amp; ümlaut'],
    ['in a URL', encodeURIComponent(SECRET)],
    ['in base64', Buffer.from(SECRET).toString('base64')],
  ])('%s', (_, written) => {
    expect(redacted(`a ${written} b`)).toMatch(/^a \*\*\*=* b$/)
    expect(streamed([Buffer.from(`a ${written} b`)]).toString()).toMatch(/^a \*\*\*=* b$/)
  })

  test.each(['utf16le'] as const)('in a report of %s', (encoding) => {
    expect(streamed([Buffer.from(`a ${SECRET} b`, encoding)]).includes(Buffer.from(SECRET, encoding))).toBe(false)
  })

  test('line by line where it has several, and without the line end of its file', () => {
    const key = `-----BEGIN KEY-----\n${'x'.repeat(40)}\n-----END KEY-----\n`
    expect(redacted(`  ${'x'.repeat(40)}|`, [key])).toBe('  ***|')
    expect(redacted('a secret here', ['secret\n'])).toBe('a *** here')
  })

  test('the longest first, so that no rest of one shows', () => {
    expect(redacted('abcdefghij', ['abcdef', 'abcdefghij'])).toBe('***')
  })
})

describe('what looks like a token of GitHub is masked, whosever it is', () => {
  test.each([
    `ghp_${'a'.repeat(36)}`,
    `gho_${'A1'.repeat(18)}`,
    `ghu_${'a'.repeat(36)}`,
    `ghr_${'a'.repeat(76)}`,
    `ghs_${'a'.repeat(36)}`,
    `ghs_123456_${'aB-c.d_e'.repeat(60)}`,
    `github_pat_${'a1_B'.repeat(20)}`,
  ])('%s', (token) => {
    expect(redacted(`token=${token}&x`, [])).toBe('token=***&x')
    expect(streamed([Buffer.from(`"${token}"`)], []).toString()).toBe('"***"')
  })

  test.each(['ghp_short', 'github_pat_short', `ghx_${'a'.repeat(36)}`])('%s is none', (text) => {
    expect(redacted(text, [])).toBe(text)
  })
})

test('what is too short to be a secret stays: it is in every report', () => {
  expect(redacted('true false 12345', ['true', 'false', '12345', ''])).toBe('true false 12345')
})

test('however the bytes are cut, the same is masked', () => {
  const token = `ghs_${'ab.c'.repeat(300)}`
  const piece = fc.oneof(
    fc.constantFrom(SECRET, 'abcabcabd', 'abcabc', token, token.slice(0, 30), '\u00fc', 'p4ss/"w<rd> & \u00fcmlau'),
    fc.nat({ max: 9_000 }).map((length) => 'x '.repeat(length)),
    anyText({ maxLength: 20 }),
  )
  const secrets = [SECRET, 'abcabcabd', 'abcabc']
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.array(fc.integer({ min: 1, max: 6_000 })), (pieces, cuts) => {
      const whole = Buffer.from(pieces.join(''))
      const chunks: Buffer[] = []
      let at = 0
      for (const cut of cuts) {
        chunks.push(whole.subarray(at, at + cut))
        at += cut
      }
      chunks.push(whole.subarray(at))
      const result = streamed(chunks, secrets)
      expect(result.equals(streamed([whole], secrets))).toBe(true)
      for (const secret of [SECRET, 'abcabc', token]) expect(result.includes(secret)).toBe(false)
    }),
    { numRuns: shareOf(300) },
  )
})

test('what holds no secret passes byte for byte', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 64 }), { maxLength: 8 }), (chunks) => {
      expect(streamed(chunks, ['a long and unlikely secret']).equals(Buffer.concat(chunks))).toBe(true)
    }),
  )
})

test('no more is held than the longest secret and one chunk', () => {
  const chunk = Buffer.alloc(65_536, 'x')
  let taken = 0
  let given = 0
  function* chunks() {
    for (let n = 0; n < 64; n += 1) {
      expect(taken - given).toBeLessThan(131_072)
      taken += chunk.length
      yield chunk
    }
  }
  for (const part of createRedactor([SECRET]).bytes(chunks())) given += part.length
  expect(given).toBe(taken)
})
