/** Minitest: loads each file by itself and writes our own events, because Minitest writes no report. */
import { posix } from 'node:path'
import { failWhere, namesGem, RUBY_FACTS, withBundler } from './ruby.ts'
import { asOperand, type Detection, type Project, type Runner } from './runner.ts'

const SCRIPT = 'minitest-files.rb'
const CANARY = `require 'minitest'

class TddGateCanaryTest < Minitest::Test
  def test_tdd_gate_canary_passes
    assert_equal 1, 1
  end

  def test_tdd_gate_canary_fails
    assert_equal 1, 2
  end
end
`
const IMPORTS = /^\s*require\s*\(?['"]minitest(?:\/[\w/]+)?['"]|Minitest::(?:Test|Spec)\b|ActiveSupport::TestCase/m

const isTestFile = (path: string) =>
  /(?:^|\/)(?:test_[^/]+|[^/]+_test|[^/]+_spec)\.rb$/.test(path) &&
  !/(?:^|\/)(?:test_helper\.rb$|node_modules\/|vendor\/)/.test(path)

export const minitest: Runner = {
  name: 'Minitest',
  format: 'node-events',
  language: 'ruby',
  isCommand: (command) => command.includes(SCRIPT),
  detect,
  isTestFile,
  toTargets: (files) => files.map(asOperand),
  shuffle: ['--seed', '8'],
  canary: (file) => ({ path: posix.join(posix.dirname(file), 'tdd_gate_canary_test.rb'), text: CANARY }),
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
  if (!isNamed && ![...tests, ...helpers].some((path) => IMPORTS.test(read(path) ?? ''))) return null
  return {
    directory: '.',
    command: `${withBundler(files)}ruby -Ilib -Itest -Ispec {assets}/${SCRIPT} {reports}/minitest.ndjson {files}`,
    reports: ['{reports}/minitest.ndjson'],
    why: 'Minitest, because test files use it',
    isNamed,
  }
}
