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

test('the log of an event names its repository and the verdicts that it led to, and no words of its author', async () => {
  const lines: object[] = []
  const work = workOn({
    clients: { app: GITHUB, of: async () => GITHUB },
    queue: { accept: async () => 'new' as const } as Partial<EventQueue> as EventQueue,
    log: (_, message, fields) => void lines.push({ message, ...fields }),
    handle: async (_, __, { record }) => {
      await record?.({
        kind: 'verdict',
        repository: 'acme/shop',
        number: 2,
        head: '0e88faadd'.padEnd(40, '0'),
        conclusion: 'failure',
        title: 'GREEN 1.1 rejected: words of an author',
        rules: ['green-keeps-tests'],
        overriddenBy: null,
      })
      return []
    },
    nameOf: async () => ({ id: 1, slug: 'tdd-gate' }),
    needs: { permissions: {}, events: [] },
  })
  await work(hint('h'), NEVER)
  expect(lines).toEqual([
    expect.objectContaining({
      message: 'event handled',
      repository: `${repository.owner}/${repository.repo}`,
      verdicts: ['#2 at 0e88faadd: failure, green-keeps-tests'],
    }),
  ])
  expect(JSON.stringify(lines)).not.toContain('words of an author')
})
