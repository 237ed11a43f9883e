import { describe, expect, test } from 'vitest'
import { type CommandOutcome, getProblems } from '../../../src/core/compare/agreement.ts'
import { EMPTY_RUN, type TestCase, type TestRun } from '../../../src/core/model/test-run.ts'

const testCase = (outcome: TestCase['outcome']): TestCase => ({
  id: `a.test.ts > ${outcome}`,
  file: 'a.test.ts',
  suite: [],
  name: outcome,
  variant: null,
  nth: 1,
  outcome,
  mark: null,
  failure: null,
  durationMs: 1,
  retries: 0,
  attempts: [],
  isVolatile: false,
})
const run = (...outcomes: TestCase['outcome'][]): TestRun => ({
  ...EMPTY_RUN,
  format: 'junit',
  cases: outcomes.map(testCase),
})
const NO_FAILURE = { type: null, stack: null, at: null, line: null, missing: null }
const loadErrors: TestRun['loadErrors'] = [{ file: 'a.test.ts', message: 'no', kind: 'missing-symbol', missing: null }]
const hookFailures = [{ file: null, suite: [], message: 'beforeAll' }]
const ending: CommandOutcome = {
  exitCode: 0,
  signal: null,
  isTimedOut: false,
  run: run('passed'),
  readProblems: [],
  expectsTests: true,
  command: '',
  firstError: '',
  lastLines: '',
}

describe('exit code, report and collected tests agree', () => {
  test.each<[string, Partial<CommandOutcome>]>([
    ['all passes and exit 0', {}],
    ['a failure and exit 1', { exitCode: 1, run: run('passed', 'failed') }],
    ['an error and exit 1', { exitCode: 1, run: run('errored') }],
    ['137 failures of mocha, whose exit code counts them', { exitCode: 137, run: run('failed') }],
    ['a load error and exit 1, no test at all', { exitCode: 1, run: { ...run(), loadErrors } }],
    ['a hook failure and exit 1', { exitCode: 1, run: { ...run('passed'), hookFailures } }],
    ['a run error and exit 1', { exitCode: 1, run: { ...run('passed'), runErrors: ['unhandled'] } }],
    ['only skipped tests and exit 0', { run: run('skipped') }],
    ['no test where none is expected', { run: run(), expectsTests: false }],
  ])('%s', (_, more) => {
    expect(getProblems({ ...ending, ...more })).toEqual([])
  })
})

test('a command that hangs names the tests that began and did not end, and no test with a limit of its own', () => {
  const failure = { ...NO_FAILURE, kind: 'crash', message: 'the process ended' } as const
  const late = { ...NO_FAILURE, kind: 'timeout', message: 'test timed out after 5 ms' } as const
  const cases = [testCase('passed'), { ...testCase('errored'), failure }, { ...testCase('failed'), failure: late }]
  const [problem] = getProblems({ ...ending, isTimedOut: true, run: { ...EMPTY_RUN, cases } })
  expect(problem?.message).toBe(
    'The test command was still running after its time limit. Without a result: a.test.ts > errored.',
  )
})

