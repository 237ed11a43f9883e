import { describe, expect, test } from 'vitest'
import { type ParsedReport, ReportError } from '../../src/reports/format.ts'
import { cucumberJson } from '../../src/reports/formats/cucumber-json.ts'
import { cucumberMessages } from '../../src/reports/formats/cucumber-messages.ts'
import { junit } from '../../src/reports/formats/junit.ts'
import { identify, treeOf } from '../../src/reports/identity.ts'
import { obeysTheLaws } from '../support/laws.ts'
import { parseText, recorded } from '../support/recorded.ts'

const step = (status: string | null, part: object = {}) => ({
  keyword: 'When ',
  name: 'I pay',
  ...(status !== null && { result: { status, duration: 2_000_000 } }),
  ...part,
})
const failure = { result: { status: 'failed', error_message: 'AssertionError: no\n    at steps.js:3:1' } }
const feature = (elements: readonly object[], part: object = {}) =>
  JSON.stringify([{ uri: 'features/a.feature', keyword: 'Feature', name: 'cart', elements, ...part }])
const scenario = (part: object) => ({ type: 'scenario', keyword: 'Scenario', name: 'adds', ...part })
const only = (part: object) => parseText(cucumberJson, feature([scenario(part)])).cases[0]

describe('cucumber json', () => {
  test.each([
    ['passed', { steps: [step('passed')] }, 'passed', null],
    ['failed', { steps: [step('passed'), step(null, failure), step('skipped')] }, 'failed', null],
    ['undefined', { steps: [step('undefined')] }, 'errored', null],
    ['ambiguous', { steps: [step('ambiguous')] }, 'errored', null],
    ['pending', { steps: [step('pending'), step('skipped')] }, 'skipped', 'todo'],
    ['skipped', { steps: [step('passed'), step('skipped')] }, 'skipped', null],
    ['without steps', { steps: [] }, 'skipped', 'todo'],
    ['without a result', { steps: [step('passed'), step(null)] }, 'errored', null],
    ['unknown', { steps: [step('fine')] }, 'errored', null],
    ['failed in its hook', { before: [failure], steps: [step('skipped')] }, 'failed', null],
    ['failed after its step', { steps: [step('passed', { after: [failure] })] }, 'failed', null],
    ['failed for behave alone', { status: 'failed', steps: [step('passed')] }, 'errored', null],
    ['skipped by behave', { status: 'skipped', steps: [step(null)] }, 'skipped', null],
    ['not run by behave', { status: 'untested', steps: [step(null)] }, 'skipped', 'not-run'],
  ])('a scenario that is %s', (_what, part, outcome, mark) => {
    expect(only(part)).toMatchObject({ file: 'features/a.feature', suite: ['cart'], name: 'adds', outcome, mark })
  })

  test('steps of a background belong to the scenario after it', () => {
    const background = { type: 'background', steps: [step(null, failure)] }
    const all = [background, scenario({ steps: [step('skipped')] }), scenario({ steps: [step('passed')] })]
    expect(parseText(cucumberJson, feature(all)).cases.map((c) => c.outcome)).toEqual(['failed', 'passed'])
  })

  test('a feature without scenarios is an empty file', () => {
    expect(parseText(cucumberJson, feature([])).emptyFiles).toEqual(['features/a.feature'])
  })

  test('durations are nanoseconds, but for behave seconds', () => {
    expect(only({ steps: [step('passed')] })?.durationMs).toBe(2)
    const seconds = step(null, { result: { status: 'passed', duration: 0.25 } })
    const behave = feature([scenario({ steps: [seconds] })], { uri: undefined, location: 'features/a.feature:1' })
    expect(parseText(cucumberJson, behave).cases[0]).toMatchObject({ durationMs: 250, file: 'features/a.feature' })
  })

  test.each(['{}', '[1]', '[{"a":1}]', '[{"elements":1}]'])('%s is none', (text) => {
    expect(() => parseText(cucumberJson, text)).toThrow(ReportError)
  })

  obeysTheLaws(cucumberJson, recorded('cucumber-js/out/cucumber.json'))
})

