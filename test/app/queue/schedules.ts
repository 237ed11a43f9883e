/** Laws that hold for every order of arrivals, outcomes and pauses. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { QueueJob } from '../../../src/app/queue/event-queue.ts'
import { type Driver, place } from './conformance.ts'
import { hint, OPTIONS, postponed, Refusal, request } from './jobs.ts'

interface Arrival {
  readonly isHint: boolean
  readonly number: number
  /** One outcome for each try; afterwards it works. */
  readonly outcomes: readonly ('fail' | 'postpone')[]
  /** Arrives so many handled events after the start; 0: before it. */
  readonly after: number
}

const arrival: fc.Arbitrary<Arrival> = fc.record({
  isHint: fc.boolean(),
  number: fc.integer({ min: 1, max: 3 }),
  outcomes: fc.array(fc.constantFrom('fail' as const, 'postpone' as const), { maxLength: 4 }),
  after: fc.nat({ max: 6 }),
})

/** What happened, in order. */
type Entry = { readonly what: 'accepted' | 'begun' | 'done' | 'failed'; readonly id: string; readonly key: string }

export function schedulesHold({ open, schedules }: Driver): void {
  test('nothing is lost, doubled or out of order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(arrival, { maxLength: 12 }),
        fc.integer({ min: 1, max: 3 }),
        async (plan, concurrency) => {
          const { entries, dead } = await live(open, plan, concurrency)
          for (const [i, { isHint }] of plan.entries()) {
            if (isHint) expectLook(entries, `l${i}`, dead)
            else expectOnce(entries, `l${i}`, dead)
          }
          for (const key of new Set(entries.map((entry) => entry.key))) expectOrder(entries, key, plan)
        },
      ),
      { numRuns: schedules, seed: 20_261_101 },
    )
  })
}

async function live(open: Driver['open'], plan: readonly Arrival[], concurrency: number) {
  await using queue = await open(place())
  const jobs = plan.map(({ isHint, number }, i) => (isHint ? hint : request)(`l${i}`, number))
  const entries: Entry[] = []
  const tries = new Map<string, number>()
  const note = (what: Entry['what'], { id, key }: QueueJob) => entries.push({ what, id, key })
  let handled = 0
  const arrive = async () => {
    const due = jobs.filter((_, i) => (plan[i]?.after ?? 0) === handled)
    await Promise.all(due.map((job) => queue.accept(job).then(() => note('accepted', job))))
  }
  await arrive()
  const running = queue.run(
    async (job) => {
      note('begun', job)
      handled += 1
      await arrive()
      const n = tries.get(job.id) ?? 0
      tries.set(job.id, n + 1)
      const outcome = plan[Number(job.id.slice(1))]?.outcomes[n]
      note(outcome === undefined ? 'done' : 'failed', job)
      if (outcome === 'fail') throw new Refusal('planned')
      if (outcome === 'postpone') throw postponed(1)
    },
    { ...OPTIONS, concurrency },
  )
  await queue.idle()
  // Those whose moment never came.
  while (handled < 10) {
    handled += 1
    await arrive()
  }
  await queue.idle()
  await running.stop()
  return { entries, dead: (await queue.dead()).map(({ job }) => job.id) }
}

/** A request ends once: done or dead. */
function expectOnce(entries: readonly Entry[], id: string, dead: readonly string[]): void {
  const done = entries.filter((entry) => entry.id === id && entry.what === 'done').length
  expect(done + dead.filter((one) => one === id).length, id).toBe(1)
}

/** A look that began after the hint was accepted was finished, or became dead: not one that was under way before. */
function expectLook(entries: readonly Entry[], id: string, dead: readonly string[]): void {
  const accepted = entries.findIndex((entry) => entry.id === id && entry.what === 'accepted')
  const begunAt = (by: string) => entries.findIndex((entry) => entry.id === by && entry.what === 'begun')
  // It may start before its sender gets the confirmation.
  const from = begunAt(id) === -1 ? accepted : Math.min(begunAt(id), accepted)
  const later = entries.slice(from).filter((entry) => entry.key === entries[accepted]?.key)
  const isDone = later.some(
    ({ what }, i) => what === 'done' && later.slice(0, i).some((entry) => entry.what === 'begun'),
  )
  expect(isDone || dead.some((by) => begunAt(by) >= from), id).toBe(true)
}

/** One at a time; and requests that came one after the other begin so. */
function expectOrder(entries: readonly Entry[], key: string, plan: readonly Arrival[]): void {
  const own = entries.filter((entry) => entry.key === key && entry.what !== 'accepted')
  for (const [i, entry] of own.entries()) {
    if (entry.what === 'begun') expect(own[i + 1]?.id).toBe(entry.id)
  }
  const isRequest = ({ id }: Entry) => plan[Number(id.slice(1))]?.isHint === false
  const accepted = entries.filter((entry) => entry.key === key && entry.what === 'accepted' && isRequest(entry))
  const begun = [...new Set(own.filter(isRequest).map(({ id }) => id))]
  expect(begun).toEqual(accepted.map(({ id }) => id))
}
