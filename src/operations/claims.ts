/** Compares the numbers that an agent claims with the measured ones. Claimed numbers decide nothing. */

import * as z from 'zod'
import { badClaims, badTotal } from '../core/errors/usage.ts'
import { countFailing } from '../core/model/test-run.ts'
import { claimsAreTrue } from '../core/rules/claims-are-true.ts'
import { parseAnyJson } from '../core/util/parse-json.ts'
import type { Definition } from './operation.ts'

const count = z.int().min(0).exactOptional()
const KEYS = ['total', 'passed', 'failed', 'skipped', 'coverage'] as const
/** In percent of the lines. */
export const coverageClaim = z.number().min(0).max(100).exactOptional()
export const claimsSchema = z.looseObject({
  total: count,
  passed: count,
  failed: count,
  skipped: count,
  coverage: coverageClaim,
})
export type Claims = z.output<typeof claimsSchema>

const PAIR = /^(\w+)[:=](\d{1,9}(?:\.\d{1,2})?)$/

/**
 * Reads `failed:3,passed:0`, or JSON.
 * @throws GateError `bad-usage`, also where the numbers contradict their total
 */
export function parseClaims(text: string): Claims {
  const { data } = claimsSchema.safeParse(text.trimStart().startsWith('{') ? parseAnyJson(text) : parsePairs(text))
  const claims = data && Object.fromEntries(KEYS.flatMap((key) => (data[key] === undefined ? [] : [[key, data[key]]])))
  if (claims === undefined || Object.keys(claims).length === 0) throw badClaims()
  checkTotal(claims)
  return claims
}

/** @throws GateError `bad-usage` */
export function checkTotal({ total, passed, failed, skipped = 0 }: Claims): void {
  if (total === undefined || passed === undefined || failed === undefined || total === passed + failed + skipped) return
  throw badTotal(total, `passed ${passed} + failed ${failed} + skipped ${skipped}`)
}

function parsePairs(text: string): unknown {
  const pairs = text.split(',').map((part) => PAIR.exec(part.trim()))
  return pairs.every((pair) => pair !== null)
    ? Object.fromEntries(pairs.map(([, name = '', value]) => [name, Number(value)]))
    : null
}

const Covered = z.looseObject({ lines: z.number().exactOptional() }).nullable()
const Measured = z.looseObject({
  passed: z.int(),
  failed: z.int(),
  errored: z.int(),
  skipped: z.int(),
  loadErrors: z.int(),
})
const WholeSuite = z.looseObject({ passed: z.int(), failed: z.int(), skipped: z.int() }).nullish()

/** Returns the operation with a finding for each claimed number that differs from the measured one. */
export function withClaims(definition: Definition, claims: Claims): Definition {
  return {
    ...definition,
    run: async (input, hooks) => {
      const answer = await definition.run(input, hooks)
      const { findings, notes, ...rest } = answer.json as {
        readonly findings?: readonly object[]
        readonly notes?: readonly string[]
        readonly tests?: unknown
        readonly wholeSuite?: unknown
        readonly coverage?: unknown
      }
      const counts = compareCounts(claims, rest.tests, rest.wholeSuite)
      const found = [...counts.findings, ...findFalseCoverage(claims, rest.coverage)]
      const before = counts.notes.map((note) => `note: ${note}\n`).join('')
      const more = found.map(({ message }) => `! ${claimsAreTrue.code}: ${message}\n`).join('')
      return {
        ...answer,
        json: { ...rest, notes: [...(notes ?? []), ...counts.notes], findings: [...(findings ?? []), ...found] },
        toText: (page) => `${before}${answer.toText(page)}${more}`,
      }
    },
  }
}

const COUNTS = ['total', 'passed', 'failed', 'skipped'] as const
type Counts = Readonly<Record<(typeof COUNTS)[number], number>>

/** A claim is true when all of its numbers are those of one run: of the tests that ran, or of the whole suite. */
function compareCounts(claims: Claims, tests: unknown, wholeSuite: unknown) {
  const { data: measured } = Measured.safeParse(tests)
  if (measured === undefined) return { findings: [], notes: [] }
  const ran = toCounts({ ...measured, failed: countFailing(measured) })
  const suite = WholeSuite.safeParse(wholeSuite).data
  const whole = suite ? toCounts(suite) : null
  const differing = (counts: Counts) => COUNTS.filter((key) => claims[key] !== undefined && claims[key] !== counts[key])
  const wrong = differing(ran)
  if (wrong.length === 0) return { findings: [], notes: [] }
  if (whole === null) {
    const [low, high] = [true, false].map((isLow) => wrong.filter((key) => Number(claims[key]) < ran[key] === isLow))
    return {
      findings: (low ?? []).map((key) => toFinding(`Claimed ${key} ${claims[key]}; measured ${ran[key]}.`)),
      notes: (high ?? []).map((key) => `Claimed ${key} ${claims[key]}: ${NOT_COMPARED}`),
    }
  }
  const ofWhole = differing(whole)
  const nearer = ofWhole.length <= wrong.length ? ofWhole : wrong
  const findings = nearer.map((key) => {
    const other = whole[key] === ran[key] ? '' : `, and ${whole[key]} in the whole suite`
    return toFinding(`Claimed ${key} ${claims[key]}; measured ${ran[key]}${other}.`)
  })
  return { findings, notes: [] }
}

const NOT_COMPARED = 'not compared: only changed files ran.'

function toCounts({ passed, failed, skipped }: Omit<Counts, 'total'>): Counts {
  return { total: passed + failed + skipped, passed, failed, skipped }
}

/** People round by at most this much. */
const MAX_ROUNDING = 1

function findFalseCoverage({ coverage: claimed }: Claims, coverage: unknown) {
  if (claimed === undefined) return []
  const lines = Covered.safeParse(coverage ?? null).data?.lines
  if (lines === undefined) return [toFinding(`Claimed coverage ${claimed} %; nothing measured it.`)]
  return Math.abs(lines - claimed) < MAX_ROUNDING
    ? []
    : [toFinding(`Claimed coverage ${claimed} %; measured ${lines} %.`)]
}

function toFinding(message: string) {
  const suggestion = 'Claim nothing: what is measured counts.'
  return { rule: claimsAreTrue.code, level: 'warn', message, suggestion, paths: [], tests: [] }
}
