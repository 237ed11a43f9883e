/** `npm run bench`: what the gate costs, as differences and ratios within one run, because no machine is the same twice. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from '../scripts/build.ts'
import { benchAblation } from './ablation.ts'
import { benchAction } from './action.ts'
import { benchApp } from './app.ts'
import { benchCommands } from './commands.ts'
import { benchCounterfactuals } from './counterfactuals.ts'
import { benchDecide } from './decide.ts'
import { benchEvidence } from './evidence.ts'
import type { Measure } from './measure.ts'
import { benchPush } from './push.ts'
import { benchReading } from './reading.ts'
import { benchReuse } from './reuse.ts'
import { benchSandbox } from './sandbox.ts'
import { benchSideBySide } from './side-by-side.ts'
import { benchStart } from './start.ts'
import { benchSweep } from './sweep.ts'
import { benchVerify } from './verify.ts'

const OF_COMMITS = [
  benchStart,
  benchCommands,
  benchSandbox,
  benchVerify,
  benchSideBySide,
  benchCounterfactuals,
  benchAblation,
  benchAction,
  benchReuse,
  benchDecide,
  benchEvidence,
  benchReading,
]
const OF_APP = [benchApp, benchPush, benchSweep]
const started = performance.now()
const folder = mkdtempSync(join(tmpdir(), 'tdd-gate-bench-'))
try {
  const root = resolve(import.meta.dirname, '..')
  await build(root, join(folder, 'dist'))
  cpSync(join(root, 'package.json'), join(folder, 'package.json'))
  const bin = join(folder, 'dist/cli/bin.mjs')
  for (const bench of [...OF_COMMITS, ...OF_APP]) show(await bench(bin, folder))
  console.log(`\n${Math.round((performance.now() - started) / 1000)} s`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function show(measures: readonly Measure[]): void {
  for (const { what, value, goal, isMet } of measures) {
    const verdict = isMet ? (goal === '' ? '    ' : 'ok  ') : 'MISS'
    console.log(`${verdict}  ${what.padEnd(64)} ${value.padStart(16)}   ${goal && `goal: ${goal}`}`.trimEnd())
  }
}
