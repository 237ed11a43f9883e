/** Renders the sections that step summary, check, comment and pull request share, as lines of Markdown. */
import { getScore } from '../../core/evaluate/score.ts'
import type { FailingTest } from '../../core/model/evidence.ts'
import {
  type Decision,
  type DecisionNote,
  type JudgedCommit,
  nameJudged,
  numberAttempt,
  type WorkUnit,
} from '../../core/model/finding.ts'
import { count } from '../../core/util/count.ts'
import { countWarnings, formatBaseFailures, type OpenFinding, openFindings, toShownStep } from '../text/format.ts'
import { code, codeAt, codeBlock, link, prose } from '../text/markdown.ts'
import {
  decisiveCommit,
  getConclusion,
  getError,
  headline,
  type ReportConclusion,
  reproduceCommands,
  stepCommands,
} from './headline.ts'
import { commitAddress, fileAddress, testAddress } from './places.ts'
import type { RunReport } from './run-report.ts'

export type MarkdownLines = readonly string[]

/** Unfinished work is no failure, so its text is mild. */
const WORDS: Readonly<Record<ReportConclusion, string>> = {
  success: '✅ tdd-gate: ready for review',
  failure: '❌ tdd-gate: a step needs a fix, not ready to merge',
  in_progress: '⏳ tdd-gate: work in progress, not ready to merge',
  unmeasurable: '❓ tdd-gate: not measurable',
  error: '❗ tdd-gate: not judged',
  waiting: '⏳ tdd-gate: waiting',
}
const MAX_SENTENCE = 2_000
const MAX_SHOWN_DECISIONS = 300
const MAX_NAME = 300
const MAX_SKIPPED = 50

/** Joins sections with empty lines and drops empty sections. */
export function page(sections: readonly MarkdownLines[]): string {
  const shown = sections.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'))
  return `${shown.join('\n\n')}\n`
}

/** Renders the conclusion and the next action. */
export function headSection(report: RunReport, level: '#' | '##' = '#'): MarkdownLines {
  return [`${level} ${WORDS[getConclusion(report)]}`, '', bold(prose(headline(report)))]
}

/** Emphasises a text. An empty one would render as a horizontal rule. */
function bold(text: string): string {
  return text === '' ? '' : `**${text}**`
}

export function errorSection(report: RunReport): MarkdownLines {
  const error = getError(report)
  if (!error) return []
  const { message, suggestion } = error
  const head = report.notice ? '## Why' : '## Error'
  return [head, '', `${code(error.code, 60)}: ${prose(message, MAX_SENTENCE)}`, '', `→ ${prose(suggestion)}`]
}

/** Renders the decisions of people that the conclusion depends on. */
export function decisionsSection(decision: Decision | null): MarkdownLines {
  const { overridden, stopped, subtasks = [], commits = [] } = decision ?? {}
  const excused = commits.flatMap((commit) =>
    commit.findings.flatMap(({ rule, excused: decision }) =>
      decision ? [`- ${code(rule, 60)} excused at ${code(nameJudged(commit))} ${formatDecisionNote(decision)}`] : [],
    ),
  )
  const skipped = subtasks.flatMap(({ id, skipped }) =>
    skipped ? [`- ${code(id, 40)} skipped ${formatDecisionNote(skipped)}`] : [],
  )
  const lines = [
    ...(overridden
      ? [`- overridden ${formatDecisionNote(overridden)}; without it: ${overridden.conclusion}, for this commit only`]
      : []),
    ...(stopped ? [`- ${stopped.kind === 'pause' ? 'paused' : 'aborted'} ${formatDecisionNote(stopped)}`] : []),
    ...[...skipped, ...excused].slice(0, MAX_SKIPPED),
  ]
  return lines.length === 0 ? [] : ['## Decided by people', '', ...lines]
}

function formatDecisionNote({ by, reason, at }: DecisionNote): string {
  return `by ${code(`@${by}`, 60)} at ${code(at, 40)}${reason === '' ? '' : `: ${prose(reason, MAX_SENTENCE)}`}`
}

/** The step after the proof. Only a squash merge keeps RED commits out of the base branch. */
function forPeople(decision: Decision | null): string {
  const warnings = decision ? countWarnings(decision) : 0
  const first = 'If it is a draft, mark it as ready for review. Have it reviewed, then *Squash and merge*.'
  const decides = warnings === 0 ? '' : `${sayBlocksNothing(warnings)} `
  return `${first} ${decides}The gate asks for no other step.`
}

const sayBlocksNothing = (warnings: number) =>
  warnings === 1
    ? 'The warning blocks nothing: a reviewer decides whether it needs a test.'
    : `The ${warnings} warnings block nothing: a reviewer decides whether they need a test.`

