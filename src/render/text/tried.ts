/** Says what trials changed and which tests noticed: in one sentence, and as a table. */
import type { TriedChange } from '../../core/model/counterfactuals.ts'
import type { LineRange } from '../../core/model/evidence.ts'
import type { JudgedCommit, JudgedNote } from '../../core/model/finding.ts'
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

type Notes = readonly JudgedNote[]

/** What is said of the notes of each kind, in the order of use. */
const NOTES: readonly (readonly [is: JudgedNote['is'], say: (count: number, places: string) => string])[] = [
  ['accepted', (n, places) => `${n === 1 ? '1 note accepts a line' : `${n} notes accept lines`}: ${places}.`],
  [
    'void',
    (n, places) =>
      `${count(n, 'note')} ${are(n)} void, because the code of ${its(n)} line changed: ${places}. Write why anew, or remove it.`,
  ],
  [
    'unexplained',
    (n, places) =>
      `${count(n, 'note')} ${n === 1 ? 'gives no reason, and accepts' : 'give no reason, and accept'} nothing: ${places}. Write \`tdd-gate: accepted <reason>\`.`,
  ],
  [
    'refused',
    (n, places) =>
      `${count(n, 'note')} ${n === 1 ? 'accepts' : 'accept'} nothing, because the rule is an error here: ${places}.`,
  ],
  [
    'stale',
    (n, places) =>
      `${count(n, 'note')} ${are(n)} stale, because a test needs ${its(n)} line: ${places}. Remove ${n === 1 ? 'it' : 'them'}.`,
  ],
]
const are = (n: number) => (n === 1 ? 'is' : 'are')
const its = (n: number) => (n === 1 ? 'its' : 'their')

/** Returns a sentence for each kind of note: how many, where, and why. */
export function sayNotes(commits: readonly Pick<JudgedCommit, 'notes'>[]): readonly string[] {
  const all = commits.flatMap(({ notes = [] }) => notes)
  return NOTES.flatMap(([is, say]) => {
    const own = all.filter((note) => note.is === is)
    return own.length === 0 ? [] : [say(own.length, sayPlaces(own))]
  })
}

const sayPlaces = (notes: Notes) => plain(notes.map(sayNote).join(', '), MAX_PLACES)

function sayNote({ path, line, reason, lines, isNew }: JudgedNote): string {
  const places = lines.length > 0 ? lines : [{ path, first: line, last: line }]
  const why = reason === '' ? '' : ` "${reason}"`
  return `${[...new Set(places.map(formatLines))].join(', ')}${why}${isNew ? ' (written in this pull request)' : ''}`
}

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
