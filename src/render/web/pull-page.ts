/** The page of a pull request: why it is red, its time line, and who decided what. */
import type { AuditEntry } from '../../core/model/audit.ts'
import { short } from '../../core/model/commit.ts'
import { originHtml, reportHeader, reportSections } from '../gate-report/report-html.ts'
import type { RunReport } from '../gate-report/run-report.ts'
import { toHeldCounts } from '../held-lines/held-html.ts'
import { getHeld } from '../held-lines/held-lines.ts'
import { formatPhase } from '../text/format.ts'
import { anchor, type Html, html, NOTHING, toTimeHtml } from '../text/html.ts'
import type { PackedReport } from './packed-report.ts'

interface LoggedEntry {
  /** ISO 8601 */
  readonly at: string
  readonly entry: AuditEntry
}

interface PullPage {
  /** `/r/owner/repo/pull/1` */
  readonly address: string
  readonly title: string
  readonly isOpen: boolean
  /** ISO 8601: of the last change. */
  readonly at: string
  readonly packed: PackedReport
  /** The latest first. */
  readonly entries: readonly LoggedEntry[]
}

const MAX_SHOWN_DECISIONS = 100

export function toPullContent({ address, title, isOpen, at, packed, entries }: PullPage): Html {
  const { report } = packed
  const state = isOpen ? 'open' : 'closed'
  return html`${reportHeader(report)}<main>
<p class="dim small">${title} · ${state} · as of ${toTimeHtml(at)} · ${toGitHub(report)} ·
<a href="${address}/what-if">What would happen if?</a></p>
${reportSections(report, changedLines(address, packed))}${decisions(entries)}${originHtml(report)}</main>`
}

function toGitHub({ repositoryUrl, pullRequest }: RunReport): Html {
  return anchor('on GitHub', `${repositoryUrl}/pull/${pullRequest}`)
}

function decisions(entries: readonly LoggedEntry[]): Html {
  if (entries.length === 0) return NOTHING
  const left = entries.length - MAX_SHOWN_DECISIONS
  return html`<section aria-labelledby="decisions"><h2 id="decisions">Decisions</h2><div class="card"><ol class="said">
${entries.slice(0, MAX_SHOWN_DECISIONS).map(toItem)}</ol>${left > 0 ? html`<p>and ${left} earlier ones</p>` : NOTHING}</div></section>
`
}

function toItem({ at, entry }: LoggedEntry): Html {
  return html`<li><span class="dim small">${toTimeHtml(at)}</span> ${entry.kind === 'verdict' ? toVerdict(entry) : toCommand(entry)}</li>
`
}

function toVerdict({ conclusion, title, head, overriddenBy }: Extract<AuditEntry, { readonly kind: 'verdict' }>): Html {
  const by = overriddenBy === null ? NOTHING : html`, let pass by <strong>${overriddenBy}</strong>`
  return html`<strong>tdd-gate</strong>: <span class="verdict ${conclusion}">${conclusion.replace('_', ' ')}</span>, ${title} at <code>${short(head)}</code>${by}`
}

function toCommand({ actor, role, command, isDone }: Extract<AuditEntry, { readonly kind: 'command' }>): Html {
  const refused = isDone ? NOTHING : html` <span class="verdict failure">refused</span>`
  return html`<strong>${actor}</strong> <span class="dim">(${role})</span>: <code>${command}</code>${refused}`
}

/** Leads to the changed lines of each commit of which some were tried, and says what holds them. */
function changedLines(address: string, { report }: PackedReport): Html {
  const held = getHeld(report.decision)
  if (held.length === 0) return NOTHING
  const items = held.map(
    ({ commit, lines }) =>
      html`<li><a href="${address}/commit/${commit.sha}"><code>${short(commit.sha)}</code> ${formatPhase(commit)}</a> ${commit.subject} <span class="small facts">${toHeldCounts(lines)}</span></li>
`,
  )
  return html`<section aria-labelledby="lines"><h2 id="lines">What holds each changed line</h2><div class="card"><ul>
${items}</ul></div></section>
`
}
