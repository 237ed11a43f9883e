/** Reads the facts of a head: the pull request, and where a result is needed, all others with the same head. */
import { readGateCheck } from '../../core/status/checks.ts'
import { isStopped } from '../../core/status/people.ts'
import { MAX_OTHERS } from '../../core/status/shared-head.ts'
import type { HeadFacts } from '../../core/status/status.ts'
import { needsNoStatus } from '../../core/status/writing.ts'
import { NO_ORGANISATION } from '../../github/read/organisation/organisation.ts'
import { createBaseReader } from '../../github/read/protection/base.ts'
import { readHeads } from '../../github/read/pull-request/heads.ts'
import { type PullRequestSnapshot, readPullRequest } from '../../github/read/pull-request/pull-request.ts'
import { getName } from '../../github/routes.ts'
import { REPLY_MARKER } from '../../github/write/reply.ts'
import { COMMENT_MARKER } from '../../render/gate-report/comment.ts'
import type { EvaluationTarget } from './context.ts'

export interface HeadSnapshot {
  readonly own: PullRequestSnapshot
  /** Other open pull requests with this head. */
  readonly others: readonly PullRequestSnapshot[]
  readonly facts: HeadFacts
}

export async function readHead(target: EvaluationTarget): Promise<HeadSnapshot> {
  const { github, repository, number, head } = target
  const name = getName(repository)
  const reading = toReading(target)
  const own = await readPullRequest(github, repository, number, reading, head)
  const facts = getFacts(own)
  if (needsNoStatus(facts)) return { own, others: [], facts }
  const numbers = (await readHeads(github, name, facts.head)).filter((other) => other !== number)
  const others: PullRequestSnapshot[] = []
  for (const other of numbers.slice(0, MAX_OTHERS)) {
    const snapshot = await readPullRequest(github, repository, other, reading, facts.head)
    if (snapshot.page.isOpen && snapshot.page.head === facts.head) others.push(snapshot)
  }
  return { own, others, facts: { ...facts, areMore: numbers.length > MAX_OTHERS } }
}

/** How each pull request of the head is read. */
export function toReading({ github, repository, context }: EvaluationTarget) {
  const { app, trustIn, readConfig, readOrganisation = NO_ORGANISATION } = context
  return {
    app,
    trust: trustIn(repository.id),
    readBase: createBaseReader(github, getName(repository), app),
    readConfig,
    readOrganisation,
    marker: COMMENT_MARKER,
    answers: REPLY_MARKER,
  }
}

function getFacts({ page, comparison, facts, headChecks }: PullRequestSnapshot): HeadFacts {
  return {
    head: page.head,
    isOpen: page.isOpen,
    isStopped: isStopped(facts),
    isInBase: comparison?.mergeBase.sha === page.head,
    before: readGateCheck(headChecks),
    areMore: false,
    areGroupsUnseen: false,
  }
}
