import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLOCK, type Clock } from '../../../src/app/queue/clock.ts'
import type { EventQueue } from '../../../src/app/queue/event-queue.ts'
import { openPostgres } from '../../../src/app/queue/postgres/open.ts'
import { openStore } from '../../../src/app/store.ts'
import { BINARIES, MISSING, type Server, startServer } from '../../support/postgres.ts'
import { until } from '../../support/processes.ts'
import { answersAreShared } from './answers.ts'
import { auditLogGrows } from './audit-log.ts'
import { isRestored } from './backups.ts'
import { conforms, drain, place } from './conformance.ts'
import { OPTIONS, Refusal, request } from './jobs.ts'
import { limitsAreShared } from './limits.ts'
import { movesBothWays } from './moves.ts'
import { EVENTS, holdsOldEvents } from './old-events.ts'
import { outagesAreSurvived } from './outages.ts'
import { ADDRESS, isPrepared, open } from './postgres-driver.ts'
import { pullsAreKept } from './pulls.ts'

/** A database of the last version with pg-boss, whose process was killed while it worked on `held`. */
const OLD_STORE = readFileSync(new URL('../../fixtures/stores/pg-boss-12.sql', import.meta.url), 'utf8')

/** Version 1 had no tables of records. */
const WITHOUT_RECORDS = `DROP TABLE tdd_gate.gate_audit, tdd_gate.gate_limits, tdd_gate.gate_pulls, tdd_gate.gate_answers CASCADE;
  DROP FUNCTION tdd_gate.gate_audit_grows;`

let server: Server
let count = 0

/** Each place has a database of its own: a copy of one that has all tables. */
async function prepare(folder: string): Promise<string> {
  count += 1
  const name = `place_${count}`
  await server.sql(`CREATE DATABASE ${name} TEMPLATE ready`)
  writeFileSync(join(folder, ADDRESS), server.url(name))
  return name
}

const createEmpty = async () => {
  count += 1
  await server.sql(`CREATE DATABASE place_${count}`)
  return server.url(`place_${count}`)
}
const toName = (url: string) => /place_\d+/.exec(url)?.[0] ?? ''
const toDump = (url: string) => `${toName(url)}.dump`

const openAt = async (folder: string) => {
  if (!isPrepared(folder)) await prepare(folder)
  return open(folder)
}

const DRIVER = {
  name: 'postgres',
  open: openAt,
  prepare,
  schedules: 5,
  kills: { events: 80, times: 3 },
  module: new URL('postgres-driver.ts', import.meta.url),
}

/** GitHub, or a person, sends a delivery again until it is accepted. */
const redeliver = (queue: EventQueue) =>
  until('the redelivery', () =>
    queue.accept(request('during')).then(
      () => true,
      () => false,
    ),
  )

