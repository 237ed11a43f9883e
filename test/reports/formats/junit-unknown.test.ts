/** What a case says of its ending in words or elements of its own: known to be a pass, known not to have run, or an error. */
import { describe, expect, test } from 'vitest'
import { junit } from '../../../src/reports/formats/junit.ts'
import { utf8 } from '../../support/hostile-xml.ts'

const kase = (attributes: string, inner = '') =>
  junit.parse([
    utf8(
      `<testsuites><testsuite name="s"><testcase name="n" ${attributes}>${inner}</testcase></testsuite></testsuites>`,
    ),
  ]).cases[0]

describe('a word for how a case ended', () => {
  const passes = ['passed', 'PASS', 'ok', 'success', 'succeeded', 'successful', 'completed', 'run', 'finished', 'Fixed']
  test.each(passes)('«%s» is a pass', (word) => {
    expect(kase(`status="${word}"`)).toMatchObject({ outcome: 'passed', failure: null })
  })

  const quiet = ['notrun', 'not run', 'not_run', 'untested', 'skip', 'ignore', 'filtered', 'inconclusive', 'deselected']
  test.each(quiet)('«%s» did not run', (word) => {
    expect(kase(`status="${word}"`)).toMatchObject({ outcome: 'skipped', failure: null })
  })

  const unknown = [
    ...['status="timeout"', 'status="broken"', 'status="crashed"', 'status="KO"', 'status="unsuccessful"'],
    ...['status="run" result="interrupted"', 'result="cancelled"', 'result="incomplete"', 'result="timeout"'],
    ...['outcome="FAILED"', 'outcome="whatever"', 'success="false"', 'success="0"', 'status="pass" success="no"'],
  ]
  test.each(unknown)('%s is an error', (attributes) => {
    expect(kase(attributes)).toMatchObject({
      outcome: 'errored',
      failure: { message: expect.stringMatching(/^the report says «/) },
    })
  })

  test('an unknown element is shown as it is written, without terminal codes', () => {
    expect(kase('status="&#27;[31mHalf done&#27;[0m"')?.failure?.message).toBe(
      'the report says «half done», which is not known to be a pass',
    )
  })

  test.each(['outcome="passed"', 'success="true"', 'success="True"', 'success="1"', 'status="" result="completed"'])(
    '%s is a pass',
    (attributes) => {
      expect(kase(attributes)?.outcome).toBe('passed')
    },
  )

  test('a word that is no pass outweighs one that is, and an element outweighs both', () => {
    expect(kase('status="passed" result="failed"')?.outcome).toBe('errored')
    expect(kase('status="passed" result="skipped"')?.outcome).toBe('skipped')
    expect(kase('status="passed"', '<failure message="no"/>')?.failure?.message).toBe('no')
    expect(kase('status="whatever"', '<skipped/>')?.outcome).toBe('skipped')
  })

  test('a test that passed on a later try did not, where a word says otherwise', () => {
    expect(kase('status="timeout"', '<flakyFailure/>')?.outcome).toBe('errored')
  })
})

test('a repeated attribute is refused, because another reader may take the other value', () => {
  const report = junit.parse([
    utf8('<testsuite name="s">\n<testcase name="n" status="passed" status="failed"/></testsuite>'),
  ])
  expect(report).toMatchObject({
    isComplete: false,
    runErrors: ['line 2: <testcase> has attribute «status» twice (byte 21)'],
  })
})

describe('an element for how a case ended', () => {
  test.each(['failed', 'Failure', 'exception', 'timeout', 'timed-out', 'crash', 'aborted', 'fatal', 'broken', 'panic'])(
    '<%s> is an error',
    (name) => {
      expect(kase('', `<${name}>why it was</${name}>`)).toMatchObject({
        outcome: 'errored',
        failure: { message: `the report says <${name}>, which is not known to be a pass`, stack: 'why it was' },
      })
    },
  )

  test.each(['skip', 'Skipped', 'ignored', 'disabled', 'notrun', 'pending'])('<%s> did not run', (name) => {
    expect(kase('', `<${name}/>`)?.outcome).toBe('skipped')
  })

  test.each(['properties', 'property', 'attachments', 'system-out', 'system-err', 'steps', 'rerunner', 'description'])(
    '<%s> says nothing of it',
    (name) => {
      expect(kase('', `<${name}><x/></${name}>`)?.outcome).toBe('passed')
    },
  )

  test('an element of another name inside of a failure is a part of what it says', () => {
    expect(kase('', '<failure message="no"><exception>e</exception></failure>')?.failure).toMatchObject({
      message: 'no',
    })
  })

  test('outside of any case it is none of its words', () => {
    const report = junit.parse([utf8('<testsuite name="s"><timeout/><testcase name="n"/></testsuite>')])
    expect(report).toMatchObject({ cases: [{ outcome: 'passed' }], runErrors: [] })
  })

  test('a try that failed, and none that passed or failed for good: it failed', () => {
    expect(kase('', '<rerunFailure message="1 is not 2" type="AssertionError"/>')).toMatchObject({
      outcome: 'failed',
      mark: null,
      retries: 1,
      failure: { message: '1 is not 2' },
    })
    expect(kase('', '<rerunError/><rerunError message="b"/>')).toMatchObject({
      outcome: 'errored',
      mark: null,
      retries: 2,
      failure: { message: 'the report says <rerunError> and no more' },
      attempts: [{ message: 'b' }],
    })
    expect(kase('', '<rerunFailure/>')).toMatchObject({
      failure: { message: 'the report says <rerunFailure> and no more' },
      attempts: [],
    })
    expect(kase('', '<failure/><rerunFailure message="b"/>')?.attempts).toMatchObject([{ message: 'b' }])
  })

  test('so it does where the report has more tries than are kept', () => {
    const text = 'x'.repeat(16_000)
    const flaky = `<testcase name="f">${`<flakyFailure>${text}</flakyFailure>`.repeat(5)}</testcase>`.repeat(80)
    const report = junit.parse([
      utf8(`<testsuite name="s">${flaky}<testcase name="n"><rerunFailure message="no"/></testcase></testsuite>`),
    ])
    expect(report.cases.at(-1)).toMatchObject({ outcome: 'failed', attempts: [], failure: { message: 'no' } })
  })
})
