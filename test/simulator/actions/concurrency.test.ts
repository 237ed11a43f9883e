import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createGroups, createSlots, type Entry } from './concurrency.ts'

const arrival = fc.record({
  queue: fc.constantFrom('single' as const, 'max' as const),
  cancelsOthers: fc.boolean(),
})

test('a group runs one at a time, and every waiting run starts or is cancelled', () =>
  fc.assert(
    fc.asyncProperty(fc.array(arrival, { maxLength: 12 }), async (arrivals) => {
      const groups = createGroups()
      const inside = new Map<number, NonNullable<Entry>>()
      const ended: (readonly [number, 'in' | 'off'])[] = []
      const work = arrivals.map(async (wanted, at) => {
        const entry = await groups.enter('g', { group: 'g', ...wanted }, () => undefined, new AbortController().signal)
        ended.push([at, entry === null ? 'off' : 'in'])
        if (entry === null) return
        inside.set(at, entry)
        expect(inside.size).toBe(1)
        await Promise.resolve()
        inside.delete(at)
        entry()
      })
      await Promise.all(work)
      expect(ended.map(([at]) => at).toSorted((a, b) => a - b)).toEqual(arrivals.map((_, at) => at))
      const entered = ended.filter(([, how]) => how === 'in').map(([at]) => at)
      expect(entered).toEqual(entered.toSorted((a, b) => a - b))
      const isPatient = arrivals.every(({ queue, cancelsOthers }) => queue === 'max' && !cancelsOthers)
      if (isPatient) expect(entered).toHaveLength(arrivals.length)
    }),
  ))

test('a run that is cancelled while it waits leaves the queue', async () => {
  const groups = createGroups()
  const wanted = { group: 'g', queue: 'max' as const, cancelsOthers: false }
  const leaving = new AbortController()
  const enter = (signal: AbortSignal) => groups.enter('g', wanted, () => undefined, signal)
  const first = await enter(new AbortController().signal)
  const second = enter(leaving.signal)
  const third = enter(new AbortController().signal)
  leaving.abort()
  expect(await second).toBeNull()
  first?.()
  expect(await third).not.toBeNull()
  expect(await enter(AbortSignal.abort())).toBeNull()
})

test('never more than so many machines are taken, and none is lost', () =>
  fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 20 }), async (count, jobs) => {
      const slots = createSlots(count)
      let [taken, most, done] = [0, 0, 0]
      const job = async () => {
        const give = await slots.take()
        taken += 1
        most = Math.max(most, taken)
        await Promise.resolve()
        taken -= 1
        done += 1
        give()
      }
      await Promise.all(Array.from({ length: jobs }, job))
      expect([done, most]).toEqual([jobs, Math.min(count, jobs)])
    }),
  ))
