/** Renders the last block of a job's log: plain lines with everything that an agent needs to continue. */
import type { Sha } from '../../core/model/commit.ts'
import type { FailingTest } from '../../core/model/evidence.ts'
import { type Decision, type JudgedCommit, nameJudged, type WorkUnit } from '../../core/model/finding.ts'
import { count } from '../../core/util/count.ts'
import type { ErrorJson } from '../text/error.ts'
import {
  formatBaseFailures,
  formatNext,
  formatReason,
  formatVerdict,
  type OpenFinding,
  openFindings,
  toShownStep,
} from '../text/format.ts'
import { logLines } from '../text/log-line.ts'
import { commandLine, plain } from '../text/text.ts'
import { decisiveCommit, getConclusion, getError, headline, reproduceCommands, stepCommands } from './headline.ts'
import type { RunReport } from './run-report.ts'

const MAX_FINDINGS = 20
const MAX_LISTED = 10
/** Larger than in other lists, because the next step needs all of them. */
const MAX_LISTED_NEXT = 50
const MAX_SENTENCE = 2_000
const MAX_COMMAND = 4_000
const MAX_SHOWN_DECISIONS = 400

type Failing = readonly FailingTest[]

/** Renders lines from `TDD-GATE RESULT: <conclusion>` to `TDD-GATE END`. None of them is a workflow command. */
export function toResultBlock(report: RunReport): string {
  const error = getError(report)
  const { decision } = report
  const blocks = [
    headLines(report),
    error ? errorLines(error) : [],
    ...(decision && !error ? decisionBlocks(decision, report) : []),
    ['REPRODUCE', ...reproduceCommands(report).map((command) => commandLine(command))],
    report.run.url === ''
      ? []
      : [`REPORT ${plain(report.run.url)} (artifact: report.html, pr.md, evidence, test results)`],
  ]
  const lines = blocks.filter((block) => block.length > 0).flatMap((block) => [...block, ''])
  return logLines(`${[...lines, 'TDD-GATE END'].join('\n')}\n`)
}

function headLines(report: RunReport): readonly string[] {
  const { decision, head, base, repository, pullRequest, baseBranch, headBranch, trust, notes } = report
  const where = `${plain(repository, 200)}${pullRequest === null ? '' : `#${pullRequest}`}`
  return [
    `TDD-GATE RESULT: ${getConclusion(report)}`,
    ...(decision && !getError(report) ? [`why: ${formatReason(decision)}`] : []),
    `state: ${headline(report)}`,
    ...(decision ? commitLines(decisiveCommit(decision)) : []),
    ...(head === null ? [] : [`head: ${plain(head, 64)}`, `base: ${plain(base ?? 'unknown', 64)}`]),
    ...(repository === '' ? [] : [`where: ${where}, ${plain(headBranch, 200)} into ${plain(baseBranch, 200)}`]),
    ...(trust === null ? [] : [`trust: ${plain(trust.level, 60)}: ${plain(trust.about, MAX_SENTENCE)}`]),
    ...bounded('note', [...(decision ? formatBaseFailures(decision) : []), ...notes], MAX_LISTED).map((line) =>
      line.trimStart(),
    ),
  ]
}

function commitLines(commit: JudgedCommit | null): readonly string[] {
  if (!commit) return []
  const { phase, subtask, sha } = commit
  return [
    `verdict: ${formatVerdict(commit)}`,
    `phase: ${phase}`,
    `subtask: ${subtask === null ? 'none' : plain(subtask, 40)}`,
    `commit: ${sha}`,
  ]
}

function errorLines({ code, message, suggestion }: ErrorJson['error']): readonly string[] {
  return [
    `ERROR ${plain(code, 60)}`,
    `  message: ${plain(message, MAX_SENTENCE)}`,
    `  -> ${plain(suggestion, MAX_SENTENCE)}`,
  ]
}

