/** Joins tests that Mocha's stream reports twice: a passed test may fail later. */
import type { ParsedCase } from '../format.ts'
import { type Json, toText } from '../json/json.ts'

export interface EndedTest {
  readonly entry: Json
  readonly test: ParsedCase
}

const SECOND_END = /^done\(\) called multiple times in /

/**
 * Returns each test once; it failed if any of its results did. Tests may share a title: results beyond the number of
 * `ended` tests are repetitions, first those that Mocha marks.
 */
export function withoutSecondEnds(result: readonly EndedTest[], ended: number | null): readonly ParsedCase[] {
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
