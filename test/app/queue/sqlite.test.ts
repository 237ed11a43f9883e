import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { runAdmin } from '../../../src/app/admin/admin.ts'
import { CLOCK, type Clock } from '../../../src/app/queue/clock.ts'
import { MAX_PAUSE_MS } from '../../../src/app/queue/event-queue.ts'
import { openDatabase } from '../../../src/app/queue/schema.ts'
import { openQueue } from '../../../src/app/queue/sqlite.ts'
import { openStore } from '../../../src/app/store.ts'
import { GateError } from '../../../src/core/model/errors.ts'
import { end, until } from '../../support/processes.ts'
import { shareOf } from '../../support/property-runs.ts'
import { answersAreShared } from './answers.ts'
import { auditLogGrows } from './audit-log.ts'
import { isRestored } from './backups.ts'
import { conforms, drain, place } from './conformance.ts'
import { hint, OPTIONS, postponed, Refusal, request } from './jobs.ts'
import { read, work } from './kills.ts'
import { limitsAreShared } from './limits.ts'
import { holdsOldEvents } from './old-events.ts'
import { pullsAreKept } from './pulls.ts'
import { open } from './sqlite-driver.ts'

const DRIVER = {
  name: 'sqlite',
  open,
  schedules: shareOf(15),
  // Of three kills one takes the process that brings the events.
  kills: { events: 200, times: Math.max(3, shareOf(6)) },
  module: new URL('sqlite-driver.ts', import.meta.url),
}

conforms(DRIVER)

/** Sleeping advances the clock by much more than asked. */
function quickClock(): Clock {
  let now = 1_000_000
  return {
    now: () => now,
    sleep: async (ms) => {
      await new Promise(setImmediate)
      now += Math.max(1, ms) * HASTE
    },
  }
}

/** No pause is measured more exactly: it passes while the disk is written, too. */
const STEP_MS = 200_000
const HASTE = 100

async function getTries(error: (n: number) => Error | null, options = OPTIONS): Promise<readonly number[]> {
  const clock = quickClock()
  await using queue = openQueue(join(place(), 'store.sqlite'), clock)
  await queue.accept(request('a'))
  const times: number[] = []
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  const running = queue.run(
    async () => {
      const failure = error(times.push(clock.now()))
      if (failure !== null) throw failure
      end()
    },
    { ...options, onDead: () => end() },
  )
  await over
  await running.stop()
  return times.slice(1).map((time, i) => time - (times[i] ?? 0))
}

isRestored({
  create: async () => join(place(), 'store.sqlite'),
  backUp: async (file) => {
    const admin = (target: string) => runAdmin(['backup', target], { TDD_GATE_STORE: file }, () => undefined)
    expect(await admin(`${file}-backup`)).toBe(0)
    expect(statSync(`${file}-backup`).mode & 0o077).toBe(0)
    expect(await admin(`${file}-backup`)).toBe(3)
  },
  restore: async (file) => {
    for (const name of globSync(`${file}{,-wal,-shm}`)) rmSync(name)
    renameSync(`${file}-backup`, file)
  },
})

test('each pause is twice as long as the one before, up to an hour', async () => {
  const pauses = await getTries((n) => (n <= 5 ? new Refusal('no') : null), {
    ...OPTIONS,
    maxTries: 99,
    retryMs: 600_000,
  })
  for (const [i, pause] of pauses.entries()) {
    const wanted = Math.min(600_000 * 2 ** i, MAX_PAUSE_MS)
    expect(pause).toBeGreaterThanOrEqual(wanted)
    expect(pause).toBeLessThan(wanted + STEP_MS)
  }
  expect(pauses).toHaveLength(5)
})

test('a limit is waited for as long as it says, and no longer than an hour', async () => {
  const [first = 0, second = 0] = await getTries((n) => (n > 2 ? null : postponed(n === 1 ? 300_000 : 1e12)))
  expect(first).toBeGreaterThanOrEqual(300_000)
  expect(first).toBeLessThan(300_000 + STEP_MS)
  expect(second).toBeGreaterThanOrEqual(MAX_PAUSE_MS)
  expect(second).toBeLessThan(MAX_PAUSE_MS + STEP_MS)
})

