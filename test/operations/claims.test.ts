import { describe, expect, test } from 'vitest'
import { completeOperation } from '../../src/operations/catalog/complete.ts'
import { type Claims, withClaims } from '../../src/operations/claims.ts'

const tests = { passed: 0, failed: 1, errored: 0, loadErrors: 0 }
const hooks = { onProgress: () => undefined, signal: new AbortController().signal }

async function compare(phase: string, claims: Claims): Promise<readonly { readonly message: string }[]> {
  const run = async () => ({ json: { phase, tests }, toText: () => '', exit: 0 as const })
  const { json } = await withClaims({ ...completeOperation, run }, claims).run({}, hooks)
  return (json as { readonly findings: readonly { readonly message: string }[] }).findings
}

describe('claimed numbers', () => {
  test('of the whole suite stand at RED, where only changed files ran', async () => {
    expect(await compare('red', { total: 2, passed: 1, failed: 1 })).toEqual([])
    expect(await compare('red', { failed: 0, passed: 2 })).toMatchObject([{ message: 'Claimed failed 0; measured 1.' }])
  })

  test('are compared one by one at GREEN, where the whole suite ran', async () => {
    expect(await compare('green', { passed: 1, failed: 1 })).toMatchObject([
      { message: 'Claimed passed 1; measured 0.' },
    ])
  })
})
