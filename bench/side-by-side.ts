/** Measures `test.parallel` where two cores are free: a suite that uses one core, beside the same suite at each commit. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { below, getTime, type Measure, shown } from './measure.ts'
import { COMMITS, createCycles, getSuite, verify } from './verify.ts'

/** On the clock: with a second core, the gate ends before the bare suites would, one by one. */
const GOAL = 1

export function benchSideBySide(bin: string, folder: string): readonly Measure[] {
  if (availableParallelism() < 2) return []
  const repo = join(folder, 'side-by-side')
  createCycles(repo)
  mkdirSync(`${repo}-config`)
  const bare = COMMITS * getSuite(repo, undefined, getTime)
  const ratio = (parallel: string) => {
    const config = join(`${repo}-config`, `${parallel}.yml`)
    writeFileSync(config, `version: 1\ntest: { parallel: ${parallel} }\n`)
    return getTime(() => verify(bin, repo, `${repo}-cache-${parallel}`, ['--config', config])) / bare
  }
  return [
    below(
      `verify ${COMMITS} commits, \`test.parallel: 2\`: beside the suite at each, one by one`,
      ratio('2'),
      GOAL,
      'x',
      2,
    ),
    shown('with `test.parallel: 1`', ratio('1'), 'x', 2),
    shown('processes that waited for a core', loadavg()[0] ?? 0, '', 1),
  ]
}