describe('any disagreement is a problem', () => {
  test.each<[string, Partial<CommandOutcome>, readonly string[]]>([
    ['a time-out', { exitCode: null, signal: 'SIGTERM', isTimedOut: true, run: null }, ['timeout']],
    ['a time-out after a good report', { isTimedOut: true }, ['timeout']],
    ['a death by signal', { exitCode: null, signal: 'SIGSEGV', run: run('failed') }, ['crash']],
    ['a death by signal that only the shell saw', { exitCode: 139, run: null }, ['crash']],
    ['a shell that saw a signal, and a report of passes', { exitCode: 137 }, ['crash']],
    ['no report and exit 0', { run: null }, ['no-report']],
    ['no report and exit 1', { exitCode: 1, run: null }, ['no-report']],
    [
      'a report that cannot be read',
      { exitCode: 1, run: null, readProblems: [{ code: 'unreadable-report', message: 'r.xml: line 3' }] },
      ['unreadable-report'],
    ],
    [
      'one good report and one stale',
      { readProblems: [{ code: 'stale-report', message: 'old.xml' }] },
      ['stale-report'],
    ],
    [
      'a report that ends too early',
      { exitCode: 1, run: { ...run('failed'), isComplete: false } },
      ['incomplete-report'],
    ],
    ['no tests and exit 0', { run: run() }, ['no-tests']],
    ['no tests and exit 5', { exitCode: 5, run: run() }, ['no-tests']],
    ['a failure and exit 0', { run: run('passed', 'failed') }, ['hidden-failure']],
    ['an error and exit 0', { run: run('errored') }, ['hidden-failure']],
    ['a load error and exit 0', { run: { ...run('passed'), loadErrors } }, ['hidden-failure']],
    ['a hook failure and exit 0', { run: { ...run('passed'), hookFailures } }, ['hidden-failure']],
    ['a run error and exit 0', { run: { ...run('passed'), runErrors: ['bail out'] } }, ['hidden-failure']],
    ['passes only and exit 1', { exitCode: 1 }, ['unexplained-failure']],
    [
      'no test where none is expected, and exit 1',
      { exitCode: 1, run: run(), expectsTests: false },
      ['unexplained-failure'],
    ],
    ['skipped only and exit 1', { exitCode: 1, run: run('skipped') }, ['unexplained-failure']],
  ])('%s', (_, more, codes) => {
    const problems = getProblems({ ...ending, ...more })
    expect(problems.map(({ code }) => code)).toEqual(codes)
    expect(problems.every(({ message }) => message.length > 20 || message.includes('.xml'))).toBe(true)
  })
})

test('a run without a known end is a crash, not a pass', () => {
  expect(getProblems({ ...ending, exitCode: null }).map(({ code }) => code)).toEqual(['crash'])
})

describe('the last output of the command is added to unexplained problems', () => {
  const lastWords = 'Error: Cannot find module `x` | Node.js v24'
  test.each<[string, Partial<CommandOutcome>, string]>([
    ['no report', { exitCode: 1, run: null }, 'The test command ended with exit code 1 and wrote no report.'],
    [
      'no report of a suite that passes',
      { exitCode: 0, run: null },
      'The test command ended with exit code 0 and wrote no report where test.reports in .github/tdd-gate.yml looks for one.',
    ],
    [
      'a crash',
      { exitCode: null, signal: 'SIGSEGV', run: null },
      'The test command did not end by itself: ended by SIGSEGV.',
    ],
    ['a time-out', { isTimedOut: true }, 'The test command was still running after its time limit.'],
    ['no tests', { exitCode: 5, run: run() }, 'No test ran and no failure was reported (exit code 5).'],
    [
      'an unexplained failure',
      { exitCode: 1 },
      'The test command failed (exit code 1), but its report shows no failure.',
    ],
  ])('%s', (_, more, message) => {
    expect(getProblems({ ...ending, ...more }).map((problem) => problem.message)).toEqual([message])
    expect(getProblems({ ...ending, ...more, lastLines: lastWords }).map((problem) => problem.message)).toEqual([
      `${message} Its last output: ${lastWords}`,
    ])
  })

  test('unless nothing ran: then its first error is, and the command stands beside it', () => {
    const said = { lastLines: lastWords, firstError: 'Error: Cannot find module `x`', command: 'npx\n  jest' }
    const getMessage = (more: Partial<CommandOutcome>) =>
      getProblems({ ...ending, ...said, exitCode: 1, ...more })[0]?.message
    const command = 'The command: `npx jest`'
    expect(getMessage({ run: null })).toBe(
      `The test command ended with exit code 1 and wrote no report. Its first error: ${said.firstError}. ${command}`,
    )
    expect(getMessage({ run: run() })).toContain(`Its first error: ${said.firstError}. ${command}`)
    expect(getMessage({})).toContain(`Its last output: ${lastWords}. ${command}`)
    expect(getMessage({ isTimedOut: true, run: null })).toContain(`Its last output: ${lastWords}. ${command}`)
  })

  test('but not where a report says what is wrong, or nothing is', () => {
    expect(getProblems({ ...ending, lastLines: lastWords })).toEqual([])
    const [hidden] = getProblems({ ...ending, run: run('failed'), lastLines: lastWords })
    expect(hidden?.message).not.toContain(lastWords)
  })
})
