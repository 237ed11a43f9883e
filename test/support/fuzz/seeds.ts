/** The recorded reports, small ones: what a reader knows well is the best ground to go astray from. */
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const FIXTURES = join(import.meta.dirname, '../../fixtures')
const MAX_SEED_BYTES = 60_000
const NO_REPORTS = /(?:manifest\.json|README\.md|truth\.json)$/

export interface Seed {
  readonly name: string
  readonly bytes: Buffer
}

/** Sorted, so that a number finds the same report again. */
export function seeds(): readonly Seed[] {
  return ['reports', 'coverage', 'cobertura'].flatMap((folder) =>
    globSync(`${folder}/**/*`, { cwd: FIXTURES })
      .toSorted()
      .filter((name) => !NO_REPORTS.test(name) && isSmallFile(join(FIXTURES, name)))
      .map((name) => ({ name, bytes: readFileSync(join(FIXTURES, name)) })),
  )
}

function isSmallFile(path: string): boolean {
  const stats = statSync(path)
  return stats.isFile() && stats.size <= MAX_SEED_BYTES
}
