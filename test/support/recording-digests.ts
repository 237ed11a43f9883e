/**
 * Computes the digests of recordings as they are now, as measuring jobs would report them: for tests of later steps.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const LINES = 'executions.jsonl'

/** By the number of the shard; a recording that cannot be read has none. */
export function getDigests(folders: readonly string[]): ReadonlyMap<number, string> {
  return new Map(folders.flatMap((folder) => getSaid(folder)))
}

function getSaid(folder: string): readonly (readonly [number, string])[] {
  const text = readOr(join(folder, LINES))
  if (text === null) return []
  const shard = /"shard":\{"index":(\d+)/.exec(text.toString('utf8', 0, 10_000))?.[1] ?? '1'
  return [[Number(shard), createHash('sha256').update(text).digest('hex')]]
}

function readOr(path: string): Buffer | null {
  try {
    return readFileSync(path)
  } catch {
    return null
  }
}

/** A measuring job, or what is left of one: a run folder without outputs is believed as it lies there. */
export interface MeasuredFolder {
  readonly folder: string
  readonly outputs?: Readonly<Record<string, string>>
}

/** The input `measured` of a judge. */
export function getMeasured(jobs: readonly MeasuredFolder[]): string {
  const words = jobs.flatMap(({ folder, outputs }) =>
    getSaid(join(folder, 'recording')).map(
      ([shard, digest]) => [shard, outputs === undefined ? `${digest} shard` : (outputs['recording'] ?? '')] as const,
    ),
  )
  return [...new Map(words)].map(([shard, word]) => `${shard} ${word}`).join('\n')
}
