/** Runs one suite's part of a tree and judges whether it agrees with itself; puts the parts together. */
import { problemsOf } from '../core/agreement.ts'
import type { Blob } from '../core/commit.ts'
import type { Coverage } from '../core/coverage.ts'
import type { Problem } from '../core/evidence.ts'
import type { TestRun } from '../core/test-run.ts'
import { EMPTY_REPORT, type ParsedReport } from '../reports/format.ts'
import { identify, treeOf } from '../reports/identity.ts'
import type { Prover } from './canary.ts'
import { canaryBeside, plant } from './canary-place.ts'
import { judgeAmong, withoutCanary } from './canary-verdict.ts'
import { withoutPlace } from './place.ts'
import { filesOf, hasTestFile, type Part, type Suite } from './run-plan.ts'
import { fromSuite, runSuite, type SuiteContext, type SuiteRun } from './suite-run.ts'

export interface PartContext extends SuiteContext {
  readonly files: ReadonlyMap<string, Blob>
  readonly prover: Prover
  readonly isOneOfMany: boolean
  readonly withCanary: boolean
  readonly onStep: (step: 'run' | 'canary', suite: Suite) => void
}

interface PartRun {
  readonly reports: readonly ParsedReport[]
  readonly coverage: readonly Coverage[]
  readonly problems: readonly Problem[]
  readonly run: TestRun
  readonly durationMs: number
  readonly isWhole: boolean
}

const EMPTY_RUN: TestRun = { ...EMPTY_REPORT, format: 'none', cases: [] }

/** A part that was aimed and hit nothing is run as a whole: the project's own configuration decides what its tests are. */
export async function runPart(part: Part, context: PartContext): Promise<PartRun> {
  const ran = await runOnce(part, context)
  if (part.files === null || !isNothing(ran.run) || isFatal(ran.problems)) return ran
  const again = await runOnce({ ...part, files: null }, context)
  return { ...again, durationMs: ran.durationMs + again.durationMs }
}

async function runOnce(part: Part, context: PartContext): Promise<PartRun> {
  const { suite, files } = part
  context.onStep('run', suite)
  const { suiteRun, ...ran } = await (joinsCanary(part, context) ? runAmong(part, context) : runAlone(part, context))
  const base = { ...ran, coverage: suiteRun.coverage, durationMs: suiteRun.ending.durationMs, isWhole: files === null }
  // Where no test ran there is nothing to prove yet, and what kept the others from loading would keep the canary too.
  if (ran.problems.length > 0 || ran.run.cases.length === 0) return base
  const seen = ran.run.cases.flatMap(({ file }) => file ?? [])
  return { ...base, problems: await context.prover(suite, [...new Set(seen), ...context.files.keys()], context) }
}

async function runAlone(part: Part, context: PartContext) {
  const suiteRun = await runSuite(part.suite, part.files, context)
  return { suiteRun, ...judge(part, suiteRun, context) }
}

function joinsCanary({ suite, files }: Part, { withCanary }: PartContext): boolean {
  return withCanary && files !== null && files.length > 0 && suite.runner?.sharesProcess === true
}

/** The canary comes last, so that what the others import and call has happened before it runs. */
async function runAmong(part: Part, context: PartContext) {
  const files = part.files ?? []
  const canary = canaryBeside(part.suite, files[0] ?? '', context.tree)
  if (canary.isTaken) return withProblem(await runAlone(part, context), inTheWay(canary.path))
  const { path, remove } = plant(canary)
  try {
    const ran = await runAlone({ ...part, files: [...files, path] }, context)
    return { ...withProblem(ran, judgeAmong(ran.run, path)), run: withoutCanary(ran.run) }
  } finally {
    remove()
  }
}

/** A cause that is known already hides this one, its consequence. */
function withProblem<T extends Pick<PartRun, 'problems'>>(ran: T, problem: Problem | null): T {
  return ran.problems.length > 0 || problem === null ? ran : { ...ran, problems: [problem] }
}

const inTheWay = (path: string): Problem => ({
  code: 'canary',
  message: `${path} is where the canary has to be for the run with the drivers: give that file another name.`,
})

function judge(
  { suite, files }: Part,
  { ending, reports: raw, problems: readProblems }: SuiteRun,
  context: PartContext,
) {
  const named = context.isOneOfMany ? suite : { ...suite, config: { ...suite.config, name: '' } }
  const ran = files ?? filesOf(suite, context.files.keys())
  const reports = raw.map((report) => fromSuite(named, report, { ...context, ran }))
  const run = withoutPlace(identify(reports, treeOf(context.files.keys())), context.tree)
  const expectsTests = hasTestFile(suite, new Set(context.files.keys()))
  const problems = problemsOf({ ...ending, run: reports.length === 0 ? null : run, readProblems, expectsTests })
  // Runners call it an error when there is nothing to run; in a tree without test files it is none.
  const isRightlyEmpty = !expectsTests && isNothing(run) && !isFatal(problems)
  return isRightlyEmpty ? { reports: [], run: EMPTY_RUN, problems: [] } : { reports, run, problems }
}

const isNothing = (run: TestRun) =>
  run.cases.length + run.loadErrors.length + run.hookFailures.length + run.emptyFiles.length === 0
const isFatal = (problems: readonly Problem[]) =>
  problems.some(({ code }) => ['timeout', 'crash', 'tracked-report', 'unreadable-report'].includes(code))

/** Null context only where there is nothing to put together. */
export function combine(parts: readonly PartRun[], planned: 'files' | 'suite', context: PartContext | null) {
  const coverage = parts.flatMap((part) => part.coverage)
  return {
    run: parts.length > 1 && context ? together(parts, context) : (parts[0]?.run ?? EMPTY_RUN),
    problems: parts.flatMap(({ problems }) => problems),
    coverage:
      coverage.length === 0 || context === null ? null : context.readers.mergeCoverage(coverage, context.files.keys()),
    durationMs: parts.reduce((sum, part) => sum + part.durationMs, 0),
    scope: parts.some(({ isWhole }) => isWhole) ? ('suite' as const) : planned,
  }
}

function together(parts: readonly PartRun[], { files, tree, withCanary }: PartContext): TestRun {
  const reports = parts.flatMap((part) => part.reports)
  const run = withoutPlace(identify(reports, treeOf(files.keys())), tree)
  return withCanary ? withoutCanary(run) : run
}
