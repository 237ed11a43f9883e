/** Joins tests of mocha's stream that ended more than once: a passed test may fail later, and the stream reports it again. */
import type { ParsedCase } from '../format.ts'
import { type Json, toText } from '../json/json.ts'

export interface EndedTest {
  readonly entry: Json
  readonly test: ParsedCase
}

const SECOND_END = /^done\(\) called multiple times in /

/**
 * Each test once, failed if it failed at all. Tests of one title look alike, too: so many are the same as are more than
 * the `ended` ones, those first of which mocha says it.
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
