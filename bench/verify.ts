/** Measures the overhead of `verify` beyond its test commands, and the time of a second call. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { below, getTime, leastOf, type Measure, shown } from './measure.ts'
import { addCycle, createProject } from './project.ts'

/** Of a usual pull request. */
export const CYCLES = 3
export const COMMITS = 2 * CYCLES
/** At RED its file, which does not load yet; at GREEN the suite, and the file once more. What it was before comes from RED. */
const FILE_RUNS = 2
/** Of each the least counts: what is more is the machine's other business. The whole branch, half a minute, once. */
const ROUNDS = 2

export function benchVerify(bin: string, folder: string): readonly Measure[] {
  const repo = join(folder, 'repo')
  createProject(repo, CYCLES)
  const cache = join(folder, 'cache')
  const bare = runAll(repo)
  const overhead = getTime(() => verify(bin, repo, cache)) - bare
  const next = Array.from({ length: ROUNDS }, (_, round) => {
    addCycle(repo, CYCLES + round)
    const cycle = runCycle(repo, CYCLES + round)
    return getTime(() => verify(bin, repo, cache)) / cycle
  })
  const again = leastOf(ROUNDS, () => verify(bin, repo, cache))
  return [
    below(`verify ${COMMITS} commits: beyond its bare test commands`, (overhead / bare) * 100, 5, '%', 1),
    below('  per commit', overhead / COMMITS, 300, 'ms'),
    shown('the bare test commands', bare, 'ms'),
    below('verify again after one more cycle: in bare runs of that cycle', Math.min(...next), 1.5, 'x', 2),
    below('verify again with nothing new', again, 1000, 'ms'),
  ]
}

/** The same commands, as often as the gate must run them: the base and a canary, then cycle by cycle. */
export function runAll(repo: string): number {
  const start = getTime(() => test(repo)) + getTime(() => test(repo, getFile(0)))
  return Array.from({ length: CYCLES }, (_, cycle) => runCycle(repo, cycle)).reduce((sum, time) => sum + time, start)
}

function runCycle(repo: string, cycle: number): number {
  return getTime(() => {
    test(repo)
    for (let time = 0; time < FILE_RUNS; time += 1) test(repo, getFile(cycle))
  })
}

const getFile = (cycle: number) => `test/cycle-${cycle}.test.js`

function test(repo: string, ...files: readonly string[]): void {
  demand(0, 'the tests', spawnSync(process.execPath, ['--test', ...files], { cwd: repo, encoding: 'utf8' }))
}

function verify(bin: string, repo: string, cache: string): void {
  const env = { ...process.env, TDD_GATE_CACHE: cache }
  demand(
    0,
    'verify',
    spawnSync(process.execPath, [bin, 'verify', '--repo', repo, '--base', 'base'], { env, encoding: 'utf8' }),
  )
}

export function demand(exit: number, what: string, { status, stdout, stderr }: ReturnType<typeof spawnSync>): void {
  if (status !== exit) throw new Error(`${what} ended with ${status}, not ${exit}:\n${stdout}${stderr}`)
}
