/** Whether exit code, report and collected tests tell the same story. If they do not, nothing was measured. */
import type { Problem, ProblemCode } from '../model/evidence.ts'
import { isFailing, type TestRun } from '../model/test-run.ts'

/** How one execution of a test command ended, and what its reports said. */
export interface Outcome {
  /** Null when a signal ended the command. */
  readonly exitCode: number | null
  readonly signal: string | null
  readonly isTimedOut: boolean
  /** Null when no report could be read. */
  readonly run: TestRun | null
  /** What went wrong while the reports were collected. */
  readonly readProblems: readonly Problem[]
  /** False where a tree holds no test file, so that an empty run is right. */
  readonly expectsTests: boolean
  /** The end of what the command printed, bounded, on one line; empty where it said nothing. */
  readonly lastWords: string
}

/** A shell says 128 + n for a command that signal n ended. */
const SHELL_SIGNALS = { above: 128, upTo: 160 }

/** The reasons why a run is worth nothing; none for a run that agrees. A cause hides its consequences. */
export function getProblems(ending: Outcome): readonly Problem[] {
  const { exitCode, signal, run, readProblems } = ending
  const unexplained = (problem: Problem) => [withLastWords(problem, ending)]
  if (ending.isTimedOut)
    return unexplained(problem('timeout', 'The test command was still running after its time limit.'))
  if (signal !== null || exitCode === null) return unexplained(crash(`ended by ${signal ?? 'nobody knows what'}`))
  if (readProblems.length > 0) return readProblems
  if (run === null) return unexplained(isShellSignal(exitCode) ? shellCrash(exitCode) : noReport(exitCode))
  if (run.isComplete && describeBad(run) !== null) return exitCode === 0 ? [hiddenFailure(run)] : []
  const disagreement = getDisagreement(exitCode, run, ending.expectsTests)
  return disagreement === null ? [] : unexplained(disagreement)
}

/** No report says why: the command itself may have. */
function withLastWords({ code, message }: Problem, { lastWords }: Outcome): Problem {
  return { code, message: lastWords === '' ? message : `${message} Its last words: ${lastWords}` }
}

/** Of a run that is not bad, or not whole. */
function getDisagreement(exitCode: number, run: TestRun, expectsTests: boolean): Problem | null {
  if (!run.isComplete)
    return problem('incomplete-report', 'The report ends before its end: what is missing could be a failure.')
  if (run.cases.length === 0 && expectsTests)
    return problem('no-tests', `No test ran and none is said to be broken (exit code ${exitCode}).`)
  if (exitCode === 0) return null
  return isShellSignal(exitCode) ? shellCrash(exitCode) : unexplainedFailure(exitCode)
}

/** What keeps the run from being green, in words; null when nothing does. */
function describeBad(run: TestRun): string | null {
  const failing = run.cases.filter(({ outcome }) => isFailing(outcome))
  const counts: readonly (readonly [number, string, string | undefined])[] = [
    [failing.length, 'failing tests', failing[0]?.id],
    [run.loadErrors.length, 'files that did not load', run.loadErrors[0]?.file ?? undefined],
    [run.hookFailures.length, 'failing hooks', run.hookFailures[0]?.message],
    [run.runErrors.length, 'errors of the whole run', run.runErrors[0]],
  ]
  const bad = counts.filter(([count]) => count > 0)
  return bad.length === 0
    ? null
    : bad.map(([count, what, first]) => `${count} ${what}${first ? ` (${first})` : ''}`).join(', ')
}

function isShellSignal(exitCode: number): boolean {
  return exitCode > SHELL_SIGNALS.above && exitCode < SHELL_SIGNALS.upTo
}

const shellCrash = (exitCode: number) => crash(`exit code ${exitCode}, signal ${exitCode - SHELL_SIGNALS.above}`)
const crash = (how: string) => problem('crash', `The test command did not end by itself: ${how}.`)

const noReport = (exitCode: number) =>
  problem('no-report', `The test command ended with exit code ${exitCode} and wrote no report.`)

const unexplainedFailure = (exitCode: number) =>
  problem('unexplained-failure', `The test command says failure (exit code ${exitCode}), its report shows none.`)

const hiddenFailure = (run: TestRun) =>
  problem('hidden-failure', `The test command says success (exit code 0), its report says ${describeBad(run)}.`)

function problem(code: ProblemCode, message: string): Problem {
  return { code, message }
}
