import { expect, test } from 'vitest'
import type { Base } from '../../../src/core/status/protection.ts'
import { toFigures } from '../../../src/core/status/pull-figures.ts'
import { countSuiteRuns, type StoredPull } from '../../../src/core/status/pull-record.ts'
import { toOwnerTables } from '../../../src/render/web/owner-page.ts'
import { toRepositoryContent, toRepositoryTables } from '../../../src/render/web/repository-page.ts'
import { toCsv, toTableJson } from '../../../src/render/web/table.ts'
import { getEvidence } from '../../core/support.ts'
import { sha } from '../../support/decision.ts'

const PULL: StoredPull = {
  number: 5,
  isOpen: true,
  at: '2026-11-01T10:00:00.000Z',
  acceptedAt: { [sha('a')]: '2026-11-01T09:00:00.000Z', [sha('b')]: '2026-11-01T09:12:30.000Z' },
  summary: {
    title: '=HYPERLINK("https://evil.example")',
    authors: ['ada'],
    baseBranch: 'main',
    guard: 'open',
    conclusion: 'in_progress',
    headline: 'GREEN 1.1 accepted',
    subtasks: [{ status: 'done', attempts: 2 }],
    refusals: { 'green-keeps-tests': 2, 'red-has-driver': 1 },
    flaky: ['a > b'],
    suiteRuns: { count: 4, flakyAt: [{ test: 'a > b', commits: [sha('a'), sha('b')] }] },
    accepted: [
      { sha: sha('a'), subtask: '1.1', phase: 'red' },
      { sha: sha('b'), subtask: '1.1', phase: 'green' },
    ],
  },
}
const SUITE_RUNS = countSuiteRuns([
  { commit: sha('c'), evidence: getEvidence({ scope: 'suite', flaky: ['a > b'] }) },
  { commit: sha('d'), evidence: getEvidence({ scope: 'files' }) },
  { commit: sha('e'), evidence: getEvidence({ scope: 'suite' }) },
  { commit: sha('f'), evidence: getEvidence({ scope: 'suite' }) },
])
const AGENT = {
  ...PULL,
  number: 6,
  isOpen: false,
  summary: { ...PULL.summary, authors: ['coder[bot]'], guard: 'required', suiteRuns: SUITE_RUNS },
}

const MAIN = { branch: 'main', kind: 'required' } as const
const toTables = (pulls: readonly StoredPull[], base: Base = MAIN) => toRepositoryTables(pulls, '/r/acme/shop', base)
const find = (name: string) => toTables([PULL, AGENT]).find((table) => table.name === name)
const toNotEnforced = (pulls: readonly StoredPull[], base: Base) => {
  const table = toTables(pulls, base).find(({ name }) => name === 'not-enforced')
  return [table?.rows, table?.empty]
}

test('agents stand beside people, with attempts, rejected commits and the time from RED to GREEN', () => {
  expect(find('authors')?.columns).toContain('rejected commits')
  expect(find('authors')?.rows).toEqual([
    ['all', 2, 2, 4, 6, 12.5],
    ['agents', 1, 1, 2, 3, 12.5],
    ['people', 1, 1, 2, 3, 12.5],
  ])
})

test('a person who works with an agent stands among the agents', () => {
  const pair = { ...PULL, summary: { ...PULL.summary, agents: ['Claude'] } }
  const [open, , authors] = toTables([pair])
  expect(authors?.rows.map(([who, count]) => [who, count])).toEqual([
    ['all', 1],
    ['agents', 1],
    ['people', 0],
  ])
  expect(open?.rows[0]).toContain('ada Claude')
})

test('rules, flaky tests and unprotected branches are counted over pull requests', () => {
  expect(find('rejections')?.rows).toEqual([
    ['green-keeps-tests', 4, 2],
    ['red-has-driver', 2, 2],
  ])
  expect(find('flaky')?.rows).toEqual([['a > b', 2, '3 of 7', `#5 ${sha('b').slice(0, 7)}`]])
  const { suiteRuns: _, ...before } = PULL.summary
  const old = toTables([{ ...PULL, summary: before }])
  expect(old.find(({ name }) => name === 'flaky')?.rows).toEqual([['a > b', 1, '', '#5']])
})

const NOT_REQUIRED = 'does not require the check of this App'

