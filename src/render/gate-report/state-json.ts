/**
 * Renders the state of a pull request as JSON in a block of bounded size. Lists are shortened, so that the JSON stays
 * valid.
 */
import { toPercentages } from '../../core/model/coverage.ts'
import type { Decision, JudgedCommit, WorkUnit } from '../../core/model/finding.ts'
import { getBytes, hiddenJson, jsonBlock } from '../text/markdown.ts'
import { cut } from '../text/text.ts'
import { getConclusion, getError, headline } from './headline.ts'
import type { RunReport } from './run-report.ts'
import { toUnitJson } from './verify-json.ts'

interface Bounds {
  /** Bound on commits and subtasks; the last ones are kept. */
  readonly entries: number
  readonly listed: number
  readonly units: number
}

/** From generous to minimal. The last one always fits. */
const BOUNDS: readonly Bounds[] = [
  { entries: 1_000, listed: 50, units: 2_000 },
  { entries: 250, listed: 50, units: 500 },
  { entries: 60, listed: 20, units: 300 },
  { entries: 20, listed: 5, units: 200 },
  { entries: 0, listed: 1, units: 100 },
]
/** The maximal size with the last bounds: every unit may be written as `\uXXXX`. */
export const MIN_STATE_BYTES = 12_000

/** The name of the HTML comment that holds a state. */
export const STATE_NAME = 'tdd-gate:state'

/** Renders conclusion, commits, subtasks and next work unit for programs. `maxBytes` is at least MIN_STATE_BYTES. */
export function toStateBlock(report: RunReport, maxBytes: number): string {
  return fitting(report, maxBytes, jsonBlock)
}

/** Renders the same in an HTML comment. `maxBytes` is at least MIN_STATE_BYTES. */
export function toHiddenState(report: RunReport, maxBytes: number): string {
  return fitting(report, maxBytes, (state) => hiddenJson(STATE_NAME, state))
}

function fitting(report: RunReport, maxBytes: number, render: (state: unknown) => string): string {
  const texts = BOUNDS.values().map((bounds) => render(getState(report, bounds)))
  return texts.find((text) => getBytes(text) <= maxBytes) ?? render({ schemaVersion: 1, tooLarge: true })
}

function getNextState(report: RunReport, bounds: Bounds): object {
  const { decision, head } = report
  const error = getError(report)
  return {
    schemaVersion: 1,
    conclusion: getConclusion(report),
    headline: headline(report),
    head,
    error: error && mapStrings(error, (text) => cut(text, bounds.units)),
    next: decision?.next ? getUnit(decision.next, bounds) : null,
  }
}

function getState(report: RunReport, bounds: Bounds): object {
  const { repository, pullRequest, base, sequence, trust, run, decision } = report
  const { next, ...state } = getNextState(report, bounds) as { readonly next: unknown }
  return {
    ...state,
    repository: cut(repository, bounds.units),
    pullRequest,
    base,
    sequence,
    trust: trust && cut(trust.level, bounds.units),
    run: { id: cut(run.id, bounds.units), attempt: run.attempt, url: cut(run.url, bounds.units) },
    ...(decision ? getEntries(decision, bounds) : {}),
    next,
  }
}

/** Counts the entries that are left out. */
function getEntries({ commits, subtasks }: Decision, bounds: Bounds): object {
  const { entries, units } = bounds
  return {
    earlierCommits: Math.max(0, commits.length - entries),
    commits: last(commits, entries).map((commit) => getCommit(commit, bounds)),
    earlierSubtasks: Math.max(0, subtasks.length - entries),
    subtasks: last(subtasks, entries).map(({ id, title, status, attempts, drivers }) => ({
      id: cut(id, units),
      title: cut(title, units),
      status,
      attempts,
      drivers: drivers.length,
    })),
  }
}

function getCommit(commit: JudgedCommit, { units, listed }: Bounds): object {
  const { sha, phase, subtask, verdict, isSuperseded, findings, tests, coverage, durationMs, proved } = commit
  return {
    sha,
    phase,
    subtask: subtask && cut(subtask, units),
    verdict,
    superseded: isSuperseded,
    rules: findings.slice(0, listed).map(({ rule, level }) => ({ rule: cut(rule, units), level })),
    proved: proved.length,
    tests,
    coverage: coverage && toPercentages(coverage),
    durationMs,
  }
}

/** Returns the work unit; `more` counts the entries that its lists leave out. */
function getUnit(unit: WorkUnit, { listed, units }: Bounds): object {
  const next = toUnitJson(unit)
  const lists = { acceptance: next.acceptance, drivers: next.drivers, files: next.files, commands: next.commands }
  const short = Object.entries(lists).map(([name, list]) => [name, list.slice(0, listed).map((one) => cut(one, units))])
  const more = Object.entries(lists).map(([name, list]) => [name, Math.max(0, list.length - listed)] as const)
  const left = more.filter(([, number]) => number > 0)
  return {
    ...mapStrings(next, (text) => cut(text, units)),
    ...Object.fromEntries(short),
    ...(left.length > 0 ? { more: Object.fromEntries(left) } : {}),
  }
}

function last<T>(list: readonly T[], most: number): readonly T[] {
  return list.slice(Math.max(0, list.length - most))
}

function mapStrings(value: object, change: (text: string) => string): object {
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, typeof one === 'string' ? change(one) : one]),
  )
}
