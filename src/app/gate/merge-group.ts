/** Answers a merge group at once: it passes only if all its pull requests are known and passed. */

import { type Sha, short } from '../../core/model/commit.ts'
import type { RepositoryRef } from '../../core/model/event.ts'
import { baseReason } from '../../core/status/base.ts'
import { GATE_CHECK, isGateCheck, MAX_TITLE } from '../../core/status/checks.ts'
import type { Base } from '../../core/status/protection.ts'
import { readOwnChecks } from '../../github/own-checks.ts'
import { createBaseReader } from '../../github/read/protection/base.ts'
import { GROUP_ID, type GroupMember, readMergeGroup } from '../../github/read/pull-request/merge-group.ts'
import { getName } from '../../github/read/pull-request/pull-request.ts'
import type { GitHub, RepositoryName } from '../../github/routes.ts'
import { type CheckRun, putCheckRun, type Written } from '../../github/write/check-run.ts'
import { code, prose } from '../../render/text/markdown.ts'
import type { GateContext } from './context.ts'
import type { MergeGroup } from './evaluation.ts'
import { createKeyedMutex } from './keyed-mutex.ts'
import { getAuthor } from './write.ts'

/** The queue's webhook and the evaluation of a pull request may answer at the same time. */
const withLock = createKeyedMutex()

interface Held extends GroupMember {
  readonly conclusion: string | null
  readonly title: string
}

/** The result that a formerly green commit is about to get. */
export interface RevokedSuccess extends Pick<Held, 'number' | 'head' | 'title'> {
  readonly conclusion: string
  /** The base of a pull request that was closed without a merge; null while it is open. */
  readonly closedBase: string | null
}

/**
 * Answers a merge group. @param fallen set: only groups that contain this commit are answered @throws GateError for a
 * refusal of GitHub: the queue waits, and the event is retried
 */
export function answerMergeGroup(
  github: GitHub,
  repository: RepositoryRef,
  group: Omit<MergeGroup, 'kind'>,
  terms: AnswerTerms,
): Promise<Written | 'none'> {
  return withLock(`${repository.id}@${group.head}`, () => answer(github, repository, group, terms))
}

type AnswerTerms = Pick<GateContext, 'app'> & { readonly fallen?: RevokedSuccess }

async function answer(
  github: GitHub,
  repository: RepositoryRef,
  group: Omit<MergeGroup, 'kind'>,
  { app, fallen }: AnswerTerms,
): Promise<Written | 'none'> {
  const name = getName(repository)
  const { members, unknown, defaultBranch } = await readMergeGroup(
    github,
    name,
    group,
    fallen?.closedBase === group.baseBranch ? fallen : null,
  )
  if (fallen && members.every(({ head }) => head !== fallen.head)) return 'none'
  const held: Held[] = []
  for (const member of members) {
    held.push(member.head === fallen?.head ? { ...fallen, ...member } : await getHold(github, name, member, app.id))
  }
  const { checks: existing } = await readOwnChecks(github, name, group.head, app.id)
  const base = await createBaseReader(github, name, app)(group.baseBranch, defaultBranch)
  const check = combineReports(toCheck(group, held, unknown), base)
  return putCheckRun(github, name, { head: group.head, check, existing }, getAuthor(app))
}

async function getHold(github: GitHub, name: RepositoryName, member: GroupMember, appId: number): Promise<Held> {
  const { checks } = await readOwnChecks(github, name, member.head, appId)
  const gate = checks.findLast(isGateCheck)
  return { ...member, conclusion: gate?.conclusion ?? null, title: gate?.output.title ?? 'no check of the gate' }
}

/** A queue whose branch does not require the check may belong to another tool. */
function combineReports(check: CheckRun, base: Base): CheckRun {
  const reason = check.conclusion === 'success' ? baseReason(base, check.output.title) : null
  if (reason === null) return check
  const summary = `${prose(reason.message)} ${prose(reason.suggestion)}\n\n${check.output.summary}`
  return {
    ...check,
    conclusion: 'action_required',
    output: { ...check.output, title: reason.title.slice(0, MAX_TITLE), summary },
  }
}

function toCheck({ head, base }: Omit<MergeGroup, 'kind'>, held: readonly Held[], unknown: readonly Sha[]): CheckRun {
  const open = held.filter(({ conclusion }) => conclusion !== 'success')
  const isWhole = held.length > 0 && open.length === 0 && unknown.length === 0
  const numbers = (some: readonly Held[]) => some.map(({ number }) => `#${number}`).join(', ')
  const title = isWhole
    ? `${numbers(held)} passed the gate`
    : open.length > 0
      ? `${numbers(open)} did not pass the gate`
      : 'The pull requests of this group are unknown'
  const lines = [
    ...held.map(
      (one) => `- #${one.number} at ${code(short(one.head))}: ${one.conclusion ?? 'unknown'}, ${prose(one.title)}`,
    ),
    ...unknown.map((sha) => `- ${code(short(sha))} belongs to no known pull request`),
  ]
  const next = isWhole
    ? ''
    : '\n\nRemove the failing pull requests from the queue. Add them again when their checks are green.'
  return {
    name: GATE_CHECK,
    conclusion: isWhole ? 'success' : 'failure',
    detailsUrl: '',
    annotations: [],
    externalId: `${GROUP_ID}${base}`,
    output: { title, summary: `The group ends at ${code(short(head))}:\n\n${lines.join('\n')}${next}\n`, text: null },
  }
}
