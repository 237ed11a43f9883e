import { expect, test } from 'vitest'
import { detectFormat } from '../../../src/reports/detect.ts'
import { HEAD_CHARACTERS, type ParsedReport } from '../../../src/reports/format.ts'
import { type FormatName, reportFormats } from '../../../src/reports/index.ts'
import { memberNames } from '../../../src/reports/json/head.ts'
import { differences, fixture, getTruth, type Title } from '../../support/corpus.ts'

interface Recorded {
  readonly format: FormatName
  readonly title: Title
  /** How the manifest's name stands in this report. */
  readonly rename?: (name: string) => string
  /** What the report cannot say, or says otherwise than the console: each line with its reason. */
  readonly except?: Readonly<Record<string, string>>
  readonly loads?: readonly string[]
  readonly hooks?: readonly string[]
  readonly empty?: readonly string[]
  /** Test, retries and mark of those that are more than an outcome. */
  readonly marked?: readonly string[]
}

const NEVER_STARTED = {
  '- after each fails is never started three: skipped': 'a hook stopped it and the report has no entry for it',
  '- before all fails is never started one: skipped': 'a hook stopped it and the report has no entry for it',
  '- before all fails is never started two: skipped': 'a hook stopped it and the report has no entry for it',
}
const MOCHA: Recorded = {
  format: 'mocha-json',
  title: 'full',
  except: NEVER_STARTED,
  hooks: [
    '/home/user/project/js/mocha/test/cases.spec.js > before all fails: "before all" hook for "is never started one": setup exploded',
    '/home/user/project/js/mocha/test/cases.spec.js > after each fails: "after each" hook for "passes before the teardown fails": teardown exploded',
  ],
  marked: ['flaky > fails on every try: 1 null', 'flaky > passes on the second try: 1 flaky'],
}
const RSPEC: Recorded = {
  format: 'rspec-json',
  title: 'full',
  hooks: ['./spec/cases_spec.rb > : An error occurred in an `after(:context)` hook.'],
  marked: ['basic > has no body: 0 todo', 'basic > is pending but passes: 0 unexpected-success'],
}

const RECORDED: Readonly<Record<string, Recorded>> = {
  'mocha/out/results.json': MOCHA,
  'mocha/out/results-stdout.json': MOCHA,
  'mocha/out/results-stream.ndjson': {
    ...MOCHA,
    format: 'mocha-stream',
    except: {
      ...NEVER_STARTED,
      '- basic is pending (no body): skipped': 'the stream leaves out what was skipped',
      '- basic is skipped at run time: skipped': 'the stream leaves out what was skipped',
      '- basic is skipped: skipped': 'the stream leaves out what was skipped',
    },
  },
  'playwright/out/results.json': {
    format: 'playwright-json',
    title: 'full',
    marked: [
      'basic > fails an assertion: 1 null',
      'basic > is expected to fail but passes: 1 unexpected-success',
      'basic > is expected to fail: 0 expected-failure',
      'basic > is fixme: 0 todo',
      'basic > throws an error: 1 null',
      'before all fails > is never started one: 1 null',
      'before all fails > is never started two: 1 not-run',
      'flaky > passes on the second try: 1 flaky',
      'names > fails with <markup> & "quotes" ]]> in the message 🚀: 1 null',
      'outer > inner B > same title: 1 null',
      'parametrised > squares 3 to 10: 1 null',
      'runs in two projects: 1 null',
      'slow > times out: 1 null',
      'soft > fails two soft assertions: 1 null',
    ],
  },
  'rspec/out/results.json': RSPEC,
  'rspec/out/results-stdout.json': RSPEC,
  'cargo/out/libtest.json': {
    format: 'libtest-json',
    title: 'name',
    rename: (name) => name.replace(/^.*(?:::| - )/, ''),
    marked: ['tests > does_not_panic: 0 unexpected-success'],
  },
  'behave/out/results.json': { format: 'cucumber-json', title: 'name' },
  'cucumber-ruby/out/cucumber.json': {
    format: 'cucumber-json',
    title: 'full',
    marked: ['cases > is pending: 0 todo'],
  },
  'pytest-7/out/json-report.json': {
    format: 'pytest-json',
    title: 'full',
    except: {
      '+ TestBasic test_xpass: failed': 'an unexpected success counts as failed, though pytest lets it pass',
      '- TestBasic test_xpass: passed': 'an unexpected success counts as failed, though pytest lets it pass',
      '- test_in_a_skipped_module: skipped': 'the whole module was skipped: it is an empty file',
      '+ test_passes_on_the_second_try: failed': 'recorded without reruns',
      '- test_passes_on_the_second_try: passed': 'recorded without reruns',
      '- test_times_out: errored': 'left out of this run',
    },
    loads: ['tests/test_broken.py: missing-symbol does_not_exist', 'tests/test_syntax.py: error -'],
    empty: ['tests/test_module_skip.py'],
    marked: [
      'TestBasic > test_xfail: 0 expected-failure',
      'TestBasic > test_xpass: 0 unexpected-success',
      'TestBasic > test_xpass_strict: 0 unexpected-success',
      'TestUnittestStyle > test_expected_failure: 0 expected-failure',
      'TestUnittestStyle > test_unexpected_success: 0 unexpected-success',
    ],
  },
  'ctrf/out/mocha.json': {
    ...MOCHA,
    format: 'ctrf',
    hooks: MOCHA.hooks?.map((hook) =>
      hook.replace('js/mocha/test', 'mtest').replace(/: (\w+ exploded)$/, ': Error $1'),
    ) as string[],
    marked: ['flaky fails on every try: 1 null', 'flaky passes on the second try: 1 flaky'],
  },
  'ctrf/out/jest.json': {
    format: 'ctrf',
    title: 'full',
    marked: [
      'basic > is todo: 0 todo',
      'flaky > fails on every try: 2 null',
      'flaky > passes on the second try: 1 flaky',
    ],
  },
}

