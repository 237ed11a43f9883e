/** Runs tests for trials: keeps their budget, bounds the time of changed code, and runs what is equal once. */
import { toEarlierTests } from '../changes/in-file-tests.ts'
import { indexRun, type RunIndex } from '../core/compare/compare.ts'
import type { Measured } from '../core/compare/measured.ts'
import { getRunCost, getShare, getTrialBudget } from '../core/compare/trial-budget.ts'
import type { Criteria } from '../core/evaluate/judge-commit.ts'
import type { TreeEdit } from '../core/evaluate/measurement-plan.ts'
import type { Commit, FileChange, FileClass, Sha } from '../core/model/commit.ts'
import type { Config } from '../core/model/config.ts'
import type { TriedChange } from '../core/model/counterfactuals.ts'
import type { TestCase, TestId } from '../core/model/test-run.ts'
import { RULE_LEVELS } from '../core/rules/index.ts'
import { nearby } from '../core/text/nearby.ts'
import type { Scratch } from '../git/scratch.ts'
import type { Execution, ExecutionRequest } from '../test-runner/execution.ts'
import type { Measurer } from '../test-runner/measurer.ts'
import type { Suite } from '../test-runner/run-plan.ts'

/** Returns whether the project, or the default of the rule, has it on. */
export const isRuleOn = ({ policy }: Pick<Criteria, 'policy'>, code: string): boolean =>
  (policy.rules[code] ?? RULE_LEVELS[code]) !== 'off'

/** The part of a verification that trials use. */
export interface TrialSession {
  readonly scratch: Scratch
  readonly measurer: Measurer
  readonly config: Config
  readonly criteria: Criteria
  readonly classify: (path: string) => FileClass
  readonly suitesToRun: readonly Suite[]
  /** Where the branch began, and the trees of its commits judged so far. */
  readonly origin: { readonly tree: Sha }
  readonly trees: ReadonlyMap<Sha, Sha>
  /** Whether only what a GREEN must show runs; absent: all. */
  readonly withoutTrials?: boolean
  /** Called when a trial starts its first test command. */
  readonly onTrial?: (code: string) => void
}

/** Factor on the time of all runs with the unchanged code, within bounds. */
const TIME_LIMIT = 2
const MIN_TIME_LIMIT_MS = 20_000
/** A suite that takes longer is not asked: its run would end without an answer. */
const MAX_TIME_LIMIT_MS = 120_000
/** Evidence holds so many runs, among them those of the unchanged code. */
const MAX_EXECUTIONS = 48
/** Rows in evidence: more than people read. */
const MAX_TRIED = 100

/** How tests run once, for their results alone. */
export const ONCE = { coverage: false, repeat: 1, withCanary: false } as const

/** Returns the tests of these files that pass with the code as it is. */
export function passingIn({ passing }: Pick<TrialRuns, 'passing'>, files: readonly string[]): readonly TestId[] {
  const near = nearby(files)
  return passing.flatMap(([id, { file }]) => (file !== null && near.has(file) ? id : []))
}

/** Null: the whole suite. */
type TestFiles = readonly string[] | null

export interface TrialRuns {
  /** All executions, in order. */
  readonly executions: readonly Execution[]
  /** What was tried so far. */
  readonly tried: () => readonly TriedChange[]
  /** Tests that passed with the code as it is. */
  readonly passing: readonly (readonly [TestId, Pick<TestCase, 'file'>])[]
  /** Whether shards see different slices of the suite fail, and so would run different trees. */
  readonly isDivided: boolean
  /** Returns whether the budget holds one more run of these files for this trial. */
  readonly mayRun: (files: TestFiles) => boolean
  /** Begins a trial: it gets a share of what is left, or what it needs where verdicts rest on it. */
  readonly begin: (trial: { readonly code: string; readonly isVerdict?: true }) => void
  /** Notes what the trial changed, and who noticed. */
  readonly note: (rows: readonly Omit<TriedChange, 'trial'>[]) => void
  /** Runs the files with these changes of the commit's tree. */
  readonly change: (edits: readonly TreeEdit[], files: TestFiles) => Promise<Execution>
  /** Runs the files of a tree; the same files of an equal tree once. Where they hold all tests, they are the suite. */
  readonly inTree: (tree: Sha, files: TestFiles) => Promise<Execution>
  /** The same, as the results of its tests. */
  readonly index: (edits: readonly TreeEdit[], files: TestFiles) => Promise<RunIndex>
  /** Runs a request as it is. */
  readonly execute: (tree: Sha, request: ExecutionRequest) => Promise<Execution>
  /** Runs a request for advice: no result of it stops a judgement. */
  readonly aside: TrialRuns['execute']
  /** The time of all of them. */
  readonly durationMs: () => number
  /** Announces changes that will probably run, so that helpers begin them. */
  readonly announce: (all: readonly (() => Promise<readonly TreeEdit[]>)[], files: TestFiles) => Promise<void>
}

interface Tried {
  readonly session: TrialSession
  readonly commit: Pick<Commit, 'tree'>
  readonly measured: Pick<Measured, 'runs' | 'durationMs'>
  readonly takesFiles?: boolean
}

