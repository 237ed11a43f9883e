/** A store that is backed up while it works, then lost and restored. */
import { expect, test } from 'vitest'
import type { QueueJob } from '../../../src/app/queue/event-queue.ts'
import { OPTIONS, request } from './jobs.ts'
import { describe, fill, open } from './moves.ts'

export interface Backups {
  /** @returns the place of an empty store */
  readonly create: () => Promise<string>
  readonly backUp: (place: string) => Promise<unknown>
  /** Deletes the store, and puts the copy into its place. */
  readonly restore: (place: string) => Promise<unknown>
}

export function isRestored({ create, backUp, restore }: Backups): void {
  test('a store that was backed up while it worked, and lost, goes on from its backup', async () => {
    const place = await create()
    const before = await (async () => {
      await using store = await open(place)
      await fill(store)
      const seen = await describe(store)
      await backUp(place)
      await store.queue.accept(request('later', 8))
      return seen
    })()
    await restore(place)
    await using store = await open(place)
    expect(await describe(store)).toEqual(before)
    expect(await store.queue.accept(request('done', 5))).toBe('seen')
    // GitHub delivers it again.
    expect(await store.queue.accept(request('later', 8))).toBe('new')
    const done: QueueJob[] = []
    const { promise: all, resolve } = Promise.withResolvers<void>()
    const running = store.queue.run(async (job) => void (done.push(job) === 4 && resolve()), OPTIONS)
    await all
    await running.stop()
    expect(done.map(({ id }) => id).toSorted()).toEqual(['first', 'later', 'look', 'second'])
    expect(await store.queue.stats()).toEqual({ waiting: 1, working: 0, dead: 2 })
  })
}
