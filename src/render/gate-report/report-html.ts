/** Renders the run as a self-contained page: no scripts and no network access. */
import { short } from '../../core/model/commit.ts'
import { type Decision, type JudgedCommit, numberAttempt, type SubtaskState } from '../../core/model/finding.ts'
import { count } from '../../core/util/count.ts'
import { heldSection } from '../held-lines/held-html.ts'
import { formatDuration, formatReason, openFindings, toShownStep } from '../text/format.ts'
import { anchor, type Html, html, NOTHING, sentence } from '../text/html.ts'
import { getProof, hasAttempts } from './commits-section.ts'
import { getConclusion, getError, headline, reproduceCommands, stepCommands } from './headline.ts'
import { nearAnswersHtml } from './near-answers.ts'
import { findingBox, foldedHtml, renderList, timeLine } from './report-commits.ts'
import { STYLE } from './report-style.ts'
import type { RunReport } from './run-report.ts'

const MAX_FINDINGS = 200
const MAX_LISTED = 200
const MAX_SUBTASKS = 500

export function toReportHtml(report: RunReport): string {
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">
<title>tdd-gate: ${headline(report)}</title>
${STYLE}</head><body>
${reportHeader(report)}<main>
${reportSections(report)}${originHtml(report)}
</main><footer class="dim small">Made by tdd-gate. Names, messages and commit texts are quoted from the repository.</footer></body></html>
`
  return page.html
}

/** Why and where, what to do, the proof, and each commit. @param held what holds each changed line, or the way there */
export function reportSections(report: RunReport, held = heldSection(report)): Html {
  const { decision } = report
  return html`${errorCard(report)}${findings(decision)}${nextCard(report)}${subtasks(decision)}${held}${nearAnswersHtml(report)}${timeLine(report)}`
}

export function reportHeader(report: RunReport): Html {
  const { decision, repository, pullRequest, headBranch, baseBranch } = report
  const conclusion = getConclusion(report)
  const where = `${repository}${pullRequest === null ? '' : `#${pullRequest}`}`
  const judged = getError(report) ? null : decision
  return html`<header><span class="badge ${conclusion}">${conclusion.replace('_', ' ')}</span>
<h1>${headline(report)}</h1>
<p class="dim">${where}: <code>${headBranch}</code> into <code>${baseBranch}</code>${judged ? ` · ${sayTotals(judged)}` : ''}</p>${judged ? reason(judged) : NOTHING}</header>
`
}

function sayTotals({ commits, subtasks }: Decision): string {
  const done = subtasks.filter(({ status }) => status === 'done').length
  const time = commits.reduce((sum, { durationMs }) => sum + durationMs, 0)
  const parts = [count(commits.length, 'commit'), `${done} of ${count(subtasks.length, 'subtask')} done`]
  return [...parts, `measured for ${formatDuration(time)}`].join(' · ')
}

/** The title says it of a success with a plan, and of a rejected commit. */
function reason(decision: Decision): Html {
  const isSaid = decision.conclusion === 'success' ? !decision.isUnplanned : decision.conclusion === 'failure'
  return isSaid ? NOTHING : html`<p>${formatReason(decision)}</p>`
}

function errorCard(report: RunReport): Html {
  const error = getError(report)
  if (!error) return NOTHING
  const { code, message, suggestion } = error
  return html`<section class="card finding error"><h2>Nothing was judged</h2><p><strong>${code}</strong></p><p>${sentence(message)}</p><p>→ ${sentence(suggestion)}</p></section>
`
}

function nextCard(report: RunReport): Html {
  const { decision } = report
  if (!decision?.next) return NOTHING
  const next = toShownStep(decision.next, decision)
  const { title, suggestion, acceptance, drivers, files } = next
  const attempt = numberAttempt(next)
  return html`<section class="card next" aria-labelledby="next"><h2 id="next">Next: ${title}</h2>
<p>${sentence(suggestion.text)}</p>${attempt === '' ? NOTHING : html`<p class="dim small">attempt ${attempt}</p>`}
${renderList('To accept', acceptance, MAX_LISTED)}${renderList('Tests', drivers, MAX_LISTED)}${renderList('Files', files, MAX_LISTED)}${shell(stepCommands(next, report))}</section>
`
}

function shell(commands: readonly string[]): Html {
  const lines = commands.map(
    (command) => html`${command}
`,
  )
  return commands.length === 0 ? NOTHING : html`<pre>${lines}</pre>`
}

function findings(decision: Decision | null): Html {
  const open = decision ? openFindings(decision) : []
  if (open.length === 0) return NOTHING
  const left = open.length - MAX_FINDINGS
  return html`<section aria-labelledby="findings"><h2 id="findings">Findings (${open.length})</h2><div class="card">
${open.slice(0, MAX_FINDINGS).map(({ commit, finding, isAdvised }, n) => html`${commit === open[n - 1]?.commit ? NOTHING : atCommit(commit)}${findingBox(finding, isAdvised)}`)}${left > 0 ? html`<p>and ${left} more</p>` : NOTHING}</div></section>
`
}

function atCommit({ sha, subject }: JudgedCommit): Html {
  return html`<p class="small dim">at <a href="#c-${sha}"><code>${short(sha)}</code></a> ${subject}</p>`
}

function subtasks(decision: Decision | null): Html {
  const all = decision?.subtasks ?? []
  if (all.length === 0) return NOTHING
  return html`<section aria-labelledby="subtasks"><h2 id="subtasks">Subtasks</h2><div class="card scroll" tabindex="0" role="group" aria-label="Table of subtasks"><table>
<thead><tr><th scope="col">subtask</th><th scope="col">title</th><th scope="col">phase</th><th scope="col">RED, then GREEN</th>${hasAttempts(all) ? html`<th scope="col">failed attempts</th>` : NOTHING}</tr></thead>
<tbody>${all.slice(0, MAX_SUBTASKS).map((one) => subtaskRow(one, decision?.commits ?? [], hasAttempts(all)))}</tbody></table></div></section>
`
}

function subtaskRow(subtask: SubtaskState, commits: readonly JudgedCommit[], withAttempts: boolean): Html {
  const { id, title, status, attempts } = subtask
  const proof = getProof(subtask, commits)
  const tone = status === 'done' || status === 'green' ? 'green' : status === 'red' ? 'red' : 'other'
  return html`<tr><td><code>${id}</code></td><td class="prose">${title}</td><td><span class="pill ${tone}">${status}</span></td><td>${proof === null ? '-' : html`<code>${proof.test}</code> ${proof.more}`}</td>${withAttempts ? html`<td>${attempts}</td>` : NOTHING}</tr>
`
}

function reproduce(report: RunReport): Html {
  return html`<section aria-labelledby="reproduce"><h2 id="reproduce">Reproduce it</h2><div class="card">${shell(reproduceCommands(report))}</div></section>
`
}

/** How this was measured, and how to reproduce it. */
export function originHtml(report: RunReport): Html {
  return foldedHtml('How this was measured, and how to reproduce it', html`${reproduce(report)}${provenance(report)}`)
}

function provenance({ trust, run, base, head, startedAt, sequence, notes }: RunReport): Html {
  const rows: readonly (readonly [string, string | Html])[] = [
    ...(trust === null ? [] : [['trust', `${trust.level}: ${trust.about}`] as const]),
    ['run', anchor(`${run.id}, attempt ${run.attempt}`, run.url)],
    ['started', startedAt],
    ['base', base ?? 'unknown'],
    ['head', head ?? 'unknown'],
    ['sequence', sequence],
    ...notes.slice(0, 20).map((note) => ['note', note] as const),
  ]
  return html`<section aria-labelledby="provenance"><h2 id="provenance">Provenance</h2><div class="card"><dl>
${rows.map(([term, value]) => html`<dt>${term}</dt><dd>${value}</dd>`)}</dl></div></section>
`
}