export function openTrialRuns(trial: Tried): TrialRuns {
  const { session, measured, takesFiles = true } = trial
  const { config } = session
  const all = [...indexRun(measured.runs[0]!)]
  const isDivided = config.test.shards > 1
  const budget = openBudget(all, config.policy.trials?.budget, { isDivided, takesFiles })
  const tried: TriedChange[] = []
  let code = ''
  let isShown = false
  const onStart = () => {
    if (!isShown) session.onTrial?.(code)
    isShown = true
  }
  const passing = all.filter(([, { outcome }]) => outcome === 'passed')
  const runs = openRuns(trial, budget, { onStart, asked: isDivided ? null : passing.map(([id]) => id) })
  return {
    ...runs,
    tried: () => tried,
    passing,
    isDivided,
    mayRun: (files) =>
      runs.executions.length < MAX_EXECUTIONS &&
      (files !== null || measured.durationMs <= MAX_TIME_LIMIT_MS) &&
      budget.holds(files),
    begin: (next) => {
      code = next.code
      isShown = false
      budget.begin(next.isVerdict === true)
    },
    note: (rows) => void tried.push(...rows.slice(0, MAX_TRIED - tried.length).map((row) => ({ ...row, trial: code }))),
  }
}

function holdsAll({ run: { cases } }: Execution, ids: readonly TestId[]): boolean {
  const held = new Set(cases.map(({ id }) => id))
  return ids.every((id) => held.has(id))
}

interface Asking {
  readonly onStart: () => void
  /** The tests that a run of the suite is asked about; null: not known, as where shards share it. */
  readonly asked: readonly TestId[] | null
}

function openRuns(
  { session: { scratch, measurer }, commit, measured }: Tried,
  budget: ReturnType<typeof openBudget>,
  { onStart, asked }: Asking,
) {
  const [executions, asides]: [Execution[], Execution[]] = [[], []]
  const known = new Map<string, Execution>()
  const timeoutMs = Math.min(Math.max(MIN_TIME_LIMIT_MS, TIME_LIMIT * measured.durationMs), MAX_TIME_LIMIT_MS)
  const toRequest = (files: TestFiles) => ({ ...ONCE, files, timeoutMs, original: commit.tree })
  const executeInto = (list: Execution[]) => async (tree: Sha, request: ExecutionRequest) => {
    budget.spend(request.files)
    const execution = await measurer.execute(tree, { onStart, ...request })
    list.push(execution)
    return execution
  }
  const execute = executeInto(executions)
  const answering = new Map<Sha, Execution>()
  const inTree = async (tree: Sha, files: TestFiles) => {
    const key = JSON.stringify([tree, files])
    const ran = known.get(key)
    if (ran) return ran
    const answer = files === null ? answering.get(tree) : undefined
    // It counts as a run: what is tried does not depend on where tests stand.
    if (answer) budget.spend(files)
    const execution = answer ?? (await execute(tree, toRequest(files)))
    known.set(key, execution)
    if (asked && holdsAll(execution, asked)) answering.set(tree, execution)
    return execution
  }
  const change = async (edits: readonly TreeEdit[], files: TestFiles) =>
    inTree(await scratch.composeTree(commit.tree, edits), files)
  const announce: TrialRuns['announce'] = async (changes, files) => {
    if (!measurer.hasHelpers) return
    for (const getEdits of changes.slice(0, budget.count(files))) {
      const edits = await getEdits()
      if (edits.length === 0) continue
      await measurer.execute(await scratch.composeTree(commit.tree, edits), { ...toRequest(files), isEarly: true })
    }
  }
  return {
    executions,
    execute,
    inTree,
    change,
    announce,
    aside: (tree: Sha, request: ExecutionRequest) => executeInto(asides)(tree, { timeoutMs, ...request }),
    durationMs: () => [...executions, ...asides].reduce((sum, { durationMs }) => sum + durationMs, 0),
    index: async (edits: readonly TreeEdit[], files: TestFiles) => indexRun((await change(edits, files)).run),
  }
}

/** A shard sees only its slice of the tests: there each run counts the same, and the default is the budget. */
function openBudget(
  all: readonly (readonly [TestId, Pick<TestCase, 'file'>])[],
  suites: number | undefined,
  { isDivided, takesFiles }: { readonly isDivided: boolean; readonly takesFiles: boolean },
) {
  const tests = isDivided ? 0 : all.length
  let left = getTrialBudget(tests, isDivided ? undefined : suites)
  let share = left
  const costs = new Map<string, number>()
  const getCost = (files: TestFiles): number => {
    if (files === null || isDivided || !takesFiles) return getRunCost(tests)
    const key = JSON.stringify(files)
    const near = nearby(files)
    const cost = costs.get(key) ?? getRunCost(all.filter(([, { file }]) => file === null || near.has(file)).length)
    costs.set(key, cost)
    return cost
  }
  return {
    begin: (isVerdict: boolean) => {
      share = isVerdict ? Number.POSITIVE_INFINITY : getShare(Math.max(0, left))
    },
    /** The whole suite is asked once about many changes, so it may cost more than the share. */
    holds: (files: TestFiles) =>
      share === Number.POSITIVE_INFINITY || getCost(files) <= (files === null ? left : Math.min(share, left)),
    count: (files: TestFiles) => Math.floor(share / getCost(files)),
    spend: (files: TestFiles) => {
      left -= getCost(files)
      share -= files === null ? 0 : getCost(files)
    },
  }
}

/** Tests of an earlier tree that run over a later one. */
interface OldForm {
  /** The later tree. */
  readonly tree: Sha
  /** Changes since the earlier tree: these files get their earlier content. */
  readonly changes: readonly FileChange[]
  readonly files: readonly string[]
  /** The number of this execution among several; the first by default. */
  readonly repeat?: number
}

export async function runOldForm(
  scratch: Scratch,
  measurer: Pick<Measurer, 'execute'>,
  { tree, changes, files, repeat = ONCE.repeat }: OldForm,
): Promise<Execution> {
  const composed = await scratch.composeTree(tree, await toEarlierTests(scratch, tree, changes))
  return measurer.execute(composed, { ...ONCE, files, repeat })
}
