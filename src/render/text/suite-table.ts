/** Renders one table of all suites: the tests of each at the last measured commit, and how often it ran. */

import type { Decision } from '../../core/model/finding.ts'
import type { SuiteResult } from '../../core/model/test-run.ts'
import { count } from '../../core/util/count.ts'
import { code, table } from './markdown.ts'
import { type Cell, type Paint, toTable } from './table.ts'
import { plain } from './text.ts'

interface SuiteRow extends Pick<SuiteResult, 'name' | 'tests' | 'failing' | 'unmeasured'> {
  readonly measured: string
}

const MAX_ROWS = 50

function getRows({ commits }: Pick<Decision, 'commits'>): readonly SuiteRow[] {
  const all = commits.flatMap(({ suites }) => (suites ? [suites] : []))
  return (all.at(-1) ?? []).map((last) => {
    const { name } = last
    const ran = all.filter((suites) => suites.some((one) => one.name === name && one.isOwn)).length
    return { ...last, measured: `at ${ran} of ${count(all.length, 'whole run')}` }
  })
}

/** Returns no line where there is one suite. */
export function toSuiteLines(decision: Decision, page: { readonly width: number; readonly paint: Paint }): string[] {
  const rows = getRows(decision)
  if (rows.length === 0) return []
  const cells = rows
    .slice(0, MAX_ROWS)
    .map((row): Cell[] => [plain(row.name, 40), count(row.tests, 'test'), getState(row), row.measured])
  const left = rows.length - MAX_ROWS
  const lines = toTable(cells, { ...page, width: page.width - 2 })
  return ['Suites', ...[...lines, ...(left > 0 ? [`and ${count(left, 'more suite')}`] : [])].map((line) => `  ${line}`)]
}

function getState({ failing, unmeasured }: SuiteRow): Cell {
  if (unmeasured) return { text: formatUnmeasured(unmeasured), style: 'bad' }
  return failing === 0 ? { text: 'none fails', style: 'good' } : { text: `${failing} failing`, style: 'bad' }
}

const formatUnmeasured = (code: string) => `unmeasured (${code})`

export function suitesSection(decision: Decision | null): readonly string[] {
  const rows = decision === null ? [] : getRows(decision)
  if (rows.length === 0) return []
  const cells = rows
    .slice(0, MAX_ROWS)
    .map(({ name, tests, failing, unmeasured, measured }) => [
      code(name, 60),
      `${tests}`,
      unmeasured ? formatUnmeasured(unmeasured) : `${failing}`,
      measured,
    ])
  return ['## Suites', '', ...table(['suite', 'tests', 'failing', 'measured'], cells)]
}
