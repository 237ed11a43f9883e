/** Renders what holds each changed line as HTML: for the report, and for a page of the App. */
import { short } from '../../core/model/commit.ts'
import type { HeldLines, JudgedCommit } from '../../core/model/finding.ts'
import type { PatchedFile } from '../../core/text/patch.ts'
import { getClasses, verdictWord } from '../gate-report/report-commits.ts'
import type { RunReport } from '../gate-report/run-report.ts'
import { formatPhase } from '../text/format.ts'
import { codeLine, type Html, html, NOTHING } from '../text/html.ts'
import { countLines, getHeld, type LineHolder, type ShownRow, sayAll, toLegend, toShownRows } from './held-lines.ts'

const MAX_ROWS = 5_000
const SIGNS = { added: '+', removed: '-', same: ' ' } as const
const TONES: Readonly<Record<LineHolder, readonly [edge: string, tone: string]>> = {
  driver: ['held', 'success'],
  'other-test': ['other-held', 'refactor'],
  'in-part': ['weak', 'warn'],
  'covered-only': ['weak', 'warn'],
  nothing: ['bare', 'failure'],
}

/** Renders the section of the report page. */
export function heldSection({ decision, patches = new Map() }: RunReport): Html {
  const held = getHeld(decision).filter(({ commit }) => patches.has(commit.sha))
  if (held.length === 0) return NOTHING
  const commits = held.map(({ commit, lines }) => {
    const wide = (patches.get(commit.sha) ?? []).map((file) => patchHtml(file, lines))
    return html`<h3><a href="#c-${commit.sha}"><code>${short(commit.sha)}</code></a> ${commit.subject} <span class="small facts">${toHeldCounts(lines)}</span></h3>${wide}`
  })
  return html`<section aria-labelledby="held"><h2 id="held">What holds each changed line</h2><p>${sayAll(decision).join(' ')}</p><p class="dim small">${toLegend(held.flatMap(({ lines }) => lines))}</p>
${commits}</section>
`
}

/** Counts the lines by what holds them, in the colours of the margin. */
export function toHeldCounts(lines: readonly HeldLines[]): readonly Html[] {
  return countLines(lines).map(([by, text]) => html`<span class="verdict ${TONES[by][1]}">${text}</span>`)
}

/** Renders the change of a file with its margin. */
function patchHtml(file: PatchedFile, lines: readonly HeldLines[]): Html {
  const { path, rows } = file
  if (rows === null)
    return html`<section class="card patch"><h4>${path}</h4><p>The lines of this file are not shown.</p></section>`
  const left = rows.length - MAX_ROWS
  return html`<section class="card patch scroll" tabindex="0" aria-label="${path}"><h4>${path}</h4><table><tbody>
${toShownRows(file, lines).slice(0, MAX_ROWS).map(toRow)}</tbody></table>
${left > 0 ? html`<p>and ${left} more lines</p>` : NOTHING}</section>
`
}

function toRow({ row: { kind, number, text }, held, label, joins, needed }: ShownRow): Html {
  if (kind === 'hunk')
    return html`<tr><td colspan="5" class="dim">${text}</td></tr>
`
  const [edge, tone] = held ? TONES[held.by] : ['', '']
  const row = html`<tr class="${kind}"><td class="dim number ${edge}">${number ?? ''}</td><td class="holds ${tone}">${label}</td><td class="joins ${joins}"></td><td>${SIGNS[kind]}</td><td>${codeLine(text)}</td></tr>
`
  const goesOn = joins === 'first' || joins === 'inside' ? 'inside' : ''
  const margin = html`<td class="${edge}"></td><td></td><td class="joins ${goesOn}"></td>`
  const unnoticed = (held?.unnoticed ?? []).map(
    ({
      from,
      to,
    }) => html`<tr class="unnoticed">${margin}<td colspan="2" class="${tone}">every test passes with <code>${to}</code> for <code>${from}</code></td></tr>
`,
  )
  const below =
    needed === null
      ? []
      : [
          html`<tr>${margin}<td colspan="2" class="dim">${needed.how} <code>${needed.test}</code></td></tr>
`,
        ]
  return html`${[row, ...unnoticed, ...below]}`
}

/** The changed lines of a commit, each with what holds it. */
export function toLinesContent(commit: JudgedCommit, files: readonly PatchedFile[]): Html {
  return html`<header><span class="pill ${getClasses(commit)}">${formatPhase(commit)}</span>
${verdictWord(commit)}
<h1>${commit.subject}</h1><p class="dim">What holds each changed line of <code>${commit.sha}</code></p></header><main>
<p class="small dim">${toLegend(commit.lines ?? [])}</p>
${files.map((file) => patchHtml(file, commit.lines ?? []))}</main>`
}
