/** Renders the output of `verify --json`: a documented object with schema version 1. */

import type { Phase } from '../../core/evaluate/phase.ts'
import type { Sha } from '../../core/model/commit.ts'
import type { NearAnswers, TriedChange } from '../../core/model/counterfactuals.ts'
import { type CoverageMetric, toPercentages } from '../../core/model/coverage.ts'
import type { Comparison } from '../../core/model/evidence.ts'
import type {
  Conclusion,
  Decision,
  Finding,
  HeldLines,
  JudgedCommit,
  JudgedNote,
  SubtaskState,
  Verdict,
  WorkUnit,
} from '../../core/model/finding.ts'
import type { Sequence } from '../../core/model/policy.ts'
import type { SuiteResult, Totals } from '../../core/model/test-run.ts'

interface VerifyJson {
  readonly schemaVersion: 1
  readonly conclusion: Conclusion
  readonly sequence: Sequence
  readonly base: Sha
  readonly head: Sha
  readonly commits: readonly CommitJson[]
  readonly subtasks: readonly SubtaskState[]
  readonly next: WorkUnitJson | null
  /** Tests that fail on the base already; absent where there are none. */
  readonly known?: readonly string[]
  /** Production files that changed without a proved subtask; absent where there are none. */
  readonly unproved?: readonly string[]
  /** Present and true where no plan was given. */
  readonly isUnplanned?: true
  /** Present and true where the caller asked for no trials. */
  readonly withoutTrials?: true
}

interface CommitJson {
  readonly sha: Sha
  /** Present where no repository has the commit: the gate laid a part of the head over the base. */
  readonly isLaidOver?: true
  readonly subject: string
  readonly phase: Phase
  readonly subtask: string | null
  readonly verdict: Verdict
  /** A later commit replaced this one, so its rejection does not count. */
  readonly superseded: boolean
  readonly findings: readonly FindingJson[]
  readonly tests: Totals & { readonly loadErrors: number }
  readonly comparison: Comparison
  /** In percent. Unmeasured metrics are absent. */
  readonly coverage: { readonly [M in CoverageMetric | 'patch']?: number } | null
  /** What holds the changed lines of an accepted GREEN; absent where nothing was tried. */
  readonly lines?: readonly HeldLines[]
  /** Notes that people wrote at tried lines; absent without any. */
  readonly notes?: readonly JudgedNote[]
  /** What its functions answer beside the examples of their drivers; absent where no driver gives one. */
  readonly answers?: readonly NearAnswers[]
  /** What trials changed, and which tests noticed; absent where nothing was tried. */
  readonly tried?: readonly TriedChange[]
  /** The results of several suites; absent where there is one, or single files ran. */
  readonly suites?: readonly SuiteResult[]
  readonly durationMs: number
}

/** The subject of the judgement, which the decision does not contain. */
export interface JudgedJson {
  readonly base: Sha
  readonly head: Sha
  readonly sequence: Sequence
  readonly withoutTrials?: true
}

const NOTHING_RAN = { total: 0, passed: 0, failed: 0, errored: 0, skipped: 0, loadErrors: 0 }

export function toVerifyJson(decision: Decision, { base, head, sequence, withoutTrials }: JudgedJson): VerifyJson {
  const { conclusion, commits, subtasks, next, known, unproved, isUnplanned } = decision
  return {
    schemaVersion: 1,
    conclusion,
    sequence,
    base,
    head,
    commits: commits.map((commit) => toCommit(commit, next)),
    subtasks,
    next: next && toUnitJson(next),
    ...(known === undefined ? {} : { known }),
    ...(unproved === undefined ? {} : { unproved }),
    ...(isUnplanned === undefined ? {} : { isUnplanned }),
    ...(withoutTrials && { withoutTrials }),
  }
}

function toCommit(commit: JudgedCommit, next: WorkUnit | null): CommitJson {
  const { sha, subject, phase, subtask, verdict, isSuperseded, findings, tests, comparison, coverage } = commit
  return {
    sha,
    ...(commit.isLaidOver && { isLaidOver: true }),
    subject,
    phase,
    subtask,
    verdict,
    superseded: isSuperseded,
    findings: findings.map((finding) => toFindingJson(finding, next)),
    tests: tests ?? NOTHING_RAN,
    comparison,
    coverage: coverage && toPercentages(coverage),
    ...(commit.lines === undefined ? {} : { lines: commit.lines }),
    ...(commit.notes === undefined ? {} : { notes: commit.notes }),
    ...(commit.answers === undefined ? {} : { answers: commit.answers }),
    ...(commit.tried === undefined ? {} : { tried: commit.tried }),
    ...(commit.suites === undefined ? {} : { suites: commit.suites }),
    durationMs: Math.round(commit.durationMs),
  }
}

/** A work unit in JSON: its suggestion is `instructions` and `commands`. */
export interface WorkUnitJson extends Omit<WorkUnit, 'suggestion' | 'rule'> {
  readonly instructions: string
  readonly commands: readonly string[]
}

export function toUnitJson(unit: WorkUnit): WorkUnitJson {
  const { action, phase, subtask, title, suggestion, acceptance, drivers, files, limits, isWhole } = unit
  const { text: instructions, commands } = suggestion
  const whole = isWhole === undefined ? {} : { isWhole }
  return { action, phase, subtask, title, instructions, acceptance, drivers, files, commands, limits, ...whole }
}

/** A finding in JSON: the text of its suggestion, and the commands in it. */
export interface FindingJson extends Omit<Finding, 'suggestion'> {
  readonly suggestion: string
  /** Commands that work in a shell unchanged; absent when the suggestion has none, and where the next step has them. */
  readonly commands?: readonly string[]
}

export function toFindingJson(finding: Finding, next: WorkUnit | null = null): FindingJson {
  const { rule, level, message, suggestion, paths, lines, tests } = finding
  const { text, commands } = suggestion
  return {
    rule,
    level,
    message,
    suggestion: text,
    ...(commands.length === 0 || suggestion === next?.suggestion ? {} : { commands }),
    paths,
    ...(lines === undefined ? {} : { lines }),
    tests,
  }
}
