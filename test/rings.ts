/**
 * The rings of the tests. What a test may start decides where it belongs, and its imports tell what it may start: the
 * first line of {@link STARTS} that matches the test, or a module of `test/` or a package that it reaches, names its
 * ring. `npm test` runs the first three and {@link ONCE}; `npm run test:all` runs all of them.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path/posix'

/**
 * By what its tests may start:
 *
 * - `pure`: no process, no server; fixtures on the disk at most
 * - `processes`: git, Node and Python; verdicts from kept runs
 * - `app`: the App with the GitHub in its process
 * - `whole`: the tests of projects, in the sandbox, the local GitHub, browsers, PostgreSQL, builds
 * - `runners`: large tools, which use all cores: one file after the other, by a configuration of its own
 */
export type Ring = 'pure' | 'processes' | 'app' | 'whole' | 'runners'

const STARTS: readonly (readonly [Ring, RegExp])[] = [
  ['runners', /^test\/(?:runners\/|docs-commands-whole\.)/],
  ['whole', /^test\/(?:simulator|demo)\/|^test\/scripts\/ensure\./],
  ['whole', /^test\/stories\/(?:demo|languages|left-behind|tutorials|way-out|advice-budget|app\/demo|agent\/)/],
  ['whole', /^test\/(?:trials\/same-view|docs-commands-each|bench)\./],
  [
    'whole',
    /^test\/app\/launch\.ts$|^test\/support\/(?:action-job|app-process|chaos-story|killable-app|postgres|runner-stor(?:y|ies))\.ts$/,
  ],
  ['whole', /^test\/conformance\/loop-cli\./],
  // They run the tests of a project, as the gate does.
  ['whole', /^test\/support\/(?:gated-branch|measuring|rehearsal|sandboxes|sharded)\.ts$/],
  ['whole', /^(?:playwright-core|scripts\/(?:build|package|release)\.ts)$/],
  ['app', /^test\/support\/(?:github\/(?:server|story-world)|running-app)\.ts$|^probot$|^node:http$/],
  ['processes', /^node:(?:child_process|worker_threads)$|^test\/support\/starts-programs\.ts$/],
]

/** Of the ring `whole`, what `npm test` runs too: each proves a way through everything, once. */
export const ONCE: readonly string[] = [
  // A task and cheats from the issue to the merge: the Action, the App and a GitHub.
  'test/stories/app/demo.test.ts',
  'test/stories/languages.test.ts',
  'test/stories/forgery.test.ts',
  ...['measurer', 'run-plan', 'suite-reach', 'digests'].map((name) => `test/test-runner/${name}.test.ts`),
  ...[
    'sandbox/isolation',
    'set-up/set-up-inputs',
    'set-up/toolchain',
    'recording/record-sealed',
    'recording/tampered',
  ].map((name) => `test/test-runner/${name}.test.ts`),
  'test/operations/doctor/programs.test.ts',
  'test/config/effects.test.ts',
]

export const withoutOnce = (files: readonly string[]) => files.filter((file) => !ONCE.includes(file))

/** @param path of a test file, from the top of the repository */
export function ringOf(path: string): Ring {
  const reached = [...reach(path)]
  return STARTS.find(([, pattern]) => reached.some((name) => pattern.test(name)))?.[0] ?? 'pure'
}

/** Returns the file, the test code that it reaches by imports, and the packages and other files that these import. */
function reach(path: string): ReadonlySet<string> {
  const reached = new Set([path])
  // Imports add to the set while this loop runs.
  for (const file of reached) if (file.startsWith('test/')) for (const name of importsOf(file)) reached.add(name)
  return reached
}

const known = new Map<string, readonly string[]>()
/** At the start of a line: tests hold other imports in texts. */
const IMPORT = /^(?:(?:import|export|\}) [^'\n]*from|import) '([^'\n]+)'/gm

function importsOf(file: string): readonly string[] {
  const names = known.get(file) ?? readImports(file)
  known.set(file, names)
  return names
}

function readImports(file: string): readonly string[] {
  if (!/\.(?:ts|mjs)$/.test(file) || !existsSync(file)) return []
  const names = [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, name = '']) => name)
  return names.map((name) => (name.startsWith('.') ? normalize(join(dirname(file), name)) : name))
}

const TESTS = globSync('test/**/*.test.ts').filter((path) => !path.startsWith('test/fixtures/'))

/** Every test file, by its ring. */
export const RINGS: Readonly<Record<Ring, readonly string[]>> = {
  pure: [],
  processes: [],
  app: [],
  whole: [],
  runners: [],
  ...Object.groupBy(TESTS, ringOf),
}
