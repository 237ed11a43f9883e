/** The log of a run: whatever is changed, moved or taken out of it is found. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonical } from '../../src/core/util/canonical.ts'
import { toDigest } from '../../src/evidence/digest.ts'
import { appendEntry, FIRST_PREVIOUS, type LogEvent, readHash, verifyLog } from '../../src/evidence/log.ts'

const AT = '2030-01-02T03:04:05.000Z'
const EVENTS: readonly LogEvent[] = [
  { at: AT, event: 'run-started', commits: 2 },
  { at: AT, event: 'commit-measured', commit: 'a'.repeat(40), phases: ['red', null], isNew: true },
  { at: AT, event: 'commit-measured', commit: 'b'.repeat(40), note: 'a\nb "c" ä' },
  { at: AT, event: 'run-ended', conclusion: 'success' },
]

function getLines(events: readonly LogEvent[]): string[] {
  const lines: string[] = []
  for (const event of events) lines.push(appendEntry(lines.at(-1) ?? null, event))
  return lines
}

const lines = getLines(EVENTS)
const log = (some: readonly string[]) => some.map((line) => `${line}\n`).join('')
const LAST = readHash(lines.at(-1) ?? '')
const CUT = /^the end of the log does not match the manifest/

test('entries are numbered, carry what happened, and follow each other', () => {
  const entries = lines.map((line) => JSON.parse(line))
  expect(entries.map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
  expect(entries[0]).toMatchObject({ at: AT, event: 'run-started', commits: 2, previous: FIRST_PREVIOUS })
  for (const [i, { hash, ...content }] of entries.entries()) {
    expect(hash).toBe(toDigest(content))
    if (i > 0) expect(content.previous).toBe(entries[i - 1].hash)
  }
  expect(verifyLog(log(lines))).toEqual([])
  expect(verifyLog(log(lines), LAST)).toEqual([])
})

test('an event cannot choose its place in the chain', () => {
  const [line = ''] = getLines([{ at: AT, event: 'x', seq: 7, previous: 'p', hash: 'h' }])
  expect(JSON.parse(line)).toMatchObject({ seq: 1, previous: FIRST_PREVIOUS })
  expect(verifyLog(log([line]))).toEqual([])
})

test.each(['', 'hello', '{}', `${lines[0]} `, lines[0]?.replace('run-started', 'run-skipped')])(
  'a log is not continued after %j',
  (line) => {
    expect(() => appendEntry(line ?? '', { at: AT, event: 'x' })).toThrow(/log/)
    expect(() => readHash(line ?? '')).toThrow(/log/)
  },
)

describe('found', () => {
  const [one = '', two = '', three = '', four = ''] = lines
  test.each([
    ['nothing at all', '', ['the log is empty']],
    [
      'a changed value',
      log([one, two.replace('aaaa', 'abaa'), three, four]),
      ['line 2 was changed: its hash does not match its content'],
    ],
    [
      'a changed order',
      log([one, three, two, four]),
      [
        'line 2 is entry 3: entries are missing or in another order',
        'line 2 does not follow the line before it',
        'line 3 is entry 2: entries are missing or in another order',
        'line 3 does not follow the line before it',
        'line 4 does not follow the line before it',
      ],
    ],
    [
      'a beginning that is gone',
      log([two, three, four]),
      [
        'line 1 is entry 2: entries are missing or in another order',
        'line 1 is not the first entry of a log',
        'line 2 is entry 3: entries are missing or in another order',
        'line 3 is entry 4: entries are missing or in another order',
      ],
    ],
    [
      'a middle that is gone',
      log([one, two, four]),
      ['line 3 is entry 4: entries are missing or in another order', 'line 3 does not follow the line before it'],
    ],
    [
      'an end in the middle of a line',
      log(lines).slice(0, -9),
      ['line 4 is not a log entry', 'the log ends in the middle of a line'],
    ],
    ['an end without its line break', log(lines).slice(0, -1), ['the log ends in the middle of a line']],
    [
      'something between',
      log([one, 'hello', two, three, four]),
      [
        'line 2 is not a log entry',
        'line 3 is entry 2: entries are missing or in another order',
        'line 4 is entry 3: entries are missing or in another order',
        'line 5 is entry 4: entries are missing or in another order',
      ],
    ],
    ['blanks', log([one.replace('{', '{ ')]), ['line 1 is not in canonical form']],
    [
      'nested values',
      log([`${'['.repeat(50_000)}`, `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`]),
      ['line 1 is not a log entry', 'line 2 is not a log entry'],
    ],
    [
      'a line beyond its limit',
      log(['x'.repeat(60_001)]),
      ['line 1 has 60001 characters, more than the limit of 60000'],
    ],
    [
      'a log beyond its limit',
      'x'.repeat(20_000_001),
      ['the log has 20000001 characters, more than the limit of 20000000'],
    ],
    ['a prototype', log([one.replace('{', '{"__proto__":{"a":1},')]), [expect.stringMatching(/^line 1 is n/)]],
  ])('%s', (_, text, reasons) => {
    expect(verifyLog(text)).toEqual(reasons)
  })

  test('an end that was cut off, by what the manifest names', () => {
    expect(verifyLog(log([one, two]))).toEqual([])
    expect(verifyLog(log([one, two]), LAST)).toEqual([expect.stringMatching(CUT)])
  })

  test('another log that is whole in itself', () => {
    const other = getLines(EVENTS.map((event) => ({ ...event, at: '2031-01-02T03:04:05.000Z' })))
    expect(verifyLog(log(other), LAST)).toEqual([expect.stringMatching(CUT)])
  })

  test('entries beyond the limit are only counted', () => {
    const reasons = verifyLog('x\n'.repeat(500))
    expect(reasons).toHaveLength(21)
    expect(reasons.at(-1)).toBe('and 480 more')
  })
})

test('whatever is done to a log is found, when the manifest names its end', () => {
  const values = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.array(fc.string()))
  const event = fc
    .dictionary(
      fc.string().filter((name) => name !== '__proto__'),
      values,
      { maxKeys: 3 },
    )
    .map((data): LogEvent => ({ ...data, at: AT, event: 'x' }))
  fc.assert(
    fc.property(
      fc.array(event, { minLength: 1, maxLength: 6 }),
      fc.nat(),
      fc.nat(),
      fc.string(),
      (events, from, length, put) => {
        const lines = getLines(events)
        const text = log(lines)
        const last = readHash(lines.at(-1) ?? '')
        expect(verifyLog(text, last)).toEqual([])
        const at = from % text.length
        const edited = text.slice(0, at) + put + text.slice(at + (length % (text.length - at)))
        expect(verifyLog(edited, last).length > 0).toBe(edited !== text)
      },
    ),
  )
})

test('an entry is canonical, so that it has one text only', () => {
  for (const line of lines) expect(canonical(JSON.parse(line))).toBe(line)
})
