/** Renders one table of all suites: the tests of each at the last measured commit, and how often it ran. */
import type { Decision } from '../../core/model/finding.ts'
import { count } from '../../core/util/count.ts'
import { code, table } from './markdown.ts'
import { type Cell, type Paint, toTable } from './table.ts'
import { plain } from './text.ts'

interface SuiteRow {
  readonly name: string
  readonly tests: number
  readonly failing: number
  readonly measured: string
}

const MAX_ROWS = 50

function getRows({ commits }: Pick<Decision, 'commits'>): readonly SuiteRow[] {
  const all = commits.flatMap(({ suites }) => (suites ? [suites] : []))
  return (all.at(-1) ?? []).map(({ name, tests, failing }) => {
    const ran = all.filter((suites) => suites.some((one) => one.name === name && one.isOwn)).length
    return { name, tests, failing, measured: `at ${ran} of ${count(all.length, 'whole run')}` }
  })
}

/** Returns no line where there is one suite. */
export function toSuiteLines(decision: Decision, page: { readonly width: number; readonly paint: Paint }): string[] {
  const rows = getRows(decision)
  if (rows.length === 0) return []
  const cells = rows
    .slice(0, MAX_ROWS)
    .map(({ name, tests, failing, measured }): Cell[] => [
      plain(name, 40),
      count(tests, 'test'),
      failing === 0 ? { text: 'none fails', style: 'good' } : { text: `${failing} failing`, style: 'bad' },
      measured,
    ])
  const left = rows.length - MAX_ROWS
  const lines = toTable(cells, { ...page, width: page.width - 2 })
  return ['Suites', ...[...lines, ...(left > 0 ? [`and ${count(left, 'more suite')}`] : [])].map((line) => `  ${line}`)]
}

export function suitesSection(decision: Decision | null): readonly string[] {
  const rows = decision === null ? [] : getRows(decision)
  if (rows.length === 0) return []
  const cells = rows
    .slice(0, MAX_ROWS)
    .map(({ name, tests, failing, measured }) => [code(name, 60), `${tests}`, `${failing}`, measured])
  return ['## Suites', '', ...table(['suite', 'tests', 'failing', 'measured'], cells)]
}
