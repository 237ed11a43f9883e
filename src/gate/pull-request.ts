/** A pull request, looked at once: read anew, decided, and only what differs is written, to the head that was read. */

import { type Sha, short } from '../core/commit.ts'
import type { RepositoryRef } from '../core/event.ts'
import { type GateSays, gateSays } from '../core/gate.ts'
import { REPLY_MARKER } from '../effects/reply.ts'
import { baseReader, type ReadBase } from '../facts/base.ts'
import { readHeads } from '../facts/heads.ts'
import { nameOf, readPullRequest } from '../facts/pull-request.ts'
import type { GitHub } from '../github.ts'
import { COMMENT_MARKER } from '../render/comment.ts'
import type { GateContext } from './context.ts'
import type { Look, OtherPull } from './look.ts'
import { tellMerged } from './merged.ts'
import { toReport } from './report.ts'
import { writeLook } from './write.ts'

/** A head that more pull requests share is nobody's honest work. */
const MAX_OTHERS = 4

/** @throws GateError as GitHub's refusal: then nothing is known, and nothing is written */
export async function lookAt(
  github: GitHub,
  repository: RepositoryRef,
  number: number,
  context: GateContext,
): Promise<Look> {
  const name = nameOf(repository)
  const reading = { ...context, readBase: baseReader(github, name, context.app) }
  const mine = await judge(github, repository, number, reading)
  const { page } = mine.truth
  if (!page.isOpen) {
    const comment = await tellMerged(github, name, page, reading)
    return { ...mine, others: [], written: { check: 'none', comment, mirror: 'none', evidence: 'none' } }
  }
  const heads = await readHeads(github, name, page.head)
  const numbers = heads.filter((other) => other !== number)
  const others: OtherPull[] = []
  for (const other of numbers.slice(0, MAX_OTHERS)) {
    const { truth, ...said } = await judge(github, repository, other, reading)
    if (truth.page.isOpen && truth.page.head === page.head) others.push(said)
  }
  const look = { ...mine, others: numbers.length > MAX_OTHERS ? [tooMany(mine, page.head), ...others] : others }
  const { terms } = context.trustIn(repository.id)
  return { ...look, written: await writeLook(github, name, look, { app: context.app, terms }) }
}

async function judge(
  github: GitHub,
  repository: RepositoryRef,
  number: number,
  { app, trustIn, readBase }: Pick<GateContext, 'app' | 'trustIn'> & { readonly readBase: ReadBase },
): Promise<Pick<Look, 'truth' | 'says' | 'report'>> {
  const reading = { app, trust: trustIn(repository.id), marker: COMMENT_MARKER, answers: REPLY_MARKER, readBase }
  const truth = await readPullRequest(github, repository, number, reading)
  const says = gateSays(truth.facts)
  return { truth, says, report: toReport(nameOf(repository), truth, says) }
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
