/** Measures `test.parallel` where two cores are free: a suite that uses one core, compared with its bare commands. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { below, getTime, type Measure, shown } from './measure.ts'
import { addCycle, createBusyProject } from './project.ts'
import { COMMITS, CYCLES, demand, runAll } from './verify.ts'

/** Of each the least counts: what is more is the machine's other business. */
const ROUNDS = 2
const SECONDS = 2
const WAYS = ['2', 'auto'] as const

export function benchSideBySide(bin: string, folder: string): readonly Measure[] {
  if (availableParallelism() < 2) return []
  const repo = join(folder, 'side-by-side')
  createBusyProject(repo, SECONDS)
  for (let cycle = 0; cycle < CYCLES; cycle += 1) addCycle(repo, cycle)
  mkdirSync(`${repo}-config`)
  const rounds = Array.from({ length: ROUNDS }, (_, round) => ({
    bare: runAll(repo),
    ways: WAYS.map((way) => getTime(() => verify(bin, repo, way, round))),
  }))
  const ratio = (n: number) => Math.min(...rounds.map(({ bare, ways }) => (ways[n] ?? 0) / bare))
  return [
    below(`verify ${COMMITS} commits, \`test.parallel: 2\`: in bare commands one by one`, ratio(0), 0.6, 'x', 2),
    shown('with `test.parallel: auto`, which runs the first suite alone', ratio(1), 'x', 2),
    shown('processes that wait for a core meanwhile', loadavg()[0] ?? 0, '', 1),
  ]
}

function verify(bin: string, repo: string, way: string, round: number): void {
  const config = join(`${repo}-config`, `${way}.yml`)
  writeFileSync(config, `version: 1\ntest: { parallel: ${way} }\n`)
  const env = { ...process.env, TDD_GATE_CACHE: `${repo}-cache-${way}-${round}` }
  const words = [bin, 'verify', '--repo', repo, '--base', 'base', '--config', config]
  demand(0, 'verify', spawnSync(process.execPath, words, { env, encoding: 'utf8' }))
}
