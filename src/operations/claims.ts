/** Compares the numbers that an agent claims with the measured ones. Claimed numbers decide nothing. */
import * as z from 'zod'
import { badClaims, badTotal } from '../core/errors/usage.ts'
import { claimsAreTrue } from '../core/rules/claims-are-true.ts'
import type { Definition } from './operation.ts'

const count = z.int().min(0).exactOptional()
const KEYS = ['total', 'passed', 'failed', 'skipped'] as const
export const claimsSchema = z.looseObject({ total: count, passed: count, failed: count, skipped: count })
export type Claims = z.output<typeof claimsSchema>

const PAIR = /^(\w+)[:=](\d{1,9})$/

/**
 * Reads `failed:3,passed:0`, or JSON.
 * @throws GateError `bad-usage`, also where the numbers contradict their total
 */
export function parseClaims(text: string): Claims {
  const { data } = claimsSchema.safeParse(text.trimStart().startsWith('{') ? parseJson(text) : parsePairs(text))
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function parsePairs(text: string): unknown {
  const pairs = text.split(',').map((part) => PAIR.exec(part.trim()))
  return pairs.every((pair) => pair !== null)
    ? Object.fromEntries(pairs.map(([, name = '', value]) => [name, Number(value)]))
    : null
}

const Measured = z.looseObject({ passed: z.int(), failed: z.int(), errored: z.int(), loadErrors: z.int() })

/** Returns the operation with a finding for each claimed number that differs from the measured one. */
export function withClaims(definition: Definition, claims: Claims): Definition {
  return {
    ...definition,
    run: async (input, hooks) => {
      const answer = await definition.run(input, hooks)
      const { findings, ...rest } = answer.json as { readonly findings?: readonly object[]; readonly tests?: unknown }
      const found = findFalseClaims(claims, rest.tests)
      const more = found.map(({ message }) => `! ${claimsAreTrue.code}: ${message}\n`).join('')
      return {
        ...answer,
        json: { ...rest, findings: [...(findings ?? []), ...found] },
        toText: (page) => `${answer.toText(page)}${more}`,
      }
    },
  }
}

function findFalseClaims(claims: Claims, tests: unknown) {
  const measured = Measured.safeParse(tests).data
  if (measured === undefined) return []
  const { passed, failed, errored, loadErrors } = measured
  const real = { passed, failed: failed + errored + loadErrors }
  return (['passed', 'failed'] as const)
    .filter((key) => claims[key] !== undefined && claims[key] !== real[key])
    .map((key) => ({
      rule: claimsAreTrue.code,
      level: 'warn',
      message: `Claimed ${key} ${claims[key]}; measured ${real[key]}.`,
      suggestion: 'Claim nothing: what is measured counts.',
      paths: [],
      tests: [],
    }))
}
