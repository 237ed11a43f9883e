/** The last resort: names a tool or a target that runs tests, with a configuration that its owner can complete. */
import {
  DJANGO_LACKS,
  GRADLE_LACKS,
  REBAR_LACKS,
  RSPEC_LACKS,
  reporterLacks,
  scriptLacks,
  TEST_UNIT_LACKS,
  targetLacks,
} from '../../core/errors/measuring.ts'
import { readPackageJson, testCommands } from './package-json.ts'
import { needsDjango } from './pytest.ts'
import type { Project } from './runner.ts'

interface LastResort {
  readonly command: string
  readonly report: string
  /** A sentence before the example. */
  readonly hint: string
}

/** Tools of which only the author knows the browser, or the reporter that is installed. */
const TOOLS: readonly (readonly [script: RegExp, command: string, report: string, reporter?: string])[] = [
  [
    /(?:^|[\s/])react-scripts\s+test\b/,
    'node_modules/.bin/react-scripts test --watchAll=false --json --outputFile={reports}/jest.json --testLocationInResults {files}',
    '{reports}/jest.json',
  ],
  [
    /(?:^|[\s/])karma\s+start\b/,
    'node_modules/.bin/karma start --single-run --reporters junit',
    '**/TESTS-*.xml',
    'karma-junit-reporter',
  ],
  [
    /(?:^|[\s/])ng\s+test\b/,
    'node_modules/.bin/ng test --watch=false --browsers=ChromeHeadless --reporters=junit',
    '**/TESTS-*.xml',
    'karma-junit-reporter',
  ],
  [
    /(?:^|[\s/])cypress\s+run\b.*--component\b/,
    'node_modules/.bin/cypress run --component --reporter junit --reporter-options mochaFile={reports}/[hash].xml',
    '{reports}/*.xml',
  ],
]

/** Other frameworks have a file of this name too. */
const MANAGE = 'manage.py'

const OTHERS: readonly (readonly [file: string, command: string, report: string, hint?: string])[] = [
  [
    'meson.build',
    '{ [ -d build ] || meson setup build; } && meson test -C build',
    'build/meson-logs/testlog.junit.xml',
  ],
  [
    MANAGE,
    'python3 manage.py test --testrunner xmlrunner.extra.djangotestrunner.XMLTestRunner',
    'TEST-*.xml',
    DJANGO_LACKS,
  ],
  ['rebar.config', 'rebar3 eunit', '_build/test/TEST-*.xml', REBAR_LACKS],
  ...['settings.gradle.kts', 'settings.gradle', 'build.gradle.kts', 'build.gradle'].map(
    (file) => [file, './gradlew allTests --continue', '**/build/test-results/*/TEST-*.xml', GRADLE_LACKS] as const,
  ),
]

/** A target says what runs the tests, but not where their report is. */
const TARGETS: readonly (readonly [file: string, command: string, target?: RegExp])[] = [
  ['Makefile', 'make test'],
  ['GNUmakefile', 'make test'],
  ['justfile', 'just test'],
  ['.justfile', 'just test'],
  ['Rakefile', 'rake test', /\bTestTask\b|\btask\b[^\n]*\btest\b/],
  ['composer.json', 'composer test', /"test"\s*:/],
]
const TARGET = /^@?test\b[^\n:=]*:(?!=)/m
/** Its own report is of no known format. */
const TEST_UNIT = /\btest[/-]unit\b|\bTest::Unit\b/
const REPORT = 'build/junit.xml'

export function getLastResort(project: Project): LastResort {
  const { files } = project
  const isSpec = files.some((path) => path.endsWith('_spec.rb'))
  if (isSpec) return { command: 'make test', report: REPORT, hint: RSPEC_LACKS }
  return findTool(project) ?? findOther(project) ?? findTarget(project)
}

function findTool(project: Project): LastResort | null {
  const manifest = readPackageJson(project)
  const commands = manifest === null ? [] : testCommands(manifest)
  const found = TOOLS.find(([script]) => commands.some((command) => script.test(command)))
  if (found === undefined)
    return manifest?.scripts.has('test')
      ? { command: 'npm test', report: REPORT, hint: scriptLacks('npm test', commands) }
      : null
  const [, command, report, reporter] = found
  return { command, report, hint: reporter === undefined ? '' : reporterLacks(reporter) }
}

function findOther(project: Project): LastResort | null {
  const isThere = (name: string) => project.files.includes(name) && (name !== MANAGE || needsDjango(project))
  const found = OTHERS.find(([name]) => isThere(name))
  return found === undefined ? null : { command: found[1], report: found[2], hint: found[3] ?? '' }
}

function findTarget({ files, read }: Project): LastResort {
  const found = TARGETS.find(([file, , target = TARGET]) => target.test(read(file) ?? ''))
  if (found === undefined) return { command: 'make test', report: REPORT, hint: '' }
  const [file, command] = found
  const isTestUnit =
    file === 'Rakefile' && files.some((path) => path.endsWith('.rb') && TEST_UNIT.test(read(path) ?? ''))
  const reporter = isTestUnit ? TEST_UNIT_LACKS : ''
  const report = isTestUnit ? 'test/reports/*.xml' : REPORT
  return { command, report, hint: `${targetLacks(file, command)}${reporter}` }
}
