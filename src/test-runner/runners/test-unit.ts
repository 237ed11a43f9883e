/** test-unit: loads each file by itself and writes our own events, because no report of test-unit names a file. */
import { failWhere, namesGem, RUBY_FACTS, toRubyCanary, toRubyCommand, USES_TEST_UNIT } from './ruby.ts'
import { asOperand, type Detection, type Project, type Runner } from './runner.ts'

const SCRIPT = 'ruby/test-unit-files.rb'

// https://github.com/test-unit/test-unit/blob/master/lib/test/unit/collector/load.rb; what runs all tests is none
const isTestFile = (path: string) =>
  /(?:^|\/)(?:test[_-][^/]+|[^/]+[_-]test)\.rb$/.test(path) &&
  !/(?:^|\/)(?:test[_-]helper\.rb$|run[_-]test\.rb$|node_modules\/|vendor\/)/.test(path)

export const testUnit: Runner = {
  name: 'test-unit',
  format: 'node-events',
  language: 'ruby',
  isCommand: (command) => command.includes(SCRIPT),
  detect,
  isTestFile,
  toTargets: (files) => files.map(asOperand),
  canary: (file) => toRubyCanary(file, 'test/unit', 'Test::Unit::TestCase'),
  canaryTests: (_file, _text, token) => {
    const body = failWhere(['assert_equal 1, 2', 'assert false', 'assert_nil 1', ...RUBY_FACTS])
    return `\nClass.new(Test::Unit::TestCase) { def self.name = 'TddGateCanary'; define_method(:test_tdd_gate_canary_fails_${token}) { ${body} } }\n`
  },
}

function detect(project: Project): Detection | null {
  const { files, read } = project
  const tests = files.filter(isTestFile)
  const helpers = files.filter((path) => /(?:^|\/)(?:test[_-])?helper\.rb$/.test(path))
  if (tests.length === 0 || ![...tests, ...helpers].some((path) => USES_TEST_UNIT.test(read(path) ?? ''))) return null
  return {
    directory: '.',
    command: toRubyCommand(project, { script: SCRIPT, report: 'test-unit.ndjson', folders: ['lib', 'test'] }),
    reports: ['{reports}/test-unit.ndjson'],
    why: 'test-unit, because test files use it',
    isNamed: namesGem(project, /\btest-unit\b/),
  }
}