test.each([
  ['a request', request],
  ['a hint', hint],
])('a clock that was set back by a day does not hold up %s that pauses', async (_what, make) => {
  let now = 1_800_000_000_000
  await using eventQueue = openQueue(join(place(), 'store.sqlite'), {
    now: () => now,
    sleep: () => new Promise(setImmediate),
  })
  let tries = 0
  const running = eventQueue.run(async () => {
    tries += 1
    if (tries === 1) throw postponed(MAX_PAUSE_MS)
  }, OPTIONS)
  const until = async (isReached: () => Promise<boolean>) => {
    for (let i = 0; i < 20_000 && !(await isReached()); i += 1) await new Promise(setImmediate)
    expect(await isReached()).toBe(true)
  }
  await eventQueue.accept(make('a'))
  await until(async () => tries === 1 && (await eventQueue.stats()).waiting === 1)
  now -= 24 * 3_600_000
  await until(async () => tries === 2 && (await eventQueue.stats()).waiting === 0)
  await running.stop()
})

test.each([Number.NaN, -1, 'soon'])('an error that says to come back %s counts as a failure', async (ms) => {
  expect(await getTries(() => postponed(ms as number))).toHaveLength(OPTIONS.maxTries - 1)
})

test('ids are forgotten after a week', async () => {
  let now = 0
  const file = join(place(), 'store.sqlite')
  {
    await using queue = openQueue(file, { ...quickClock(), now: () => now })
    await queue.accept(request('a'))
    expect(await drain(queue)).toEqual(['a'])
  }
  now = 7 * 24 * 3_600_000 + 1
  await using queue = openQueue(file, { ...quickClock(), now: () => now })
  expect(await queue.accept(request('b'))).toBe('new')
  expect(await queue.accept(request('a'))).toBe('new')
})

test('only the latest thousand dead letters stay', async () => {
  await using queue = openQueue(join(place(), 'store.sqlite'))
  await Promise.all(Array.from({ length: 1005 }, (_, i) => queue.accept(request(`r${i}`))))
  const running = queue.run(() => Promise.reject(new Refusal('no')), { ...OPTIONS, maxTries: 1 })
  await queue.idle()
  await running.stop()
  expect(await queue.dead()).toHaveLength(1000)
  expect((await queue.dead())[0]?.job.id).toBe('r1004')
})

test('only the owner can read the file, and an ended process leaves nothing behind', async () => {
  const folder = join(place(), 'state')
  {
    await using queue = await open(folder)
    await queue.accept(request('a'))
    await drain(queue)
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o077, name).toBe(0)
  }
  expect(readdirSync(folder)).toEqual(['store.sqlite'])
})

test('a store that a later version wrote asks for that version, and for no other disk', () => {
  const file = join(place(), 'store.sqlite')
  const database = new DatabaseSync(file)
  database.exec('PRAGMA user_version = 99')
  database.close()
  expect(() => openDatabase(file, true)).toThrow(
    expect.objectContaining({
      code: 'bad-store',
      message: expect.stringContaining('later version (99)'),
      suggestion: expect.objectContaining({ text: expect.stringMatching(/^Start that version of the App/) }),
    }),
  )
})

test('commits outlive a power cut where it is asked for', () => {
  const file = join(place(), 'store.sqlite')
  using durable = openDatabase(file, true)
  using quick = openDatabase(file, false)
  expect(durable.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
  expect(durable.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 })
  expect(quick.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 1 })
})

test('a store that cannot be written accepts nothing, and goes on when it can be', async () => {
  const file = join(place(), 'store.sqlite')
  await using queue = openQueue(file)
  {
    using other = new DatabaseSync(file)
    other.exec("CREATE TRIGGER full BEFORE INSERT ON seen BEGIN SELECT RAISE(ABORT, 'disk full'); END")
    await expect(queue.accept(request('a'))).rejects.toThrow(/disk full/)
    other.exec('DROP TRIGGER full')
  }
  expect(await queue.accept(request('a'))).toBe('new')
})

