/** Provides the small recorded reports as seeds: mutations of valid input reach deep into a reader. */
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { detectCoverage, detectFormat } from '../../../src/reports/detect.ts'
import { HEAD_CHARACTERS } from '../../../src/reports/format.ts'
import type { Chance } from './mutate.ts'

const FIXTURES = join(import.meta.dirname, '../../fixtures')
const MAX_SEED_BYTES = 60_000
const NO_REPORTS = /(?:manifest\.json|README\.md|truth\.json)$/

export interface Seed {
  readonly name: string
  readonly bytes: Buffer
}

/** By format, so that each is as often astray as the one with most reports; `none` for what no reader knows. */
export type Seeds = ReadonlyMap<string, readonly Seed[]>

/** Sorted, so that a number finds the same report again. Of a format with large reports only, the beginning of one. */
export function seeds(): Seeds {
  const byFormat = new Map<string, Seed[]>()
  for (const seed of recorded()) {
    const format = getFormat(seed.bytes)
    byFormat.set(format, [...(byFormat.get(format) ?? []), seed])
  }
  return new Map([...byFormat].map(([format, all]) => [format, smallOnes(all)]))
}

function recorded(): readonly Seed[] {
  return ['reports', 'coverage', 'cobertura'].flatMap((folder) =>
    globSync(`${folder}/**/*`, { cwd: FIXTURES })
      .toSorted()
      .filter((name) => !NO_REPORTS.test(name) && statSync(join(FIXTURES, name)).isFile())
      .map((name) => ({ name, bytes: readFileSync(join(FIXTURES, name)) })),
  )
}

function getFormat(bytes: Buffer): string {
  const head = bytes.toString('utf8', 0, HEAD_CHARACTERS)
  return detectFormat(head) ?? detectCoverage(head) ?? 'none'
}

function smallOnes(all: readonly Seed[]): readonly Seed[] {
  const small = all.filter(({ bytes }) => bytes.length <= MAX_SEED_BYTES)
  return small.length > 0 ? small : all.slice(0, 1).map(({ name, bytes }) => ({ name, bytes: getBeginning(bytes) }))
}

/** Up to the end of a line, where there is one. */
function getBeginning(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.lastIndexOf('\n', MAX_SEED_BYTES) + 1 || MAX_SEED_BYTES)
}

/** A format, then one of its reports. */
export function pickSeed(from: Seeds, chance: Chance): Buffer {
  const all = pick([...from.values()], chance) ?? []
  return pick(all, chance)?.bytes ?? Buffer.alloc(0)
}

function pick<T>(list: readonly T[], chance: Chance): T | undefined {
  return list[Math.floor(chance() * list.length)]
}
