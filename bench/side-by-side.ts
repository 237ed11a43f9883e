/** Measures `test.parallel` where two cores are free: a suite that uses one core, compared with its bare commands. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { below, getTime, type Measure, shown } from './measure.ts'
import { addCycle, createBusyProject } from './project.ts'
import { COMMITS, CYCLES, demand, runAll } from './verify.ts'

/** Long enough that what the gate needs besides does not count. */
const SECONDS = 2

export function benchSideBySide(bin: string, folder: string): readonly Measure[] {
  if (availableParallelism() < 2) return []
  const repo = join(folder, 'side-by-side')
  createBusyProject(repo, SECONDS)
  for (let cycle = 0; cycle < CYCLES; cycle += 1) addCycle(repo, cycle)
  mkdirSync(`${repo}-config`)
  const bare = runAll(repo)
  const ratio = (parallel: string) => getTime(() => verify(bin, repo, parallel)) / bare
  return [
    below(`verify ${COMMITS} commits, \`test.parallel: 2\`: in bare commands one by one`, ratio('2'), 0.6, 'x', 2),
    shown('processes that waited for a core', loadavg()[0] ?? 0, '', 1),
  ]
}

function verify(bin: string, repo: string, parallel: string): void {
  const config = join(`${repo}-config`, `${parallel}.yml`)
  writeFileSync(config, `version: 1\ntest: { parallel: ${parallel} }\n`)
  const env = { ...process.env, TDD_GATE_CACHE: `${repo}-cache-${parallel}` }
  const words = [bin, 'verify', '--repo', repo, '--base', 'base', '--config', config]
  demand(0, 'verify', spawnSync(process.execPath, words, { env, encoding: 'utf8' }))
}