/** Renders the next work unit for people. Programs read it as JSON elsewhere. */
export function nextSection(report: RunReport, most: number): MarkdownLines {
  const { decision, failing, pullRequest } = report
  if (getConclusion(report) === 'success' && pullRequest !== null) return ['## Next step', '', forPeople(decision)]
  if (!decision?.next) return []
  const next = toShownStep(decision.next, decision)
  const attempt = numberAttempt(next)
  const pasted = stepCommands(next, report, most)
  const tests = failing?.get(decisiveCommit(decision)?.sha ?? '') ?? []
  const lists = [
    ...listed(next.acceptance, most, (text) => `- to accept: ${prose(text)}`),
    ...listed(next.drivers, most, (id) => `- test ${code(id, MAX_NAME)}${saidBy(id, tests)}`),
    ...listed(next.files, most, fileLine(next)),
  ]
  return [
    ...['## Next step', '', bold(prose(next.title)) + (attempt === '' ? '' : ` (attempt ${attempt})`), ''],
    ...(next.suggestion.text === '' ? [] : [prose(next.suggestion.text, MAX_SENTENCE * 2, next.drivers)]),
    ...(lists.length > 0 ? ['', ...lists] : []),
    ...(pasted.length > 0 ? ['', codeBlock(pasted, 'sh')] : []),
  ]
}

/** GREEN must not change the files of its tests. */
function fileLine({ action }: WorkUnit): (path: string) => string {
  return action === 'make-tests-pass'
    ? (path) => `- leave ${code(path, MAX_NAME)} as it is`
    : (path) => `- file ${code(path, MAX_NAME)}`
}

function saidBy(id: string, failing: readonly FailingTest[]): string {
  const test = failing.find((one) => one.id === id)
  return test ? `: ${test.kind}, ${code(test.message, MAX_SHOWN_DECISIONS)}` : ''
}

/** Renders every open finding with its suggestion. @param report present: files and tests become links */
export function findingsSection(
  decision: Decision | null,
  most: number,
  listedMost: number,
  report: Linking = UNLINKED,
): MarkdownLines {
  const open = decision ? openFindings(decision) : []
  if (open.length === 0) return []
  const isInProgress = decision?.conclusion === 'in_progress'
  const lines = open.slice(0, most).flatMap((one) => findingLines(one, listedMost, report, isInProgress))
  const more = open.length > most ? [`- and ${count(open.length - most, 'more finding')}`] : []
  return ['## Findings', '', ...lines, ...more]
}

export type Linking = Pick<RunReport, 'repositoryUrl' | 'failing'>
const UNLINKED: Linking = { repositoryUrl: '' }

/** Stands for advice that a finding of the same rule has before. */
const AS_ABOVE = 'as above'

/** Unfinished work gets no red cross. */
function findingLines(
  { commit, finding, isAdvised }: OpenFinding,
  most: number,
  report: Linking,
  isInProgress: boolean,
): MarkdownLines {
  const { rule, level, message, suggestion, paths, tests } = finding
  const { sha, phase } = commit
  const mark = level === 'error' && !isInProgress ? '❌' : '⚠️'
  const at = codeAtCommit(commit, report)
  return [
    `- ${mark} ${code(rule, 60)} at ${at} (${phase}): ${prose(message, MAX_SENTENCE, tests)}`,
    ...listed(paths, most, (path) => `  - file ${codeAt(path, fileAddress(report, sha, path, finding), MAX_NAME)}`),
    ...listed(tests, most, (id) => `  - test ${codeAt(id, testAddress(report, sha, id), MAX_NAME)}`),
    `  - → ${isAdvised ? AS_ABOVE : prose(suggestion.text, MAX_SENTENCE)}`,
  ]
}

/** A commit that exists nowhere has no address. */
export const codeAtCommit = (commit: JudgedCommit, report: Linking) =>
  codeAt(nameJudged(commit), commit.isLaidOver ? '' : commitAddress(report, commit.sha))

/** Renders one line for readers. */
export function scoreSection(decision: Decision | null): MarkdownLines {
  if (decision === null || decision.commits.length === 0) return []
  const { kept, of, warnings } = getScore(decision)
  const warned = warnings === 0 ? '' : `, ${warnings} with a warning`
  return [`${kept} of ${of} rules hold${warned}. The verdict does not depend on this count.`]
}

/** Renders the commands that reproduce the result locally. */
export function reproduceSection(report: RunReport): MarkdownLines {
  return ['## Reproduce it', '', codeBlock(reproduceCommands(report), 'sh')]
}

/** Renders the origin of the result and its trust level. */
export function provenanceSection(report: RunReport): MarkdownLines {
  const { trust, run, base, head, startedAt, notes, sequence } = report
  const isMeasured = trust !== null || startedAt !== ''
  const text = `run ${/^\d+$/.test(run.id) ? run.id : ''} attempt ${run.attempt}`.replace('  ', ' ')
  return [
    '## Provenance',
    '',
    ...(trust === null ? [] : [`- trust: ${code(trust.level, 60)}, ${prose(trust.about)}`]),
    ...(isMeasured ? [`- measured by ${link(text, run.url)}, started ${code(startedAt, 40)}`] : []),
    `- base ${code(base ?? 'unknown', 64)}, head ${code(head ?? 'unknown', 64)}, sequence ${sequence}`,
    ...listed(
      [...(report.decision ? formatBaseFailures(report.decision) : []), ...notes],
      10,
      (note) => `- note: ${prose(note, MAX_SENTENCE)}`,
    ),
  ]
}

/** Renders the first `most` values, and the number of the others. */
export function listed(values: MarkdownLines, most: number, toLine: (value: string) => string): MarkdownLines {
  const lines = values.slice(0, most).map(toLine)
  const indent = /^ */.exec(lines[0] ?? '')?.[0] ?? ''
  return values.length > most ? [...lines, `${indent}- and ${values.length - most} more`] : lines
}