describe('Cucumber for Ruby prints message, class and frames of what was raised', () => {
  const tree = treeOf(['features/cases.feature', 'features/step_definitions/steps.rb', 'features/support/env.rb'])
  const failures = (report: ParsedReport) =>
    new Map(identify([report], tree).cases.map(({ name, failure }) => [name, failure]))

  test.each([
    ['json', parseText(cucumberJson, recorded('cucumber-ruby/out/cucumber.json'))],
    ['junit', parseText(junit, recorded('cucumber-ruby/out/TEST-features-cases.xml'))],
  ])('%s', (_format, report) => {
    const of = failures(report)
    expect(of.get('fails an assertion')).toMatchObject({
      kind: 'assertion',
      type: 'RSpec::Expectations::ExpectationNotMetError',
      message: 'expected: 5\n     got: 0\n\n(compared using ==)',
      at: 'features/step_definitions/steps.rb',
      line: 6,
    })
    expect(of.get('throws an error')).toMatchObject({
      kind: 'error',
      type: 'ArgumentError',
      message: 'boom: <not> an assertion',
      at: 'features/step_definitions/steps.rb',
      line: 7,
    })
    expect(of.get('has a hook before that fails')).toMatchObject({
      kind: 'error',
      at: 'features/support/env.rb',
      line: 2,
    })
  })

  test('an undefined step fails too where the run is strict', () => {
    const report = parseText(junit, recorded('cucumber-ruby/out/strict/TEST-features-cases.xml'))
    expect(failures(report).get('has an undefined step')).toMatchObject({
      kind: 'error',
      message: 'Undefined step: "nobody knows this"',
      type: 'Cucumber::Core::Test::Result::Undefined',
      at: 'features/cases.feature',
      line: 20,
    })
  })

  test('a message of several lines that ends in parentheses keeps them', () => {
    const said = (error_message: string) =>
      only({ steps: [step(null, { result: { status: 'failed', error_message } })] })?.failure
    expect(said("a\nb (c) (NoMethodError)\n./a.rb:1:in `b'")).toMatchObject({
      message: 'a\nb (c)',
      type: 'NoMethodError',
    })
    expect(said('a (b)\nc')).toMatchObject({ message: 'a (b)\nc', type: null })
    expect(said(" (StandardError)\n./a.rb:1:in `b'")).toMatchObject({ message: 'StandardError', type: 'StandardError' })
  })
})

describe('cucumber messages', () => {
  const sample = recorded('cucumber-js/out/cucumber.ndjson').toString('utf8')
  const report = parseText(cucumberMessages, sample)

  test('tells every scenario once, with rules and tries', () => {
    const tests = report.cases.map(({ suite, name, outcome, mark, retries }) =>
      [...suite, name, outcome, mark ?? '-', retries].join(' > '),
    )
    expect(tests).toEqual([
      'basic > adds numbers > passed > - > 0',
      'basic > fails an assertion > failed > - > 1',
      'basic > throws an error > errored > - > 1',
      'basic > is skipped > skipped > - > 0',
      'basic > is pending > skipped > todo > 0',
      'basic > has an undefined step > errored > - > 0',
      'basic > has an ambiguous step > errored > - > 0',
      'basic > passes on the second try > passed > flaky > 1',
      'basic > same title > passed > - > 0',
      'basic > same title > errored > - > 1',
      'basic > is failed by its hook > errored > - > 1',
      'basic > fails in its after hook > errored > - > 1',
      'basic > ünïcödé 😀 <tag attr="v"> & "double" \'single\' ]]> end > passed > - > 0',
      'basic > times out > errored > - > 1',
      'basic > squares 1 to 1 > passed > - > 0',
      'basic > squares 3 to 10 > failed > - > 1',
      'basic > same row title > passed > - > 0',
      'basic > same row title > failed > - > 1',
      'basic > a rule > same title > passed > - > 0',
    ])
    expect(report).toMatchObject({ loadErrors: [], hookFailures: [], runErrors: [], isComplete: true, warnings: [] })
  })

  const withLine = (line: object) => parseText(cucumberMessages, `${sample}${JSON.stringify(line)}\n`)

  test('a feature that does not parse is a load error', () => {
    const parseError = { source: { uri: 'features/b.feature' }, message: '(3:5): expected: #EOF' }
    expect(withLine({ parseError }).loadErrors).toMatchObject([{ file: 'features/b.feature', kind: 'error' }])
  })

  test('a failed hook around the run is reported', () => {
    const testRunHookFinished = { result: { status: 'FAILED', message: 'Error: no database' } }
    expect(withLine({ testRunHookFinished }).hookFailures).toMatchObject([{ message: 'Error: no database' }])
  })

  test('a run that failed is red, though what is pending may be all that failed it', () => {
    const good = sample.replaceAll(/"status":"(?:FAILED|UNDEFINED|AMBIGUOUS)"/g, '"status":"PASSED"')
    const pending = good.replace(/\{"testRunFinished".*\n/, '')
    const ended = (success: boolean) =>
      parseText(cucumberMessages, `${pending}${JSON.stringify({ testRunFinished: { success } })}\n`)
    expect(ended(false).cases.filter(({ mark }) => mark === 'todo')).not.toEqual([])
    expect(ended(false).cases.filter(({ failure }) => failure !== null)).toEqual([])
    expect(ended(false).runErrors).toEqual([expect.stringContaining('a failed run')])
    expect(ended(true).runErrors).toEqual([])
  })

  const lines = sample.trimEnd().split('\n')
  test('a scenario without its end has crashed, and one without a start did not run', () => {
    const cut = (words: string) =>
      lines
        .slice(
          0,
          lines.findIndex((line) => line.includes(words)),
        )
        .join('\n')
    const { cases, isComplete } = parseText(cucumberMessages, cut('testCaseFinished'))
    expect(cases.slice(0, 2)).toMatchObject([{ failure: { kind: 'crash' } }, { mark: 'not-run' }])
    expect(isComplete).toBe(false)
  })

  obeysTheLaws(cucumberMessages, Buffer.from(sample))
})
