/** Shows what holds each changed line of production: the change with a margin. */
import { short } from '../../core/model/commit.ts'
import type { Decision, HeldLines, JudgedCommit } from '../../core/model/finding.ts'
import { formatLines } from '../../core/rules/text.ts'
import type { PatchedFile, PatchLine } from '../../core/text/patch.ts'
import { count } from '../../core/util/count.ts'
import { toCode } from '../text/code-frame.ts'
import { formatPhase, standingCommits } from '../text/format.ts'
import { codeLine, type Html, html, NOTHING } from '../text/html.ts'
import { code, diffBlock, prose } from '../text/markdown.ts'
import { type Cell, noPaint, type Paint, type Style } from '../text/table.ts'
import { plain, shorten, wrap } from '../text/text.ts'
import { sayNotes, sayTried } from '../text/tried.ts'
import { getClasses, verdictWord } from './report-commits.ts'
import type { RunReport } from './run-report.ts'
import type { MarkdownLines } from './sections.ts'

type Holder = HeldLines['by']

const MAX_COMMITS = 20
const MAX_ROWS = 5_000
const MAX_MARKDOWN_ROWS = 60
const SIGNS = { added: '+', removed: '-', same: ' ' } as const
const WORDS: Readonly<Record<Holder, string>> = {
  driver: 'driver',
  'other-test': 'other test',
  'covered-only': 'covered only',
  nothing: 'nothing',
}
const STYLES: Readonly<Record<Holder, Style>> = {
  driver: 'good',
  'other-test': 'info',
  'covered-only': 'warn',
  nothing: 'bad',
}
const TONES: Readonly<Record<Holder, readonly [edge: string, tone: string]>> = {
  driver: ['held', 'success'],
  'other-test': ['other-held', 'refactor'],
  'covered-only': ['weak', 'warn'],
  nothing: ['bare', 'failure'],
}
const SIGN_STYLES: ReadonlyMap<string, Style> = new Map([
  ['+', 'good'],
  ['!', 'warn'],
  ['-', 'dim'],
  ['@', 'bold'],
])
const WIDTH = 12
const LEGEND =
  'Driver, other test: such a test fails without the piece of code that the line is in, not always without this line alone. Covered only: tests run the line, and pass without it or with a small change of it. Nothing: no test needs it. Lines without a label were not tried.'

interface Held {
  readonly commit: JudgedCommit
  readonly lines: readonly HeldLines[]
}

function getHeld(decision: Decision | null): readonly Held[] {
  const commits = decision ? standingCommits(decision) : []
  return commits.flatMap((commit) => (commit.lines ? [{ commit, lines: commit.lines }] : [])).slice(-MAX_COMMITS)
}

/** Returns what was tried on the whole branch, and what people noted at lines, as sentences. */
function sayAll(decision: Decision | null): readonly string[] {
  const commits = decision ? standingCommits(decision) : []
  const said = sayTried(commits)
  return [...(said === null ? [] : [`${said}.`]), ...sayNotes(commits)]
}

/** Returns a row for each range of lines: the place, what holds it, and the test that noticed its change. */
export function toHeldRows(decision: Decision): readonly (readonly Cell[])[] {
  return getHeld(decision).flatMap(({ lines }) =>
    lines.map((held) => [
      plain(formatLines(held)),
      { text: WORDS[held.by], style: STYLES[held.by] },
      plain(held.test ?? (held.by === 'driver' ? 'a driver names it' : '')),
    ]),
  )
}

/** Formats `10 lines: driver`, and so on. */
function countLines(lines: readonly HeldLines[]): readonly (readonly [by: Holder, label: string])[] {
  const holders = Object.keys(WORDS) as readonly Holder[]
  return holders.flatMap((by) => {
    const own = lines.filter((one) => one.by === by)
    const many = own.reduce((all, { first, last }) => all + last - first + 1, 0)
    return many > 0 ? [[by, `${count(many, 'line')}: ${WORDS[by]}`] as const] : []
  })
}

