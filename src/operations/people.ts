/** Runs `pause`, `resume`, `skip`, `override`, `abort` and `revert`: the decisions of the slash commands, on a local branch. */
import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import type { CommandFacts, CommandPull } from '../core/commands/command.ts'
import { runCommand } from '../core/commands/index.ts'
import { findLastAccepted } from '../core/commands/last-accepted.ts'
import { commandRefused, noBranch, notByProgram } from '../core/errors/people.ts'
import { unknownRule } from '../core/errors/usage.ts'
import type { Effect } from '../core/model/effect.ts'
import type { MaintainerDecision } from '../core/model/maintainer-decision.ts'
import { rules } from '../core/rules/index.ts'
import { shellWords } from '../core/rules/text.ts'
import { canonical } from '../core/util/canonical.ts'
import { didYouMean, nearest } from '../core/util/nearest.ts'
import { dropDecisions, writeDecision } from '../git/local-refs/decisions.ts'
import { getCurrentBranch } from '../git/local-refs/head.ts'
import { dropKeptRed, findKeptRed } from '../git/local-refs/kept-red.ts'
import { nameOfRef, type Range, resolveRange } from '../git/range.ts'
import { openRepository, type Repository } from '../git/repository.ts'
import { asUser, leaveBranch, moveTo, writeCommit } from '../git/write.ts'
import { toLocalReply, toWhere } from '../render/local-reply.ts'
import { refuseUncommitted } from './clean-tree.ts'
import { LOCAL, readLocalPeople } from './decisions.ts'
import type { Hooks } from './verify/progress.ts'
import type { SessionOptions } from './verify/session.ts'

export type LocalDecisionKind = 'pause' | 'resume' | 'skip' | 'override' | 'abort' | 'revert'

interface DecisionOptions extends Omit<SessionOptions, 'head' | 'isEmptyAllowed'> {
  readonly kind: LocalDecisionKind
  /** What follows the name of the command. */
  readonly args: readonly string[]
  /** True for a program: it can stop its work, and cannot excuse it. */
  readonly isProgram: boolean
  /** True: a revert leaves changes that are not committed. The caller has checked that they are not in its way. */
  readonly keepsChanges?: boolean
}

export interface LocalDecision {
  readonly kind: LocalDecisionKind
  readonly decision: MaintainerDecision | null
  /** The commit that a revert added. */
  readonly commit: string | null
  /** The command that restores a deleted branch; null where none was deleted. */
  readonly restore: string | null
}

export const DELETE_BRANCH = '--delete-branch'
/** What a program may not do for its own work. */
const EXCUSES: readonly LocalDecisionKind[] = ['resume', 'skip', 'override']
/** Stopping needs no judgement: no test runs. */
const JUDGED: readonly LocalDecisionKind[] = ['resume', 'skip', 'override', 'revert']

/**
 * Applies a decision as on GitHub: the same pure function decides about it.
 * @throws GateError `command-refused` with the reason
 */
export async function decideLocally(
  { kind, args, isProgram, keepsChanges = false, ...options }: DecisionOptions,
  hooks: Hooks,
): Promise<LocalDecision> {
  const repository = hooks.repository ?? (await openRepository(options.repo))
  if (kind === 'override') refuseUnknownRule(args)
  const isDeleting = args.includes(DELETE_BRANCH)
  if (isDeleting && isProgram) throw notByProgram(kind, args)
  if ((kind === 'revert' && !keepsChanges) || isDeleting) await refuseUncommitted(repository)
  const branch = JUDGED.includes(kind)
    ? await judgeBranchNow(options, hooks)
    : await readBranch(repository, options.base)
  const facts = await gatherFacts(repository, branch, { args, isProgram })
  const { effects, reply } = runCommand(kind, facts)
  if (!reply.isDone)
    throw isProgram && EXCUSES.includes(kind) ? notByProgram(kind, args) : commandRefused(toLocalReply(reply))
  const applied = await apply(repository, effects, nameOfRef(branch.range.baseName))
  const { by, reason } = applied.decision ?? { by: facts.actor, reason: '' }
  hooks.onProgress({ kind, by: by.login, reason })
  return { kind, ...applied }
}

/** On GitHub an override without a rule is for the whole head; there is none here. */
function refuseUnknownRule([code = '']: readonly string[]): void {
  const codes = rules.map((rule) => rule.code)
  if (!codes.includes(code)) throw unknownRule(code, didYouMean(code, codes), nearest(code, codes))
}

/** The branch as far as a decision needs it. */
interface BranchFacts extends Pick<CommandPull, 'firstCommit' | 'decision' | 'lastAccepted'> {
  readonly range: Range
}

