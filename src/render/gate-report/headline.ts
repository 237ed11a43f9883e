/** Renders the headline: conclusion, progress and next step in one sentence. */

import { formatDecision } from '../../core/evaluate/apply-decisions.ts'
import { firstBlocked } from '../../core/evaluate/next.ts'
import type { Sha } from '../../core/model/commit.ts'
import {
  type Conclusion,
  type Decision,
  type DecisionNote,
  type JudgedCommit,
  nameJudged,
  type WorkUnit,
} from '../../core/model/finding.ts'
import { shellWords } from '../../core/rules/text.ts'
import { count } from '../../core/util/count.ts'
import type { ErrorJson } from '../text/error.ts'
import { formatPhase, sayAccepted, standingCommits } from '../text/format.ts'
import { cut, plain } from '../text/text.ts'
import type { RunReport } from './run-report.ts'

/** `error`: nothing was judged, because of a problem that needs a fix; `waiting`: nothing was judged yet. */
export type ReportConclusion = Conclusion | 'error' | 'waiting'

/** GitHub limits titles of checks to 255 characters. */
export const MAX_HEADLINE = 200
const MAX_ID = 40
const MAX_STEP_COMMANDS = 50
const IS_SHA = /^[0-9a-f]{40,64}$/
const NOTHING_JUDGED = { code: 'internal', message: 'Nothing was judged.', suggestion: 'Run the workflow again.' }

/** Returns the conclusion. An error overrides a decision. */
export function getConclusion({ decision, error, notice: reason }: RunReport): ReportConclusion {
  if (reason) return reason.code === 'overridden' ? 'success' : reason.isFailure ? 'error' : 'waiting'
  return decision === null || error !== null ? 'error' : decision.conclusion
}

/** Returns why nothing was judged; null when something was. */
export function getError(report: RunReport): ErrorJson['error'] | null {
  if (report.notice) return { ...report.notice, suggestion: report.notice.suggestion.text }
  return getConclusion(report) === 'error' ? (report.error ?? NOTHING_JUDGED) : null
}

/**
 * Returns the commit that determines the conclusion: the first rejected one, otherwise the last of a cycle, otherwise
 * the last.
 */
export function decisiveCommit(decision: Decision): JudgedCommit | null {
  const standing = standingCommits(decision)
  const isOfCycle = ({ phase }: JudgedCommit) => phase === 'red' || phase === 'green' || phase === 'refactor'
  return firstBlocked(standing) ?? standing.findLast(isOfCycle) ?? standing.at(-1) ?? null
}

/** Renders one plain line for titles: `RED 42.2 accepted: make 3 tests pass`; at most MAX_HEADLINE characters. */
export function headline(report: RunReport): string {
  const { decision } = report
  if (report.notice) return cut(plain(report.notice.title), MAX_HEADLINE)
  const error = getError(report)
  if (error) return cut(plain(`Nothing was judged (${error.code}): ${error.message}`), MAX_HEADLINE)
  if (!decision) return NOTHING_JUDGED.message
  if (decision.overridden) return cut(plain(formatOverride(decision.overridden)), MAX_HEADLINE)
  if (decision.stopped && decision.next) return cut(plain(decision.next.title), MAX_HEADLINE)
  if (decision.conclusion === 'success') return formatSuccess(decision)
  const commit = decisiveCommit(decision)
  const said = [...(commit ? [formatState(commit, decision)] : []), ...formatNextStep(decision)]
  return cut(plain(said.join(': ')), MAX_HEADLINE)
}

/** Formats an override: `Overridden by @mona: flaky runner`. */
function formatOverride(override: DecisionNote): string {
  return `Overridden ${formatDecision(override)}`
}

function formatSuccess(decision: Decision): string {
  const done = decision.subtasks.filter(({ status }) => status === 'done').length
  const subtasks = done > 0 ? `, ${count(done, 'subtask')} done` : ''
  const said = sayAccepted(decision)
  return `${said.slice(0, 1).toUpperCase()}${said.slice(1)}${subtasks}`
}

function formatState(commit: JudgedCommit, { next }: Decision): string {
  const { verdict } = commit
  const where = formatPhase(commit)
  const limits = next?.isWhole ? undefined : next?.limits
  const broken = verdict === 'rejected' ? findBroken(commit) : undefined
  if (broken) return `${where} rejected by ${plain(broken.rule, 60)} at ${nameJudged(commit)}`
  if (verdict !== 'attempt' || !limits) return `${where} ${verdict === 'unmeasured' ? 'not measured' : verdict}`
  return `${where} attempt ${limits.attempts} of ${limits.maxAttempts}`
}

/** Renders the next step in a few words; none where the state says which rule rejects which commit. */
function formatNextStep(decision: Decision): readonly string[] {
  const { next } = decision
  if (!next) return ['no step is left']
  if (next.action === 'write-failing-test') return [`write a failing test${ofSubtask(next)}`]
  if (next.action === 'make-tests-pass' && !isPaused(next)) return [`make ${count(next.drivers.length, 'test')} pass`]
  const blocked = firstBlocked(standingCommits(decision))
  if (blocked && next.action === 'measure-again') return [`measure ${nameJudged(blocked)} again`]
  if (blocked && findBroken(blocked)) return []
  return [next.title.slice(0, 1).toLowerCase() + next.title.slice(1)]
}

const findBroken = ({ findings }: JudgedCommit) => findings.find(({ level }) => level === 'error')

function ofSubtask({ subtask }: WorkUnit): string {
  return subtask === null ? '' : ` for ${plain(subtask, MAX_ID)}`
}

function isPaused({ limits }: WorkUnit): boolean {
  return limits.attempts >= limits.maxAttempts
}

/** Returns the commands of a step, at most `most`, and then the push of a pull request. The text of a fix says when to push. */
export function stepCommands(
  { action, suggestion: { commands } }: WorkUnit,
  { pullRequest }: Pick<RunReport, 'pullRequest'>,
  most = MAX_STEP_COMMANDS,
): readonly string[] {
  const isPushed = pullRequest !== null && action !== 'fix' && commands.length > 0
  return [...commands.slice(0, most), ...(isPushed ? ['git push'] : [])]
}

/**
 * Returns commands that judge the same range in any clone. They contain SHAs only, because branch names are untrusted
 * input for a shell.
 */
export function reproduceCommands({ base, head, sequence, task }: RunReport): readonly string[] {
  if (!isSha(base) || !isSha(head)) return ['tdd-gate verify']
  const options = [
    `--base ${base} --head ${head}`,
    ...(task === null ? [] : [`--task ${shellWords([task], "'<task>'")}`]),
    ...(sequence === 'pull-request' ? ['--sequence pull-request'] : []),
  ]
  return [`git fetch origin ${base} ${head}`, `tdd-gate verify ${options.join(' ')}`]
}

function isSha(sha: Sha | null): sha is Sha {
  return sha !== null && IS_SHA.test(sha)
}
