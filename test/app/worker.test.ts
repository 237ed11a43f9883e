import { expect, test } from 'vitest'
import type { EventQueue, QueueJob } from '../../src/app/queue/event-queue.ts'
import type { Urgency } from '../../src/app/rate-limiter.ts'
import { workOn } from '../../src/app/worker.ts'
import type { GateEvent } from '../../src/core/model/event.ts'
import type { GitHub } from '../../src/github/routes.ts'
import { hint, request } from './queue/letters.ts'

const NEVER = new AbortController().signal
const GITHUB: GitHub = { request: () => Promise.reject(new Error('nothing is asked here')) }
const LED: GateEvent = { kind: 'pull-request', number: 3 }
const { repository } = hint('h')
const led = (event: GateEvent): QueueJob => ({ id: 'h', key: 'k', repository, event })

/** @returns how urgent it was, and what it led to */
async function worked(job: QueueJob) {
  const asked: Urgency[] = []
  const accepted: GateEvent[] = []
  const of = async (_id: number, urgency: Urgency) => {
    asked.push(urgency)
    return GITHUB
  }
  const accept = async ({ event }: QueueJob) => {
    accepted.push(event)
    return 'new' as const
  }
  const work = workOn({
    clients: { app: GITHUB, of },
    inbox: { accept } as Partial<EventQueue> as EventQueue,
    log: () => undefined,
    handle: async () => [LED],
    nameOf: async () => ({ id: 1, slug: 'tdd-gate' }),
    needs: { permissions: {}, events: [] },
  })
  await work(job, NEVER)
  return [...asked, ...accepted]
}

const ROUTINE = { ...LED, isRoutine: true }

test.each<[string, QueueJob, Urgency, object]>([
  ['what a person asks for', request('r'), 'people', LED],
  ['a pull request that changed', hint('h'), 'hints', LED],
  ['a head that was judged', led({ kind: 'head', head: 'a'.repeat(40) }), 'hints', LED],
  ['a base that moved under many', led({ kind: 'base', branch: 'main' }), 'hints', ROUTINE],
  ['a whole repository', led({ kind: 'repository' }), 'hints', ROUTINE],
  ['one that is looked at as a matter of routine', led({ ...LED, isRoutine: true }), 'routine', LED],
])('how urgent is %s, and what it leads to', async (_what, job, urgency, next) => {
  expect(await worked(job)).toEqual([urgency, next])
})
