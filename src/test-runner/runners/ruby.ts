/** What RSpec and Minitest share: Bundler, where the project uses it. */
import type { Project } from './runner.ts'

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
