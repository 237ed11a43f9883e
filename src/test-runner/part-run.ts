/** Runs one suite's part of a tree, checks whether repeated runs agree, and combines the parts. */

import { posix } from 'node:path'
import { getProblems } from '../core/compare/agreement.ts'
import { isNotStarted, nothingStarts } from '../core/errors/measuring.ts'
import type { Blob } from '../core/model/commit.ts'
import type { Coverage } from '../core/model/coverage.ts'
import { EMPTY_RUN, type Problem, type TestRun } from '../core/model/test-run.ts'
import { mergeTracked, type PlacedCoverage, totalsOfFiles } from '../reports/coverage/coverage.ts'
import { placeOf } from '../reports/coverage/place.ts'
import type { TestReport } from '../reports/format.ts'
import { identify, treeOf } from '../reports/identity.ts'
import { detectMutation } from '../reports/mutation/index.ts'
import { describeAbsent } from './absent-files.ts'
import { canariesIn, toCanary } from './canary/join.ts'
import { absentNotes, judgeJoined, withoutCanaries } from './canary/verdict.ts'
import type { TestExecutor } from './executor.ts'
import { getFirstError, getLastLines } from './process/last-lines.ts'
import { redactPlace } from './process/redact-paths.ts'
import { readFiles } from './reports/read-reports.ts'
import { getFiles, hasTestFile, inside, type RunPart, type RunPlan, type Suite } from './run-plan.ts'
import { fromSuite, type ReadContext, readLaunch, type SuiteRun } from './suite-run.ts'

interface PartContext extends ReadContext {
  readonly stage: TestExecutor
  readonly files: ReadonlyMap<string, Blob>
  readonly isOneOfMany: boolean
  /** Tracked files to which a canary is appended. */
  readonly canaryIn: readonly string[]
  /** Whether none of the files defines tests; absent: unknown. */
  readonly isTestless?: boolean | undefined
  readonly note: (text: string) => void
  /** Whether a tracked path has a pointer of Git LFS; absent where no checkout is left. */
  readonly isPointer?: (path: string) => boolean
}

export interface PartRun {
  readonly reports: readonly TestReport[]
  readonly coverage: readonly PlacedCoverage[]
  readonly problems: readonly Problem[]
  readonly run: TestRun
  readonly durationMs: number
  readonly isWhole: boolean
}

/** Runs one part after the other and combines the results. */
export async function runParts(plan: RunPlan, context: PartContext) {
  const ran = []
  for (const part of plan.parts) ran.push(await runPart(part, context))
  return combine(ran, plan, context)
}

/**
 * Runs a part. When its files contain no test, it runs the whole suite: the project's own configuration decides which
 * files are tests. A helper file has no tests. A test file without results did not run.
 */
export async function runPart(part: RunPart, context: PartContext): Promise<PartRun> {
  const ran = await runOnce(part, context)
  const run = context.isTestless ? { ...ran.run, emptyFiles: [] } : ran.run
  if (part.files === null || !isEmptyRun(run) || isFatal(ran.problems)) return ran
  const again = await runOnce({ ...part, files: null }, context)
  return { ...again, durationMs: ran.durationMs + again.durationMs }
}

async function runOnce(part: RunPart, context: PartContext): Promise<PartRun> {
  const { suite, files } = part
  const { suiteRun, ...ran } = await runJoined(part, context)
  const base = {
    ...ran,
    coverage: toPlaced(suite, suiteRun, context),
    durationMs: suiteRun.result.durationMs,
    isWhole: files === null,
  }
  // Without an executed test there is nothing to verify yet, and the reason that tests did not load affects the canary
  // too.
  if (ran.problems.length > 0 || ran.run.cases.length === 0) return base
  const seen = ran.run.cases.flatMap(({ file }) => file ?? [])
  return { ...base, problems: await context.stage.prove(suite, [...new Set(seen), ...context.files.keys()]) }
}

/** A report below `{reports}` lies outside of the tree. */
function toPlaced({ config }: Suite, { coverage }: SuiteRun, { stage }: PartContext): readonly PlacedCoverage[] {
  return coverage.map((report) => {
    const isOutside = report.name.startsWith('{reports}')
    const name = isOutside ? null : report.name
    const outside = isOutside ? posix.dirname(report.name) : ''
    const place = placeOf({ name, outside, directory: config.directory, checkouts: stage.places })
    return { coverage: report.coverage, place }
  })
}

async function runAlone(part: RunPart, context: PartContext) {
  const suiteRun = await readLaunch(part.suite, await context.stage.launch(part), context)
  return { suiteRun, ...judge(part, suiteRun, context) }
}

/** Each canary comes last in its file, so that it runs after everything that the tests import and call. */
async function runJoined(part: RunPart, context: PartContext) {
  const canaries = canariesIn(part.suite, context.canaryIn, context.files)
  if (canaries.length > 0) await context.stage.join(part.suite, canaries)
  const ran = await runAlone(part, context)
  if (canaries.length === 0) return ran
  for (const text of absentNotes(ran.run, canaries)) context.note(text)
  return { ...withProblem(ran, judgeJoined(ran.run, canaries)), run: withoutCanaries(ran.run, canaries) }
}

/** Adds a problem unless there is one: a known cause hides its consequence. */
function withProblem<T extends Pick<PartRun, 'problems'>>(ran: T, problem: Problem | null): T {
  return ran.problems.length > 0 || problem === null ? ran : { ...ran, problems: [problem] }
}

