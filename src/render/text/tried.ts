/** Says what trials changed and which tests noticed: in one sentence, and as a table. */
import type { TriedChange } from '../../core/model/counterfactuals.ts'
import type { LineRange } from '../../core/model/evidence.ts'
import type { JudgedCommit } from '../../core/model/finding.ts'
import { formatLines, list } from '../../core/rules/text.ts'
import { count } from '../../core/util/count.ts'
import { order } from '../../core/util/order.ts'
import { type Cell, noPaint, type Paint, toTable } from './table.ts'
import { plain } from './text.ts'

/** Returns `Tried 9 changes of 14 lines; 2 unnoticed: src/pay.ts:12, src/pay.ts:20`; null where no line was changed. */
export function sayTried(commits: readonly Pick<JudgedCommit, 'tried'>[]): string | null {
  const rows = commits.flatMap(({ tried = [] }) => tried)
  const placed = rows.flatMap(({ lines, result }) => (lines === null ? [] : [{ ...lines, result }]))
  if (placed.length === 0) return null
  const made = placed.filter(({ result }) => result !== 'untried')
  const unnoticed = [...new Set(placed.filter(({ result }) => result === 'unnoticed').map(formatLines))]
  const untried = placed.length - made.length
  return [
    `Tried ${count(made.length, 'change')} of ${count(countLines(made), 'line')}`,
    ...(unnoticed.length > 0 ? [`${unnoticed.length} unnoticed: ${plain(list(unnoticed), MAX_PLACES)}`] : []),
    ...(untried > 0 ? [`${untried} not tried, because the budget ended`] : []),
  ].join('; ')
}

const MAX_PLACES = 1_000

/** Counts lines that several ranges hold once. */
function countLines(ranges: readonly LineRange[]): number {
  let [lines, path, end] = [0, '', 0]
  for (const one of ranges.toSorted((a, b) => order(a.path, b.path) || a.first - b.first)) {
    if (one.path !== path) end = 0
    lines += Math.max(0, one.last - Math.max(end, one.first - 1))
    path = one.path
    end = Math.max(end, one.last)
  }
  return lines
}

const HEAD = ['trial', 'lines', 'instead', 'tests', 'noticed by']
const MAX_CHANGE = 60
const MISSED = {
  unnoticed: { text: 'no test', style: 'warn' },
  unknown: { text: 'none of these; not asked further', style: 'dim' },
  untried: { text: 'not tried, because the budget ended', style: 'dim' },
} as const satisfies Partial<Record<TriedChange['result'], Cell>>

/** Renders what the trials of a commit changed; `tests`: how many were asked. */
export function toTriedTable(tried: readonly TriedChange[], width: number, paint: Paint = noPaint): readonly string[] {
  const rows = tried.map(({ trial, lines, change, asked, result, test }): readonly Cell[] => [
    plain(trial),
    lines === null ? '-' : plain(formatLines(lines)),
    plain(change, MAX_CHANGE),
    String(asked),
    result === 'noticed' ? plain(test ?? 'a test') : MISSED[result],
  ])
  return toTable([HEAD.map((text) => ({ text, style: 'bold' as const })), ...rows], { width, paint })
}