const read = (path: string): ParsedReport => {
  const bytes = fixture(path)
  const name = detectFormat(Buffer.from(bytes).toString('utf8').slice(0, HEAD_CHARACTERS))
  if (name === null) throw new Error(`${path} is of no known format`)
  return reportFormats[name].parse([bytes])
}
const getMarks = ({ cases }: ParsedReport) =>
  cases
    .filter(({ mark, retries }) => mark !== null || retries > 0)
    .map(({ suite, name, mark, retries }) => `${[...suite, name].join(' > ')}: ${retries} ${mark}`)
    .toSorted()

test.each(Object.entries(RECORDED))('%s tells what the manifest tells', (path, recorded) => {
  const report = read(path)
  const rename = recorded.rename ?? ((name: string) => name)
  const snapshot = getTruth(path.replace(/\/.*/, '').replace(/^ctrf$/, /(\w+)\.json/.exec(path)?.[1] ?? ''))
  const renamed = snapshot.map((t) => ({ ...t, name: rename(t.name) }))
  expect(report.format).toBe(recorded.format)
  expect(differences(renamed, report.cases, recorded.title)).toEqual(Object.keys(recorded.except ?? {}).toSorted())
  expect(report.loadErrors.map((e) => `${e.file}: ${e.kind} ${e.missing?.name ?? '-'}`)).toEqual(recorded.loads ?? [])
  const hooks = report.hookFailures.map((h) => `${h.file} > ${h.suite.join(' > ')}: ${h.message.split('\n')[0]}`)
  expect(hooks).toEqual(recorded.hooks ?? [])
  expect(report.emptyFiles).toEqual(recorded.empty ?? [])
  expect(getMarks(report)).toEqual(recorded.marked ?? [])
  expect([report.runErrors, report.isComplete]).toEqual([[], true])
})

test.each([
  ['playwright/out/broken-results.json', '/home/user/project/js/playwright/broken/broken.spec.js', './does-not-exist'],
  ['rspec/out/broken-results.json', './broken/broken_spec.rb', '/home/user/project/ruby/rspec/broken/does_not_exist'],
  ['cargo/out/broken-cargo-messages.json', 'src/lib.rs', 'undefined_function'],
  ['pytest-7/out/json-report-interrupted.json', 'tests/test_broken.py', 'does_not_exist'],
])('%s names the file that does not load and what is missing', (path, file, missing) => {
  const { cases, loadErrors } = read(path)
  expect(cases).toEqual([])
  expect(loadErrors[0]).toMatchObject({ file, kind: 'missing-symbol', missing: { name: missing } })
})

test.each([...Object.keys(RECORDED), 'dart/out/results.jsonl', 'xcresult/out/tests.json'])(
  '%s is known to one format only',
  (path) => {
    const head = Buffer.from(fixture(path)).toString('utf8').slice(0, HEAD_CHARACTERS)
    const known = Object.entries(reportFormats).filter(([, format]) => format.looksLike(head))
    expect(known.map(([name]) => name)).toEqual([read(path).format])
  },
)

test.each([
  ['{"a":{"b":1},"c":[1,{"d":2}],"e":"f,\\"g\\":1"}', ['a', 'c', 'e']],
  ['\ufeff [ {"a":1,"b":2}, {"c":3}]', ['a', 'b']],
  ['{"a":{"b":', ['a']],
  ['{"a":"cut', ['a']],
  ['{"__proto__":1,"constructor":2}', ['__proto__', 'constructor']],
  ['[[{"a":1}]]', []],
  ['"a"', []],
  ['', []],
])('the members of %s', (head, names) => {
  expect(memberNames(head)).toEqual(names)
})

test('a head of nothing but beginnings is looked through at once', () => {
  const pieces = ['{"a":', '{"', '"', '[', '{"results":', '{"config":{', '["start",{"total":', '{"meta":{', '{\n', '\\']
  for (const piece of pieces) expect(detectFormat(piece.repeat(HEAD_CHARACTERS / piece.length))).toBeNull()
})
