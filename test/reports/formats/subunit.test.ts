import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { detectFormat } from '../../../src/reports/detect.ts'
import { ReportError } from '../../../src/reports/format.ts'
import { subunit } from '../../../src/reports/formats/subunit.ts'
import { differences, getTruth } from '../../support/corpus.ts'
import { obeysTheLaws } from '../../support/laws.ts'
import { shareOf } from '../../support/property-runs.ts'
import { recorded } from '../../support/recorded.ts'

const sample = recorded('subunit/out/run.subunit')
const report = subunit.parse([sample])

const STATUS = { exists: 1, inprogress: 2, success: 3, uxsuccess: 4, skip: 5, fail: 6, xfail: 7 }
interface Event {
  readonly id?: string
  readonly status?: keyof typeof STATUS
  readonly file?: readonly [name: string, content: string | Buffer]
  readonly seconds?: number
  readonly route?: string
  readonly tags?: readonly string[]
  readonly mime?: string
}

/** After the specification: one to four bytes, of which the first two bits say how many. */
function number(value: number): Buffer {
  if (value < 64) return Buffer.from([value])
  if (value < 16_384) return Buffer.from([0x40 | (value >> 8), value & 0xff])
  return Buffer.from([0x80 | (value >> 16), (value >> 8) & 0xff, value & 0xff])
}
const text = (word: string) => Buffer.concat([number(Buffer.byteLength(word)), Buffer.from(word)])
function packet({ id, status, file, seconds, route, tags, mime }: Event): Buffer {
  const time = Buffer.alloc(4)
  time.writeUInt32BE(seconds ?? 0)
  const body = Buffer.concat([
    ...(seconds === undefined ? [] : [time, number(500)]),
    ...(id === undefined ? [] : [text(id)]),
    ...(tags === undefined ? [] : [number(tags.length), ...tags.map(text)]),
    ...(mime === undefined ? [] : [text(mime)]),
    ...(file === undefined ? [] : [text(file[0]), number(Buffer.from(file[1]).length), Buffer.from(file[1])]),
    ...(route === undefined ? [] : [text(route)]),
  ])
  const flags =
    0x2100 |
    (id === undefined ? 0 : 0x800) |
    (route === undefined ? 0 : 0x400) |
    (seconds === undefined ? 0 : 0x200) |
    (tags === undefined ? 0 : 0x80) |
    (file === undefined ? 0 : 0x40) |
    (mime === undefined ? 0 : 0x20) |
    (status === undefined ? 0 : STATUS[status])
  const size = [1, 2, 3].find((width) => number(body.length + 7 + width).length === width) ?? 3
  const head = Buffer.concat([Buffer.from([0xb3, flags >> 8, flags & 0xff]), number(body.length + 7 + size), body])
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(head))
  return Buffer.concat([head, check])
}
const parse = (...parts: readonly (Event | string | Buffer)[]) =>
  subunit.parse(
    parts.map((part) => (typeof part === 'string' || Buffer.isBuffer(part) ? Buffer.from(part) : packet(part))),
  )

