/** Measures the bundled action: its start, and what `mode: gate` costs beside the suite at each commit. */
import { spawnSync } from 'node:child_process'
import { globSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Job, pullRequest, runStep } from './job.ts'
import { below, getCost, leastOf, type Measure, shown } from './measure.ts'
import { getSha } from './project.ts'
import { COMMITS, createCycles, demand, GOAL, getSuite, SUITE_SECONDS } from './verify.ts'

const TIMES = 15
const START_MS = 150
/** Refused at once by the name of the event, before any part of the repository is read. */
const REFUSED = { name: 'issues', payload: {} }

export function benchAction(bin: string, folder: string): readonly Measure[] {
  const bundle = resolve(bin, '../../action/index.mjs')
  const size = shown('the action: size of its code, which its start pays', getSize(dirname(bundle)), 'MB', 2)
  return [size, ...benchStart({ bundle, folder, workspace: folder, event: REFUSED }), ...benchGate(bundle, folder)]
}

const getSize = (folder: string) =>
  globSync('*.mjs', { cwd: folder }).reduce((sum, file) => sum + statSync(join(folder, file)).size / 1e6, 0)

function benchStart(job: Job): readonly Measure[] {
  const floor = leastOf(TIMES, () => spawnSync(process.execPath, ['-e', '0']))
  const start = leastOf(TIMES, () => demand(1, 'a refused step', runStep(job)))
  return [
    below('the action: cold start to an answer, node included', start, START_MS, 'ms'),
    shown('beyond node -e 0', start - floor, 'ms'),
  ]
}

function benchGate(bundle: string, folder: string): readonly Measure[] {
  const workspace = join(folder, 'gated')
  createCycles(workspace)
  const event = pullRequest(getSha(workspace, 'base'), getSha(workspace, 'HEAD'))
  const gate = getCost(() => demand(0, 'mode: gate', runStep({ bundle, folder, workspace, event })))
  const ratio = gate / (COMMITS * getSuite(workspace))
  return [
    below(`mode: gate, ${COMMITS} commits, suite of ${SUITE_SECONDS} s: beside the suite at each`, ratio, GOAL, 'x', 2),
  ]
}
