import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ReportError } from '../../../src/reports/format.ts'
import { junit } from '../../../src/reports/formats/junit.ts'
import { differences, fixture, getTruth, printJunit, readJunit, type Title } from '../../support/corpus.ts'
import { inChunks } from '../../support/hostile-xml.ts'
import { shareOf } from '../../support/property-runs.ts'

interface Recorded {
  readonly files: readonly string[]
  readonly title: Title
  /** Takes off what the writer adds to a parametrised name. */
  readonly rename?: (name: string) => string
  /** What the report cannot say, or says otherwise than the console: each line with its reason. */
  readonly except?: Readonly<Record<string, string>>
  readonly loads?: readonly string[]
  readonly hooks?: readonly string[]
  readonly run?: readonly string[]
  readonly empty?: readonly string[]
}

const NEVER_STARTED = 'a hook stopped it and the report has no element for it'
const SECTIONS = 'the writer tells each path of sections as a test'
const EXPECTED_LIKE_ANY = 'the writer tells an expected failure like any other'
const ONLY_EXIT_CODE = 'the writer has no element for it: only the exit code tells'
const UNNAMED = 'the writer says <failure> and nothing more'

const EVERY_ASSERTION = 'the writer calls every failure an AssertionError'
const NAMED_TEST = 'this class was not asked for: its name does not end in Test'
const WHOLE_CLASS = 'a class that is ignored is one case'