function judge(
  { suite, files, shard }: RunPart,
  { result, failedBuild, reports: raw, problems: readProblems }: SuiteRun,
  context: PartContext,
) {
  const named = context.isOneOfMany ? suite : { ...suite, config: { ...suite.config, name: '' } }
  const ran = files ?? getFiles(suite, context.files.keys())
  const { places } = context.stage
  const reports = raw.map((report) =>
    fromSuite(named, report, { isTracked: (path) => context.files.has(path), ran, places }),
  )
  const run = redactPlace(identify(reports, treeOf(context.files.keys())), places)
  for (const contradiction of run.contradictions ?? []) context.note(`${contradiction}.`)
  const hasTests = hasTestFile(suite, new Set(context.files.keys()))
  // A slice may be empty when there are more shards than test files.
  const expectsTests = hasTests && shard === undefined
  const found = getProblems({
    ...result,
    readProblems,
    expectsTests,
    run: reports.length === 0 ? null : run,
    command: suite.config.command,
    // Read only where something is wrong.
    get firstError() {
      return failedBuild === null ? getFirstError(result, context.stage.places) : ''
    },
    lastLines: [failedBuild ?? [], getLastLines(result, context.stage.places)].flat().join(' '),
  })
  const absent = describeAbsent(
    [...found.map(({ message }) => message), ...run.loadErrors.map(({ message }) => message)],
    { files: context.files, isPointer: context.isPointer ?? (() => false) },
  )
  for (const text of absent) context.note(text)
  const told = found.map(({ code, message }) => ({ code, message: [message, ...absent].join(' ') }))
  const problems = context.isOneOfMany ? told.map((problem) => ofSuite(suite.config.name, problem)) : told
  // Runners fail when there is nothing to run; in a tree without test files that is correct.
  const isRightlyEmpty = !hasTests && isEmptyRun(run) && !isFatal(problems)
  return isRightlyEmpty ? { reports: [], run: EMPTY_RUN, problems: [] } : { reports, run, problems }
}

const ofSuite = (name: string, { code, message }: Problem): Problem => ({ code, message: `${name}: ${message}` })

/** @throws GateError `setup-failed`, `command-not-found` when no suite started */
export function refuseNothing({ run, problems }: Pick<PartRun, 'run' | 'problems'>): void {
  const [first] = problems
  if (first !== undefined && problems.every(isNotStarted) && isEmptyRun(run)) throw nothingStarts(first)
}

export const isEmptyRun = (run: TestRun) =>
  run.cases.length + run.loadErrors.length + run.hookFailures.length + run.emptyFiles.length === 0
const FATAL: readonly Problem['code'][] = ['timeout', 'crash', 'tracked-report', 'unreadable-report', 'not-recorded']
const isFatal = (problems: readonly Problem[]) =>
  problems.some((problem) => FATAL.includes(problem.code) || isNotStarted(problem))

type CombineContext = Pick<PartContext, 'files' | 'canaryIn'> & {
  readonly stage: Pick<TestExecutor, 'places'>
}

/** Runs mutation testers. Their exit code says nothing: many report survivors by it. */
export async function runTools(plan: RunPlan, context: PartContext) {
  const ran = []
  for (const part of plan.parts) ran.push(await runTool(part, context))
  return combine(ran, plan, context)
}

export async function runTool(part: RunPart, context: PartContext): Promise<PartRun> {
  const { result, reports: found } = await context.stage.launch(part)
  const read = await readFiles(found.files, { detect: detectMutation })
  const problems = [...found.problems, ...read.problems]
  const silent: Problem[] =
    read.reports.length + problems.length > 0
      ? []
      : [{ code: 'no-report', message: getLastLines(result, context.stage.places) || 'it wrote no report' }]
  const run = redactPlace(identify(read.reports, treeOf(context.files.keys())), context.stage.places)
  const { durationMs } = result
  return { reports: read.reports, coverage: [], problems: [...problems, ...silent], run, durationMs, isWhole: false }
}

/** Combines parts. The context may be null only when there are none. A suite that did not run is not whole. */
export function combine(
  parts: readonly PartRun[],
  { scope, isPartial, parts: planned = [] }: Pick<RunPlan, 'scope' | 'isPartial'> & Partial<Pick<RunPlan, 'parts'>>,
  context: CombineContext | null,
) {
  const isWhole = !isPartial && parts.every((part) => part.isWhole)
  const coverage = parts.flatMap((part) => part.coverage)
  return {
    run: parts.length > 1 && context ? together(parts, context) : (parts[0]?.run ?? EMPTY_RUN),
    problems: parts.flatMap(({ problems }) => problems),
    coverage: context && withoutTests(mergeTracked(coverage, context.files.keys()), planned),
    durationMs: parts.reduce((sum, part) => sum + part.durationMs, 0),
    scope: isWhole ? ('suite' as const) : scope,
  }
}

/** Configured coverage counts as it was reported. What the gate measures by itself is of tracked files, without tests. */
function withoutTests(coverage: Coverage | null, parts: RunPlan['parts']): Coverage | null {
  if (coverage === null || parts.some(({ suite }) => suite.config.coverage.length > 0)) return coverage
  const isTest = (path: string) => parts.some(({ suite }) => suite.runner?.isTestFile(inside(suite, path) ?? ''))
  const files = coverage.files.filter(({ path }) => !isTest(path))
  return files.length === 0 ? null : { files, totals: totalsOfFiles(files) }
}

function together(parts: readonly PartRun[], { files, stage: executor, canaryIn }: CombineContext): TestRun {
  const reports = parts.flatMap((part) => part.reports)
  const run = redactPlace(identify(reports, treeOf(files.keys())), executor.places)
  return withoutCanaries(
    run,
    canaryIn.map((path) => toCanary(path, files)),
  )
}
