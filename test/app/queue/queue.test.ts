import { expect, test } from 'vitest'
import { CLOCK } from '../../../src/app/queue/clock.ts'
import type { Engine, Steps } from '../../../src/app/queue/dialect.ts'
import { createEventQueue } from '../../../src/app/queue/queue.ts'
import { SQLITE } from '../../../src/app/queue/sqlite.ts'
import { OPTIONS, request } from './jobs.ts'

/** Its tables are empty. @param durable gets a word for each transaction */
const createEngine = (durable: boolean[]): Engine => ({
  dialect: SQLITE,
  checkMs: 150,
  query: async () => [],
  transaction: async <T>(start: () => Steps<T>, isDurable: boolean) => {
    durable.push(isDurable)
    const steps = start()
    let step = steps.next()
    while (!step.done) step = steps.next([])
    return step.value
  },
  self: () => 'this process',
  findEnded: async () => [],
  onNews: () => undefined,
  close: async () => undefined,
})

test('what was accepted survives a power failure; what was taken would only be taken again', async () => {
  const durable: boolean[] = []
  await using queue = createEventQueue(createEngine(durable), CLOCK)
  await queue.accept(request('a'))
  expect(durable).toEqual([true])
  const running = queue.run(async () => undefined, OPTIONS)
  await running.stop()
  expect(durable).toEqual([true, false])
})

test('deliveries that arrive at one moment are one transaction', async () => {
  const durable: boolean[] = []
  await using queue = createEventQueue(createEngine(durable), CLOCK)
  await Promise.all(['a', 'b', 'c'].map((id) => queue.accept(request(id))))
  expect(durable).toEqual([true])
})
