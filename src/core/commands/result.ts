/** The pieces that results of commands are made of. */

import {
  applyDecisions,
  byWords,
  compareSaid,
  getSay,
  getTime,
  standingStops,
  standingWords,
} from '../evaluate/apply-decisions.ts'
import { type Sha, short } from '../model/commit.ts'
import type { Effect, ReplyPart } from '../model/effect.ts'
import { isSameActor } from '../model/event.ts'
import type { Said } from '../model/finding.ts'
import { MAX_REASON, type MaintainerDecision } from '../model/maintainer-decision.ts'
import { didYouMean } from '../util/nearest.ts'
import type { CommandFacts, CommandIssue, CommandPull, CommandResult } from './command.ts'

/** A sentence, or a part of another kind. */
export type Words = string | ReplyPart

const UNSAFE = /[\p{Cc}\p{Cf}\s]+/gu
/** Git abbreviates to no fewer, and people copy as many from the gate's texts. */
const NAMED_HEAD = /^[0-9a-f]{7,64}$/i

export function done(effects: readonly Effect[], ...words: readonly Words[]): CommandResult {
  return { effects, reply: { isDone: true, parts: words.map(toPart) } }
}

/** Nothing is done, and why. */
export function refused(...words: readonly Words[]): CommandResult {
  return { effects: [], reply: { isDone: false, parts: words.map(toPart) } }
}

/** Also for whoever has changed the issue since. @param start with what is to be told of it */
export function startedBefore(
  { pull, branch }: NonNullable<CommandIssue['started']>,
  start: CommandIssue['start'],
): CommandResult {
  return done(
    [],
    `The task was started: pull request #${pull}, branch \`${branch}\`.`,
    'It keeps the plan that it began with, whatever the issue says now; `/tdd plan` there shows it.',
    list('warnings' in start ? start.warnings : []),
  )
}

/** @param words what is to be said of it besides */
export function withWords({ effects, reply }: CommandResult, words: string): CommandResult {
  return { effects, reply: { ...reply, parts: [...reply.parts, toPart(words)] } }
}

export function list(items: readonly string[]): ReplyPart {
  return { kind: 'list', items }
}

function toPart(words: Words): ReplyPart {
  return typeof words === 'string' ? { kind: 'text', text: words } : words
}

/** One line as somebody wrote it, without what does not show, cut; empty where nothing was said. */
export function getReason(text: string): string {
  const line = text
    .slice(0, MAX_REASON * 8)
    .replace(UNSAFE, ' ')
    .trim()
  return [...line].slice(0, MAX_REASON).join('')
}

export function decisionBy(
  { actor, at, commentId }: CommandFacts,
  { number, head }: CommandPull,
  said: Pick<MaintainerDecision, 'kind' | 'subtask' | 'reason'>,
): MaintainerDecision {
  const { login, id, isBot } = actor
  return { schemaVersion: 1, ...said, pullRequest: number, head, by: { login, id, isBot }, at, commentId }
}

/**
 * A stop holds from when it is heard. Deliveries come in any order: whoever let it go on before knew nothing of it, though
 * their words are dated later.
 */
export function stopBy(facts: CommandFacts, pull: CommandPull, kind: 'pause' | 'abort'): MaintainerDecision {
  const stop = decisionBy(facts, pull, { kind, subtask: null, reason: getReason(facts.rest) })
  const goOn = pull.decisions.filter((one) => one.kind === 'resume' || one.kind === 'override')
  const last = Math.max(...goOn.filter((one) => compareSaid(one, stop) > 0).map(getTime))
  return Number.isFinite(last) ? { ...stop, at: new Date(last + 1).toISOString() } : stop
}

/** Whoever lets it go on takes back what was heard before they wrote, and nothing else. */
export function stoppedMeanwhile(pull: CommandPull, facts: CommandFacts): CommandResult | null {
  const mine = decisionBy(facts, pull, { kind: 'resume', subtask: null, reason: '' })
  const stops = standingStops({ pullRequest: pull.number, decisions: pull.decisions })
  const later = stops.findLast((stop) => compareSaid(stop, mine) > 0)
  if (later === undefined) return null
  return refused(`It was stopped meanwhile, ${byWords(getSay(later))}. To take that back too, say it again.`)
}