/** The limit of a process on the size of its files stands for a full disk, and is lifted while it runs. */
test.skipIf(spawnSync('prlimit', ['--version']).error !== undefined)(
  'a full disk loses no event: each is refused until there is room',
  async () => {
    const folder = place()
    const log = join(folder, 'log')
    const worker = work(DRIVER, folder, log)
    await until('a worker', () => read(log).length > 0, worker)
    const limit = (bytes: string, pid = worker.pid) => execFileSync('prlimit', ['--pid', `${pid}`, `--fsize=${bytes}:`])
    const bringer = work(DRIVER, folder, log, 'redeliver', 0, 40)
    limit('4096', bringer.pid)
    limit('4096')
    await until('refused deliveries', () => read(log).filter(({ what }) => what === 'refused').length >= 5, bringer)
    for (const { pid } of [worker, bringer]) limit('unlimited', pid)
    await until('all deliveries', () => read(log).some(({ what }) => what === 'brought'), bringer, worker)
    await end(worker)
    await using queue = await open(folder)
    const rest = await drain(queue)
    const done = new Set([...read(log).flatMap(({ what, id }) => (what === 'done' ? [id] : [])), ...rest])
    const requests = Array.from({ length: 40 }, (_, i) => i).filter((i) => i % 4 !== 0)
    expect(requests.filter((i) => !done.has(`l${i}`))).toEqual([])
  },
)

test('what was done is noted as soon as it can be', async () => {
  const file = join(place(), 'store.sqlite')
  await using queue = openQueue(file)
  await queue.accept(request('a'))
  using other = new DatabaseSync(file)
  other.exec("CREATE TRIGGER full BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'disk full'); END")
  const troubles: unknown[] = []
  const done: string[] = []
  const running = queue.run(async ({ id }) => void done.push(id), {
    ...OPTIONS,
    onTrouble: (error) => {
      troubles.push(error)
      other.exec('DROP TRIGGER IF EXISTS full')
    },
  })
  await queue.idle()
  await running.stop()
  expect(done).toEqual(['a'])
  expect(troubles).toHaveLength(1)
})

test('while every worker is busy, no process asks for more events', async () => {
  const pauses: number[] = []
  const sleep: Clock['sleep'] = (ms, signal) => {
    pauses.push(ms)
    return CLOCK.sleep(ms, signal)
  }
  await using queue = openQueue(join(place(), 'store.sqlite'), { ...CLOCK, sleep })
  for (const number of [1, 2]) await queue.accept(request(`r${number}`, number))
  const { promise: free, resolve: release } = Promise.withResolvers<void>()
  const running = queue.run(() => free, { ...OPTIONS, concurrency: 1 })
  while (pauses.length === 0) await new Promise(setImmediate)
  release()
  await queue.idle()
  await running.stop()
  expect(pauses).not.toContain(0)
})

test.each([
  ['is something else', (file: string) => writeFileSync(file, 'no database '.repeat(100))],
  [
    'was written by a later version',
    (file: string) => {
      using database = new DatabaseSync(file)
      database.exec('PRAGMA user_version = 99')
    },
  ],
])('a file that %s is not touched', (_what, make) => {
  const file = join(place(), 'store.sqlite')
  make(file)
  const opening = () => openQueue(file)
  expect(opening).toThrow(GateError)
  expect(opening).toThrow(/store\.sqlite/)
})

describe('audit log', () => {
  let file = ''
  const openAudit = async () => {
    file = join(place(), 'store.sqlite')
    return openQueue(file)
  }
  auditLogGrows(openAudit, async () => {
    using database = new DatabaseSync(file)
    database.exec('DELETE FROM audit')
  })
})

