/** Defines a trial: it changes code or tests of one commit, runs tests, and says what it means when none notices. */
import type { RunIndex } from '../core/compare/compare.ts'
import { productionSince } from '../core/compare/counterfactual.ts'
import type { Measured } from '../core/compare/measured.ts'
import type { MeasurementPlan } from '../core/evaluate/measurement-plan.ts'
import type { Commit, FileChange, Sha } from '../core/model/commit.ts'
import type { Cycle, GateState } from '../core/model/state.ts'
import type { TestId } from '../core/model/test-run.ts'
import type { TrialRuns, TrialSession } from './trial-runs.ts'

/** Files of the largest change that is tried. */
export const MAX_TRIED_FILES = 200
/** Names in evidence: as many as people read. */
export const MAX_NAMED = 20

/** A measured commit. */
export interface TrialContext {
  readonly session: TrialSession
  readonly state: GateState
  readonly commit: Commit
  /** Whether the files of the drivers ran without the rest of the suite; absent: unknown. */
  readonly takesFiles?: boolean
  /** The measurement, with what the trials before found. */
  readonly measured: Measured
  /** Absent where it finished nothing. */
  readonly green?: Finished
}

/** What a GREEN finished. */
export interface Finished {
  readonly cycles: readonly Cycle[]
  /** Tests that pass for these cycles, and did not pass before. */
  readonly drivers: ReadonlySet<TestId>
  /** The run at the baseline, and its tree. */
  readonly baseline: RunIndex
  readonly baselineTree: Sha
  /** What takes its production away; null: RED ran on that tree. */
  readonly without: MeasurementPlan['counterfactual']
}

/** The changes that may have edited tests: at a GREEN, those since RED beside its drivers. */
export const getTestChanges = ({ green, state, commit }: TrialContext): readonly FileChange[] =>
  green ? [...state.otherChanges.values()] : commit.changes

/** The changes of production: at a GREEN, those since the baseline. */
export const getProduction = ({ green, state, commit }: TrialContext): readonly FileChange[] =>
  green
    ? [...productionSince(state, commit).values()]
    : commit.changes.filter((change) => change.class === 'production')

/** A trial gets the context of its moment: drivers exist at GREEN alone. */
export interface GreenContext extends TrialContext {
  readonly green: Finished
}

export interface TrialOf<C extends TrialContext> {
  /** Stable, kebab-case. */
  readonly code: string
  /** One sentence for people: a row of the table in docs/reference/trials.md. */
  readonly about: string
  /** The rules that read what it finds. It runs where the project has one of them on. */
  readonly rules: readonly string[]
  /** Verdicts rest on it: it gets all runs that it needs. Absent: the budget bounds it. */
  readonly isVerdict?: true
  /** Absent where shards can share it: each sees its own slice notice. */
  readonly needsWhole?: true
  /** @returns null when there was nothing to change */
  readonly run: (context: C, runs: TrialRuns) => Promise<Partial<Measured> | null>
}

export type GreenTrial = TrialOf<GreenContext>
/** A trial at a commit that drives nothing. */
export type UpkeepTrial = TrialOf<TrialContext>
