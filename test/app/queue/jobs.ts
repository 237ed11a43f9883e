/** Jobs of the event queue: a request is identified by its id, a hint by its pull request. */

import type { QueueJob, RunOptions } from '../../../src/app/queue/event-queue.ts'
import type { AuditEntry } from '../../../src/core/model/audit.ts'
import { type GateEvent, type RepositoryRef, toKey } from '../../../src/core/model/event.ts'

const REPOSITORY: RepositoryRef = { installationId: 7, id: '99', owner: 'acme', repo: 'shop' }
const MONA = { login: 'mona', id: '1', isBot: false }

/** Short pauses: the tests wait for them. */
export const OPTIONS: RunOptions = { concurrency: 4, maxTries: 3, retryMs: 1 }

function job(id: string, event: GateEvent): QueueJob {
  return { id, key: toKey(REPOSITORY, event), repository: REPOSITORY, event }
}

export const hint = (id: string, number = 1, head?: string): QueueJob =>
  job(id, { kind: 'pull-request', number, ...(head && { head }) })

export const request = (id: string, number = 1): QueueJob =>
  job(id, { kind: 'comment', number, commentId: id, actor: MONA, text: `/tdd ${id}`, at: '2026-11-01T00:00:00Z' })

/** A rejected RED of a pull request, for the audit log. */
export const toVerdict = (number: number): AuditEntry => ({
  kind: 'verdict',
  repository: 'acme/shop',
  number,
  head: 'a'.repeat(40),
  conclusion: 'failure',
  title: 'RED 1.1 rejected',
  rules: ['red-has-driver'],
  overriddenBy: null,
})

export class Refusal extends Error {
  override readonly name = 'Refusal'
}

/** What a rate limit looks like. */
export function postponed(retryAfterMs: number): Error {
  return Object.assign(new Error('GitHub limits requests'), { retryAfterMs })
}
