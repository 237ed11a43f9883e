/** Minitest: loads each file by itself and writes our own events, because Minitest writes no report. */
import { posix } from 'node:path'
import { failWhere, namesGem, RUBY_FACTS, toRubyCanary, toRubyCommand, USES_TEST_UNIT } from './ruby.ts'
import { asOperand, type Detection, type Project, type Runner } from './runner.ts'

const SCRIPT = 'minitest-files.rb'
const IMPORTS = /^\s*require\s*\(?['"]minitest(?:\/[\w/]+)?['"]|Minitest::(?:Test|Spec)\b|ActiveSupport::TestCase/m

const isTestFile = (path: string) =>
  /(?:^|\/)(?:(?:test|spec)_[^/]+|[^/]+_(?:test|spec))\.rb$/.test(path) &&
  !/(?:^|\/)(?:(?:test|spec)_helper\.rb$|node_modules\/|vendor\/)/.test(path)

export const minitest: Runner = {
  name: 'Minitest',
  format: 'node-events',
  language: 'ruby',
  isCommand: (command) => command.includes(SCRIPT),
  detect,
  isTestFile,
  toTargets: (files) => files.map(asOperand),
  shuffle: ['--seed', '8'],
  canary: (file) => toRubyCanary(file, 'minitest', 'Minitest::Test'),
  canaryTests: (_file, _text, token) => {
    const body = failWhere(['assert_equal 1, 2', 'assert false', 'refute true', ...RUBY_FACTS])
    return `\nClass.new(Minitest::Test) { def self.name = 'TddGateCanary'; define_method(:test_tdd_gate_canary_fails_${token}) { ${body} } }\n`
  },
}

function detect(project: Project): Detection | null {
  const { files, read } = project
  const tests = files.filter(isTestFile)
  const isNamed = namesGem(project, /\bminitest\b/)
  const helpers = files.filter((path) => posix.basename(path) === 'test_helper.rb')
  if (tests.length === 0) return null
  const texts = [...tests, ...helpers].map((path) => read(path) ?? '')
  // A lock file names Minitest wherever a gem brings it.
  const isOther = !isNamed || texts.some((text) => USES_TEST_UNIT.test(text))
  if (isOther && !texts.some((text) => IMPORTS.test(text))) return null
  return {
    directory: '.',
    command: toRubyCommand(project, { script: SCRIPT, report: 'minitest.ndjson', folders: ['lib', 'test', 'spec'] }),
    reports: ['{reports}/minitest.ndjson'],
    why: 'Minitest, because test files use it',
    isNamed,
  }
}
