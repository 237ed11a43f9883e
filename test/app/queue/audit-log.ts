/** What the audit log of every store must do. */
import { expect, test } from 'vitest'
import type { AuditLog } from '../../../src/app/queue/audit.ts'
import type { AuditEntry } from '../../../src/core/model/audit.ts'

const VERDICT: AuditEntry = {
  kind: 'verdict',
  repository: 'acme/shop',
  number: 5,
  head: 'a'.repeat(40),
  conclusion: 'failure',
  title: 'RED 1.1 rejected',
  rules: ['red-has-driver'],
  overriddenBy: null,
}
const GREEN: AuditEntry = { ...VERDICT, conclusion: 'success', rules: [] }
const COMMAND: AuditEntry = {
  kind: 'command',
  repository: 'acme/shop',
  number: 5,
  commentId: '31',
  actor: 'mona',
  role: 'maintain',
  command: '/tdd override 0e88faadd urgent',
  isDone: true,
  effects: ['record'],
}

export function auditLogGrows(
  open: () => Promise<AsyncDisposable & { readonly audit: AuditLog }>,
  clear: () => Promise<unknown>,
) {
  test('the audit log has each decision once, in order, with the delivery that led to it', async () => {
    await using store = await open()
    const { append, read } = store.audit
    expect(await append(VERDICT, 'd1')).toBe(true)
    expect(await append(VERDICT, 'd2')).toBe(false)
    expect(await append(COMMAND, 'd3')).toBe(true)
    expect(await append(COMMAND, 'd3')).toBe(false)
    expect(await append(GREEN, 'd3')).toBe(true)
    expect(await append(VERDICT, 'd4')).toBe(true)
    const all = await read(0)
    expect(all.map(({ entry }) => entry)).toEqual([VERDICT, COMMAND, GREEN, VERDICT])
    expect(all.map(({ delivery }) => delivery)).toEqual(['d1', 'd3', 'd3', 'd4'])
    expect(Math.abs(Date.now() - Date.parse(all[0]?.at ?? ''))).toBeLessThan(60_000)
    expect(await read(all[2]?.n ?? 0)).toEqual(all.slice(3))
    // A repository of the same name had the entries above.
    await append({ ...GREEN, repositoryId: '99' }, 'd5')
    expect((await store.audit.about('99', 5)).map(({ delivery }) => delivery)).toEqual(['d5'])
    expect(await store.audit.about('98', 5)).toEqual([])
    await expect(clear()).rejects.toThrow(/only grows/)
  })
}
