/** The page of a repository: open work, what is not enforced, flaky tests, refusals, and agents beside people. */
import { GATE_CHECK } from '../../core/status/checks.ts'
import type { Base } from '../../core/status/protection.ts'
import { type PullFigures, toFigures } from '../../core/status/pull-figures.ts'
import type { StoredPull } from '../../core/status/pull-record.ts'
import { type Html, html, NOTHING } from '../text/html.ts'
import { getLogins, toOpenRows, toTrend } from './open-work.ts'
import { toTableHtml, toTablesHtml, type WebTable } from './table.ts'

export const GUARDS: Readonly<Record<string, string>> = {
  open: 'does not require the check of this App',
  unknown: 'GitHub does not show its protection to this App',
}

/** @param pulls the open ones first @param tables of the same pull requests */
export function toRepositoryContent(name: string, pulls: readonly StoredPull[], tables: readonly WebTable[]): Html {
  const address = `/r/${name}`
  const [open, ...others] = tables
  const rows = open && toTableHtml(open, address, toOpenRows(pulls, address))
  const minutes = pulls.toReversed().flatMap((pull) => toFigures(pull).minutes)
  return html`<header><h1>${name}</h1></header><main>${rows ?? NOTHING}${toTrend(minutes)}${toTablesHtml(others, address)}</main>`
}

/** @param pulls the open ones first @param address of the repository's page @param base the default branch, as it is now */
export function toRepositoryTables(pulls: readonly StoredPull[], address: string, base: Base): readonly WebTable[] {
  const figures = pulls.map(toFigures)
  return [
    openTasks(pulls, address),
    notEnforced(pulls, base),
    listAuthors(figures),
    listRejections(figures),
    flakyTests(pulls),
  ]
}

function openTasks(pulls: readonly StoredPull[], address: string): WebTable {
  const rows = pulls
    .filter(({ isOpen }) => isOpen)
    .map((pull) => {
      const { number, at, summary } = pull
      const { done, subtasks, attempts } = toFigures(pull)
      return [
        { text: `#${number}`, address: `${address}/pull/${number}` },
        ...[summary.title, summary.conclusion.replace('_', ' '), summary.headline],
        ...[`${done} of ${subtasks}`, attempts, getLogins(summary).join(' '), at.slice(0, 16).replace('T', ' ')],
      ]
    })
  const columns = ['number', 'title', 'conclusion', 'state', 'subtasks done', 'attempts', 'authors', 'changed (UTC)']
  const table = { name: 'open', title: 'Open work', about: 'Pull requests, and where they stand.', columns, rows }
  return pulls.length > 0 ? table : { ...table, empty: 'The App has evaluated no pull request here yet.' }
}

/** The guard of the default branch is read for the page; evaluations do not read it. */
function notEnforced(pulls: readonly StoredPull[], { branch, kind }: Base): WebTable {
  const open = pulls.filter(({ isOpen }) => isOpen).map(({ summary }) => summary)
  const here = open.filter(({ baseBranch }) => baseBranch === branch)
  const gaps = open.filter(({ baseBranch, guard }) => baseBranch !== branch && guard in GUARDS)
  const branches = Map.groupBy(gaps, ({ guard, baseBranch }) => `${guard} ${baseBranch}`)
  const rows = [...branches.values()].map((some) => {
    const { baseBranch = '', guard = '' } = some[0] ?? {}
    return [baseBranch, GUARDS[guard] ?? guard, some.length]
  })
  const missing = GUARDS[kind]
  return {
    name: 'not-enforced',
    title: 'Not enforced',
    about:
      'The default branch, and branches of open pull requests, into which work can be merged without a proof. /tdd protect changes it.',
    columns: ['branch', 'what is missing', 'open pull requests'],
    rows: missing === undefined ? rows : [[branch, missing, here.length], ...rows],
    empty: `${branch} requires ${GATE_CHECK} from this App.`,
  }
}

export function listAuthors(pulls: readonly PullFigures[]): WebTable {
  const groups: readonly (readonly [string, readonly PullFigures[]])[] = [
    ['all', pulls],
    ['agents', pulls.filter(({ isByAgent }) => isByAgent)],
    ['people', pulls.filter(({ isByAgent }) => !isByAgent)],
  ]
  const rows = groups.map(([who, some]) => {
    const [proved, attempts] = [total(some.map((one) => one.proved)), total(some.map((one) => one.attempts))]
    return [who, some.length, proved, attempts, countRefusals(some), getMedian(some.flatMap(({ minutes }) => minutes))]
  })
  const about =
    'Agents are accounts of Apps ([bot]), accounts that the organisation names, and co-authors such as Claude, Copilot or Cursor. RED to GREEN: the median of the minutes between both acceptances.'
  const columns = ['authors', 'pull requests', 'subtasks proved', 'attempts', 'rejected commits', 'RED to GREEN']
  return { name: 'authors', title: 'Agents and people', about, columns, rows }
}

export function listRejections(pulls: readonly PullFigures[]): WebTable {
  const all = pulls.flatMap(({ refusals }) => Object.entries(refusals))
  const rows = [...Map.groupBy(all, ([rule]) => rule)]
    .map(([rule, some]) => [rule, total(some.map(([, number]) => number)), some.length] as const)
    .toSorted(([, a], [, b]) => b - a)
  const about = 'Commits that a rule rejected, those that were fixed later included.'
  return { name: 'rejections', title: 'Rejections by rule', about, columns: ['rule', 'commits', 'pull requests'], rows }
}

function flakyTests(pulls: readonly StoredPull[]): WebTable {
  const all = pulls.flatMap(({ number, summary }) =>
    summary.flaky.map((test) => ({ test, number, commits: getCommits(summary, test) })),
  )
  const ran = total(pulls.map(({ summary }) => summary.suiteRuns?.count ?? 0))
  const rows = [...Map.groupBy(all, ({ test }) => test)].map(([test, some]) => {
    const runs = total(some.map(({ commits }) => commits.length))
    const last = some[0]?.commits.at(-1)?.slice(0, SHORT) ?? ''
    return [test, some.length, runs === 0 ? '' : `${runs} of ${ran}`, `#${some[0]?.number ?? ''} ${last}`.trim()]
  })
  const about =
    'Tests with different results in equal runs of one commit. The runs count commits whose whole suite ran, and REDs that showed the test.'
  const columns = ['test', 'pull requests', 'runs', 'last seen in']
  return { name: 'flaky', title: 'Flaky tests', about, columns, rows }
}

const SHORT = 7

const getCommits = ({ suiteRuns }: StoredPull['summary'], flaky: string): readonly string[] =>
  suiteRuns?.flakyAt.find(({ test }) => test === flaky)?.commits ?? []

/** The commits that rules rejected. */
export function countRefusals(pulls: readonly PullFigures[]): number {
  return total(pulls.flatMap(({ refusals }) => Object.values(refusals)))
}

export function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0)
}

/** Null: there are none. */
export function getMedian(numbers: readonly number[]): number | null {
  const middle = numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]
  return middle === undefined ? null : Math.round(middle * 10) / 10
}