test('the default branch is named whether or not a pull request is open', () => {
  expect(toNotEnforced([], MAIN)).toEqual([[], 'main requires tdd-gate from this App.'])
  expect(toNotEnforced([], { branch: 'main', kind: 'open' })[0]).toEqual([['main', NOT_REQUIRED, 0]])
  expect(toNotEnforced([], { branch: 'main', kind: 'unknown', reason: '403' })[0]).toEqual([
    ['main', 'GitHub does not show its protection to this App', 0],
  ])
})

test('a branch stands once, with its open pull requests, and what is known now counts for the default branch', () => {
  const other = { ...PULL, number: 7, summary: { ...PULL.summary, baseBranch: 'next' } }
  expect(toNotEnforced([PULL, AGENT, other], { branch: 'main', kind: 'open' })[0]).toEqual([
    ['main', NOT_REQUIRED, 1],
    ['next', NOT_REQUIRED, 1],
  ])
  expect(toNotEnforced([PULL, other], MAIN)[0]).toEqual([['next', NOT_REQUIRED, 1]])
})

test('a repository whose pull requests were never evaluated says so', () => {
  const [open] = toTables([])
  expect(open?.empty).toBe('The App has evaluated no pull request here yet.')
  expect(toTables([AGENT])[0]?.empty).toBeUndefined()
  expect(toPage([])).toContain('evaluated no pull request here yet')
})

const toPage = (pulls: readonly StoredPull[]) => toRepositoryContent('acme/shop', pulls, toTables(pulls)).html

test('an open pull request is a row with its state, and the strip of its phases', () => {
  const page = toPage([PULL, AGENT])
  expect(page).toContain('<a href="/r/acme/shop/pull/5">#5</a>')
  expect(page).toContain('<span class="badge in_progress">in progress</span>')
  expect(page).toMatch(
    /<li class="step red" title="RED 1\.1">R<\/li>\s*<li class="step green" title="GREEN 1\.1">G<\/li>/,
  )
  expect(page).not.toContain('/pull/6')
})

test('tables without a row stand folded in one place', () => {
  const page = toPage([{ ...PULL, summary: { ...PULL.summary, flaky: [], refusals: {} } }])
  expect(page).toMatch(/<details class="card"><summary>Nothing to show: Not enforced, Rejections by rule, Flaky tests</)
  expect(page).not.toContain('<h2 id="flaky">')
  expect(page).toContain('main requires tdd-gate from this App.')
})

test('times from RED to GREEN are a trend, the last one at its end', () => {
  const later = {
    ...PULL,
    acceptedAt: { [sha('a')]: '2026-11-01T09:00:00.000Z', [sha('b')]: '2026-11-01T09:25:00.000Z' },
  }
  expect(toPage([later, PULL])).toMatch(
    /<svg class="trend"[^>]* aria-label="RED to GREEN, oldest first: 12\.5, 25 minutes">/,
  )
  expect(toPage([PULL])).not.toContain('<svg')
})

test('an organisation has a row for each repository, and its people and rules together', () => {
  const owned = [
    { name: 'acme/shop', pulls: [PULL, AGENT].map((pull) => ({ ...toFigures(pull), isOpen: pull.isOpen })) },
    { name: 'acme/api', pulls: [] },
  ]
  const [repositories, authors, rules] = toOwnerTables(owned)
  expect(repositories?.rows).toEqual([
    [{ text: 'acme/shop', address: '/r/acme/shop' }, 1, '1 of 1', 1, 6, 1, 12.5],
    [{ text: 'acme/api', address: '/r/acme/api' }, 0, '0 of 0', 0, 0, 0, null],
  ])
  expect([authors?.rows, rules?.rows]).toEqual([find('authors')?.rows, find('rejections')?.rows])
})

test('a spreadsheet does not run a title as a formula', () => {
  const table = find('open')
  expect(table?.rows).toHaveLength(1)
  if (table === undefined) return
  expect(toCsv(table).split('\r\n')[1]).toMatch(/^"#5","'=HYPERLINK\(""https:\/\/evil\.example""\)","in progress"/)
  expect(JSON.parse(toTableJson(table))).toMatchObject({ table: 'open', rows: [{ number: '#5', attempts: 2 }] })
})
