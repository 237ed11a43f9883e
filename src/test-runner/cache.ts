/**
 * Caches runs that agreed with themselves, so that a measured commit does not run again. Never caches a run with
 * problems.
 */
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Coverage, FileCoverage } from '../core/model/coverage.ts'
import type { Isolation } from '../core/model/isolation.ts'
import type { TestRun } from '../core/model/test-run.ts'
import { canonical } from '../core/util/canonical.ts'

export interface CachedRun {
  readonly run: TestRun
  readonly coverage: Coverage | null
  /** The duration of the original run. */
  readonly durationMs: number
  readonly scope?: 'files' | 'suite'
  readonly isolation?: Isolation | null
}

interface Cache {
  readonly read: (key: string) => CachedRun | null
  readonly write: (key: string, entry: CachedRun) => void
}

/** Increased when the shape of an entry changes. */
const VERSION = 4
export const MAX_CACHE_BYTES = 536_870_912
/** Bytes of one decompressed entry: far above any real suite, far below a machine's memory. */
const MAX_ENTRY_BYTES = 268_435_456
const SUFFIX = '.json.gz'

/** Computes the sha256 of everything that a run depends on; the order of names does not matter. */
export function cacheKey(parts: Readonly<Record<string, unknown>>): string {
  return createHash('sha256').update(canonical(parts)).digest('hex')
}

/**
 * Opens the cache.
 * @param folder created when it does not exist; several processes may share it
 */
export function openCache(folder: string, maxBytes = MAX_CACHE_BYTES): Cache {
  const getPath = (key: string) => join(folder, `${key}${SUFFIX}`)
  /** Bytes of all entries, as far as this process knows: counting them again for each entry costs more than the entry. */
  let size: number | null = null
  return {
    read: (key) => {
      const entry = readEntry(getPath(key))
      if (entry !== null) touch(getPath(key))
      return entry
    },
    write: (key, entry) => {
      mkdirSync(folder, { recursive: true })
      const temporary = join(folder, `${key}.${randomBytes(6).toString('hex')}.tmp`)
      const bytes = gzipSync(serialise(entry), { level: 1 })
      writeFileSync(temporary, bytes)
      renameSync(temporary, getPath(key))
      const grown = size === null ? null : size + bytes.length
      size = grown === null || grown > maxBytes ? evict(folder, maxBytes) : grown
    },
  }
}

type StoredFile = Omit<FileCoverage, 'hits'> & { readonly hits?: readonly (readonly [number, number])[] }

function serialise({ coverage, ...rest }: CachedRun): string {
  const files = coverage?.files.map(({ hits, ...file }): StoredFile => (hits ? { ...file, hits: [...hits] } : file))
  return JSON.stringify({ version: VERSION, ...rest, coverage: coverage && { ...coverage, files } })
}

/** Reads an entry. Treats any error as a missing entry: then the run is measured again, which is always right. */
function readEntry(path: string): CachedRun | null {
  try {
    return deserialise(gunzipSync(readFileSync(path), { maxOutputLength: MAX_ENTRY_BYTES }).toString('utf8'))
  } catch {
    return null
  }
}

function deserialise(text: string): CachedRun | null {
  const stored = JSON.parse(text)
  if (stored?.version !== VERSION || !Array.isArray(stored.run?.cases)) return null
  const { version: _, coverage, ...rest } = stored
  if (coverage === null) return { ...rest, coverage }
  const files = coverage.files.map(({ hits, ...file }: StoredFile) => (hits ? { ...file, hits: new Map(hits) } : file))
  return { ...rest, coverage: { ...coverage, files } }
}

/** Updates the time of last use, for eviction. Another process may just have removed the file. */
function touch(path: string): void {
  const now = new Date()
  if (statSync(path, { throwIfNoEntry: false })) utimesSync(path, now, now)
}

/** Removes what was not used longest. @returns the bytes that remain */
function evict(folder: string, maxBytes: number): number {
  const entries = readdirSync(folder).flatMap((name) => {
    const stats = statSync(join(folder, name), { throwIfNoEntry: false })
    return stats?.isFile() ? [{ path: join(folder, name), size: stats.size, usedAt: stats.mtimeMs }] : []
  })
  let total = entries.reduce((sum, { size }) => sum + size, 0)
  for (const { path, size } of entries.toSorted((a, b) => a.usedAt - b.usedAt)) {
    if (total <= maxBytes) break
    rmSync(path, { force: true })
    total -= size
  }
  return total
}

/** Values of variables may be secrets: only their digest is stored. */
export function digestVariables(names: readonly string[], env: Readonly<Record<string, string | undefined>>): string {
  return createHash('sha256')
    .update(JSON.stringify(names.map((name) => [name, env[name] ?? null])))
    .digest('hex')
}

/** Returns whether any file loaded. If none did, a dependency may be missing here, and be installed before the next run. */
export function hasLoaded({ cases, loadErrors }: TestRun): boolean {
  return cases.length > 0 || loadErrors.length === 0
}
