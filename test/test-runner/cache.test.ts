import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Coverage } from '../../src/core/model/coverage.ts'
import { EMPTY_RUN, type TestRun } from '../../src/core/model/test-run.ts'
import { type CachedRun, cacheKey, openCache } from '../../src/test-runner/cache.ts'
import { getFolder } from '../support/folder.ts'

const folder = () => getFolder({})
const KEY = cacheKey({ tree: 'a' })

const text = fc.string({ unit: 'grapheme' })
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null })
const count = fc.nat()
const missing = fc.record({ kind: fc.constantFrom('module' as const, 'symbol' as const), name: text })
const kind = fc.constantFrom('assertion' as const, 'missing-symbol' as const, 'error' as const, 'crash' as const)
const failure = fc.record({
  kind,
  message: text,
  type: maybe(text),
  stack: maybe(text),
  at: maybe(text),
  line: maybe(count),
  missing: maybe(missing),
})
const testCase = fc.record({
  id: text,
  file: maybe(text),
  suite: fc.array(text, { maxLength: 3 }),
  name: text,
  variant: maybe(text),
  nth: count,
  outcome: fc.constantFrom('passed' as const, 'failed' as const, 'errored' as const, 'skipped' as const),
  mark: maybe(fc.constantFrom('todo' as const, 'flaky' as const)),
  failure: maybe(failure),
  durationMs: maybe(fc.double({ min: 0, max: 1e9, noNaN: true }).map((n) => n + 0)),
  retries: count,
  attempts: fc.array(failure, { maxLength: 2 }),
  isVolatile: fc.boolean(),
})
const testRun: fc.Arbitrary<TestRun> = fc.record({
  format: text,
  cases: fc.array(testCase, { maxLength: 5 }),
  loadErrors: fc.array(fc.record({ file: maybe(text), message: text, kind, missing: maybe(missing) }), {
    maxLength: 2,
  }),
  hookFailures: fc.array(fc.record({ file: maybe(text), suite: fc.array(text), message: text }), { maxLength: 2 }),
  runErrors: fc.array(text, { maxLength: 2 }),
  emptyFiles: fc.array(text, { maxLength: 2 }),
  isComplete: fc.boolean(),
  output: text,
  warnings: fc.array(text, { maxLength: 2 }),
})
const ratio = fc.record({ covered: count, total: count })
const hits = fc.array(fc.tuple(count, count)).map((pairs) => new Map(pairs))
const totals = fc.record({ lines: ratio, branches: ratio }, { requiredKeys: [] })
const coverage: fc.Arbitrary<Coverage> = fc.record({
  totals,
  files: fc.array(fc.record({ path: text, hits, lines: ratio }, { requiredKeys: ['path'] }), { maxLength: 3 }),
})
const entry: fc.Arbitrary<CachedRun> = fc.record({ run: testRun, coverage: maybe(coverage), durationMs: count })

const EMPTY: CachedRun = {
  run: EMPTY_RUN,
  coverage: null,
  durationMs: 1,
}

test('what is read is what was written', () => {
  const cache = openCache(folder())
  fc.assert(
    fc.property(entry, (value) => {
      cache.write(KEY, value)
      expect(cache.read(KEY)).toEqual(value)
    }),
  )
})

test('the key does not see the order of names, and sees every value', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }), (parts) => {
      const turned = Object.fromEntries(Object.entries(parts).toReversed())
      expect(cacheKey(turned)).toBe(cacheKey(parts))
      expect(cacheKey({ ...parts, tree: 'a' })).not.toBe(cacheKey({ ...parts, tree: 'b' }))
    }),
  )
  expect(cacheKey({ files: null })).not.toBe(cacheKey({ files: [] }))
})

test('another process finds written entries, and no others', () => {
  const dir = folder()
  openCache(dir).write(KEY, EMPTY)
  expect(openCache(dir).read(KEY)).toEqual(EMPTY)
  expect(openCache(dir).read(cacheKey({ tree: 'b' }))).toBe(null)
})

describe('an entry that cannot be trusted is no entry, and is written again', () => {
  test.each([
    ['empty', Buffer.alloc(0)],
    ['no gzip', Buffer.from('hello')],
    ['gzip of no JSON', gzipSync('hello')],
    ['gzip of other JSON', gzipSync('{"run":{}}')],
    ['gzip of null', gzipSync('null')],
    ['an older version', gzipSync(JSON.stringify({ version: 1, ...EMPTY }))],
    ['more than memory should hold', gzipSync(Buffer.alloc(300 * 1024 * 1024))],
  ])('%s', (_, bytes) => {
    const dir = folder()
    const cache = openCache(dir)
    cache.write(KEY, EMPTY)
    const [name] = readdirSync(dir)
    writeFileSync(join(dir, name!), bytes)
    expect(cache.read(KEY)).toBe(null)
    cache.write(KEY, EMPTY)
    expect(cache.read(KEY)).toEqual(EMPTY)
  })

  test('a truncated entry is no entry', () => {
    const dir = folder()
    const cache = openCache(dir)
    cache.write(KEY, EMPTY)
    const path = join(dir, readdirSync(dir)[0]!)
    writeFileSync(path, readFileSync(path).subarray(0, -10))
    expect(cache.read(KEY)).toBe(null)
  })

  test('a folder in its place', () => {
    const dir = folder()
    expect(openCache(join(dir, 'not', 'there')).read(KEY)).toBe(null)
  })
})

test('the cache stays within its size: what was not read longest goes first', () => {
  const dir = folder()
  const cache = openCache(dir, 850)
  const keys = ['old', 'read', 'new'].map((tree) => cacheKey({ tree }))
  const big = { ...EMPTY, run: { ...EMPTY.run, warnings: [randomText(600)] } }
  cache.write(keys[0]!, EMPTY)
  cache.write(keys[1]!, EMPTY)
  for (const name of readdirSync(dir)) utimesSync(join(dir, name), 1_000, 1_000)
  cache.read(keys[1]!)
  cache.write(keys[2]!, big)
  expect(keys.map((key) => cache.read(key) !== null)).toEqual([false, true, true])
})

test('no temporary file is left behind', () => {
  const dir = folder()
  openCache(dir).write(KEY, EMPTY)
  expect(readdirSync(dir)).toHaveLength(1)
})

function randomText(length: number): string {
  let state = 1
  return Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647
    return String.fromCharCode(33 + (state % 90))
  }).join('')
}
