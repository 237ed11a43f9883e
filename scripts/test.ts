/**
 * Runs the tests. `npm test`: types, lint, the inner rings, and what proves the whole way once. `npm run test:all`:
 * everything, with the runs of stories made anew. Words after `--` name files, or are options of Vitest: then types and
 * lint are left out.
 */
import { spawnSync } from 'node:child_process'
import { RINGS } from '../test/rings.ts'

const CHECK = [
  ['tsc', '--noEmit', '--checkers', '2'],
  ['biome', 'check', '--error-on-warnings', '.'],
]
const TESTS = ['vitest', 'run']
const INNER = ['pure*', 'processes*', 'app*', 'once*'].flatMap((name) => ['--project', name])
const RUNNERS = [...TESTS, '--config', 'test/runners/vitest.config.ts']

const words = process.argv.slice(2)
const isAll = words.includes('--all')
const given = words.filter((word) => word !== '--all')
const check = given.length === 0 ? CHECK : []

if (isAll) runAll([...check, [...TESTS, ...given], [...RUNNERS, ...given]])
else if (given.some((word) => word.startsWith('test/runners/') || RINGS.runners.includes(word)))
  run({}, [[...RUNNERS, ...given]])
else if (given.some(isFile)) run({}, [[...TESTS, ...given]])
else run({}, [...check, [...TESTS, ...INNER, ...given]])

/** Not an option of Vitest, and not the value of one. */
function isFile(word: string, n: number): boolean {
  return !word.startsWith('-') && !/^--[^=]+$/.test(given[n - 1] ?? '')
}

/** Runs each command, whatever another one ends with. */
function runAll(commands: readonly (readonly string[])[]): void {
  const statuses = commands.map((command) => start({ RUNS: 'live' }, command))
  process.exit(statuses.find((status) => status !== 0) ?? 0)
}

/** Ends with the first failure. */
function run(variables: NodeJS.ProcessEnv, commands: readonly (readonly string[])[]): void {
  for (const command of commands) {
    const status = start(variables, command)
    if (status !== 0) process.exit(status)
  }
}

function start(variables: NodeJS.ProcessEnv, [program = '', ...args]: readonly string[]): number {
  const env = { ...variables, ...process.env }
  return spawnSync(program, args, { stdio: 'inherit', env, shell: process.platform === 'win32' }).status ?? 1
}
