/**
 * `npm run bench`: what the gate costs, as differences and ratios within one run, because no machine is the same twice.
 * `npm run bench -- verify start` runs these alone; `npm run bench -- --keep` writes docs/reference/measured.md.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from '../scripts/build.ts'
import { benchAblation } from './ablation.ts'
import { benchAction } from './action.ts'
import { benchApp } from './app.ts'
import { benchCommands } from './commands.ts'
import { benchCost } from './cost.ts'
import { benchDecide } from './decide.ts'
import { benchEvidence } from './evidence.ts'
import { keepFigures, type Bench as Ran } from './kept-figures.ts'
import type { Measure } from './measure.ts'
import { benchPush } from './push.ts'
import { benchReading } from './reading.ts'
import { benchReuse } from './reuse.ts'
import { benchSandbox } from './sandbox.ts'
import { benchSideBySide } from './side-by-side.ts'
import { benchStart } from './start.ts'
import { benchSweep } from './sweep.ts'
import { benchVerify } from './verify.ts'

type Bench = (bin: string, folder: string, isKept: boolean) => readonly Measure[] | Promise<readonly Measure[]>

const BENCHES: Readonly<Record<string, Bench>> = {
  start: benchStart,
  commands: benchCommands,
  sandbox: benchSandbox,
  verify: benchVerify,
  'side-by-side': benchSideBySide,
  ablation: benchAblation,
  action: benchAction,
  reuse: benchReuse,
  decide: benchDecide,
  evidence: benchEvidence,
  reading: benchReading,
  app: benchApp,
  push: benchPush,
  sweep: benchSweep,
}
/** Runs for minutes, so it runs by its name alone, and writes a page of its own. */
const COST = 'cost'
const words = process.argv.slice(2)
const isKept = words.includes('--keep')
const names = words.filter((word) => word !== '--keep')
const isKnown = (name: string) => name === COST || Object.hasOwn(BENCHES, name)
const unknown = names.filter((name) => !isKnown(name))
if (unknown.length > 0) {
  console.error(`error [bad-usage] no bench is named ${unknown.join(', ')}`)
  console.error(`  -> npm run bench -- ${Object.keys(BENCHES).join(' ')} ${COST}`)
  process.exit(2)
}
if (isKept && names.some((name) => name !== COST)) {
  console.error('error [bad-usage] --keep writes the figures of all benches, so it takes no name but cost')
  console.error('  -> npm run bench -- --keep')
  process.exit(2)
}

const folder = mkdtempSync(join(tmpdir(), 'tdd-gate-bench-'))
try {
  const root = resolve(import.meta.dirname, '..')
  await build(root, join(folder, 'dist'))
  cpSync(join(root, 'package.json'), join(folder, 'package.json'))
  const bin = join(folder, 'dist/cli/bin.mjs')
  const ran: Ran[] = []
  for (const name of names.length > 0 ? names : Object.keys(BENCHES)) ran.push(await run(name, bin))
  if (isKept && names.length === 0) keepFigures(ran)
  const missed = ran.flatMap(({ measures }) => measures).filter(({ isMet }) => !isMet)
  console.log(`\n${seconds(0)} s, ${missed.length === 0 ? 'each goal is met' : `goals missed: ${missed.length}`}`)
  if (missed.length > 0) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Says at once what runs: a bench that is silent for a minute seems to hang. */
async function run(name: string, bin: string): Promise<Ran> {
  const started = performance.now()
  console.log(`\n${name}`)
  const bench = name === COST ? benchCost : BENCHES[name]
  const measures = (await bench?.(bin, folder, isKept)) ?? []
  for (const { what, value, goal, isMet } of measures) {
    const verdict = isMet ? (goal === '' ? '    ' : 'ok  ') : 'MISS'
    console.log(`${verdict}  ${what.padEnd(64)} ${value.padStart(16)}   ${goal && `goal: ${goal}`}`.trimEnd())
  }
  console.log(`      ${seconds(started)} s`)
  return { name, seconds: seconds(started), measures }
}

function seconds(since: number): number {
  return Math.round((performance.now() - since) / 1000)
}
