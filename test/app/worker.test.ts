import { expect, test } from 'vitest'
import type { EventQueue, QueueJob } from '../../src/app/queue/event-queue.ts'
import type { Urgency } from '../../src/app/rate-limiter.ts'
import { toQueueJob, workOn } from '../../src/app/worker.ts'
import type { GateEvent } from '../../src/core/model/event.ts'
import type { GitHub } from '../../src/github/routes.ts'
import { hint, request } from './queue/jobs.ts'

const NEVER = new AbortController().signal
const GITHUB: GitHub = { request: () => Promise.reject(new Error('nothing is asked here')) }
const LED: GateEvent = { kind: 'pull-request', number: 3 }
const { repository } = hint('h')
const led = (event: GateEvent): QueueJob => ({ id: 'h', key: 'k', repository, event })

/** Handles a job. @returns its urgency, the events that follow from it, and their ids */
async function worked(job: QueueJob) {
  const asked: Urgency[] = []
  const accepted: GateEvent[] = []
  const ids: string[] = []
  const of = async (_id: number, urgency: Urgency) => {
    asked.push(urgency)
    return GITHUB
  }
  const accept = async ({ id, event }: QueueJob) => {
    accepted.push(event)
    ids.push(id)
    return 'new' as const
  }
  const work = workOn({
    clients: { app: GITHUB, of },
    queue: { accept } as Partial<EventQueue> as EventQueue,
    log: () => undefined,
    handle: async () => [LED],
    nameOf: async () => ({ id: 1, slug: 'tdd-gate' }),
    needs: { permissions: {}, events: [] },
  })
  await work(job, NEVER)
  return { did: [...asked, ...accepted], ids }
}

const ROUTINE = { ...LED, isRoutine: true }

test.each<[string, QueueJob, Urgency, object]>([
  ['a request of a person', request('r'), 'people', LED],
  ['a pull request that changed', hint('h'), 'hints', LED],
  ['a head that was judged', led({ kind: 'head', head: 'a'.repeat(40) }), 'hints', LED],
  ['a base that moved under many', led({ kind: 'base', branch: 'main' }), 'hints', ROUTINE],
  ['a whole repository', led({ kind: 'repository' }), 'hints', ROUTINE],
  ['a pull request that the sweep evaluates', led({ ...LED, isRoutine: true }), 'routine', LED],
])('the urgency of %s is right, and so is the event that follows', async (_what, job, urgency, next) => {
  expect((await worked(job)).did).toEqual([urgency, next])
})

test('an event that follows from a delivery has its own id, which begins with the id of the delivery', async () => {
  const first = await worked(request('d1'))
  expect(first.ids).toEqual([expect.stringMatching(/^d1\/[\w-]{36}$/)])
  expect((await worked({ ...hint('h'), id: first.ids[0] ?? '' })).ids).toEqual([
    expect.stringMatching(/^d1\/[\w-]{36}$/),
  ])
  expect(toQueueJob(repository, LED).id).toMatch(/^app-[\w-]{36}$/)
})