/** Kept on the first commit: whatever becomes of the branch, it is found there. */
export function kept({ anchor }: CommandPull, decision: MaintainerDecision): readonly Effect[] {
  return anchor === null ? [] : [{ kind: 'record', on: anchor, decision }]
}

/** What stops commits or lets them go on follows them: it is kept where others find it who begin or end with the same ones. */
export function keptWithCommits(pull: CommandPull, decision: MaintainerDecision): readonly Effect[] {
  const { anchor, firstCommit } = pull
  if (anchor === null) return []
  const places = new Set([anchor, ...(firstCommit === null ? [] : [firstCommit]), decision.head])
  return [...places].map((on) => ({ kind: 'record', on, decision }))
}

/** @returns why there is no place for a decision; null when there is one */
export function withoutPlace({ anchor }: CommandPull): CommandResult | null {
  return anchor === null ? refused('The branch has no commit of its own yet, on which a decision could be kept.') : null
}

/** The last word of a person about whether the task goes on. */
export function standingStop({
  number,
  decisions,
}: Pick<CommandPull, 'number' | 'decisions'>): MaintainerDecision | null {
  return standingStops({ pullRequest: number, decisions }).at(-1) ?? null
}

/** What this person stopped it with, in this very pull request; nothing where this head may pass all the same. */
export function ownStops(pull: CommandPull, { actor }: Pick<CommandFacts, 'actor'>): readonly MaintainerDecision[] {
  const { number: pullRequest, decisions } = pull
  if (getOverride(pull) !== null) return []
  return standingStops({ pullRequest, decisions }).filter(
    (stop) => stop.pullRequest === pullRequest && isSameActor(stop.by, actor),
  )
}

interface Known {
  readonly id: string
  readonly title: string
}

/** @param named as it was written; empty where nothing was @param how to name one, a sentence with a blank before it */
export function noSubtask(named: string, known: readonly Known[], how = ''): CommandResult {
  const isNone = known.length === 0
  if (named === '' && isNone) return refused('Which subtask? No commit has begun one.')
  if (named === '') return refused(`Which subtask?${how}`, ...listed(known))
  const words = `The task has no subtask \`${named}\``
  if (isNone) return refused(`${words}: no commit has begun one.`)
  const ids = known.map(({ id }) => id)
  return refused(`${words}${didYouMean(named, ids) || '.'}${how}`, ...listed(known))
}

function listed(known: readonly Known[]): readonly Words[] {
  return ['Subtasks:', list(known.map(({ id, title }) => `${id}: ${title}`))]
}

/** A later override of this head lets it pass: then nothing is stopped. */
export function getOverride({ number: pullRequest, decisions, head }: CommandPull): Said | null {
  return standingWords(applyDecisions({ pullRequest, decisions }, head, []), head).override
}

/** What one comment says is said in the same moment: nothing in it comes after the stop. */
export function stoppedBySame(stop: MaintainerDecision | null, { commentId }: CommandFacts): CommandResult | null {
  if (stop === null || stop.commentId !== commentId) return null
  return refused('The same comment stopped the task: say this in a comment of its own.')
}

/** What follows the commit that a command named, or all of it. */
export interface Bound {
  readonly reason: string
  /** Why the command may have been meant for another commit. */
  readonly refusal: CommandResult | null
}

/**
 * A command about a commit holds for the one that the person saw: the head that they name, or the one that the gate had spoken
 * of before they wrote.
 */
export function boundToHead({ head, isHeadSeen }: CommandPull, { args, rest }: CommandFacts, name: string): Bound {
  const [first = ''] = args
  const named = NAMED_HEAD.test(first) && /\d/.test(first) ? first.toLowerCase() : null
  const reason = getReason(named === null ? rest : rest.slice(rest.indexOf(first) + first.length))
  const isMeant = named === null ? isHeadSeen : head.startsWith(named)
  return { reason, refusal: isMeant ? null : moved(head, name, reason) }
}

function moved(head: Sha, name: string, reason: string): CommandResult {
  const again = `/tdd ${name} ${short(head)}${reason === '' ? '' : ` ${reason}`}`
  return refused(
    `Nothing was done: the head is ${short(head)}, and the gate had not spoken of it when you wrote. Look at it first.`,
    'If you mean this commit, say so:',
    { kind: 'commands', lines: [again] },
  )
}
