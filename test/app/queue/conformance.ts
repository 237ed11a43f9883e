/** What every store must do, whatever engine it stands on: a driver's test calls `conforms` with how it is opened. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { EventQueue, QueueJob } from '../../../src/app/queue/event-queue.ts'
import { hint, OPTIONS, postponed, Refusal, request } from './jobs.ts'
import { killsAreSurvived } from './kills.ts'
import { schedulesHold } from './schedules.ts'

export interface Driver {
  readonly name: string
  /** @param place an empty folder, or one where a store of this driver already is */
  readonly open: (place: string) => Promise<EventQueue>
  /** Prepares an empty folder for other processes, where a driver needs it. */
  readonly prepare?: (place: string) => Promise<unknown>
  /** The number of random schedules. */
  readonly schedules: number
  readonly kills: { readonly events: number; readonly times: number }
  /** The module whose `open` it is, for other processes. */
  readonly module: URL
}

/** A folder of one test. */
export function place(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tdd-gate-store-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export function conforms(driver: Driver): void {
  describe(`${driver.name}: accepting`, () => acceptsOnce(driver))
  describe(`${driver.name}: order`, () => keepsOrder(driver))
  describe(`${driver.name}: hints`, () => coalesces(driver))
  describe(`${driver.name}: failures`, () => survivesFailures(driver))
  describe(`${driver.name}: stopping`, () => stops(driver))
  describe(`${driver.name}: random schedules`, () => schedulesHold(driver))
  describe(`${driver.name}: processes`, () => killsAreSurvived(driver))
}

/** Runs until nothing is left. @returns ids in the order in which they were finished */
export async function drain(queue: EventQueue, handler: (job: QueueJob) => Promise<void> = async () => {}) {
  const done: string[] = []
  const running = queue.run(async (job) => {
    await handler(job)
    done.push(job.id)
  }, OPTIONS)
  await queue.idle()
  await running.stop()
  return done
}

function acceptsOnce({ open }: Driver): void {
  test('a delivery that comes again is not taken twice, waiting or done', async () => {
    await using queue = await open(place())
    expect(await queue.accept(request('a'))).toBe('new')
    expect(await queue.accept(request('a'))).toBe('seen')
    expect(await drain(queue)).toEqual(['a'])
    expect(await queue.accept(request('a'))).toBe('seen')
    expect(await queue.stats()).toEqual({ waiting: 0, working: 0, dead: 0 })
  })

  test('the same delivery at the same moment is taken once', async () => {
    await using eventQueue = await open(place())
    const taken = await Promise.all(['a', 'a', 'b', 'a'].map((id) => eventQueue.accept(request(id))))
    expect(taken).toEqual(['new', 'seen', 'new', 'seen'])
    expect(await drain(eventQueue)).toEqual(['a', 'b'])
  })

  test('what was accepted is there when it is opened again, whole', async () => {
    const folder = place()
    const job = request('a', 7)
    {
      await using queue = await open(folder)
      await queue.accept(job)
    }
    await using queue = await open(folder)
    expect(await queue.accept(job)).toBe('seen')
    const got: QueueJob[] = []
    await drain(queue, async (again) => void got.push(again))
    expect(got).toEqual([job])
  })

  test('says that it can be written', async () => {
    await using queue = await open(place())
    await expect(queue.probe()).resolves.toBeUndefined()
  })

  test('after it was closed nothing is accepted', async () => {
    const queue = await open(place())
    await queue[Symbol.asyncDispose]()
    await expect(queue.accept(request('a'))).rejects.toThrow()
    await expect(queue.probe()).rejects.toThrow()
  })
}

function keepsOrder({ open }: Driver): void {
  test('requests of a key are done as they came', async () => {
    await using queue = await open(place())
    const ids = Array.from({ length: 20 }, (_, i) => `r${i}`)
    for (const id of ids) await queue.accept(request(id))
    expect(await drain(queue)).toEqual(ids)
  })

  test('a request that fails for a while holds up those behind it, and no other key', async () => {
    await using queue = await open(place())
    for (const job of [request('first'), request('second'), request('other', 2)]) await queue.accept(job)
    let failures = 2
    const done = await drain(queue, async ({ id }) => {
      if (id === 'first' && failures-- > 0) throw new Refusal('not yet')
    })
    expect(done).toEqual(['other', 'first', 'second'])
  })

  test('one key is never worked on twice at a time, others are', async () => {
    await using queue = await open(place())
    for (let i = 0; i < 12; i += 1) await queue.accept(request(`r${i}`, i % 3))
    const busy = new Set<string>()
    const { promise: all, resolve: release } = Promise.withResolvers<void>()
    await drain(queue, async ({ key }) => {
      expect(busy.has(key)).toBe(false)
      busy.add(key)
      if (busy.size === 3) release()
      await all
      await new Promise(setImmediate)
      busy.delete(key)
    })
  })

  test('no more keys than allowed are worked on at a time', async () => {
    await using queue = await open(place())
    for (let i = 0; i < 9; i += 1) await queue.accept(request(`r${i}`, i))
    let [now, most] = [0, 0]
    const { promise: enough, resolve: release } = Promise.withResolvers<void>()
    await drain(queue, async () => {
      now += 1
      most = Math.max(most, now)
      if (now === OPTIONS.concurrency) release()
      await enough
      await new Promise(setImmediate)
      now -= 1
    })
    expect(most).toBe(OPTIONS.concurrency)
  })

  test('what a person asks for passes a hint that pauses', async () => {
    await using queue = await open(place())
    await queue.accept(hint('h'))
    await queue.accept(request('r'))
    let isLimited = true
    const done = await drain(queue, async ({ id }) => {
      if (id === 'h' && isLimited) throw postponed(20)
      isLimited = false
    })
    expect(done).toEqual(['r', 'h'])
  })
}

function coalesces({ open }: Driver): void {
  test('equal hints cause one evaluation, and each request runs', async () => {
    await using queue = await open(place())
    for (const id of ['h1', 'h2', 'h3']) expect(await queue.accept(hint(id))).toBe('new')
    for (const id of ['r1', 'r2']) await queue.accept(request(id))
    expect((await queue.stats()).waiting).toBe(3)
    expect(await drain(queue)).toEqual(['h1', 'r1', 'r2'])
  })

  test('hints that differ only in the commit that they expect are one look', async () => {
    await using queue = await open(place())
    for (const id of ['h1', 'h2']) await queue.accept(hint(id, 1, id))
    await queue.accept(hint('h3'))
    expect(await drain(queue)).toEqual(['h1'])
  })

  test('hints about different things are not one', async () => {
    await using queue = await open(place())
    await queue.accept(hint('h1', 1))
    await queue.accept(hint('h2', 2))
    expect(await drain(queue)).toEqual(['h1', 'h2'])
  })

  test('a hint that arrives during an evaluation causes one more', async () => {
    await using queue = await open(place())
    await queue.accept(hint('h1'))
    const done = await drain(queue, async ({ id }) => {
      if (id === 'h1') for (const late of ['h2', 'h3']) await queue.accept(hint(late))
    })
    expect(done).toEqual(['h1', 'h2'])
  })

  test('a fresh hint does not die with one that failed before', async () => {
    await using queue = await open(place())
    await queue.accept(hint('h1'))
    let evaluations = 0
    const done = await drain(queue, async ({ id }) => {
      evaluations += 1
      if (evaluations === OPTIONS.maxTries) await queue.accept(hint('h2'))
      if (id === 'h1') throw new Refusal('never')
    })
    expect(done).toEqual(['h2'])
    expect((await queue.dead()).map(({ job }) => job.id)).toEqual(['h1'])
  })
}

function survivesFailures({ open }: Driver): void {
  test('an event that keeps failing is dead-lettered with its reason, and its key goes on', async () => {
    await using queue = await open(place())
    for (const id of ['poison', 'next']) await queue.accept(request(id))
    const [failed, died]: [number[], string[]] = [[], []]
    const done: string[] = []
    const running = queue.run(
      async ({ id }) => {
        if (id === 'poison') throw new Refusal('bad\n\u202eluck')
        done.push(id)
      },
      {
        ...OPTIONS,
        onFailed: (_job, _reason, tries) => failed.push(tries),
        onDead: ({ id }, reason) => died.push(`${id}: ${reason}`),
      },
    )
    await queue.idle()
    await running.stop()
    expect(done).toEqual(['next'])
    expect(failed).toEqual([1, 2])
    expect(died).toEqual([expect.stringMatching(/^poison: Refusal: bad/)])
    expect(await queue.stats()).toEqual({ waiting: 0, working: 0, dead: 1 })
    expect(await queue.dead()).toEqual([
      { job: request('poison'), reason: 'Refusal: bad luck', tries: OPTIONS.maxTries },
    ])
  })

  test('a dead letter is retried on request', async () => {
    await using queue = await open(place())
    await queue.accept(request('a'))
    await drain(queue, () => Promise.reject(new Refusal('never')))
    expect(await queue.requeue()).toBe(1)
    expect(await queue.stats()).toEqual({ waiting: 1, working: 0, dead: 0 })
    expect(await drain(queue)).toEqual(['a'])
    expect(await queue.requeue()).toBe(0)
  })

  test('only those that are chosen get it', async () => {
    await using queue = await open(place())
    for (const id of ['a', 'b', 'c']) await queue.accept(request(id))
    await drain(queue, () => Promise.reject(new Refusal('never')))
    expect(await queue.requeue(({ job, reason }) => job.id === 'b' && reason === 'Refusal: never')).toBe(1)
    expect((await queue.dead()).map(({ job }) => job.id)).toEqual(['c', 'a'])
    expect(await drain(queue)).toEqual(['b'])
  })

  test('only those that are chosen are dropped', async () => {
    await using queue = await open(place())
    for (const id of ['a', 'b']) await queue.accept(request(id))
    await drain(queue, () => Promise.reject(new Refusal('never')))
    expect(await queue.drop(({ job }) => job.id === 'a')).toBe(1)
    expect((await queue.dead()).map(({ job }) => job.id)).toEqual(['b'])
  })

  test('a limit that says when to come back is no failure, however often', async () => {
    await using queue = await open(place())
    await queue.accept(request('a'))
    let limits = OPTIONS.maxTries * 2
    expect(await drain(queue, async () => (limits-- > 0 ? Promise.reject(postponed(1)) : undefined))).toEqual(['a'])
    expect((await queue.stats()).dead).toBe(0)
  })

  test('a thrown string is stored as the reason, cut to 500 characters', async () => {
    await using queue = await open(place())
    await queue.accept(request('a'))
    await drain(queue, () => Promise.reject('x'.repeat(10_000)))
    expect((await queue.dead())[0]?.reason).toHaveLength(500)
  })
}

function stops({ open }: Driver): void {
  test('stopping waits for what is under way and takes nothing new', async () => {
    await using queue = await open(place())
    for (const id of ['a', 'b']) await queue.accept(request(id))
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const { promise: free, resolve: release } = Promise.withResolvers<void>()
    const done: string[] = []
    const running = queue.run(async ({ id }) => {
      begin()
      await free
      done.push(id)
    }, OPTIONS)
    await begun
    const stopped = running.stop()
    release()
    await stopped
    expect(done).toEqual(['a'])
    expect(await queue.stats()).toEqual({ waiting: 1, working: 0, dead: 0 })
  })

  test('after its time of grace work is asked to end, and none of it is lost or counted', async () => {
    await using queue = await open(place())
    await queue.accept(request('a'))
    for (let i = 0; i < OPTIONS.maxTries + 1; i += 1) {
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
      const running = queue.run(async (_job, signal) => {
        begin()
        await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Refusal('asked to'))))
      }, OPTIONS)
      await begun
      await running.stop(0)
    }
    expect(await queue.stats()).toEqual({ waiting: 1, working: 0, dead: 0 })
    expect(await drain(queue)).toEqual(['a'])
  })

  test('an empty queue reports at once that nothing is left', async () => {
    await using queue = await open(place())
    await queue.idle()
  })
}
