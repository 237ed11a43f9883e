import { describe, expect, test } from 'vitest'
import { completeOperation } from '../../src/operations/catalog/complete.ts'
import { type Claims, withClaims } from '../../src/operations/claims.ts'

const hooks = { onProgress: () => undefined, signal: new AbortController().signal }
const numbers = (passed: number, failed: number) => ({ passed, failed, errored: 0, skipped: 0, loadErrors: 0 })
/** One new test fails; the suite has nine other tests. */
const AT_RED = { phase: 'red', tests: numbers(0, 1), wholeSuite: { passed: 9, failed: 1, skipped: 0 } }
const AT_GREEN = { phase: 'green', tests: numbers(10, 0), wholeSuite: { passed: 10, failed: 0, skipped: 0 } }

async function compare(answer: object, claims: Claims) {
  const run = async () => ({ json: { notes: [], ...answer }, toText: () => '', exit: 0 as const })
  const { json, toText } = await withClaims({ ...completeOperation, run }, claims).run({}, hooks)
  const { findings, notes } = json as {
    readonly findings: readonly { readonly message: string }[]
    readonly notes: readonly string[]
  }
  return { found: findings.map(({ message }) => message), notes, text: toText({ width: 80, paint: (_, text) => text }) }
}

describe('claimed numbers', () => {
  test('at RED may speak of the changed files, or of the whole suite', async () => {
    expect((await compare(AT_RED, { total: 1, passed: 0, failed: 1 })).found).toEqual([])
    expect((await compare(AT_RED, { total: 10, passed: 9, failed: 1 })).found).toEqual([])
  })

  test('at RED are wrong above the numbers of the suite, and below them', async () => {
    expect((await compare(AT_RED, { total: 50, passed: 49, failed: 1 })).found).toEqual([
      'Claimed total 50; measured 1, and 10 in the whole suite.',
      'Claimed passed 49; measured 0, and 9 in the whole suite.',
    ])
    expect((await compare(AT_RED, { total: 50 })).found).toHaveLength(1)
    expect((await compare(AT_RED, { passed: 5, failed: 1 })).found).toHaveLength(1)
    // Each number is true of another run.
    expect((await compare(AT_RED, { total: 10, passed: 0 })).found).toHaveLength(1)
  })

  test('of a suite whose numbers are unknown are not compared, and the answer says so', async () => {
    const { found, notes, text } = await compare({ ...AT_RED, wholeSuite: null }, { passed: 3, failed: 1 })
    expect(found).toEqual([])
    expect(notes).toEqual(['Claimed passed 3: not compared: only changed files ran.'])
    expect(text).toContain('note: Claimed passed 3: not compared')
    expect((await compare({ ...AT_RED, wholeSuite: null }, { failed: 0 })).found).toEqual([
      'Claimed failed 0; measured 1.',
    ])
  })

  test('are compared one by one at GREEN, where the whole suite ran', async () => {
    expect((await compare(AT_GREEN, { total: 10, passed: 10, failed: 0 })).found).toEqual([])
    expect((await compare(AT_GREEN, { passed: 11, failed: 0 })).found).toEqual(['Claimed passed 11; measured 10.'])
    expect((await compare(AT_GREEN, { total: 50 })).found).toEqual(['Claimed total 50; measured 10.'])
  })
})
