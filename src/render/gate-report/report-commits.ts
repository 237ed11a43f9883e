/**
 * Renders the time line of the report page: each commit with its phase, verdict, changed tests, coverage and duration.
 */
import { toPercentages } from '../../core/model/coverage.ts'
import type { Comparison } from '../../core/model/evidence.ts'
import { type Finding, type JudgedCommit, nameJudged } from '../../core/model/finding.ts'
import { count } from '../../core/util/count.ts'
import { formatDuration, formatPhase, formatTestCounts, formatVerdict } from '../text/format.ts'
import { anchor, type Html, html, NOTHING, sentence } from '../text/html.ts'
import type { RunReport } from './run-report.ts'

/** Bound on the entries of the page. The artifact contains all of them. */
const MAX_ENTRIES = 20_000
const MAX_LISTED = 200
const MIN_LISTED = 5
/** The number of lists of a commit, including those of its findings. */
const LISTS = 8
/** Shorter lists are shown open. */
const MAX_OPEN = 5
const MAX_LISTED_FINDING = 10
const MAX_FINDINGS = 10
const MAX_SHOWN = 1_000
const PHASE_LABELS: Readonly<Record<string, string>> = { red: 'R', green: 'G', refactor: 'F', merge: 'M', start: 'S' }
const TONES = { accepted: 'success', attempt: 'warn', rejected: 'failure', unmeasured: 'failure' } as const
const TURNS: Readonly<Record<keyof Comparison, string>> = {
  newlyFailing: 'newly failing',
  fixed: 'fixed',
  broken: 'broken',
  vanished: 'vanished',
  silenced: 'silenced',
}

/** Renders a strip of all commits, then each of them in full, oldest first. */
export function timeLine({ decision, reused, failing }: RunReport): Html {
  const commits = (decision?.commits ?? []).slice(-MAX_SHOWN)
  if (commits.length === 0) return NOTHING
  const longest = commits.reduce((most, { durationMs }) => Math.max(most, durationMs), 1)
  const listed = Math.floor(MAX_ENTRIES / (commits.length * LISTS))
  const around = { longest, reused, failing, most: Math.min(MAX_LISTED, Math.max(MIN_LISTED, listed)) }
  return html`<section aria-labelledby="commits"><h2 id="commits">Time line</h2>
<p class="dim small">R RED, G GREEN, F REFACTOR, N neutral, M merge, S start; dashed: not accepted.</p>
<ol class="strip" aria-label="All commits, oldest first">${commits.map(stripStep)}</ol>
${foldedHtml('Each commit', html`<ol class="line">${commits.map((commit) => commitCard(commit, around))}</ol>`)}</section>
`
}

function stripStep(commit: JudgedCommit): Html {
  const { sha, phase, subject } = commit
  const text = `${nameJudged(commit)} ${formatPhase(commit)}: ${formatVerdict(commit)}, ${subject}`
  return html`<li><a class="step ${getClasses(commit)}" href="#c-${sha}" title="${text}" aria-label="${text}">${PHASE_LABELS[phase] ?? 'N'}</a></li>`
}

/** Renders the verdict in its colour. */
export function verdictWord(commit: JudgedCommit): Html {
  return html`<span class="verdict ${TONES[commit.verdict]}">${formatVerdict(commit)}</span>`
}

/** Returns the CSS classes for phase and verdict. */
export function getClasses({ phase, verdict, isSuperseded }: JudgedCommit): string {
  const tone = phase === 'red' || phase === 'green' || phase === 'refactor' ? phase : 'other'
  const refused = verdict === 'accepted' ? [] : ['refused', ...(verdict === 'attempt' ? ['attempt'] : [])]
  return [tone, ...refused, ...(isSuperseded ? ['superseded'] : [])].join(' ')
}

interface Around {
  /** The duration of the longest commit in milliseconds: the full bar. */
  readonly longest: number
  readonly reused: RunReport['reused']
  readonly failing: RunReport['failing']
  /** The bound on entries of a list. */
  readonly most: number
}