describe('SubUnit v2', () => {
  test('tells every test once, as the console did', () => {
    expect(differences(getTruth('subunit'), report.cases, 'full')).toEqual([])
    expect(report).toMatchObject({ format: 'subunit', isComplete: true, runErrors: [], warnings: [] })
  })

  test('says what was expected, and what did not run', () => {
    expect(report.cases.flatMap(({ name, mark }) => (mark === null ? [] : [`${name}: ${mark}`]))).toEqual([
      'test_expected_failure: expected-failure',
      'test_unexpected_success: unexpected-success',
      'test_never_started: not-run',
    ])
  })

  test('a failure has the words of its traceback', () => {
    const failures = report.cases.flatMap(({ name, failure }) =>
      failure === null ? [] : [[name, failure.kind, failure.type, failure.message, failure.missing?.name ?? null]],
    )
    expect(failures).toEqual([
      ['test_errors', 'error', 'TypeError', 'boom', null],
      ['test_fails', 'assertion', 'testtools.matchers._impl.MismatchError', '3 != 2', null],
      ['test_missing', 'missing-symbol', 'NameError', "name 'undefined_function' is not defined", 'undefined_function'],
      ['test_unexpected_success', 'assertion', null, 'the test was expected to fail, and passed', null],
      ['test_never', 'error', 'RuntimeError', 'setup exploded', null],
      ['test_passes', 'error', 'RuntimeError', 'teardown exploded', null],
      ['test_sub', 'assertion', 'AssertionError', '1 != 0', null],
    ])
    expect(report.cases.find(({ name }) => name === 'test_errors')?.failure?.stack).toMatch(
      /^Traceback .*\n {2}File "\/home\/user\/project\/tests\/test_cases\.py", line 6/,
    )
  })

  test('a module that does not load and a fixture of a class are no tests', () => {
    expect(report.loadErrors).toMatchObject([
      { file: 'tests/test_broken.py', kind: 'missing-symbol', missing: { name: 'does_not_exist' } },
    ])
    expect(report.hookFailures).toEqual([
      { file: null, suite: ['tests.test_cases.SetUpClassFails'], message: 'RuntimeError: class setup exploded' },
    ])
  })

  test('a test has its module, whatever its parameters, and the time between its packets', () => {
    const id = 'a.test_b.C.test_d(x.y, 1.5)'
    const { cases } = parse(
      { id, status: 'inprogress', seconds: 10, mime: 'text/plain' },
      { id, status: 'success', seconds: 12, tags: ['slow', 'db'] },
      { id: 'what a cart does', status: 'success', route: '0/1' },
    )
    expect(cases).toMatchObject([
      {
        className: 'a.test_b.C',
        suite: ['a.test_b.C'],
        name: 'test_d(x.y, 1.5)',
        outcome: 'passed',
        durationMs: 2_000,
      },
      { suite: [], name: 'what a cart does', outcome: 'passed', durationMs: null },
    ])
  })

  test('lengths of one, two and three bytes are read', () => {
    for (const length of [0, 40, 63, 64, 200, 16_383, 16_384, 100_000]) {
      const content = 'x'.repeat(length)
      const { cases } = parse({ id: 'a.b', file: ['traceback', content] }, { id: 'a.b', status: 'fail' })
      expect(cases[0]?.failure?.stack?.length ?? 0).toBe(Math.min(length, 16_000))
    }
  })

  test('a test that was begun and not ended died; one that is only listed makes the run incomplete', () => {
    expect(parse({ id: 'a.b', status: 'inprogress' })).toMatchObject({
      cases: [{ outcome: 'errored', failure: { kind: 'crash' } }],
    })
    expect(parse({ id: 'a.b', status: 'exists' }, { id: 'a.c', status: 'success' })).toMatchObject({
      cases: [
        { name: 'b', outcome: 'skipped', mark: 'not-run' },
        { name: 'c', outcome: 'passed' },
      ],
      isComplete: false,
    })
  })

  test('two runs of one test stay two', () => {
    const { cases } = parse({ id: 'a.b', status: 'fail' }, { id: 'a.b', status: 'success' })
    expect(cases.map(({ outcome }) => outcome)).toEqual(['failed', 'passed'])
  })

  test('what a process printed between packets is no part of the report, whatever letters it has', () => {
    const result = parse('más información ó ó\n', { id: 'a.b', status: 'success' }, 'razón -3\n', {
      id: 'a.c',
      status: 'success',
    })
    expect(result).toMatchObject({ isComplete: true, warnings: ['text between the packets is no part of the report'] })
    expect(result.cases).toHaveLength(2)
  })

  test('a damaged packet ends the report: what was read before it stays, and it is not complete', () => {
    const whole = [{ id: 'a.b', status: 'success' } as const, { id: 'a.c', status: 'fail' } as const].map(packet)
    const bad = Buffer.from(whole[1] as Buffer)
    bad[8] = (bad[8] ?? 0) ^ 1
    expect(parse(whole[0] as Buffer, bad)).toMatchObject({
      cases: [{ name: 'b' }],
      isComplete: false,
      runErrors: [expect.stringMatching(/^the packet at byte \d+ is damaged/)],
    })
    expect(parse(whole[0] as Buffer, (whole[1] as Buffer).subarray(0, 9))).toMatchObject({
      isComplete: false,
      runErrors: [expect.stringMatching(/^the report ends inside the packet at byte \d+/)],
    })
  })

  test('what holds no packet is refused', () => {
    for (const bytes of ['ok 1 - a\n', '\u00b3 text', ''])
      expect(() => parse(bytes)).toThrow(new ReportError('holds no packet of SubUnit v2'))
  })

  test('is recognised by its first bytes', () => {
    const head = (bytes: Buffer) => bytes.toString('utf8')
    expect(detectFormat(head(sample))).toBe('subunit')
    expect(detectFormat(head(packet({ id: '<testsuite>', status: 'success' })))).toBe('subunit')
    expect(detectFormat('³) is no packet')).toBeNull()
  })

  test('any packets are read as they were written', () => {
    const id = fc.stringMatching(/^[a-z]{1,3}\.[a-z]{1,80}$/)
    const final = fc.constantFrom('success', 'fail', 'skip', 'xfail', 'uxsuccess')
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(id, final), { selector: ([name]) => name, maxLength: 12 }),
        fc.string(),
        (all, noise) => {
          fc.pre(all.length > 0)
          const { cases } = parse(...all.flatMap(([name, status]) => [{ id: name, status }, noise]))
          expect(cases.map(({ suite, name }) => [...suite, name].join('.'))).toEqual(all.map(([name]) => name))
          const bad = cases.filter(({ outcome }) => outcome === 'failed' || outcome === 'errored')
          expect(bad).toHaveLength(all.filter(([, status]) => status === 'fail' || status === 'uxsuccess').length)
        },
      ),
      { numRuns: shareOf(200) },
    )
  })

  obeysTheLaws(subunit, sample)
})
