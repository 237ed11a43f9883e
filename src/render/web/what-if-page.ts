/** The page "What would happen if?": a form, and what the App decides with these assumptions. */
import type { SimulatedCommit, Simulation } from '../../core/evaluate/simulate.ts'
import { short } from '../../core/model/commit.ts'
import type { Decision, Finding } from '../../core/model/finding.ts'
import { DEFAULT_POLICY } from '../../core/model/policy.ts'
import { RULE_LEVELS } from '../../core/rules/index.ts'
import { findingBox } from '../gate-report/report-commits.ts'
import { formatPhase } from '../text/format.ts'
import { codeLine, type Html, html, NOTHING, sentence } from '../text/html.ts'
import type { PackedReport } from './packed-report.ts'

export interface WhatIfAnswer {
  readonly notes: readonly string[]
  /** Null: nothing could be decided. */
  readonly simulation: Simulation | null
}

interface WhatIfPage {
  /** `/r/owner/repo/pull/1` */
  readonly address: string
  /** Of the pull request. */
  readonly title: string
  readonly packed: PackedReport
  /** What the reader entered. */
  readonly query: URLSearchParams
  /** Null: the reader entered nothing. */
  readonly answer: WhatIfAnswer | null
}

type Option = readonly [value: string, label: string]

const MAX_COMMITS = 200

export function toWhatIfContent({ address, title, packed, query, answer }: WhatIfPage): Html {
  return html`<header><h1>What would happen if?</h1><p class="dim">${title}</p></header><main>
${answer === null ? NOTHING : toAnswer(answer)}${toForm(address, packed, query)}</main>`
}

function toForm(address: string, { report }: PackedReport, query: URLSearchParams): Html {
  const commits = report.sequence === 'pull-request' ? [] : (report.decision?.commits ?? []).slice(-MAX_COMMITS)
  const select = (name: string, label: string, options: readonly Option[]) =>
    html`<label>${label} <select name="${name}">${options.map((option) => toOption(option, query.get(name)))}</select></label>`
  return html`<section aria-labelledby="assume"><h2 id="assume">Assume</h2>
<p class="dim small">The App decides again from the evidence of this pull request. It measures and writes nothing. An empty field keeps its present value.</p>
<form class="card assume" method="get" action="${address}/what-if">
${select('rule', 'Rule', [['', 'as it is'], ...Object.keys(RULE_LEVELS).map(toSame)])}
${select('level', 'Level', [['', 'as it is'], ...['off', 'warn', 'error'].map(toSame)])}
${select('metric', 'Coverage of', [['', 'as it is'], ...Object.keys(DEFAULT_POLICY.coverage).map(toMetric)])}
<label>Percent <input type="number" name="percent" min="0" max="100" value="${query.get('percent') ?? ''}"></label>
${select('commit', 'Up to', [['', 'the head'], ...commits.toReversed().map((commit): Option => [commit.sha, `${short(commit.sha)} ${formatPhase(commit)} ${commit.subject}`])])}
<label class="wide"><span>Or another <code>.github/tdd-gate.yml</code></span> <textarea name="file" rows="6" maxlength="4000" spellcheck="false">${toCode(query.get('file') ?? '')}</textarea></label>
<button>Decide again</button></form></section>
`
}

const toMetric = (value: string): Option => [value, value === 'patch' ? 'changed lines' : value]
const toSame = (value: string): Option => [value, value]

function toOption([value, label]: Option, chosen: string | null): Html {
  return html`<option value="${value}"${value !== '' && value === chosen ? html` selected` : NOTHING}>${label}</option>`
}

/** HTML ignores the first line break of the element. */
function toCode(text: string): readonly Html[] {
  return text.split(/\r?\n/).map((line) => html`\n${codeLine(line)}`)
}

function toAnswer({ notes, simulation }: WhatIfAnswer): Html {
  return html`<section aria-labelledby="answer"><h2 id="answer">Answer</h2>
${notes.map((note) => html`<div class="card finding warn">${note.split('\n').map((line) => html`<p>${sentence(line)}</p>`)}</div>`)}
${simulation === null ? NOTHING : toResult(simulation)}</section>`
}

function toResult({ before, after, changes }: Simulation): Html {
  const left = before.commits.length - after.commits.length
  return html`<div class="card"><dl><dt>now</dt><dd>${toBadge(before)}</dd><dt>then</dt><dd>${toBadge(after)}</dd></dl>
${left > 0 ? html`<p class="dim small">Without the last ${left} of ${before.commits.length} commits.</p>` : NOTHING}
${after.next === null ? NOTHING : html`<p>Next: ${after.next.title}</p>`}
${changes.length === 0 ? html`<p>No verdict and no finding of a commit differs.</p>` : NOTHING}</div>
${changes.slice(0, MAX_COMMITS).map(toChange)}
`
}

function toBadge({ conclusion }: Decision): Html {
  return html`<span class="badge ${conclusion}">${conclusion.replace('_', ' ')}</span>`
}

function toChange({ sha, subject, before, after, gone, added }: SimulatedCommit): Html {
  return html`<div class="card"><p><code>${short(sha)}</code> ${subject}: ${before === after ? html`still ${before}` : html`${before}, then <strong>${after}</strong>`}</p>
${toFindings('no longer', gone)}${toFindings('then', added)}</div>
`
}

function toFindings(label: string, findings: readonly Finding[]): Html {
  return html`${findings.map((finding) => html`<p class="dim small">${label}:</p>${findingBox(finding)}`)}`
}