/** Stopping must be quick, and must work where nothing can be judged. */
async function readBranch(repository: Repository, base: string | undefined): Promise<BranchFacts> {
  const range = await resolveRange(repository, { isEmptyAllowed: true, ...(base === undefined ? {} : { base }) })
  const span = range.base === null ? range.head : `${range.base}..${range.head}`
  const listed = await repository.git(['rev-list', '--first-parent', '--reverse', span, '--'])
  const [first = ''] = listed.toString().split('\n')
  return { range, firstCommit: first === '' ? null : first, decision: null, lastAccepted: null }
}

/** Judging loads much more than a decision without it. */
async function judgeBranchNow(options: SessionOptions, hooks: Hooks): Promise<BranchFacts> {
  const [{ openSession }, { judgeOpenBranch }] = await Promise.all([import('./verify/session.ts'), import('./next.ts')])
  const red = await findKeptRed(hooks.repository ?? (await openRepository(options.repo)))
  const head = red === null ? {} : { head: red.sha }
  await using session = await openSession({ ...options, ...head, isEmptyAllowed: true }, hooks)
  const { range, origin, subjects: commits } = session
  const { decision } = await judgeOpenBranch(session)
  const lastAccepted = findLastAccepted({ mergeBase: origin, commits }, decision)
  return { range, firstCommit: commits[0]?.sha ?? null, decision, lastAccepted }
}

async function gatherFacts(
  repository: Repository,
  branch: BranchFacts,
  { args, isProgram }: Pick<DecisionOptions, 'args' | 'isProgram'>,
): Promise<CommandFacts> {
  const now = Date.now()
  return {
    actor: { ...(await getActor(repository)), isBot: isProgram, role: 'admin' },
    at: new Date(now).toISOString(),
    commentId: String(now),
    args: args,
    rest: args.join(' '),
    pull: await getPull(repository, branch),
    issue: null,
    enforcement: null,
    excusingRoles: null,
    installation: null,
  }
}

const MAX_LOGIN = 100
const ID_LENGTH = 16

/** Git's name stands for the person. Nothing proves it, so decisions count on this machine only. */
async function getActor(repository: Repository) {
  const get = async (key: string) =>
    (await repository.run(['config', key], { env: asUser(process.env) })).stdout.toString().trim()
  const [name, email] = await Promise.all(['user.name', 'user.email'].map(get))
  const id = createHash('sha256')
    .update(email ?? '')
    .digest('hex')
    .slice(0, ID_LENGTH)
  return { login: (name || 'local').slice(0, MAX_LOGIN), id }
}

async function getPull(repository: Repository, { range, ...branch }: BranchFacts): Promise<CommandPull> {
  const { decisions } = await readLocalPeople(repository)
  return {
    number: LOCAL,
    isOpen: true,
    isMerged: false,
    head: range.head,
    isHeadSeen: true,
    branch: (await getCurrentBranch(repository)) ?? '',
    baseBranch: nameOfRef(range.baseName),
    baseTip: range.baseTip,
    isFork: false,
    // Whether authors may excuse their own work is decided on GitHub.
    authors: [],
    isPusherKnown: true,
    task: null,
    ...branch,
    storageCommit: branch.firstCommit,
    decisions,
    reason: '',
    title: '',
    summary: '',
  }
}

async function apply(
  repository: Repository,
  effects: readonly Effect[],
  base: string,
): Promise<Omit<LocalDecision, 'kind'>> {
  let decision: MaintainerDecision | null = null
  let commit: string | null = null
  let restore: string | null = null
  for (const effect of effects) {
    if (effect.kind === 'record' && decision === null) {
      decision = { ...effect.decision, where: getWhere() }
      await store(repository, decision)
    }
    if (effect.kind === 'go-back') {
      const { tree, from, message } = effect
      commit = await writeCommit(repository, { tree, parents: [from], message })
      await moveTo(repository, commit)
    }
    if (effect.kind === 'delete-branch') {
      const { branch, head } = effect
      await leaveBranch(repository, branch, base.replace(/^origin\//, ''))
      await dropDecisions(repository, branch)
      await dropKeptRed(repository, branch)
      restore = `git branch ${shellWords([branch], "'<branch>'")} ${head}`
    }
  }
  return { decision, commit, restore }
}

/** Nothing proves who types: a reviewer should know whether a person used a terminal. */
function getWhere(): string {
  return toWhere(hostname(), process.stdin.isTTY === true)
}

async function store(repository: Repository, decision: MaintainerDecision): Promise<void> {
  const branch = await getCurrentBranch(repository)
  if (branch === null) throw noBranch()
  await writeDecision(repository, branch, `${decision.commentId}-${decision.kind}`, canonical(decision))
}
