/** Reads Mocha's `json-stream` reporter: one event per line, without skipped tests. */
import { failureKeeper } from '../failure/failures.ts'
import { type Bytes, type ParsedCase, type ParsedReport, ReportError, type ReportFormat } from '../format.ts'
import { isObject, type Json, toCount, toText } from '../json/json.ts'
import { jsonLines, strangers, testCounter } from '../json/lines.ts'
import { claim, createCase, OUTCOME, toJsonReport, tried } from '../json/report.ts'
import { failed, getMochaPlace, isOutside, outside } from './mocha-json.ts'

const START = /^\["start",\{"total":\d+/m
const OPENING = /\["(?:start|pass|fail|end)",\{/g

export const mochaStream: ReportFormat = {
  about: 'mocha `--reporter json-stream`: as it runs',
  source: 'https://mochajs.org/#json-stream',
  limits:
    'skipped tests; files that do not load; tests that a hook kept from starting; the parts of a suite path; messages of failed retries',
  looksLike: (head) => START.test(head),
  parse: parseMochaStream,
}

/** @throws ReportError when no line is an event. */
function parseMochaStream(bytes: Bytes): ParsedReport {
  const keep = failureKeeper()
  const count = testCounter()
  const result: EndedTest[] = []
  const beside: Json[] = []
  let end: Json | null = null
  let events = 0
  const printed = strangers()
  for (const line of jsonLines(bytes, OPENING)) {
    const { value } = line
    const [kind, entry] = Array.isArray(value) && isObject(value[1]) ? [value[0], value[1]] : [null, {}]
    if (kind === 'pass' || kind === 'fail') count()
    if (kind === 'end') end = entry
    else if (kind === 'fail' && isOutside(entry)) beside.push(entry)
    else if (kind === 'pass' || kind === 'fail') {
      const retries = toCount(entry['currentRetry'])
      const outcome = kind === 'pass' ? OUTCOME.passed : failed(toText(entry['stack']), toText(entry['err']), keep)
      result.push({ entry, test: createCase(tried(outcome, retries), { ...getMochaPlace(entry), retries }) })
    } else if (kind !== 'start') printed.add(line)
    if (kind !== null) events += 1
  }
  if (events === 0) throw new ReportError('holds no event of mocha')
  const held = result.filter(({ test }) => test.outcome === 'passed').length
  const claims = [
    ...claim(toCount(end?.['passes']), held, 'passes'),
    ...claim(toCount(end?.['failures']), result.length - held + beside.length, 'failures'),
  ]
  const cases = withoutSecondEnds(result, endedIn(end))
  return toJsonReport(
    'mocha-stream',
    { cases, ...outside(beside), isComplete: end !== null && printed.isWhole(), ...printed.summary() },
    { claims },
  )
}

/** Returns the number of ended tests; null where the final event does not contain it. */
function endedIn(end: Json | null): number | null {
  return typeof end?.['tests'] === 'number' ? toCount(end['tests']) - toCount(end['pending']) : null
}

interface EndedTest {
  readonly entry: Json
  readonly test: ParsedCase
}

const SECOND_END = /^done\(\) called multiple times in /

/**
 * Returns each test once; it failed if any of its results did. Tests may share a title: results beyond the number of
 * `ended` tests are repetitions, first those that Mocha marks.
 */
function withoutSecondEnds(result: readonly EndedTest[], ended: number | null): readonly ParsedCase[] {
  const again = secondEnds(result, ended === null ? 0 : result.length - ended)
  const cases: ParsedCase[] = []
  const last = new Map<string, number>()
  for (const one of result) {
    const key = toKey(one)
    const n = again.has(one) ? last.get(key) : undefined
    if (n === undefined) last.set(key, cases.push(one.test) - 1)
    else if (cases[n]?.failure === null) cases[n] = one.test
  }
  return cases
}

function secondEnds(outcome: readonly EndedTest[], tooMany: number): ReadonlySet<EndedTest> {
  if (tooMany <= 0) return new Set()
  const seen = new Set<string>()
  const could = outcome.filter((one) => {
    const isKnown = seen.has(toKey(one))
    seen.add(toKey(one))
    return isKnown && one.test.failure !== null
  })
  const isSaid = ({ entry }: EndedTest) => SECOND_END.test(toText(entry['err']))
  return new Set([...could.filter(isSaid), ...could.filter((one) => !isSaid(one))].slice(0, tooMany))
}

const toKey = ({ entry }: EndedTest) => `${toText(entry['file'])}\n${toText(entry['fullTitle'])}`
