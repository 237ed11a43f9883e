/**
 * Compares two trees byte for byte: what the product answers in the tests of both, where nothing runs but the gate.
 * `npm run freeze -- <revision>` runs these tests of the revision and of the working tree, and prints each answer that
 * differs. Exit code 0: all are equal; 1: some differ; 2: they could not be compared.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempDisposableSync, readFileSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { compareAnswers, type Difference } from './frozen-answers.ts'

const USAGE = 'usage: npm run freeze -- <revision>\n'
const EXIT = { equal: 0, different: 1, failed: 2 } as const
const MAX_SHOWN = 40
const MAX_LINE = 160
/** The rings whose tests judge kept runs. */
const PROJECTS = ['pure*', 'processes*', 'app*'].flatMap((name) => ['--project', name])
const LOCK = 'package-lock.json'

/** Why the trees cannot be compared. */
class Refusal extends Error {}

const here = resolve(import.meta.dirname, '..')
const [revision] = process.argv.slice(2)
try {
  if (revision === undefined || revision.startsWith('-')) throw new Refusal(USAGE)
  process.exitCode = compare(revision)
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  process.stderr.write(error.message)
  process.exitCode = EXIT.failed
}

function compare(revision: string): number {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'tdd-gate-freeze-'))
  const tree = join(folder.path, 'tree')
  if (run('git', ['worktree', 'add', '--quiet', '--detach', tree, revision]) !== 0)
    throw new Refusal(`${revision} is no revision of this repository.\n`)
  try {
    if (!existsSync(join(tree, 'test/support/freeze.ts')))
      throw new Refusal(`${revision} is older than this command: its tests keep no answers.\n`)
    install(tree)
    const [before, after] = [answer(tree, join(folder.path, 'before')), answer(here, join(folder.path, 'after'))]
    const differences = compareAnswers(before, after)
    process.stdout.write(toText(differences, revision))
    return differences.length === 0 ? EXIT.equal : EXIT.different
  } finally {
    run('git', ['worktree', 'remove', '--force', tree])
  }
}

/** Lends the tree the packages of this one, where both need the same. */
function install(tree: string): void {
  const isSame = readFileSync(join(tree, LOCK), 'utf8') === readFileSync(join(here, LOCK), 'utf8')
  if (isSame) symlinkSync(join(here, 'node_modules'), join(tree, 'node_modules'))
  else if (run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], tree) !== 0)
    throw new Refusal('The packages of the revision could not be installed.\n')
}

/** Runs the tests of a tree. Where one fails, its answers are compared all the same. */
function answer(tree: string, folder: string): ReadonlyMap<string, readonly string[]> {
  process.stderr.write(`Runs the tests of ${tree}\n`)
  const words = [join(here, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=dot', ...PROJECTS]
  if (run(process.execPath, words, tree, { FREEZE: folder }) !== 0)
    process.stderr.write('Some of its tests failed: what they answer is compared as far as they came.\n')
  const files = globSync('**/*.jsonl', { cwd: folder })
  return new Map(files.map((name) => [name, readFileSync(join(folder, name), 'utf8').split('\n').slice(0, -1)]))
}

function run(program: string, words: readonly string[], cwd = here, more: NodeJS.ProcessEnv = {}): number {
  return spawnSync(program, words, { cwd, env: { ...process.env, ...more }, stdio: ['ignore', 2, 2] }).status ?? 1
}

function toText(differences: readonly Difference[], revision: string): string {
  if (differences.length === 0) return `Equal: every answer is that of ${revision}.\n`
  const shown = differences
    .slice(0, MAX_SHOWN)
    .flatMap(({ file, what, was, is }) => [
      `${file}: ${what}`,
      `  - ${(was ?? 'no such answer').slice(0, MAX_LINE)}`,
      `  + ${(is ?? 'no such answer').slice(0, MAX_LINE)}`,
    ])
  const more = differences.length > MAX_SHOWN ? [`and ${differences.length - MAX_SHOWN} more`] : []
  return [...shown, ...more, `${differences.length} answers differ from those of ${revision}.`, ''].join('\n')
}
