/** `npm run fuzz [-- seconds [seed]]`: readers against damaged and malicious reports, seeded with recorded ones. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getChance, mutate } from '../test/support/fuzz/mutate.ts'
import { getFault } from '../test/support/fuzz/reader.ts'
import { pickSeed, seeds } from '../test/support/fuzz/seeds.ts'

const [seconds = '60', first = '1'] = process.argv.slice(2)
const reports = seeds()
const until = performance.now() + Number(seconds) * 1_000
let seed = Number(first)
let slowest = { ms: 0, seed: 0 }
for (; performance.now() < until; seed += 1) {
  const chance = getChance(seed)
  const bytes = mutate(pickSeed(reports, chance), pickSeed(reports, chance), chance)
  const started = performance.now()
  const fault = getFault(bytes)
  const ms = performance.now() - started
  if (ms > slowest.ms) slowest = { ms, seed }
  if (fault === null) continue
  mkdirSync('coverage', { recursive: true })
  const path = join('coverage', `fuzz-${seed}`)
  writeFileSync(path, bytes)
  console.log(`seed ${seed}: ${fault}\n  -> the report: ${path}`)
  process.exitCode = 1
  break
}
console.log(`fuzz: ${seed - Number(first)} reports, the slowest in ${slowest.ms.toFixed(0)} ms (seed ${slowest.seed})`)