function find(lines: readonly HeldLines[], path: string, number: number): HeldLines | undefined {
  return lines.find((one) => one.path === path && one.first <= number && number <= one.last)
}

/** Renders the section of the report page. */
export function heldSection({ decision, patches = new Map() }: RunReport): Html {
  const held = getHeld(decision).filter(({ commit }) => patches.has(commit.sha))
  if (held.length === 0) return NOTHING
  const commits = held.map(({ commit, lines }) => {
    const wide = (patches.get(commit.sha) ?? []).map((file) => patchHtml(file, lines))
    return html`<h3><a href="#c-${commit.sha}"><code>${short(commit.sha)}</code></a> ${commit.subject}</h3><p class="small facts">${toSum(lines)}</p>${wide}`
  })
  return html`<section aria-labelledby="held"><h2 id="held">What holds each changed line</h2><p>${sayAll(decision).join(' ')}</p><p class="dim small">${LEGEND}</p>
${commits}</section>
`
}

/** In the colours of the margin. */
function toSum(lines: readonly HeldLines[]): readonly Html[] {
  return countLines(lines).map(([by, text]) => html`<span class="verdict ${TONES[by][1]}">${text}</span>`)
}

/** Renders the change of a file with its margin. */
function patchHtml({ path, rows }: PatchedFile, lines: readonly HeldLines[]): Html {
  if (rows === null)
    return html`<section class="card patch"><h4>${path}</h4><p>The lines of this file are not shown.</p></section>`
  const left = rows.length - MAX_ROWS
  return html`<section class="card patch scroll" tabindex="0" aria-label="${path}"><h4>${path}</h4><table><tbody>
${rows.slice(0, MAX_ROWS).map((row) => toRow(row, row.kind === 'added' ? find(lines, path, row.number ?? 0) : undefined))}</tbody></table>
${left > 0 ? html`<p>and ${left} more lines</p>` : NOTHING}</section>
`
}

function toRow({ kind, number, text }: PatchLine, held: HeldLines | undefined): Html {
  if (kind === 'hunk')
    return html`<tr><td colspan="4" class="dim">${text}</td></tr>
`
  const [edge, tone] = held ? TONES[held.by] : ['', '']
  const label = held ? WORDS[held.by] : ''
  const row = html`<tr class="${kind}"><td class="dim number ${edge}">${number ?? ''}</td><td class="holds ${tone}">${label}</td><td>${SIGNS[kind]}</td><td>${codeLine(text)}</td></tr>
`
  const unnoticed = (held?.unnoticed ?? []).map(
    ({
      from,
      to,
    }) => html`<tr class="unnoticed"><td class="${edge}"></td><td colspan="3" class="${tone}">every test passes with <code>${to}</code> for <code>${from}</code></td></tr>
`,
  )
  const needed = isLast(held, number)
    ? [
        html`<tr><td class="${edge}"></td><td colspan="3" class="dim">needed by <code>${held?.test ?? ''}</code></td></tr>
`,
      ]
    : []
  return html`${[row, ...unnoticed, ...needed]}`
}

/** Returns whether the test that needs a range is said below this line. */
const isLast = (held: HeldLines | undefined, number: number | null) => held?.test !== undefined && held.last === number

/** Renders the section of the summary and the check: the changed lines where they are known, else their numbers. */
export function heldLinesSection({ decision, patches = new Map() }: RunReport): MarkdownLines {
  const held = getHeld(decision)
  const said = sayAll(decision)
  if (held.length + said.length === 0) return []
  const commits = held.flatMap(({ commit, lines }) => {
    const rows = (patches.get(commit.sha) ?? []).flatMap((file) => toDiff(file, lines))
    const all = rows.length > 0 ? rows : lines.map(toRange)
    const left = all.length - MAX_MARKDOWN_ROWS
    return [
      ...[
        '',
        `${code(short(commit.sha))}, ${countLines(lines)
          .map(([, text]) => text)
          .join(', ')}:`,
        '',
        diffBlock(all.slice(0, MAX_MARKDOWN_ROWS)),
      ],
      ...(left > 0 ? ['', `and ${count(left, 'more line')}: see the report in the artifact of the run.`] : []),
    ]
  })
  return [
    ...['## What holds each changed line', ''],
    ...said.flatMap((text) => [prose(text), '']),
    ...(held.length > 0 ? [LEGEND, ...commits] : []),
  ]
}