const CUCUMBER_RUBY: Omit<Recorded, 'files'> = {
  title: 'full',
  rename: (name) => name.replace(/ \(outline example : .*/, ''),
}
const JUNIT4_CLASSES = [
  ...['AfterClassFails', 'AfterFails', 'BeforeClassAsserts', 'BeforeClassFails', 'BeforeFails', 'Cases'],
  ...['ConstructorFails', 'IgnoredClass', 'InitializerFails', 'NoTests', 'NotRunnable', 'OldStyle', 'Parametrised'],
]
const junit4Files = (writer: string, classes = JUNIT4_CLASSES) =>
  classes.map((name) => `${writer}/TEST-com.example.${name}Test.xml`)
const JUNIT4: Omit<Recorded, 'files'> = {
  title: 'full',
  except: {
    '- com.example.BeforeClassAssertsTest isNeverStarted: skipped': NEVER_STARTED,
    '- com.example.BeforeClassFailsTest isNeverStartedOne: skipped': NEVER_STARTED,
    '- com.example.BeforeClassFailsTest isNeverStartedTwo: skipped': NEVER_STARTED,
    '- com.example.NotRunnableTest isNotPublic: skipped': 'the class is a load error',
    '- com.example.NotRunnableTest takes: skipped': 'the class is a load error',
  },
  loads: ['com.example.NoTestsTest: no-tests -', 'com.example.NotRunnableTest: error -'],
  hooks: ['AfterClassFailsTest: teardown exploded', 'BeforeClassAssertsTest: fixture says no']
    .concat('BeforeClassFailsTest: setup exploded')
    .map((hook) => `null > com.example.${hook}`),
}
const JUNIT4_BY_NAME = {
  ...JUNIT4.except,
  '- com.example.CasesTest$InnerA sameTitle: passed': NAMED_TEST,
  '- com.example.CasesTest$InnerB sameTitle: failed': NAMED_TEST,
  '+ com.example.IgnoredClassTest com.example.IgnoredClassTest: skipped': WHOLE_CLASS,
  '- com.example.IgnoredClassTest isSkippedOne: skipped': WHOLE_CLASS,
  '- com.example.IgnoredClassTest isSkippedTwo: skipped': WHOLE_CLASS,
}
const JUNIT4_BY_ANT: Omit<Recorded, 'files'> = {
  ...JUNIT4,
  rename: (name) => name.replace('ü ]', 'ü 🎉]'),
  except: JUNIT4_BY_NAME,
  loads: [...(JUNIT4.loads ?? []), 'com.example.NoSuchTest: missing-symbol com.example.NoSuchTest'],
}

const UNITTEST = {
  '+ test_squares [squares] (a=3, b=10): failed': 'a failing sub-test takes the name of the test',
  '- test_squares: failed': 'a failing sub-test takes the name of the test',
  '- test_is_never_started: skipped': NEVER_STARTED,
}
const PYTEST = {
  '- test_in_a_skipped_module: skipped': 'the whole module was skipped: it is an empty file',
}
const PYTEST_LOADS = ['tests/test_broken.py: missing-symbol does_not_exist', 'tests/test_syntax.py: error -']
const VITEST: Recorded = {
  files: [],
  title: 'full',
  loads: [
    'src/broken.test.ts: missing-symbol ./does-not-exist',
    'src/empty.test.ts: no-tests -',
    'src/syntax.test.ts: error -',
  ],
  hooks: ['src/hooks.test.ts > before all fails: setup exploded'],
}
const JEST: Recorded = {
  files: [],
  title: 'full',
  except: {
    '+ basic is todo: passed': 'jest-junit writes a todo as a plain case',
    '- basic is todo: skipped': 'jest-junit writes a todo as a plain case',
  },
}
const MOCHA_HOOKS = (file: string) => [
  `${file} > before all fails: "before all" hook for "is never started one": setup exploded`,
  `${file} > after each fails: "after each" hook for "passes before the teardown fails": teardown exploded`,
]

const RECORDED: Readonly<Record<string, Recorded>> = {
  vitest: { ...VITEST, files: ['junit.xml'] },
  'vitest with options': { ...VITEST, files: ['junit-options.xml'] },
  jest: { ...JEST, files: ['junit.xml'], hooks: ['null > : Error: teardown exploded'] },
  'jest with suite errors': {
    ...JEST,
    files: ['junit-suite-errors.xml'],
    title: 'name',
    except: {
      '+ is todo: passed': 'jest-junit writes a todo as a plain case',
      '- is todo: skipped': 'jest-junit writes a todo as a plain case',
    },
    loads: [
      'src/syntax.test.js: error -',
      'src/empty.test.js: no-tests -',
      'src/broken.test.js: missing-symbol ./does-not-exist',
    ],
    hooks: ['src/hooks.test.js > : Error: teardown exploded'],
  },
  'node-test': {
    files: ['junit.xml'],
    title: 'full',
    except: {
      '+ before all fails is never started one: skipped': 'node calls it failed, it was cancelled',
      '- before all fails is never started one: errored': 'node calls it failed, it was cancelled',
      '+ before all fails is never started two: skipped': 'node calls it failed, it was cancelled',
      '- before all fails is never started two: errored': 'node calls it failed, it was cancelled',
      '+ suite is skipped: skipped': 'a skipped suite is one case',
      '- suite is skipped inside a skipped suite: skipped': 'a skipped suite is one case',
      '- exits the process: errored': 'the file is a load error, its tests have no element',
      '- is never reached: skipped': 'the file is a load error, its tests have no element',
      '- passes and then the process exits: passed': 'the file is a load error, its tests have no element',
      '- parent with subtests: failed': 'a test with subtests is written as a suite',
    },
    loads: ['broken', 'exits', 'syntax'].map(
      (name) => `/home/user/project/js/node-test/test/${name}.test.mjs: error -`,
    ),
    hooks: [
      '/home/user/project/js/node-test/test/hooks.test.mjs > before all fails: the tests of this suite were cancelled: test did not finish before its parent and was cancelled',
    ],
    empty: ['/home/user/project/js/node-test/test/empty.test.mjs'],
  },
  mocha: {
    files: ['xunit.xml'],
    title: 'full',
    except: {
      '- after each fails is never started three: skipped': NEVER_STARTED,
      '- before all fails is never started one: skipped': NEVER_STARTED,
      '- before all fails is never started two: skipped': NEVER_STARTED,
    },
    hooks: MOCHA_HOOKS('/home/user/project/js/mocha/test/cases.spec.js'),
  },
  'mocha-junit-reporter': {
    files: ['junit.xml'],
    title: 'full',
    except: {
      '- after each fails is never started three: skipped': NEVER_STARTED,
      '- before all fails is never started one: skipped': NEVER_STARTED,
      '- before all fails is never started two: skipped': NEVER_STARTED,
      '- basic is pending (no body): skipped': 'absent without includePending',
      '- basic is skipped at run time: skipped': 'absent without includePending',
      '- basic is skipped: skipped': 'absent without includePending',
    },
    hooks: MOCHA_HOOKS('/home/user/project/js/mocha11/test/cases.spec.js'),
  },
  'mocha-junit-reporter with options': {
    files: ['junit-options.xml'],
    title: 'name',
    except: {
      '- is never started one: skipped': NEVER_STARTED,
      '- is never started two: skipped': NEVER_STARTED,
      '- is never started three: skipped': NEVER_STARTED,
    },
    hooks: MOCHA_HOOKS('/home/user/project/js/mocha11/test/cases.spec.js'),
  },
  'pytest-7 xunit1': {
    files: ['junit-xunit1.xml'],
    title: 'full',
    except: PYTEST,
    loads: PYTEST_LOADS,
    empty: ['tests/test_module_skip.py'],
  },
  'pytest-7 xunit2': {
    files: ['junit-xunit2.xml'],
    title: 'full',
    except: PYTEST,
    loads: PYTEST_LOADS,
    empty: ['tests/test_module_skip.py'],
  },
  'pytest-7 xdist': {
    files: ['junit-xdist.xml'],
    title: 'full',
    except: PYTEST,
    loads: PYTEST_LOADS,
    empty: ['tests/test_module_skip.py'],
  },
  'pytest-7 legacy with a prefix': {
    files: ['junit-legacy.xml'],
    title: 'full',
    except: PYTEST,
    loads: PYTEST_LOADS,
    empty: ['tests/test_module_skip.py'],
  },
  'pytest-9': { files: ['junit-expected.xml'], title: 'full' },
  'pytest-7 with subtests': {
    files: ['junit-subtests.xml'],
    title: 'full',
    except: {
      ...PYTEST,
      '- test_fails_on_every_try: failed': 'left out of this run',
      '- test_passes_on_the_second_try: passed': 'left out of this run',
      '- test_times_out: errored': 'left out of this run',
    },
  },
  surefire: {
    files: [
      'TEST-com.example.CasesTest.xml',
      'TEST-com.example.FlakyTest.xml',
      'TEST-com.example.BeforeAllFailsTest.xml',
    ],
    title: 'name',
    rename: (name) => name.replace(/[{[].*/, ''),
    except: {
      '- isNeverStartedOne: skipped': NEVER_STARTED,
      '- isNeverStartedTwo: skipped': NEVER_STARTED,
      '+ timesOutPreemptively: failed': 'assertTimeout is an assertion',
      '- timesOutPreemptively: errored': 'assertTimeout is an assertion',
    },
    hooks: ['null > com.example.BeforeAllFailsTest: setup exploded'],
  },
  'surefire-rerun': { files: ['TEST-com.example.FlakyTest.xml'], title: 'full' },
  ant: { files: ['TEST-com.example.FlakyTest.xml'], title: 'full' },
  testng: {
    files: ['TEST-NgCases.xml'],
    title: 'full',
    except: {
      '+ NgCases dependsOnFirst: errored': 'TestNG writes what did not run as an error',
      '- NgCases dependsOnFirst: skipped': 'TestNG writes what did not run as an error',
    },
  },
  go: {
    files: ['gotestsum-junit.xml'],
    title: 'full',
    except: {
      '+ example.com/cases/good TestOutput: failed': 'gotestsum misses an event after output without a newline',
      '- example.com/cases/good TestOutput: passed': 'gotestsum misses an event after output without a newline',
      '- example.com/cases/broken TestNeverCompiled: skipped': 'the package is in no element',
      '- example.com/cases/maintest TestNeverReached: skipped': 'the package is a load error',
      '- example.com/cases/panics TestNeverReached: skipped': NEVER_STARTED,
    },
    loads: ['example.com/cases/maintest: error -', 'null: error -'],
  },
  playwright: { files: ['junit.xml'], title: 'full' },
  'playwright with retries': { files: ['junit-include-retries.xml'], title: 'full' },
  gtest: { files: ['results.xml'], title: 'full' },
  rspec: { files: ['junit.xml'], title: 'full' },
  jasmine: { files: ['junit.xml'], title: 'name' },
  'phpunit-9': {
    files: ['junit.xml'],
    title: 'full',
    except: {
      '+ CasesTest testIsRisky: errored': 'phpunit writes a risky test as an error',
      '- CasesTest testIsRisky: passed': 'phpunit writes a risky test as an error',
    },
  },
  bats: {
    files: ['results.junit'],
    title: 'full',
    except: {
      '- is never started: skipped': NEVER_STARTED,
      '- never parsed: skipped': 'the file is a load error',
    },
    loads: ['syntax.bats: error -'],
    hooks: ["setup_fails.bats > : (from function `setup_file' in test file test/setup_fails.bats, line 1)"],
  },
  behave: {
    files: ['TESTS-cases.xml'],
    title: 'name',
    rename: (name) => name.replace(/ -- @.*/, ''),
    except: {
      '+ has an undefined step: failed': UNNAMED,
      '- has an undefined step: errored': UNNAMED,
    },
  },
  catch2: {
    files: ['junit.xml'],
    title: 'name',
    except: {
      '+ Scenario: a scenario/Given: a number/When: doubled/Then: it is two: passed': SECTIONS,
      '- Scenario: a scenario: passed': SECTIONS,
      '+ outer/inner A/same title: passed': SECTIONS,
      '+ outer/same title/inner B: failed': SECTIONS,
      '- outer: failed': SECTIONS,
      '- has no assertions: passed': 'the report has no element for it',
    },
  },
  doctest: {
    files: ['junit.xml'],
    title: 'name',
    except: {
      '+ may fail and does: failed': EXPECTED_LIKE_ANY,
      '- may fail and does: passed': EXPECTED_LIKE_ANY,
      '+ should fail and does: failed': EXPECTED_LIKE_ANY,
      '- should fail and does: passed': EXPECTED_LIKE_ANY,
      '+ outer/inner A/same title: passed': SECTIONS,
      '+ outer/inner B/same title: failed': SECTIONS,
      '- outer: failed': SECTIONS,
      '- is skipped: skipped': 'the report has no element for it',
    },
  },
  'boost-test': {
    files: ['junit.xml'],
    title: 'name',
    except: {
      '+ expected_failure: failed': EXPECTED_LIKE_ANY,
      '- expected_failure: passed': EXPECTED_LIKE_ANY,
    },
  },
  'console-launcher': {
    files: ['TEST-junit-jupiter.xml', 'TEST-junit-vintage.xml'],
    title: 'full',
    rename: (name) => name.replace(/\(.*/, ''),
    except: {
      '+ com.example.BeforeAllFailsTest isNeverStartedOne: errored':
        'each test is reported to have failed like the hook',
      '- com.example.BeforeAllFailsTest isNeverStartedOne: skipped':
        'each test is reported to have failed like the hook',
      '+ com.example.BeforeAllFailsTest isNeverStartedTwo: errored':
        'each test is reported to have failed like the hook',
      '- com.example.BeforeAllFailsTest isNeverStartedTwo: skipped':
        'each test is reported to have failed like the hook',
      '+ com.example.CasesTest timesOutPreemptively: failed': 'assertTimeout is an assertion',
      '- com.example.CasesTest timesOutPreemptively: errored': 'assertTimeout is an assertion',
    },
  },
  'ant in one file': { files: ['TESTS-TestSuites.xml'], title: 'full' },
  'node-tap': {
    files: ['junit.xml'],
    title: 'full',
    except: {
      '+ throws an error: failed': 'what was thrown is reported of an assertion inside, the test only failed',
      '- throws an error: errored': 'what was thrown is reported of an assertion inside, the test only failed',
      '+ times out: failed': 'the timeout is reported of an assertion inside, the test only failed',
      '- times out: errored': 'the timeout is reported of an assertion inside, the test only failed',
    },
  },
  ctest: {
    files: ['junit.xml'],
    title: 'full',
    except: {
      '+ crashes: failed': UNNAMED,
      '- crashes: errored': UNNAMED,
      '+ times_out: failed': UNNAMED,
      '- times_out: errored': UNNAMED,
      '+ not_built: skipped': 'ctest writes what it could not run as skipped',
      '- not_built: errored': 'ctest writes what it could not run as skipped',
    },
  },
  bun: {
    files: ['junit.xml'],
    title: 'full',
    except: {
      '- before all fails is never started one: skipped': NEVER_STARTED,
      '- before all fails is never started two: skipped': NEVER_STARTED,
    },
    hooks: ['cases.test.ts > before all fails: setup exploded', 'cases.test.ts > after all fails: teardown exploded'],
  },
  deno: { files: ['junit.xml'], title: 'full' },
  karma: {
    files: ['junit.xml'],
    title: 'full',
    except: {
      '- after all fails passes before the teardown: passed': 'the browser ended with an error before it was reported',
    },
    run: ['the report claims 1 error that none of its elements shows'],
  },
  minitest: { files: ['junit.xml'], title: 'name' },
  'pytest-rerun': { files: ['rerun.xml'], title: 'full' },
  'pytest-rerun with xdist': { files: ['rerun-xdist.xml'], title: 'full' },
  cypress: {
    files: ['board.xml'],
    title: 'full',
    except: { '- Board filters shows what is done: skipped': NEVER_STARTED },
    hooks: ['cypress/e2e/board.cy.js > Board filters: "before each" hook for "shows what is done": setup exploded'],
  },
  pest: { files: ['junit.xml'], title: 'full' },
  'phpunit-11': { files: ['junit.xml'], title: 'full' },
  robot: {
    files: ['xunit.xml'],
    title: 'full',
    except: {
      '+ Shop.Cart Uses A Missing Keyword: failed': EVERY_ASSERTION,
      '- Shop.Cart Uses A Missing Keyword: errored': EVERY_ASSERTION,
      '+ Shop.Checkout Is Never Started: failed': EVERY_ASSERTION,
      '- Shop.Checkout Is Never Started: errored': EVERY_ASSERTION,
    },
  },
  swift: { files: ['xctest.xml', 'swift-testing.xml'], title: 'full' },
  bazel: { files: ['pass.xml', 'fail.xml', 'shard.xml'], title: 'name' },
  gradle: {
    files: ['TEST-com.example.CasesTest.xml'],
    title: 'full',
    except: { '- com.example.BeforeAllFailsTest isNeverStarted(): skipped': NEVER_STARTED },
    hooks: ['null > com.example.BeforeAllFailsTest: java.lang.IllegalStateException: setup exploded'],
  },
  'junit4 by Gradle': {
    ...JUNIT4,
    files: [
      ...junit4Files('gradle'),
      'gradle/TEST-com.example.CasesTest$InnerA.xml',
      'gradle/TEST-com.example.CasesTest$InnerB.xml',
    ],
    rename: (name) => name.replace('??', '🎉'),
    hooks: [
      'null > com.example.AfterClassFailsTest: java.lang.IllegalStateException: teardown exploded',
      'null > com.example.BeforeClassAssertsTest: java.lang.AssertionError: fixture says no',
      'null > com.example.BeforeClassFailsTest: java.lang.IllegalStateException: setup exploded',
    ],
  },
  'junit4 by Ant': { ...JUNIT4_BY_ANT, files: junit4Files('ant', [...JUNIT4_CLASSES, 'NoSuch']) },
  'junit4 by Ant in one file': { ...JUNIT4_BY_ANT, files: ['ant/TESTS-TestSuites.xml'] },
  'junit4 by Surefire': {
    ...JUNIT4,
    files: junit4Files('surefire'),
    except: {
      ...JUNIT4_BY_NAME,
      '+ com.example.AfterFailsTest failsBefore: errored': 'a test that fails, and then its @After, is reported twice',
    },
  },
  busted: {
    files: ['junit.xml'],
    title: 'full',
    except: {
      '- before_each fails never runs: skipped': NEVER_STARTED,
      '- setup fails is never started: skipped': NEVER_STARTED,
    },
    loads: ['spec/syntax_spec.lua: error -', 'spec/broken_spec.lua: missing-symbol does.not.exist'],
    hooks: ['17: setup', '21: before_each', '25: teardown', '28: describe'].map(
      (what) => `spec/cases_spec.lua > : spec/cases_spec.lua:${what} exploded`,
    ),
  },
  'cucumber-ruby': {
    ...CUCUMBER_RUBY,
    files: ['TEST-features-background.xml', 'TEST-features-cases.xml'],
    except: {
      '+ cases has an undefined step: skipped': 'reported as skipped, unless the run is strict',
      '- cases has an undefined step: errored': 'reported as skipped, unless the run is strict',
    },
  },
  'cucumber-ruby that is strict': {
    ...CUCUMBER_RUBY,
    files: ['strict/TEST-features-background.xml', 'strict/TEST-features-cases.xml'],
    except: {
      '+ cases is pending: errored': 'a pending step fails a strict run',
      '- cases is pending: skipped': 'a pending step fails a strict run',
    },
  },
  meson: {
    files: ['testlog.junit.xml'],
    title: 'full',
    except: {
      ...Object.fromEntries(
        ['crashes', 'exits with 7', 'fails'].flatMap((name) => [
          [`+ cases cases / ${name}: failed`, UNNAMED],
          [`- cases cases / ${name}: errored`, UNNAMED],
        ]),
      ),
      '+ cases cases:b / same title: failed': UNNAMED,
      '- cases cases:b / same title: errored': UNNAMED,
      '+ cases cases / is expected to fail and passes: passed': ONLY_EXIT_CODE,
      '- cases cases / is expected to fail and passes: failed': ONLY_EXIT_CODE,
      '+ cases cases / times out: passed': ONLY_EXIT_CODE,
      '- cases cases / times out: errored': ONLY_EXIT_CODE,
      '+ cases.cases / tap 4 - four: passed': 'a todo that fails has no element',
      '- cases.cases / tap 4 - four: skipped': 'a todo that fails has no element',
      '+ cases.cases / tap 5 - five: failed': 'a todo that passes fails in Meson',
      '- cases.cases / tap 5 - five: passed': 'a todo that passes fails in Meson',
    },
  },
  'testng-gradle': {
    files: ['', 'AfterClassFails', 'AfterMethodFails', 'BeforeClassFails', 'BeforeMethodFails'].map(
      (name) => `TEST-com.example.Ng${name}Test.xml`,
    ),
    title: 'full',
    rename: (name) => name.replace('??', '🎉'),
    except: { '- com.example.NgTest isDisabled: skipped': 'TestNG tells of no disabled test' },
    hooks: ['AfterClass', 'AfterMethod', 'BeforeClass', 'BeforeMethod'].map(
      (name) => `null > com.example.Ng${name}FailsTest: hook: java.lang.IllegalStateException: ${name} exploded`,
    ),
  },
  'bazel-2': {
    files: [
      ...['cart', 'price', 'exit_seven', 'silent', 'killed', 'hangs', 'flaky', 'never', 'markup'],
      ...['cases', 'syntax', 'gtest_crash', 'gtest'],
    ]
      .map((name) => `${name}_test.xml`)
      .concat('big_test-shard_1_of_2.xml', 'big_test-shard_2_of_2.xml'),
    title: 'name',
  },
  'go-junit-report': {
    files: ['report.xml'],
    title: 'full',
    loads: [
      'example.com/cases/broken: missing-symbol doesNotExist',
      'example.com/cases/nosetup: missing-symbol example.com/nothing',
      'example.com/cases/maintest: error -',
    ],
  },
  'python-unittest in many files': {
    files: ['Basic', 'OuterA', 'OuterB', 'Output', 'Parametrised', 'TearDownFails']
      .map((name) => `many/TEST-tests.test_cases.${name}.xml`)
      .concat('many/TEST-unittest.loader._FailedTest.xml', 'many/TEST-unittest.suite._ErrorHolder.xml'),
    title: 'name',
    except: UNITTEST,
    loads: PYTEST_LOADS,
    hooks: ['tests/test_cases.py > tests.test_cases.SetUpClassFails: setup exploded'],
  },
  'python-unittest': {
    files: ['junit-single.xml'],
    title: 'name',
    except: UNITTEST,
    loads: PYTEST_LOADS,
    hooks: ['tests/test_cases.py > tests.test_cases.SetUpClassFails: setup exploded'],
  },
}

describe('recorded reports are read as the people at the console saw them', () => {
  test.each(Object.entries(RECORDED))(
    '%s',
    (key, { files, title, rename = String, except = {}, loads = [], hooks = [], run = [], empty = [] }) => {
      const [framework = ''] = key.split(' ')
      const reports = files.map((file) => readJunit(`${framework}/out/${file}`))
      const all = <K extends 'cases' | 'loadErrors' | 'hookFailures' | 'runErrors' | 'emptyFiles'>(part: K) =>
        reports.flatMap((report) => report[part] as readonly unknown[]) as (typeof reports)[number][K][number][]
      const renamed = all('cases').map((test) => ({ ...test, name: rename(test.name) }))
      expect(differences(getTruth(framework), renamed, title)).toEqual(Object.keys(except).toSorted())
      expect(all('loadErrors').map((load) => `${load.file}: ${load.kind} ${load.missing?.name ?? '-'}`)).toEqual(loads)
      expect(
        all('hookFailures').map((hook) => `${hook.file} > ${hook.suite.join(' > ')}: ${hook.message.split('\n')[0]}`),
      ).toEqual(hooks)
      expect(all('runErrors')).toEqual(run)
      expect(all('emptyFiles')).toEqual(empty)
      expect(reports.every((report) => report.isComplete)).toBe(true)
    },
  )
})

describe('runs that show little', () => {
  test('a run of pytest that stopped at collection has load errors and no tests', () => {
    const report = readJunit('pytest-7/out/junit-interrupted.xml')
    expect(report.cases).toEqual([])
    expect(report.loadErrors.map(({ file }) => file)).toEqual(['tests/test_broken.py', 'tests/test_syntax.py'])
  })

  test('a run without tests is complete, and no evidence', () => {
    for (const path of [
      'pytest-7/out/junit-no-tests.xml',
      'playwright/out/broken-junit.xml',
      'rspec/out/broken-junit.xml',
    ])
      expect(readJunit(path)).toMatchObject({ cases: [], loadErrors: [], isComplete: true })
  })

  test('gotestsum lists every attempt, and each test is reported once', () => {
    const cases = readJunit('go/out/gotestsum-rerun-junit.xml').cases.map(({ name, outcome, mark, retries }) => [
      name,
      outcome,
      mark,
      retries,
    ])
    expect(cases).toEqual([
      ['TestSquares/3_to_10', 'failed', null, 1],
      ['TestSquares', 'failed', null, 1],
      ['TestFlaky', 'passed', 'flaky', 1],
      ['TestAddsNumbers', 'passed', null, 0],
      ['TestSquares/1_to_1', 'passed', null, 0],
      ['TestSquares/2_to_4', 'passed', null, 0],
    ])
  })

  test('surefire tells what was tried again', () => {
    const cases = readJunit('surefire-rerun/out/TEST-com.example.FlakyTest.xml').cases.map(
      ({ name, mark, retries }) => [name, mark, retries],
    )
    expect(cases).toEqual([
      ['failsOnEveryTry', null, 2],
      ['passesOnTheSecondTry', 'flaky', 1],
      ['isIgnored', null, 0],
      ['errorsOnEveryTry', null, 2],
    ])
  })

  test('tests that a failed hook of TestNG kept from running are distinguished from skipped ones', () => {
    const marks = ['AfterMethod', 'BeforeClass', 'BeforeMethod'].flatMap((name) =>
      readJunit(`testng-gradle/out/TEST-com.example.Ng${name}FailsTest.xml`).cases.map(
        (test) => `${name} ${test.name}: ${test.mark ?? test.outcome}`,
      ),
    )
    expect(marks).toEqual([
      'AfterMethod one: passed',
      'AfterMethod two: not-run',
      'BeforeClass one: not-run',
      'BeforeClass two: not-run',
      'BeforeMethod one: not-run',
      'BeforeMethod two: not-run',
    ])
  })

  test('tests that a failed hook of vitest kept from running are distinguished from skipped ones', () => {
    const marks = readJunit('vitest/out/junit.xml').cases.filter(({ mark }) => mark === 'not-run')
    expect(marks.map(({ suite, name }) => [...suite, name].join(' > '))).toEqual([
      'before all fails > is never started one',
      'before all fails > is never started two',
    ])
  })
})

test('a failure of ctest has no reason: its kind is unknown, and RED accepts it only where the policy says so', () => {
  const kinds = readJunit('ctest/out/junit.xml').cases.flatMap(({ failure, outcome }) =>
    failure ? [`${outcome} ${failure.kind}`] : [],
  )
  expect(new Set(kinds)).toEqual(new Set(['failed unknown']))
})

test('TAP::Formatter::JUnit of perl: numbers are no part of a name, a todo that passes is a todo', () => {
  const report = readJunit('perl-tap/out/junit.xml')
  expect(differences(getTruth('perl-tap'), report.cases, 'name')).toEqual([
    // The writer has no word for a skip, nor for a todo that fails; a test without a name is called by its number.
    '+ 14: passed',
    '+ 3: errored',
    '+ 3: passed',
    '+ 4: passed',
    '+ todo that fails: passed',
    '- : failed',
    '- : passed',
    '- : skipped',
    '- : skipped',
    // Another run.
    '- before: passed',
    // Sub-tests are reported with the test that they are in.
    '- inner A: passed',
    '- inner B: failed',
    '- same title: failed',
    '- same title: passed',
    '- todo that fails: skipped',
  ])
  expect(report.runErrors.map((message) => message.split(':')[0])).toEqual([
    'cases_t',
    'dies_t',
    'bad_plan_t',
    'broken_t',
    'syntax_t',
    'exit_seven_t',
    'odd_t',
  ])
})

describe('Rust', () => {
  test('libtest tells of a panic in the output of the test, and three binaries in three documents', () => {
    expect(printJunit('cargo/out/libtest-whole.junit')).toEqual([
      'tests > adds_numbers | passed',
      'tests > does_not_panic | failed | unexpected-success | assertion | test did not panic as expected at src/lib.rs:55:8',
      'tests > fails_an_assertion | failed | assertion | assertion `left == right` failed: should be three',
      'tests > fails_with_markup_in_the_message | errored | error | <a href="x">&amp;</a>]]>',
      'tests::inner_a > same_title | passed',
      'tests::inner_b > same_title | failed | assertion | assertion failed: false',
      'tests > is_expected_to_panic | passed',
      'tests > panics | errored | error | index out of bounds: the len is 0 but the index is 0',
      'tests > returns_an_error | errored | error | Error: "an error value"',
      'tests::squares > case_1 | passed',
      'tests::squares > case_2 | failed | assertion | assertion `left == right` failed',
      'tests > writes_to_stdout_and_stderr | passed',
      'tests > ünïcödé | passed',
      'integration_fails | failed | assertion | assertion `left == right` failed',
      'integration_same_title | passed',
      'src/lib.rs > square (line 3) | passed',
      'src/lib.rs > square (line 15) | failed | assertion | assertion `left == right` failed',
      'src/lib.rs > square (line 7) | passed',
    ])
  })

  test('a libtest that broke off in the middle proves nothing, and its tests keep their names', () => {
    const report = readJunit('cargo/out/libtest.junit')
    expect(report.isComplete).toBe(false)
    expect(printJunit('cargo/out/libtest.junit').slice(-4, -2)).toEqual([
      'integration_fails | failed | assertion | assertion `left == right` failed',
      'src/lib.rs > square (line 3) | passed',
    ])
  })

  test('cargo-nextest names binary, modules and test, and says how a test ended', () => {
    expect(printJunit('cargo/out/nextest.xml')).toEqual([
      'shop > tests > adds_numbers | passed',
      'shop > tests > fails_an_assertion | failed | assertion | assertion `left == right` failed: should be three',
      'shop > tests > panics | errored | error | index out of bounds: the len is 0 but the index is 0',
      'shop > tests > hangs | errored | timeout | test timeout',
      'shop > tests > passes_on_the_second_try | passed | flaky',
      'shop::integration > aborts | errored | crash | process abort signal 6',
    ])
  })
})

describe('expected failures passed and unexpected successes failed, each with its mark', () => {
  const getMarks = (path: string) =>
    readJunit(path).cases.flatMap(({ mark, name, outcome }) =>
      mark?.endsWith('-failure') || mark?.endsWith('-success') ? [`${name}: ${outcome} ${mark}`] : [],
    )

  test('in pytest, strict or not; a test with `run=False` was skipped', () => {
    expect(getMarks('pytest-9/out/junit-expected.xml')).toEqual([
      'test_fails_as_expected: passed expected-failure',
      'test_passes_unexpectedly_and_is_strict: failed unexpected-success',
      'test_passes_unexpectedly_is_strict_and_says_no_reason: failed unexpected-success',
      'test_fails_as_expected_and_is_strict: passed expected-failure',
      'test_says_so_itself: passed expected-failure',
      'test_fixture_fails_as_expected: passed expected-failure',
      'test_fails_as_expected: passed expected-failure',
      'test_passes_unexpectedly: failed unexpected-success',
    ])
    expect(readJunit('pytest-9/out/junit-expected.xml').cases.filter(({ mark }) => mark === 'not-run')).toMatchObject([
      { name: 'test_is_not_run', outcome: 'skipped' },
    ])
  })

  test('in unittest', () => {
    expect(getMarks('python-unittest/out/junit-single.xml')).toEqual([
      'test_expected_failure: passed expected-failure',
      'test_unexpected_success: failed unexpected-success',
    ])
  })

  test.each(['junit.xml', 'junit-include-retries.xml'])('in Playwright (%s)', (file) => {
    expect(getMarks(`playwright/out/${file}`)).toEqual(['is expected to fail but passes: failed unexpected-success'])
  })
})

test('what Catch2 allows to fail is an expected failure', () => {
  const marked = readJunit('catch2/out/junit.xml').cases.flatMap(({ mark, name, failure }) =>
    mark ? [[name, mark, failure]] : [],
  )
  expect(marked).toEqual([
    ['should fail and does', 'expected-failure', null],
    ['may fail and does', 'expected-failure', null],
  ])
})

test('doctest names its source, and the path of its binary is in no key', () => {
  const [first] = readJunit('doctest/out/junit.xml').cases
  expect(first).toMatchObject({ file: '/home/user/project/cpp/src/doctest_cases.cpp', suite: [], name: 'adds numbers' })
})

const ALL = [
  'perl-tap/out/junit.xml',
  'cargo/out/libtest-whole.junit',
  'cargo/out/nextest.xml',
  ...new Set(
    Object.entries(RECORDED).flatMap(([key, { files }]) => files.map((file) => `${key.split(' ')[0]}/out/${file}`)),
  ),
]

describe('laws', () => {
  test('how the bytes are cut never changes the result', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ALL),
        fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: 1, maxLength: 5 }),
        (path, sizes) => {
          expect(junit.parse(inChunks(fixture(path), sizes))).toEqual(readJunit(path))
        },
      ),
      { numRuns: shareOf(60) },
    )
  })

  test('a truncated report is never complete, and says so', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ALL), fc.double({ min: 0, max: 0.999, noNaN: true }), (path, part) => {
        const whole = fixture(path)
        const end = whole.length - Buffer.from(whole).toString('latin1').trimEnd().length
        const bytes = whole.subarray(0, Math.floor((whole.length - end - 1) * part))
        try {
          const report = junit.parse([bytes])
          expect(report.isComplete).toBe(false)
          expect(report.runErrors.at(-1)).toMatch(/report/)
        } catch (error) {
          expect(error).toBeInstanceOf(ReportError)
        }
      }),
      { numRuns: shareOf(300) },
    )
  })

  test('every recorded report is recognised by its head', () => {
    expect(ALL.filter((path) => !junit.looksLike(Buffer.from(fixture(path)).toString('utf8', 0, 65_536)))).toEqual([])
  })
})
