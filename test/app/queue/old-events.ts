/** What a store of an earlier version holds, in `test/fixtures/stores/`: it was filled as `fill` of `moves.ts` does. */
import { expect } from 'vitest'
import type { EventQueue } from '../../../src/app/queue/event-queue.ts'
import { drain } from './conformance.ts'
import { hint, request } from './jobs.ts'

/** One event waits for its retry, one was under way when its process was killed. */
export const EVENTS = ['first', 'held', 'look', 'second', 'tried', 'waiting']

export async function holdsOldEvents(queue: EventQueue): Promise<void> {
  expect((await queue.dead()).map(({ job, tries, reason }) => [job, tries, reason])).toEqual(
    ['dead-2', 'dead-1'].map((id) => [request(id, 6), 3, 'Refusal: never']),
  )
  for (const id of ['done', 'dead-1', 'held']) expect(await queue.accept(request(id)), id).toBe('seen')
  // It expects what the hint does that waits since then.
  expect(await queue.accept(hint('equal', 4, 'head'))).toBe('new')
  const { waiting, working } = await queue.stats()
  expect(waiting + working).toBe(EVENTS.length)
  expect(await queue.oldest()).toBeGreaterThan(0)
  const done = await drain(queue)
  expect(done.toSorted()).toEqual(EVENTS)
  expect(done.indexOf('first')).toBeLessThan(done.indexOf('second'))
  expect(await queue.requeue()).toBe(2)
  expect(await drain(queue)).toEqual(['dead-1', 'dead-2'])
}
