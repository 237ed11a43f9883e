/** A pull request, looked at once: read anew, decided, and only what differs is written, to the head that was read. */

import { type Sha, short } from '../../core/model/commit.ts'
import type { RepositoryRef } from '../../core/model/event.ts'
import { isGateCheck } from '../../core/status/checks.ts'
import { type GateSays, gateSays, isStopped } from '../../core/status/gate-status.ts'
import { baseReader, type ReadBase } from '../../github/read/protection/base.ts'
import { readHeads } from '../../github/read/pull-request/heads.ts'
import { nameOf, readPullRequest } from '../../github/read/pull-request/pull-request.ts'
import type { GitHub } from '../../github/routes.ts'
import { REPLY_MARKER } from '../../github/write/reply.ts'
import { COMMENT_MARKER } from '../../render/gate-report/comment.ts'
import { tellMerged } from './bypassed-merge.ts'
import type { GateContext } from './context.ts'
import type { Look, LookWritten, OtherPull } from './evaluation.ts'
import { takeTurnsAtHeads } from './keyed-mutex.ts'
import { toReport } from './report.ts'
import { failGroups, fallenIn, groupsToAnswer, withNote } from './revoked-success.ts'
import { writeCheck, writeLook } from './write.ts'

const atHeads = takeTurnsAtHeads()

/** A head that more pull requests share is nobody's honest work. */
const MAX_OTHERS = 4
const NOTHING_WRITTEN: LookWritten = { check: 'none', comment: 'none', mirror: 'none', evidence: 'none' }

/** @throws GateError as GitHub's refusal: then nothing is known, and nothing is written */
export async function lookAt(
  github: GitHub,
  repository: RepositoryRef,
  number: number,
  context: GateContext,
): Promise<Look> {
  const place: Place = { github, repository, number, context }
  return atHeads({
    read: () => readAll(place),
    headOf: ({ truth }) => `${repository.id}@${truth.page.head}`,
    write: (look) => write(place, look),
    hasWritten: ({ written }) => written.check === 'created' || written.check === 'updated',
  })
}

interface Place {
  readonly github: GitHub
  readonly repository: RepositoryRef
  readonly number: number
  readonly context: GateContext
}

type Unwritten = Omit<Look, 'written' | 'groups'>

/** The pull request, and where something is to be said of its head, all others that have the same one. */
async function readAll({ github, repository, number, context }: Place): Promise<Unwritten> {
  const name = nameOf(repository)
  const reading = { ...context, readBase: baseReader(github, name, context.app) }
  const mine = await judge(github, repository, number, reading)
  const { page } = mine.truth
  if (isOver(mine)) return { ...mine, others: [] }
  const heads = await readHeads(github, name, page.head)
  const numbers = heads.filter((other) => other !== number)
  const others: OtherPull[] = []
  for (const other of numbers.slice(0, MAX_OTHERS)) {
    const { truth, ...said } = await judge(github, repository, other, reading)
    if (truth.page.isOpen && truth.page.head === page.head) others.push(said)
  }
  return { ...mine, others: numbers.length > MAX_OTHERS ? [tooMany(mine, page.head), ...others] : others }
}

async function write({ github, repository, context }: Place, look: Unwritten): Promise<Look> {
  const { page } = look.truth
  if (isOver(look)) {
    const name = nameOf(repository)
    const comment = await tellMerged(github, name, page, {
      ...context,
      readBase: baseReader(github, name, context.app),
    })
    return { ...look, groups: [], written: { ...NOTHING_WRITTEN, comment } }
  }
  if (isLanded(look)) return { ...look, groups: [], written: NOTHING_WRITTEN }
  return { ...look, ...(await tell(github, repository, page.isOpen ? look : ofOthers(look), context)) }
}

function isOver(look: Pick<Look, 'truth'>): boolean {
  return !look.truth.page.isOpen && !isGreenThoughStopped(look)
}

/** Closed before its head was told: whoever reopens it could merge at once. */
function isGreenThoughStopped({ truth }: Pick<Look, 'truth'>): boolean {
  const isGreen = truth.headChecks.filter(isGateCheck).some(({ conclusion }) => conclusion === 'success')
  return isGreen && isStopped(truth.facts)
}

/** Those that are open hear by themselves what stops a closed one, and what lets them go on. */
function ofOthers<T extends Pick<Look, 'says' | 'report' | 'others'>>(look: T): T {
  const [first, ...rest] = look.others
  return first === undefined ? look : { ...look, ...first, others: rest }
}

/** Groups of the merge queue hear of a head that loses its green before it does, and once more after it. */
async function tell(
  github: GitHub,
  repository: RepositoryRef,
  look: Unwritten,
  { app, trustIn }: Pick<GateContext, 'app' | 'trustIn'>,
): Promise<Pick<Look, 'written' | 'groups'>> {
  const { number, baseBranch } = look.truth.page
  const pullRequests = [number, ...[look, ...look.others].map(({ says }) => says.pullRequest)]
  const queues = { github, repository, app, asked: { pullRequests, baseBranch } }
  const fallen = fallenIn(look)
  const failed = fallen && (await failGroups(queues, fallen))
  const told = withNote(look, failed)
  const name = nameOf(repository)
  const written = look.truth.page.isOpen
    ? await writeLook(github, name, told, { app, terms: trustIn(repository.id).terms })
    : { ...NOTHING_WRITTEN, check: fallen ? await writeCheck(github, name, told, app) : ('none' as const) }
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
): Promise<Pick<Look, 'truth' | 'says' | 'report'>> {
  const words = { marker: COMMENT_MARKER, answers: REPLY_MARKER }
  const reading = { app, trust: trustIn(repository.id), readBase, readConfig, ...words }
  const truth = await readPullRequest(github, repository, number, reading)
  const says = gateSays(truth.facts)
  return { truth, says, report: toReport(nameOf(repository), truth, says) }
}

/**
 * Merged after it was read, or about to be called so: its base has the head, and nothing is left to judge it by. What was
 * said of the head stays, unless somebody stops it, or another pull request that has it is not done.
 */
function isLanded({ truth, others }: Pick<Look, 'truth' | 'others'>): boolean {
  const { page, comparison, headChecks, facts } = truth
  const isInBase = comparison?.mergeBase.sha === page.head
  const isSaid = headChecks.some(isGateCheck)
  return isInBase && isSaid && !isStopped(facts) && others.every((other) => other.says.conclusion === 'success')
}

function tooMany({ says, report }: OtherPull, head: Sha): OtherPull {
  const notice = {
    code: 'too-many-pull-requests',
    isFailure: true,
    title: `More than ${MAX_OTHERS + 1} pull requests have the head ${short(head)}`,
    message: 'All of them would have to hold, and so many are not judged.',
    suggestion: 'Close those that are not needed.',
  }
  const said: GateSays = { ...says, conclusion: 'failure', decision: null, notice }
  return { says: said, report: { ...report, decision: null, notice } }
}