function commitCard(commit: JudgedCommit, { longest, reused, failing, most }: Around): Html {
  const { sha, phase, subject, durationMs, proved } = commit
  const run = reused.get(sha)
  const failures = (failing?.get(sha) ?? [])
    .slice(0, MAX_LISTED)
    .map(({ id, kind, message }) => `${id}: ${kind}, ${message}`)
  return html`<li class="commit card ${getClasses(commit)}" id="c-${sha}">
<div class="title"><span class="pill">${formatPhase(commit)}</span><span class="subject">${subject}</span>
${verdictWord(commit)}</div>
<div class="facts dim small"><code title="${commit.isLaidOver ? subject : sha}">${nameJudged(commit)}</code><span>${formatTestCounts(commit) || 'no tests were needed'}</span>
${run ? html`<span>${anchor('measured in an earlier run', run.url)}</span>` : NOTHING}</div>
${bars(commit, durationMs, longest)}
${renderList(`${phase === 'red' ? 'Failing' : 'Passing'}, as it must be`, proved, most)}
${turned(commit, most)}
${renderList('What the failing tests said', failures, most)}
${toFindings(commit)}</li>
`
}

/** Leads to the findings, which stand once on the page; a commit that was fixed later shows its own. */
function toFindings({ findings, isSuperseded }: JudgedCommit): Html {
  if (findings.length === 0) return NOTHING
  if (!isSuperseded) return html`<p class="small"><a href="#findings">${count(findings.length, 'finding')}</a></p>`
  return html`${findings.slice(0, MAX_FINDINGS).map((one) => findingBox(one))}${more(findings.length - MAX_FINDINGS)}`
}

/** Renders changes besides the proof, which is shown separately. */
function turned({ comparison, proved }: JudgedCommit, most: number): readonly Html[] {
  const lists = Object.entries(TURNS).map(([key, text]) => ({ label: text, ids: comparison[key as keyof Comparison] }))
  return lists
    .filter(({ ids }) => !isSameSet(ids, proved))
    .map(({ label: text, ids }) => renderList(`Tests ${text}`, ids, most))
}

/** Compares lists; long ones are never equal, and are then shown twice. */
function isSameSet(ids: readonly string[], others: readonly string[]): boolean {
  if (ids.length !== others.length || ids.length > MAX_LISTED) return false
  const known = new Set(others)
  return ids.every((id) => known.has(id))
}

function bars({ coverage }: JudgedCommit, durationMs: number, longest: number): Html {
  const measured = Object.entries(coverage ? toPercentages(coverage) : {})
  const rows = measured.map(([metric, percent]) => bar(`coverage: ${metric}`, percent, `${percent}%`, percent >= 80))
  return html`<div class="bars">${rows}${bar('duration', (durationMs / longest) * 100, formatDuration(durationMs), null)}</div>`
}

/** The text beside a bar has the same information. */
function bar(label: string, percent: number, text: string, isGood: boolean | null): Html {
  const tone = isGood === null ? 'other' : isGood ? 'green' : 'warn'
  const width = Math.min(100, Math.max(1, Math.round(percent)))
  return html`<span class="dim">${label}</span><progress class="bar ${tone}" value="${width}" max="100" aria-hidden="true"></progress><span>${text}</span>`
}

/** Renders a list, folded where it is long. */
export function renderList(title: string, values: readonly string[], most: number): Html {
  if (values.length === 0) return NOTHING
  const items = values.slice(0, most).map((value) => html`<li><code>${value}</code></li>`)
  const open = values.length <= MAX_OPEN ? html` open` : NOTHING
  return html`<details${open}><summary>${title} (${values.length})</summary><ul>${items}${more(values.length - most, 'li')}</ul></details>`
}

/** Folds a part of the page. A link to what stands in it opens it. */
export function foldedHtml(title: string, content: Html): Html {
  return html`<details class="fold"><summary>${title}</summary>${content}</details>`
}

function more(left: number, tag: 'li' | 'p' = 'p'): Html {
  if (left <= 0) return NOTHING
  return tag === 'li' ? html`<li>and ${left} more</li>` : html`<p>and ${count(left, 'more finding')}</p>`
}

/** @param isAdvised true where a finding before it says what to do */
export function findingBox({ rule, level, message, suggestion, paths, tests }: Finding, isAdvised = false): Html {
  const isNew = (name: string) => !message.includes(name)
  return html`<div class="finding ${level === 'error' ? 'failure' : 'warn'}"><p><strong>${rule}</strong> <span class="dim">${level}</span></p>
<p>${sentence(message)}</p>${isAdvised ? NOTHING : html`<p>→ ${sentence(suggestion.text)}</p>`}${renderList('Files', paths.filter(isNew), MAX_LISTED_FINDING)}${renderList('Tests', tests.filter(isNew), MAX_LISTED_FINDING)}</div>
`
}
