/** The way of a whole store between SQLite and PostgreSQL, by the command of operators. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runAdmin } from '../../../src/app/admin/admin.ts'
import { CLOCK } from '../../../src/app/queue/clock.ts'
import type { QueueJob } from '../../../src/app/queue/event-queue.ts'
import { openStore, type Store } from '../../../src/app/store.ts'
import { drain, place } from './conformance.ts'
import { hint, OPTIONS, Refusal, request, toVerdict } from './jobs.ts'
import { KEY, RECORD } from './pulls.ts'

const MOVED = { events: 4, dead: 2, seen: 7, audit: 2, pulls: 2 }

const refusal = (why: string) => ({
  code: 3,
  lines: [{ level: 'error', next: expect.anything(), code: 'bad-store', error: expect.stringContaining(why) }],
})

async function move(from: string, to: string) {
  const lines: string[] = []
  const code = await runAdmin(['move', '--from', from, '--to', to], {}, (line) => lines.push(line))
  return { code, lines: lines.map((line) => JSON.parse(line)) }
}

export const open = (at: string) =>
  openStore(
    at.startsWith('postgres') ? { storeFile: '', databaseUrl: at } : { storeFile: at, databaseUrl: null },
    CLOCK,
    () => {},
  )

/** Leaves a handled event, two dead letters, four events that wait (one of them for its retry), verdicts, and pages. */
export async function fill({ queue, audit, pulls }: Store): Promise<void> {
  await queue.accept(request('done', 5))
  for (const id of ['dead-1', 'dead-2']) await queue.accept(request(id, 6))
  await drain(queue, async ({ key }) => {
    if (key.endsWith('6')) throw new Refusal('never')
  })
  await queue.accept(request('tried', 2))
  const { promise: failed, resolve: fail } = Promise.withResolvers<void>()
  const refuse = () => Promise.reject(new Refusal('later'))
  const running = queue.run(refuse, { ...OPTIONS, maxTries: 9, retryMs: 600_000, onFailed: () => fail() })
  await failed
  await running.stop()
  for (const job of [request('first'), request('second'), hint('look', 3)]) await queue.accept(job)
  for (const number of [5, 6]) await audit.append(toVerdict(number), `d${number}`)
  for (const number of [5, 6]) await pulls.put({ ...RECORD, number })
  await pulls.close(KEY)
}

export async function describe({ queue, audit, pulls }: Store) {
  const pages = { list: await pulls.list(KEY.repositoryId), one: await pulls.get(KEY) }
  return { stats: await queue.stats(), dead: await queue.dead(), audit: await audit.read(0), pages }
}

/** Tests the moves. @param createDatabase creates one with all tables @returns its address */
export function movesBothWays(createDatabase: () => Promise<string>, createEmpty: () => Promise<string>): void {
  test('a store moves from SQLite to PostgreSQL and back: events in order, dead letters, deliveries seen, audit log, pages', async () => {
    const [file, back] = [join(place(), 'store.sqlite'), join(place(), 'store.sqlite')]
    const url = await createEmpty()
    const before = await (async () => {
      await using store = await open(file)
      await fill(store)
      return await describe(store)
    })()
    expect(await move(file, url)).toEqual({ code: 0, lines: [{ moved: MOVED }] })
    {
      await using store = await open(url)
      expect(await describe(store)).toEqual(before)
      expect(await store.audit.append(toVerdict(6), 'again')).toBe(false)
    }
    expect(await move(url, back)).toEqual({ code: 0, lines: [{ moved: MOVED }] })
    await using store = await open(back)
    expect(await describe(store)).toEqual(before)
    for (const id of ['done', 'dead-1', 'first', 'look']) expect(await store.queue.accept(request(id))).toBe('seen')
    const done: QueueJob[] = []
    const { promise: third, resolve } = Promise.withResolvers<void>()
    const running = store.queue.run(async (job) => void (done.push(job) === 3 && resolve()), {
      ...OPTIONS,
      concurrency: 1,
    })
    await third
    await running.stop()
    expect(done).toEqual([request('first'), request('second'), hint('look', 3)])
    expect((await store.queue.stats()).waiting).toBe(1)
  })

  test('a store is not moved while an App has it open, nor over another one, nor from nowhere', async () => {
    const [file, url, full] = [join(place(), 'store.sqlite'), await createDatabase(), join(place(), 'store.sqlite')]
    {
      await using store = await open(file)
      await store.queue.accept(request('a'))
      expect(await move(file, url)).toMatchObject(refusal('in use'))
    }
    {
      await using store = await open(url)
      expect(await move(file, url)).toMatchObject(refusal('in use'))
      expect((await store.queue.stats()).waiting).toBe(0)
    }
    expect(await move(file, url)).toMatchObject({ code: 0 })
    {
      await using store = await open(full)
      await store.queue.accept(request('b'))
    }
    for (const [from, to] of [
      [url, full],
      [full, url],
    ] as const) {
      expect(await move(from, to)).toMatchObject(refusal('not empty'))
    }
    const nowhere = join(place(), 'store.sqlite')
    expect((await move(nowhere, join(place(), 'store.sqlite'))).code).toBe(3)
    expect((await move(await createEmpty(), nowhere)).code).toBe(3)
    expect(await move('postgres://gate@127.0.0.1:1/gate', nowhere)).toMatchObject(refusal('ECONNREFUSED'))
    expect(existsSync(nowhere)).toBe(false)
    expect((await move(full, full)).code).toBe(2)
  })
}
