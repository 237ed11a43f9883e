/** Writes what holds each changed line as Markdown and for a terminal: a diff with a margin of words. */
import { short } from '../../core/model/commit.ts'
import type { Decision, HeldLines } from '../../core/model/finding.ts'
import { formatLines } from '../../core/rules/text.ts'
import type { PatchedFile } from '../../core/text/patch.ts'
import { count } from '../../core/util/count.ts'
import type { RunReport } from '../gate-report/run-report.ts'
import type { MarkdownLines } from '../gate-report/sections.ts'
import { toCode } from '../text/code-frame.ts'
import { code, diffBlock, prose } from '../text/markdown.ts'
import { type Cell, noPaint, type Paint, type Style } from '../text/table.ts'
import { plain, shorten, wrap } from '../text/text.ts'
import {
  countLines,
  getHeld,
  HOLDER_WORDS,
  type LineHolder,
  type ShownRow,
  sayAll,
  toLegend,
  toShownRows,
} from './held-lines.ts'

const MAX_MARKDOWN_ROWS = 60
/** Of the margin. */
const WIDTH = 12
const STYLES: Readonly<Record<LineHolder, Style>> = {
  driver: 'good',
  'other-test': 'info',
  'in-part': 'warn',
  'covered-only': 'warn',
  nothing: 'bad',
}
const SIGN_STYLES: ReadonlyMap<string, Style> = new Map([
  ['+', 'good'],
  ['!', 'warn'],
  ['-', 'dim'],
  ['@', 'bold'],
])

const BRACKETS: Readonly<Record<ShownRow['joins'], string>> = { first: '┐', inside: '│', last: '┘', '': ' ' }

type DiffRow = readonly [before: string, code: string]

/** Renders the section of the summary and the check: the changed lines where they are known, else their numbers. */
export function heldLinesSection({ decision, patches = new Map() }: RunReport): MarkdownLines {
  const held = getHeld(decision)
  const said = sayAll(decision)
  if (held.length + said.length === 0) return []
  const commits = held.flatMap(({ commit, lines }) => {
    const rows = (patches.get(commit.sha) ?? []).flatMap((file) => toDiff(file, lines))
    const all = rows.length > 0 ? rows : lines.map(toRange)
    const left = all.length - MAX_MARKDOWN_ROWS
    const sum = countLines(lines).map(([, text]) => text)
    return [
      ...['', `${code(short(commit.sha))}, ${sum.join(', ')}:`, '', diffBlock(all.slice(0, MAX_MARKDOWN_ROWS))],
      ...(left > 0 ? ['', `and ${count(left, 'more line')}: see the report in the artifact of the run.`] : []),
    ]
  })
  return [
    ...['## What holds each changed line', ''],
    ...said.flatMap((text) => [prose(text), '']),
    ...(held.length > 0 ? [toLegend(held.flatMap(({ lines }) => lines)), ...commits] : []),
  ]
}

/** Renders the changed lines with their margin for a terminal. */
export function toHeldText(
  decision: Decision,
  patches: NonNullable<RunReport['patches']>,
  { width, paint = noPaint }: { readonly width: number; readonly paint?: Paint },
): readonly string[] {
  const held = getHeld(decision)
  const rows = held.flatMap(({ commit, lines }) =>
    (patches.get(commit.sha) ?? []).flatMap((file) => toDiff(file, lines)),
  )
  const legend = toLegend(held.flatMap(({ lines }) => lines))
  const shown = rows.map(([margin, line]) => {
    const text = shorten(`${margin}${toCode(line)}`, width)
    const style = SIGN_STYLES.get(margin.slice(0, 1))
    return style === undefined ? text : paint(style, text)
  })
  return rows.length === 0 ? [] : [...shown, ...wrap(legend, width)]
}

/** Returns a row for each range of lines: the place, what holds it, and the test that noticed its change. */
export function toHeldRows(decision: Decision): readonly (readonly Cell[])[] {
  return getHeld(decision).flatMap(({ lines }) =>
    lines.map((held) => [
      plain(formatLines(held)),
      { text: HOLDER_WORDS[held.by], style: STYLES[held.by] },
      plain(held.test ?? (held.by === 'driver' ? 'a driver names it' : '')),
    ]),
  )
}

function toDiff(file: PatchedFile, lines: readonly HeldLines[]): readonly DiffRow[] {
  const changed = toShownRows(file, lines).flatMap(toDiffRows)
  return changed.length === 0 ? [] : [['@@ ', file.path], ...changed]
}

/** Needs no colour: the label stands beside the sign. */
function toDiffRows({ row: { kind, number, text }, held, label, joins, needed }: ShownRow): readonly DiffRow[] {
  if (kind === 'removed') return [[toMargin('-'), text]]
  if (kind !== 'added' || number === null) return []
  const below = { bracket: joins === 'first' || joins === 'inside' ? BRACKETS.inside : ' ' }
  return [
    [toMargin(getSign(held), { label, bracket: BRACKETS[joins], number: String(number) }), text],
    ...(held?.unnoticed ?? []).map(
      ({ from, to }): DiffRow => [toMargin('!', below), `every test passes with ${to} for ${from}`],
    ),
    ...(needed === null ? [] : [[toMargin('+', below), `${needed.how} ${needed.test}`] as const]),
  ]
}

const toMargin = (sign: string, { label = '', bracket = ' ', number = '' } = {}) =>
  `${sign} ${label.padEnd(WIDTH)} ${bracket}${number.padStart(4)} `

const getSign = (held: HeldLines | undefined) =>
  held === undefined || held.by === 'driver' || held.by === 'other-test' ? '+' : '!'

function toRange(held: HeldLines): DiffRow {
  const { by, test, unnoticed = [] } = held
  const others = unnoticed.map(({ from, to }) => `, every test passes with ${to} for ${from}`).join('')
  return [
    `${getSign(held)} ${HOLDER_WORDS[by].padEnd(WIDTH)} `,
    `${formatLines(held)}${others}${test === undefined ? '' : `, needed by ${test}`}`,
  ]
}
