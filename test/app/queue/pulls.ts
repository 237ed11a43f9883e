/** What every store of pull requests must do. */
import { expect, test } from 'vitest'
import type { PullStore } from '../../../src/app/queue/pulls.ts'
import type { PullRecord } from '../../../src/core/status/pull-record.ts'

export const KEY = { repositoryId: '99', number: 5 }
export const RECORD: PullRecord = {
  ...KEY,
  repository: 'acme/shop',
  report: '{"version":1}',
  summary: {
    title: 'Discounts',
    authors: ['ada'],
    baseBranch: 'main',
    guard: 'open',
    conclusion: 'in_progress',
    headline: 'RED 1.1 accepted',
    subtasks: [],
    refusals: {},
    flaky: [],
    accepted: [{ sha: 'a'.repeat(40), subtask: '1.1', phase: 'red' }],
  },
}

interface OpenedPulls extends AsyncDisposable {
  readonly pulls: PullStore
  /** As a version before wrote its rows. */
  readonly forgetFigures: () => Promise<unknown>
}

export function pullsAreKept(open: () => Promise<OpenedPulls>) {
  test('a pull request has its last record, and the first time of each accepted commit', async () => {
    await using store = await open()
    const { put, get, list, close } = store.pulls
    await put(RECORD)
    const first = (await get(KEY))?.acceptedAt
    expect(Object.keys(first ?? {})).toEqual(['a'.repeat(40)])
    const later = { ...RECORD, report: '{"version":1,"later":true}' }
    await put(later)
    expect(await get(KEY)).toMatchObject({
      report: later.report,
      repository: 'acme/shop',
      acceptedAt: first,
      isOpen: true,
    })
    await put({ ...RECORD, number: 6 })
    await close(KEY)
    expect((await list('99')).map(({ number, isOpen }) => [number, isOpen])).toEqual([
      [6, true],
      [5, false],
    ])
    expect((await get(KEY))?.report).toBe(later.report)
    expect(await get({ ...KEY, repositoryId: '98' })).toBe(null)
    expect(await list('98')).toEqual([])
  })

  test('a repository has the figures of each pull request, also of those that an earlier version stored', async () => {
    await using store = await open()
    const { put, figures, close } = store.pulls
    const green = 'c'.repeat(40)
    const subtasks = [{ id: '1.1', title: 'Discounts', status: 'done' as const, attempts: 2 }]
    const accepted = [...RECORD.summary.accepted, { sha: green, subtask: '1.1', phase: 'green' as const }]
    await put({ ...RECORD, summary: { ...RECORD.summary, refusals: { 'red-has-driver': 1 } } })
    await put({ ...RECORD, number: 6, summary: { ...RECORD.summary, subtasks, accepted } })
    await close(KEY)
    const expected = [
      { isOpen: true, done: 1, subtasks: 1, proved: 1, attempts: 2, refusals: {}, minutes: [] },
      { isOpen: false, done: 0, subtasks: 0, proved: 0, attempts: 0, refusals: { 'red-has-driver': 1 }, guard: 'open' },
    ]
    expect(await figures('99')).toMatchObject(expected)
    await store.forgetFigures()
    expect(await figures('99')).toMatchObject(expected)
    expect(await figures('98')).toEqual([])
  })

  test('the repositories of an owner are found by its login, the latest first, each with its last name', async () => {
    await using store = await open()
    const { put, repositories } = store.pulls
    await put(RECORD)
    await put({ ...RECORD, repositoryId: '97', repository: 'acme-labs/shop' })
    await put({ ...RECORD, repositoryId: '98', repository: 'Acme/api', number: 1 })
    await put({ ...RECORD, repositoryId: '98', repository: 'Acme/core', number: 2 })
    expect((await repositories('acme')).toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
      { id: '98', name: 'Acme/core' },
      { id: '99', name: 'acme/shop' },
    ])
    expect(await repositories('acm_')).toEqual([])
  })
}