function decisionBlocks(decision: Decision, report: RunReport): readonly (readonly string[])[] {
  const open = openFindings(decision)
  const more = open.length - MAX_FINDINGS
  return [
    ...open
      .slice(0, MAX_FINDINGS)
      .map((one, at) => findingLines(one, open[at - 1]?.commit, failingAt(report, one.commit.sha))),
    more > 0 ? [`${count(more, 'more finding')}: see the report`] : [],
    decision.next
      ? nextLines(toShownStep(decision.next, decision), failingAt(report, decisiveCommit(decision)?.sha), report)
      : [],
  ]
}

function failingAt({ failing }: RunReport, sha: Sha | undefined): Failing {
  return sha === undefined ? [] : (failing?.get(sha) ?? [])
}

/** @param before the commit of the finding before, which is named already */
function findingLines(
  { finding, commit, isAdvised }: OpenFinding,
  before: JudgedCommit | undefined,
  failing: Failing,
): readonly string[] {
  const { rule, level, message, suggestion, paths, tests } = finding
  return [
    `FINDING ${plain(rule, 60)} (${level}) at ${nameJudged(commit)}`,
    ...(commit === before ? [] : [`  commit: ${commit.phase}, ${plain(commit.subject, 200)}`]),
    `  message: ${plain(message, MAX_SENTENCE)}`,
    ...bounded('path', paths, MAX_LISTED),
    ...testLines(tests, failing, MAX_LISTED),
    ...(isAdvised ? [] : [`  -> ${plain(suggestion.text, MAX_SENTENCE)}`]),
  ]
}

function nextLines(next: WorkUnit, failing: Failing, report: RunReport): readonly string[] {
  return [
    formatNext(next),
    ...(next.suggestion.text === '' ? [] : [`  do: ${plain(next.suggestion.text, MAX_COMMAND)}`]),
    ...bounded('accept', next.acceptance, MAX_LISTED_NEXT),
    ...testLines(next.drivers, failing, MAX_LISTED_NEXT),
    ...bounded('file', next.files, MAX_LISTED_NEXT),
    ...stepCommands(next, report).map((command) => commandLine(command)),
  ]
}

/** Lists each test with its failure message, where it is known. */
function testLines(ids: readonly string[], failing: Failing, max: number): readonly string[] {
  const shown = new Set(ids.slice(0, max))
  const tests = new Map(failing.filter(({ id }) => shown.has(id)).map((test) => [test.id, test]))
  const lines = ids.slice(0, max).map((id) => {
    const failure = tests.get(id)
    const fails = failure ? `, fails (${failure.kind}): ${plain(failure.message, MAX_SHOWN_DECISIONS)}` : ''
    return `  test: ${plain(id)}${fails}`
  })
  return ids.length > max ? [...lines, `  test: +${ids.length - max} more`] : lines
}

function bounded(label: string, values: readonly string[], max: number): readonly string[] {
  const lines = values.slice(0, max).map((value) => `  ${label}: ${plain(value)}`)
  return values.length > max ? [...lines, `  ${label}: +${values.length - max} more`] : lines
}

const MAX_NOTES = 10

/** Returns true when the job had no error and made no decision. */
export function isOnlyMeasured({ decision, error }: RunReport): boolean {
  return decision === null && error === null
}

/**
 * Renders the log of a job that measured one part and leaves the decision to a judge: lines from `TDD-GATE RESULT:
 * in_progress` to `TDD-GATE END`. None of them is a workflow command.
 */
export function toMeasuredBlock({ head, base, notes }: RunReport): string {
  const lines = [
    'TDD-GATE RESULT: in_progress',
    'state: Measured, not judged yet: the judge decides when all shards are complete.',
    ...(head === null ? [] : [`head: ${plain(head, 64)}`, `base: ${plain(base ?? 'unknown', 64)}`]),
    ...notes.slice(0, MAX_NOTES).map((note) => `note: ${plain(note)}`),
    '',
    'TDD-GATE END',
  ]
  return logLines(`${lines.join('\n')}\n`)
}
