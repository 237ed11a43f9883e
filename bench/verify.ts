/**
 * Measures `verify` beside what a team runs without it: its whole suite at each commit. In processor time, so that other
 * processes change little.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { createSuite, type JavaScriptRunner, NODE, type Runner, VITEST } from './cost-runners.ts'
import { below, getCost, leastOf, type Measure, shown } from './measure.ts'
import { addCycle } from './project.ts'

/** Of a usual pull request. */
export const CYCLES = 3
export const COMMITS = 2 * CYCLES
export const SUITE_SECONDS = 2
/** Of each the least counts: what is more is the machine's other business. The whole branch, half a minute, once. */
const ROUNDS = 2
/** Of a suite of two seconds, much is the start of its runner, and each question is one start. */
export const GOAL = 2
/** It looks at each file of the packages, of which there may be 30,000. */
const GOAL_UNCHANGED_MS = 1000

export function benchVerify(bin: string, folder: string): readonly Measure[] {
  return [...measure(bin, folder, NODE), ...measure(bin, folder, VITEST)]
}

function measure(bin: string, folder: string, runner: JavaScriptRunner): readonly Measure[] {
  const repo = join(folder, `verify-${runner.name.replace(':', '-')}`)
  createCycles(repo, runner)
  const suite = getSuite(repo, runner)
  const run = (cache: string, ...options: readonly string[]) => verify(bin, repo, `${repo}-${cache}`, options)
  const fast = getCost(() => run('fast', '--fast'))
  const first = getCost(() => run('whole'))
  addCycle(repo, CYCLES, runner.imports)
  const next = getCost(() => run('whole'))
  const bare = suite * COMMITS
  return [
    below(
      `${runner.name}, ${COMMITS} commits, suite of ${SUITE_SECONDS} s: beside the suite at each`,
      first / bare,
      GOAL,
      'x',
      2,
    ),
    shown('with `--fast`', fast / bare, 'x', 2),
    shown('the suite', suite, 'ms'),
    below('  one more cycle: beside the suite at both commits', next / (2 * suite), GOAL, 'x', 2),
    below(
      '  with nothing new',
      leastOf(ROUNDS, () => run('whole')),
      GOAL_UNCHANGED_MS,
      'ms',
    ),
  ]
}

/** A project with a suite that uses one core, and the cycles of a usual pull request. */
export function createCycles(repo: string, runner: JavaScriptRunner = NODE): void {
  createSuite(repo, runner, SUITE_SECONDS)
  for (let cycle = 0; cycle < CYCLES; cycle += 1) addCycle(repo, cycle, runner.imports)
}

/** Returns what the bare suite costs, in milliseconds: the least of some rounds. */
export function getSuite(repo: string, { command: [program, ...words] }: Runner = NODE, cost = getCost): number {
  const run = () => demand(0, 'the tests', spawnSync(program, words, { cwd: repo, encoding: 'utf8' }))
  return Math.min(...Array.from({ length: ROUNDS }, () => cost(run)))
}

export function verify(bin: string, repo: string, cache: string, options: readonly string[]): void {
  const env = { ...process.env, TDD_GATE_CACHE: cache, XDG_STATE_HOME: cache }
  const words = [bin, 'verify', '--repo', repo, '--base', 'base', ...options]
  demand(0, 'verify', spawnSync(process.execPath, words, { env, encoding: 'utf8' }))
}

export function demand(exit: number, what: string, { status, stdout, stderr }: ReturnType<typeof spawnSync>): void {
  if (status !== exit) throw new Error(`${what} ended with ${status}, not ${exit}:\n${stdout}${stderr}`)
}