/** Renders the changed lines with their margin for a terminal. */
export function toHeldText(
  decision: Decision,
  patches: NonNullable<RunReport['patches']>,
  { width, paint = noPaint }: { readonly width: number; readonly paint?: Paint },
): readonly string[] {
  const rows = getHeld(decision).flatMap(({ commit, lines }) =>
    (patches.get(commit.sha) ?? []).flatMap((file) => toDiff(file, lines)),
  )
  const shown = rows.map(([margin, line]) => {
    const text = shorten(`${margin}${toCode(line)}`, width)
    const style = SIGN_STYLES.get(margin.slice(0, 1))
    return style === undefined ? text : paint(style, text)
  })
  return rows.length === 0 ? [] : [...shown, ...wrap(`A driver is a test that failed at RED. ${LEGEND}`, width)]
}

/** Needs no colour: the label stands beside the sign. */
function toMargin(held: HeldLines | undefined): readonly [sign: string, label: string] {
  if (held === undefined) return ['+', ''.padEnd(WIDTH)]
  return [held.by === 'covered-only' || held.by === 'nothing' ? '!' : '+', WORDS[held.by].padEnd(WIDTH)]
}

type DiffRow = readonly [before: string, code: string]

function toDiff({ path, rows }: PatchedFile, lines: readonly HeldLines[]): readonly DiffRow[] {
  const changed = (rows ?? []).flatMap(({ kind, number, text }): readonly DiffRow[] => {
    if (kind === 'removed') return [[`- ${''.padEnd(WIDTH)}       `, text]]
    if (kind !== 'added' || number === null) return []
    const held = find(lines, path, number)
    const [sign, label] = toMargin(held)
    return [
      [`${sign} ${label} ${String(number).padStart(5)} `, text],
      ...toUnnoticedRows(held),
      ...toNeededRows(held, number),
    ]
  })
  return changed.length === 0 ? [] : [['@@ ', path], ...changed]
}

function toRange(held: HeldLines): DiffRow {
  const { path, first, last, test, unnoticed = [] } = held
  const [sign, text] = toMargin(held)
  const others = unnoticed.map(({ from, to }) => `, every test passes with ${to} for ${from}`).join('')
  return [
    `${sign} ${text} `,
    `${path}:${first}${last > first ? `-${last}` : ''}${others}${test === undefined ? '' : `, needed by ${test}`}`,
  ]
}

function toUnnoticedRows(held: HeldLines | undefined): readonly DiffRow[] {
  return (held?.unnoticed ?? []).map(({ from, to }) => [
    `! ${''.padEnd(WIDTH)}       `,
    `every test passes with ${to} for ${from}`,
  ])
}

function toNeededRows(held: HeldLines | undefined, number: number): readonly DiffRow[] {
  return isLast(held, number) ? [[`+ ${''.padEnd(WIDTH)}       `, `needed by ${held?.test ?? ''}`]] : []
}

/** The changed lines of a commit, each with what holds it. */
export function toLinesContent(commit: JudgedCommit, files: readonly PatchedFile[]): Html {
  return html`<header><span class="pill ${getClasses(commit)}">${formatPhase(commit)}</span>
${verdictWord(commit)}
<h1>${commit.subject}</h1><p class="dim">What holds each changed line of <code>${commit.sha}</code></p></header><main>
<p class="small dim">${LEGEND}</p>
${files.map((file) => patchHtml(file, commit.lines ?? []))}</main>`
}