describe.skipIf(BINARIES === null)(`PostgreSQL (${MISSING})`, () => {
  beforeAll(async () => {
    server = await startServer()
    await server.sql('CREATE DATABASE ready')
    await using _tables = (await openPostgres(server.url('ready'), CLOCK, () => undefined)).queue
  })
  const warnings: string[] = []
  const note = ({ message }: Error) => warnings.push(message)
  process.on('warning', note)
  afterAll(async () => {
    process.off('warning', note)
    await server[Symbol.asyncDispose]()
    // Such as a query of a connection that still answers another one, which a later version of the library refuses.
    expect(warnings).toEqual([])
  })

  conforms(DRIVER)

  describe('audit log', () => {
    let name = ''
    const openAudit = async () => {
      name = await prepare(place())
      return openStore({ storeFile: '', databaseUrl: server.url(name) }, CLOCK, () => undefined)
    }
    auditLogGrows(openAudit, () => server.sql('DELETE FROM tdd_gate.gate_audit', name))
    pullsAreKept(async () => {
      const store = await openAudit()
      return { ...store, forgetFigures: () => server.sql('UPDATE tdd_gate.gate_pulls SET figures = NULL', name) }
    })
  })

  test('a database that restarts loses nothing, and work goes on when it is back', async () => {
    const folder = place()
    await using queue = await openAt(folder)
    const done: string[] = []
    const troubles: unknown[] = []
    const running = queue.run(async ({ id }) => void done.push(id), {
      ...OPTIONS,
      onTrouble: (one) => troubles.push(one),
    })
    await queue.accept(request('before'))
    await queue.idle()
    await server.stop('immediate')
    await expect(queue.accept(request('during'))).rejects.toThrow()
    await expect(queue.probe()).rejects.toThrow()
    await until('the queue to report it', () => troubles.length > 0)
    await server.start()
    await redeliver(queue)
    await queue.idle()
    await running.stop()
    // What was done just before a crash may be done again.
    expect([...new Set(done)]).toEqual(['before', 'during'])
    expect(await queue.accept(request('before'))).toBe('seen')
  })

  test('a database that falls silent is noticed before GitHub stops waiting, and no event is lost', async () => {
    await using queue = await openAt(place())
    const done: string[] = []
    const running = queue.run(async ({ id }) => void done.push(id), OPTIONS)
    await queue.accept(request('before'))
    await queue.idle()
    const started = performance.now()
    server.freeze()
    try {
      const answers = await Promise.allSettled([queue.accept(request('during')), queue.probe()])
      expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
      expect(performance.now() - started).toBeLessThan(10_000)
    } finally {
      server.thaw()
    }
    await redeliver(queue)
    await queue.idle()
    await running.stop()
    expect(done).toEqual(['before', 'during'])
  })

  outagesAreSurvived('a database that crashes and is gone for seconds', DRIVER, {
    begin: () => server.stop('immediate'),
    end: () => server.start(),
  })

  test.each([-2, 2])('a process whose clock jumps by %i hours takes and retries events as before', async (hours) => {
    const url = server.url(await prepare(place()))
    let offsetMs = 0
    const clock: Clock = { now: () => Date.now() + offsetMs, sleep: CLOCK.sleep }
    await using store = await openStore({ storeFile: '', databaseUrl: url }, clock, () => undefined)
    const { queue } = store
    const tries: number[] = []
    const running = queue.run(
      async () => {
        if (tries.push(performance.now()) < 3) throw new Refusal('later')
      },
      { ...OPTIONS, retryMs: 300 },
    )
    offsetMs = hours * 3_600_000
    await queue.accept(request('a'))
    await until('the first attempt', () => tries.length === 1)
    offsetMs = 0
    await queue.idle()
    await running.stop()
    const [first = 0, second = 0, third = 0] = tries
    expect([tries.length, second - first >= 300, third - second >= 600]).toEqual([3, true, true])
    expect(await queue.oldest()).toBeNull()
  })

  test('only the latest thousand dead letters stay', async () => {
    const folder = place()
    const name = await prepare(folder)
    await using queue = await open(folder)
    await queue.accept(request('old'))
    await drain(queue, () => Promise.reject(new Error('no')))
    await server.sql(
      `INSERT INTO tdd_gate.gate_dead (id, key, body, tries, reason) SELECT i, 'k', '{}', 1, 'no' FROM generate_series(1, 1000) i`,
      name,
    )
    await queue.accept(request('new'))
    await drain(queue, () => Promise.reject(new Error('no')))
    expect((await queue.stats()).dead).toBe(1000)
  })

  test('only one of two processes sweeps within one interval', async () => {
    const folder = place()
    const url = server.url(await prepare(folder))
    const settings = { storeFile: join(folder, 'unused.sqlite'), databaseUrl: url }
    await using first = await openStore(settings, CLOCK, () => undefined)
    await using second = await openStore(settings, CLOCK, () => undefined)
    const sweep = await first.trySweep(0)
    expect(await second.trySweep(0)).toBeNull()
    await first.checkpoint.put({ installation: 7, repository: 1, pull: 2, at: 3 })
    expect(await second.checkpoint.read()).toEqual({ installation: 7, repository: 1, pull: 2, at: 3 })
    await first.checkpoint.remove()
    expect(await second.checkpoint.read()).toBeNull()
    await sweep?.end(true)
    expect(await second.trySweep(60_000)).toBeNull()
    await (await second.trySweep(0))?.end(false)
    expect(existsSync(settings.storeFile)).toBe(false)
  })

  test('work on one pull request takes turns across processes, and each learns that another wrote to a head', async () => {
    const url = server.url(await prepare(place()))
    await using first = await openStore({ storeFile: '', databaseUrl: url }, CLOCK, () => undefined)
    await using second = await openStore({ storeFile: '', databaseUrl: url }, CLOCK, () => undefined)
    const mark = await second.locks.mark()
    const steps: string[] = []
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const { promise: free, resolve: release } = Promise.withResolvers<void>()
    const one = first.locks.inTurn('99#1', async () => {
      begin()
      await free
      steps.push('first')
      await first.locks.noteWrite('head')
    })
    await begun
    const other = second.locks.inTurn('99#2', async () => void steps.push('other key'))
    const two = second.locks.inTurn('99#1', async () => void steps.push('second'))
    await other
    release()
    await Promise.all([one, two])
    expect(steps).toEqual(['other key', 'first', 'second'])
    expect(await second.locks.isWrittenSince('head', mark)).toBe(true)
    expect(await second.locks.isWrittenSince('head', await second.locks.mark())).toBe(false)
  })

  const prepareStore = async () => ({ storeFile: '', databaseUrl: server.url(await prepare(place())) })
  test('no request to GitHub waits for the disk of the database', async () => {
    const name = await prepare(place())
    const logged =
      "SELECT relname FROM pg_class WHERE relname IN ('gate_limits', 'gate_answers') AND relpersistence <> 'u'"
    expect(await server.sql(logged, name)).toBe('')
  })

  limitsAreShared(prepareStore)
  answersAreShared(prepareStore, () =>
    server.sql("SELECT encode(body, 'escape'), t.* FROM tdd_gate.gate_answers AS t", `place_${count}`),
  )

  movesBothWays(async () => server.url(await prepare(place())), createEmpty)

  isRestored({
    create: createEmpty,
    backUp: (url) =>
      server.run(
        'pg_dump',
        '--schema=tdd_gate',
        '--no-unlogged-table-data',
        '--format=custom',
        `--file=${toDump(url)}`,
        url,
      ),
    restore: async (url) => {
      await server.sql('DROP SCHEMA tdd_gate CASCADE', toName(url))
      await server.run('pg_restore', `--dbname=${url}`, toDump(url))
    },
  })

  test.each([
    [7, ''],
    [1, WITHOUT_RECORDS],
  ])(
    'a database of version %i, with pg-boss, gets the tables of this version and keeps its events',
    async (version, changes) => {
      const url = await createEmpty()
      const name = toName(url)
      const moved =
        'UPDATE tdd_gate.job SET created_on = now(); UPDATE tdd_gate.job SET start_after = now() WHERE start_after > now();'
      await server.sql(`${OLD_STORE} ${moved} ${changes} UPDATE tdd_gate.gate_version SET version = ${version}`, name)
      await using store = await openStore({ storeFile: '', databaseUrl: url }, CLOCK, () => undefined)
      await holdsOldEvents(store.queue)
      expect((await store.audit.read(0)).map(({ delivery }) => delivery)).toEqual(version === 1 ? [] : ['d5', 'd6'])
      expect(await store.pulls.list('99')).toHaveLength(version === 1 ? 0 : 2)
      const others = `SELECT count(*) FROM pg_class WHERE relnamespace = 'tdd_gate'::regnamespace AND relname NOT LIKE 'gate%'`
      expect(await server.sql(others, name)).toBe('0')
    },
  )

  test('events of a process of the earlier version that still runs are left to it', async () => {
    const url = await createEmpty()
    await server.sql(OLD_STORE, toName(url))
    await server.sql('UPDATE tdd_gate.job SET start_after = now() WHERE start_after > now()', toName(url))
    const owner = Number(await server.sql('SELECT owner FROM tdd_gate.gate_leases', toName(url)))
    const old = new pg.Client(url)
    old.on('error', () => undefined)
    await old.connect()
    await old.query('SELECT pg_advisory_lock(7331, $1)', [owner])
    await using store = await openStore({ storeFile: '', databaseUrl: url }, CLOCK, () => undefined)
    const done: string[] = []
    const running = store.queue.run(async ({ id }) => void done.push(id), OPTIONS)
    const isRest = async () => done.length === EVENTS.length - 1 && (await store.queue.stats()).working === 1
    await until('the events that no process holds', isRest)
    expect(done).not.toContain('held')
    await old.end()
    await store.queue.idle()
    await running.stop()
    expect(done.at(-1)).toBe('held')
  })

  test('tables of a later version are not touched', async () => {
    const folder = place()
    const name = await prepare(folder)
    await server.sql('UPDATE tdd_gate.gate_version SET version = 99', name)
    await expect(open(folder)).rejects.toMatchObject({
      message: expect.stringMatching(/database.*later version/),
      suggestion: { text: expect.stringContaining('that version of the App') },
    })
  })

  test.each([
    ['a missing database', 'missing', 'gate', '', /"missing" does not exist/, /CREATE DATABASE/],
    [
      'an unknown user',
      'postgres',
      'nobody',
      '',
      /"nobody" does not exist/,
      /^Correct the user and the password in DATABASE_URL/,
    ],
    ['a server without TLS', 'postgres', 'gate', '&sslmode=verify-full', /does not support SSL/, /sslmode/],
    ['a user without rights', 'postgres', 'guest', '', /permission denied/, /GRANT CREATE ON DATABASE/],
  ])('%s is named, with a next step of its own', async (_, database, user, more, why, next) => {
    await server.sql('DO $$ BEGIN CREATE ROLE guest LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$')
    const url = `${server.url(database).replace('gate@', `${user}@`)}${more}`
    await expect(openStore({ storeFile: '', databaseUrl: url }, CLOCK, () => undefined)).rejects.toMatchObject({
      code: 'bad-store',
      message: expect.stringMatching(why),
      suggestion: { text: expect.stringMatching(next) },
    })
  })
})
