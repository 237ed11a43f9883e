/** Evaluates a pull request once: reads it, decides, and writes only differences, for the head that was read. */

import type { Sha } from '../../core/model/commit.ts'
import type { RepositoryRef } from '../../core/model/event.ts'
import { isGateCheck } from '../../core/status/checks.ts'
import { computeStatus, isStopped, tooManyShareHead } from '../../core/status/gate-status.ts'
import { createBaseReader, type ReadBase } from '../../github/read/protection/base.ts'
import { readHeads } from '../../github/read/pull-request/heads.ts'
import { getName, readPullRequest } from '../../github/read/pull-request/pull-request.ts'
import type { GitHub } from '../../github/routes.ts'
import { REPLY_MARKER } from '../../github/write/reply.ts'
import { COMMENT_MARKER } from '../../render/gate-report/comment.ts'
import { reportBypassedMerge } from './bypassed-merge.ts'
import type { GateContext } from './context.ts'
import type { OtherPull, PullRequestEvaluation, WrittenEvaluation } from './evaluation.ts'
import { lockHeads } from './keyed-mutex.ts'
import { toReport } from './report.ts'
import { failGroups, findRevoked, groupsToAnswer, withNote } from './revoked-success.ts'
import { writeCheck, writeEvaluation } from './write.ts'

const atHeads = lockHeads()

/** More pull requests on one head are not honest work. */
const MAX_OTHERS = 4
const NOTHING_WRITTEN: WrittenEvaluation = { check: 'none', comment: 'none', mirror: 'none', evidence: 'none' }

/** Evaluates the pull request. @throws GateError for a refusal of GitHub: nothing is written then */
export async function evaluatePullRequest(
  github: GitHub,
  repository: RepositoryRef,
  number: number,
  context: GateContext,
): Promise<PullRequestEvaluation> {
  const place: Place = { github, repository, number, context }
  return atHeads({
    read: () => readAll(place),
    headOf: ({ truth: pullRequestSnapshot }) => `${repository.id}@${pullRequestSnapshot.page.head}`,
    write: (evaluation) => write(place, evaluation),
    hasWritten: ({ written }) => written.check === 'created' || written.check === 'updated',
  })
}

interface Place {
  readonly github: GitHub
  readonly repository: RepositoryRef
  readonly number: number
  readonly context: GateContext
}

type Unwritten = Omit<PullRequestEvaluation, 'written' | 'groups'>

/** Reads the pull request and, where a result is needed for its head, all others with the same head. */
async function readAll({ github, repository, number, context }: Place): Promise<Unwritten> {
  const name = getName(repository)
  const reading = { ...context, readBase: createBaseReader(github, name, context.app) }
  const mine = await judge(github, repository, number, reading)
  const { page } = mine.truth
  if (isOver(mine)) return { ...mine, others: [] }
  const heads = await readHeads(github, name, page.head)
  const numbers = heads.filter((other) => other !== number)
  const others: OtherPull[] = []
  for (const other of numbers.slice(0, MAX_OTHERS)) {
    const { truth: snapshot, ...said } = await judge(github, repository, other, reading)
    if (snapshot.page.isOpen && snapshot.page.head === page.head) others.push(said)
  }
  return { ...mine, others: numbers.length > MAX_OTHERS ? [tooMany(mine, page.head), ...others] : others }
}

async function write({ github, repository, context }: Place, evaluate: Unwritten): Promise<PullRequestEvaluation> {
  const { page } = evaluate.truth
  if (isOver(evaluate)) {
    const name = getName(repository)
    const comment = await reportBypassedMerge(github, name, page, {
      ...context,
      readBase: createBaseReader(github, name, context.app),
    })
    return { ...evaluate, groups: [], written: { ...NOTHING_WRITTEN, comment } }
  }
  if (isMerged(evaluate)) return { ...evaluate, groups: [], written: NOTHING_WRITTEN }
  return { ...evaluate, ...(await tell(github, repository, page.isOpen ? evaluate : ofOthers(evaluate), context)) }
}

function isOver(pullRequestEvaluation: Pick<PullRequestEvaluation, 'truth'>): boolean {
  return !pullRequestEvaluation.truth.page.isOpen && !isGreenAndPaused(pullRequestEvaluation)
}

/** Recognises a closed pull request with a green head and a pause: after reopening it could be merged at once. */
function isGreenAndPaused({ truth: snapshot }: Pick<PullRequestEvaluation, 'truth'>): boolean {
  const isGreen = snapshot.headChecks.filter(isGateCheck).some(({ conclusion }) => conclusion === 'success')
  return isGreen && isStopped(snapshot.facts)
}

/** Pull requests that are open read the pauses of closed ones themselves. */
function ofOthers<T extends Pick<PullRequestEvaluation, 'says' | 'report' | 'others'>>(evaluation: T): T {
  const [first, ...rest] = evaluation.others
  return first === undefined ? evaluation : { ...evaluation, ...first, others: rest }
}

/** Writes the results. Merge groups are answered before a head loses its success, and once more afterwards. */
async function tell(
  github: GitHub,
  repository: RepositoryRef,
  evaluation: Unwritten,
  { app, trustIn }: Pick<GateContext, 'app' | 'trustIn'>,
): Promise<Pick<PullRequestEvaluation, 'written' | 'groups'>> {
  const { number, baseBranch } = evaluation.truth.page
  const pullRequests = [number, ...[evaluation, ...evaluation.others].map(({ says }) => says.pullRequest)]
  const queues = { github, repository, app, asked: { pullRequests, baseBranch } }
  const fallen = findRevoked(evaluation)
  const failed = fallen && (await failGroups(queues, fallen))
  const result = withNote(evaluation, failed)
  const name = getName(repository)
  const written = evaluation.truth.page.isOpen
    ? await writeEvaluation(github, name, result, { app, terms: trustIn(repository.id).terms })
    : { ...NOTHING_WRITTEN, check: fallen ? await writeCheck(github, name, result, app) : ('none' as const) }
  return { written, groups: failed === null ? [] : await groupsToAnswer(queues, failed) }
}

async function judge(
  github: GitHub,
  repository: RepositoryRef,
  number: number,
  {
    app,
    trustIn,
    readConfig,
    readBase,
  }: Pick<GateContext, 'app' | 'trustIn' | 'readConfig'> & { readonly readBase: ReadBase },
): Promise<Pick<PullRequestEvaluation, 'truth' | 'says' | 'report'>> {
  const words = { marker: COMMENT_MARKER, answers: REPLY_MARKER }
  const reading = { app, trust: trustIn(repository.id), readBase, readConfig, ...words }
  const snapshot = await readPullRequest(github, repository, number, reading)
  const says = computeStatus(snapshot.facts)
  return { truth: snapshot, says, report: toReport(getName(repository), snapshot, says) }
}

/**
 * A merged pull request cannot be judged, because its base contains the head. The head keeps its result, unless a pause
 * applies or another pull request with this head is not done.
 */
function isMerged({ truth: snapshot, others }: Pick<PullRequestEvaluation, 'truth' | 'others'>): boolean {
  const { page, comparison, headChecks, facts } = snapshot
  const isInBase = comparison?.mergeBase.sha === page.head
  const isSaid = headChecks.some(isGateCheck)
  return isInBase && isSaid && !isStopped(facts) && others.every((other) => other.says.conclusion === 'success')
}

function tooMany({ says, report }: OtherPull, head: Sha): OtherPull {
  const status = tooManyShareHead(says, head, MAX_OTHERS + 1)
  return { says: status, report: { ...report, decision: null, notice: status.notice } }
}
