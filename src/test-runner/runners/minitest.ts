/** Minitest: loads each file by itself and writes our own events, because Minitest writes no report. */
import { posix } from 'node:path'
import { failWhere, namesGem, RUBY_FACTS, withBundler } from './ruby.ts'
import { asOperand, type Detection, type Project, quote, type Runner } from './runner.ts'

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
  const { libs, patterns } = readRakefile(project)
  const all = patterns.length === 0 ? '{files}' : `{files:-${patterns.map(quote).join(' ')}}`
  return {
    directory: '.',
    command: `${withBundler(files)}ruby ${[...libs, ...LIBS].map((lib) => `-I${lib}`).join(' ')} {assets}/${SCRIPT} {reports}/minitest.ndjson ${all}`,
    reports: ['{reports}/minitest.ndjson'],
    why: 'Minitest, because test files use it',
    isNamed,
  }
}

const LIBS = ['lib', 'test', 'spec']
const RAKEFILES = ['Rakefile', 'rakefile', 'Rakefile.rb', 'rakefile.rb']
/** https://docs.ruby-lang.org/en/master/Rake/TestTask.html, https://docs.seattlerb.org/minitest/Minitest/TestTask.html */
const TASK = /\b(?:Rake|Minitest)::TestTask\b.*?^(?:end\b|\})/ms
const LIBRARIES = /\.libs\s*(?:<<|\.push|\+?=)([^\n]*)/g
const FILES = /\.(?:pattern|test_files|test_globs)\s*=([^\n]*)/g
const TEXT = /['"]([\w./*?{},-]+)['"]/g

/** Reads what a test task says literally: folders of code, and patterns of test files. */
function readRakefile({ read }: Project): { readonly libs: readonly string[]; readonly patterns: readonly string[] } {
  const text = RAKEFILES.map(read).find((found) => found !== null) ?? ''
  const [task = ''] = TASK.exec(text) ?? []
  const literals = (lines: RegExp) =>
    [...task.matchAll(lines)].flatMap(([, line = '']) => [...line.matchAll(TEXT)].map(([, literal = '']) => literal))
  const libs = literals(LIBRARIES).filter((lib) => !LIBS.includes(lib))
  return { libs: [...new Set(libs)], patterns: [...new Set(literals(FILES).flatMap(expandBraces))] }
}

/** `{a,b}` would end the placeholder of the command. */
function expandBraces(pattern: string): readonly string[] {
  const [whole, before = '', choices = '', after = ''] = /^([^{}]*)\{([^{}]*)\}([^{}]*)$/.exec(pattern) ?? []
  if (whole === undefined) return /[{}]/.test(pattern) ? [] : [pattern]
  return choices.split(',').map((choice) => `${before}${choice}${after}`)
}
