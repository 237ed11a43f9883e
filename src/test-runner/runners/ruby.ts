/** What the runners of Ruby share: Bundler and the Rakefile, where the project uses them. */
import { posix } from 'node:path'
import { type Project, quote } from './runner.ts'

const GEMFILES = ['Gemfile', 'gems.rb']

/** Starts a command with the gems that the project names. */
export function withBundler(files: readonly string[]): string {
  return GEMFILES.some((name) => files.includes(name)) ? 'bundle exec ' : ''
}

/** Returns whether the Gemfile, its lock file or a gem specification names the gem. */
export function namesGem({ files, read }: Project, gem: RegExp): boolean {
  const named = files.filter((path) => /^(?:Gemfile(?:\.lock)?|gems\.(?:rb|locked)|[^/]+\.gemspec)$/.test(path))
  return named.some((path) => gem.test(read(path) ?? ''))
}

/** Assertions of a test that must fail: Ruby statements that must raise. */
export const RUBY_FACTS = [
  'raise unless 1 == 2',
  'raise unless 1.5 == 2.5',
  "raise unless 'a' == 'b'",
  'raise unless :a == :b',
  'raise unless [1] == [2]',
  'raise unless({ a: 1 } == { a: 2 })',
  'raise unless nil == true',
]

/** Raises where every statement raises as it must: one that does not shows a patch. */
export function failWhere(statements: readonly string[]): string {
  const checks = statements.map((statement) => `-> { ${statement} }`).join(', ')
  return `held = [${checks}].count { |check| begin; check.call; true; rescue Exception; false; end }; raise 'canary' if held == 0`
}

/** Returns a test file beside another one: a class of tests, of which one passes and one fails. */
export const toRubyCanary = (file: string, library: string, base: string) => ({
  path: posix.join(posix.dirname(file), 'tdd_gate_canary_test.rb'),
  text: `require '${library}'

class TddGateCanaryTest < ${base}
  def test_tdd_gate_canary_passes
    assert_equal 1, 1
  end

  def test_tdd_gate_canary_fails
    assert_equal 1, 2
  end
end
`,
})

/** At the start of a line, or as the class that a test inherits from. */
export const USES_TEST_UNIT = /^\s*require\s*\(?['"]test[/-]unit['"]|<\s*(?:::)?Test::Unit::TestCase\b/m

interface RubyScript {
  /** Below the folder of our reporters. */
  readonly script: string
  readonly report: string
  /** Where code is required from, besides what the Rakefile says. */
  readonly folders: readonly string[]
}

/** Returns the command that runs one of our scripts, with the folders and the files of the Rakefile. */
export function toRubyCommand(project: Project, { script, report, folders }: RubyScript): string {
  const { options, libs, patterns } = readRakefile(project)
  const paths = [...options, ...[...libs.filter((lib) => !folders.includes(lib)), ...folders].map((lib) => `-I${lib}`)]
  const all = patterns.length === 0 ? '{files}' : `{files:-${patterns.map(quote).join(' ')}}`
  return `${withBundler(project.files)}ruby ${paths.join(' ')} {assets}/${script} {reports}/${report} ${all}`
}

const RAKEFILES = ['Rakefile', 'rakefile', 'Rakefile.rb', 'rakefile.rb']
/** https://docs.ruby-lang.org/en/master/Rake/TestTask.html, https://docs.seattlerb.org/minitest/Minitest/TestTask.html */
const TASK = /\b(?:Rake|Minitest)::TestTask\b.*?^(?:end\b|\})/ms
const LIBRARIES = /\.libs\s*(?:<<|\.push|\+?=)([^\n]*)/g
const FILES = /\.(?:pattern|test_files|test_globs)\s*=([^\n]*)/g
const OPTIONS = /\.ruby_opts\s*(?:<<|\.push|\.concat|\+?=)([^\n]*)/g
/** `'a'`, and `%w[a b]`. */
const TEXT = /['"]([\w./*?{},-]+)['"]|%w[[({<]([\w./*?{},\s-]+)[\])}>]/g
/** Options that load a file or set where it is found: others change no test. */
const LOADS = /^-[rI][\w./-]+$/

interface TestTask {
  readonly options: readonly string[]
  readonly libs: readonly string[]
  readonly patterns: readonly string[]
}

/** Reads what a test task says literally: options of Ruby, folders of code, and patterns of test files. */
function readRakefile({ read }: Project): TestTask {
  const text = RAKEFILES.map(read).find((found) => found !== null) ?? ''
  const [task = ''] = TASK.exec(text) ?? []
  const literals = (lines: RegExp) =>
    [...task.matchAll(lines)].flatMap(([, line = '']) =>
      [...line.matchAll(TEXT)].flatMap(([, literal, words = '']) => (literal === undefined ? split(words) : [literal])),
    )
  const options = literals(OPTIONS).filter((option) => LOADS.test(option))
  return {
    options: [...new Set(options)],
    libs: [...new Set(literals(LIBRARIES))],
    patterns: [...new Set(literals(FILES).flatMap(expandBraces))],
  }
}

const split = (words: string): readonly string[] => words.split(/\s+/).filter((word) => word !== '')

/** `{a,b}` would end the placeholder of the command. */
function expandBraces(pattern: string): readonly string[] {
  const [whole, before = '', choices = '', after = ''] = /^([^{}]*)\{([^{}]*)\}([^{}]*)$/.exec(pattern) ?? []
  if (whole === undefined) return /[{}]/.test(pattern) ? [] : [pattern]
  return choices.split(',').map((choice) => `${before}${choice}${after}`)
}
