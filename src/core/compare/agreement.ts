/** Checks whether exit code, report and collected tests agree. If they do not, the measurement is worthless. */
import { isFailing, type Problem, type ProblemCode, type TestRun } from '../model/test-run.ts'

/** The end of one execution of a test command, and the content of its reports. */
export interface CommandOutcome {
  /** Null when a signal ended the command. */
  readonly exitCode: number | null
  readonly signal: string | null
  readonly isTimedOut: boolean
  /** Null when no report could be read. */
  readonly run: TestRun | null
  /** Problems while the reports were collected. */
  readonly readProblems: readonly Problem[]
  /** False for a tree without test files, where an empty run is correct. */
  readonly expectsTests: boolean
  /** As it is configured. */
  readonly command: string
  /** The line of the output that says what is missing or wrong; empty without one. */
  readonly firstError: string
  /** The end of the command's output, bounded, on one line; empty without output. */
  readonly lastLines: string
}

/** People look at the first. */
const MAX_UNFINISHED = 3

/** A shell returns 128 + n for a command that signal n ended. */
const SHELL_SIGNALS = { above: 128, upTo: 160 }

/** Returns the reasons why a run is worthless; none for a run that agrees. A cause hides its consequences. */
export function getProblems(outcome: CommandOutcome): readonly Problem[] {
  const { exitCode, signal, run, readProblems } = outcome
  const unexplained = (problem: Problem) => [withOutput(problem, outcome)]
  if (outcome.isTimedOut)
    return unexplained(
      problem('timeout', `The test command was still running after its time limit.${nameUnfinished(run)}`),
    )
  if (signal !== null || exitCode === null) return unexplained(crash(`ended by ${signal ?? 'an unknown signal'}`))
  if (readProblems.length > 0) return readProblems
  if (run === null) return unexplained(isShellSignal(exitCode) ? shellCrash(exitCode) : noReport(exitCode))
  if (run.isComplete && describeBad(run) !== null) return exitCode === 0 ? [hiddenFailure(run)] : []
  const disagreement = getDisagreement(exitCode, run, outcome.expectsTests)
  return disagreement === null ? [] : unexplained(disagreement)
}

/** Names the tests that began and did not end, where the report tells them. One that ended by its own limit has a result. */
function nameUnfinished(run: TestRun | null): string {
  const tests = (run?.cases ?? []).filter(({ failure }) => failure?.kind === 'crash')
  const names = tests.slice(0, MAX_UNFINISHED).map(({ id }) => id)
  return names.length === 0 ? '' : ` Without a result: ${names.join(', ')}.`
}

/**
 * Adds the command, and what it printed, which may contain the reason that no report shows. Where nothing ran, it is the
 * first error: the tests of a suite print errors too.
 */
function withOutput({ code, message }: Problem, outcome: CommandOutcome): Problem {
  const { firstError, lastLines, command, run, isTimedOut } = outcome
  const hasRun = isTimedOut || (run?.cases.length ?? 0) > 0
  const said =
    firstError !== '' && !hasRun ? `Its first error: ${firstError}` : lastLines && `Its last output: ${lastLines}`
  const started = command && `The command: \`${command.replaceAll(/\s+/g, ' ')}\``
  const more = [said, started].filter((part) => part !== '').join('. ')
  return { code, message: more === '' ? message : `${message} ${more}` }
}

/** Compares exit code and report. */
function getDisagreement(exitCode: number, run: TestRun, expectsTests: boolean): Problem | null {
  if (!run.isComplete)
    return problem('incomplete-report', 'The report is truncated: the missing part could contain a failure.')
  if (run.cases.length === 0 && expectsTests)
    return problem('no-tests', `No test ran and no failure was reported (exit code ${exitCode}).`)
  if (exitCode === 0) return null
  return isShellSignal(exitCode) ? shellCrash(exitCode) : unexplainedFailure(exitCode)
}

/** Describes why the run is not green; null when it is. */
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

/** A suite that passes ran: only its report is looked for in the wrong place. */
const noReport = (exitCode: number) => {
  const where = exitCode === 0 ? ' where test.reports in .github/tdd-gate.yml looks for one' : ''
  return problem('no-report', `The test command ended with exit code ${exitCode} and wrote no report${where}.`)
}

const unexplainedFailure = (exitCode: number) =>
  problem('unexplained-failure', `The test command failed (exit code ${exitCode}), but its report shows no failure.`)

const hiddenFailure = (run: TestRun) =>
  problem('hidden-failure', `The test command succeeded (exit code 0), but its report shows ${describeBad(run)}.`)

function problem(code: ProblemCode, message: string): Problem {
  return { code, message }
}