describe('what processes on one machine share', () => {
  let file = ''
  const prepare = async () => {
    file = join(place(), 'store.sqlite')
    return { storeFile: file, databaseUrl: null }
  }
  limitsAreShared(prepare)
  answersAreShared(prepare, async () => readFileSync(`${file}-shared.sqlite`, 'latin1'))

  test('a damaged file of it is made anew, and only its owner can read it', async () => {
    const settings = await prepare()
    writeFileSync(`${file}-shared.sqlite`, 'no database '.repeat(1000))
    await using store = await openStore(settings, CLOCK, () => undefined)
    await store.answers.put('https://a/1', 'text')
    expect(await store.answers.get('https://a/1')).toBe('text')
    for (const path of globSync(`${file}-shared.sqlite*`)) expect(statSync(path).mode & 0o077, path).toBe(0)
  })

  test.each([-24, 24])(
    'a clock that jumps by %i hours keeps no request waiting for longer than GitHub says',
    async (hours) => {
      let now = 1_800_000_000_000
      await using store = await openStore(await prepare(), { ...CLOCK, now: () => now }, () => undefined)
      const { limits } = store
      const sizes = { most: 300, perMs: 0.008, burstMs: 0, maxWaitMs: 5000 }
      const write = { cost: 5, floor: 0, spaceMs: 1000 }
      await limits.forbid('7', 60_000)
      await limits.take('8', write, sizes)
      now += hours * 3_600_000
      for (const installation of ['7', '8'])
        expect(await limits.take(installation, write, sizes)).toMatchObject({ isTaken: true, ms: 0 })
    },
  )
})

describe('pull requests', () =>
  pullsAreKept(async () => {
    const file = join(place(), 'store.sqlite')
    const forgetFigures = async () => {
      using database = new DatabaseSync(file)
      database.exec('UPDATE pulls SET figures = NULL')
    }
    return { ...openQueue(file), forgetFigures }
  }))

/** What versions 1 to 3 called the tables. */
const OLD_NAMES = `DROP INDEX eventsByKey; DROP INDEX keyQueuesByDue; DROP INDEX keyQueuesByOwner;
  ALTER TABLE events RENAME TO letters; ALTER TABLE keyQueues RENAME TO lanes;
  CREATE INDEX lettersByKey ON letters (key, n); CREATE INDEX lanesByDue ON lanes (due) WHERE owner IS NULL;
  CREATE INDEX lanesByOwner ON lanes (owner) WHERE owner IS NOT NULL;`
const WITHOUT_FIGURES =
  'DROP INDEX pullsByTime; DROP INDEX pullsByName; ALTER TABLE pulls DROP COLUMN figures; CREATE INDEX pullsByTime ON pulls (repository, isOpen, at);'

/** A store that the last version with a thread left behind: its process was killed while it worked on `held`. */
const OLD_STORE = readFileSync(new URL('../../fixtures/stores/sqlite-5.sql', import.meta.url), 'utf8')

test.each([
  [1, `DROP TABLE audit; DROP TABLE pulls; DROP TABLE pullReports; ${OLD_NAMES}`],
  [3, `${WITHOUT_FIGURES} ${OLD_NAMES}`],
  [4, WITHOUT_FIGURES],
  [5, ''],
])('a file of version %i gets the tables of this version and keeps its events', async (version, changes) => {
  const file = join(place(), 'store.sqlite')
  {
    using database = new DatabaseSync(file)
    const now = Date.now()
    const moved = `UPDATE seen SET at = ${now}; UPDATE events SET due = ${now}; UPDATE keyQueues SET due = ${now};`
    database.exec(`${OLD_STORE} ${moved} ${changes} PRAGMA user_version = ${version}`)
  }
  await using queue = openQueue(file)
  await holdsOldEvents(queue)
  expect((await queue.audit.read(0)).map(({ delivery }) => delivery)).toEqual(version === 1 ? [] : ['d5', 'd6'])
  expect(await queue.pulls.list('99')).toHaveLength(version === 1 ? 0 : 2)
})
