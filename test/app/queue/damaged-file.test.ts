import { existsSync, openSync, readdirSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { CLOCK } from '../../../src/app/queue/clock.ts'
import { setAsideDamaged } from '../../../src/app/queue/damaged-file.ts'
import { openQueue } from '../../../src/app/queue/sqlite.ts'
import { openStore } from '../../../src/app/store.ts'
import { drain, place } from './conformance.ts'
import { request } from './jobs.ts'

const PAGE = 4096

/** A stored queue with some events, whose process ended. */
async function queueFile(): Promise<string> {
  const file = join(place(), 'store.sqlite')
  await using queue = openQueue(file)
  await Promise.all(Array.from({ length: 200 }, (_, i) => queue.accept(request(`r${i}`, i))))
  return file
}

function overwrite(file: string, from: number): void {
  const disk = openSync(file, 'r+')
  writeSync(disk, Buffer.alloc(statSync(file).size - from, 0x5a), 0, undefined, from)
}

test.each([
  ['pages in its middle', 2 * PAGE],
  ['all but its header', 100],
  ['all of it', 0],
])('a damaged store (%s) is set aside whole, and an empty one replaces it', async (_what, from) => {
  const file = await queueFile()
  overwrite(file, from)
  const bytes = readFileSync(file)
  const aside = setAsideDamaged(file, () => 1_800_000_000_000)
  expect(aside).toBe(`${file}.damaged-2027-01-15T08-00-00-000Z`)
  expect(readFileSync(String(aside))).toEqual(bytes)
  expect(readdirSync(dirname(file)).filter((name) => !name.includes('damaged'))).toEqual([])
  await using eventQueue = openQueue(file)
  expect(await eventQueue.accept(request('r1'))).toBe('new')
  expect(await drain(eventQueue)).toEqual(['r1'])
})

test('a sound store stays, with a log that its process left behind', async () => {
  const file = await queueFile()
  using other = new DatabaseSync(file)
  other.exec("PRAGMA journal_mode = WAL; UPDATE events SET tries = 1 WHERE id = 'r1'")
  expect(existsSync(`${file}-wal`)).toBe(true)
  expect(setAsideDamaged(file, Date.now)).toBeNull()
  expect(other.prepare("SELECT tries FROM events WHERE id = 'r1'").get()).toEqual({ tries: 1 })
})

test('one that is not there yet, or is empty, is sound', () => {
  const file = join(place(), 'store.sqlite')
  expect(setAsideDamaged(file, Date.now)).toBeNull()
  writeFileSync(file, '')
  expect(setAsideDamaged(file, Date.now)).toBeNull()
})

test('a document whose path was given by mistake stays where it is', () => {
  const file = join(place(), 'notes.txt')
  writeFileSync(file, 'no database '.repeat(1000))
  expect(setAsideDamaged(file, Date.now)).toBeNull()
  expect(readFileSync(file, 'utf8')).toMatch(/^no database/)
})

test('a file that is no database is refused, and keeps its content and its mode', () => {
  const file = join(place(), 'passwd')
  writeFileSync(file, 'root:x:0:0\n', { mode: 0o644 })
  expect(() => openQueue(file)).toThrow('file is not a database')
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['root:x:0:0\n', 0o644])
})

test('a folder in the place of the file is no damage: the App says what to set', async () => {
  const folder = place()
  await expect(openStore({ storeFile: folder, databaseUrl: null }, CLOCK, () => undefined)).rejects.toMatchObject({
    code: 'bad-store',
    suggestion: { text: expect.stringContaining('export TDD_GATE_STORE=<file>') },
  })
})
