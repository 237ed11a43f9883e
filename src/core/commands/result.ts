/** Builds the results of commands. */

import {
  applyDecisions,
  compareDecisions,
  describeStops,
  formatDecision,
  getTime,
  standingStops,
  toDecisionNote,
} from '../evaluate/apply-decisions.ts'
import { type Sha, short } from '../model/commit.ts'
import type { Effect, ReplyPart } from '../model/effect.ts'
import { isSameActor } from '../model/event.ts'
import type { DecisionNote } from '../model/finding.ts'
import { MAX_REASON, type MaintainerDecision } from '../model/maintainer-decision.ts'
import { didYouMean } from '../util/nearest.ts'
import type { CommandFacts, CommandIssue, CommandPull, CommandResult } from './command.ts'

/** A sentence, or another part of a reply. */
export type ReplyText = string | ReplyPart

const UNSAFE = /[\p{Cc}\p{Cf}\s]+/gu
/** Git abbreviates to at least seven digits, and people copy them from the gate's texts. */
const NAMED_HEAD = /^[0-9a-f]{7,64}$/i

export function done(effects: readonly Effect[], ...texts: readonly ReplyText[]): CommandResult {
  return { effects, reply: { isDone: true, parts: texts.map(toPart) } }
}

/** Returns a result without effects, with its reason. */
export function refused(...texts: readonly ReplyText[]): CommandResult {
  return { effects: [], reply: { isDone: false, parts: texts.map(toPart) } }
}

/**
 * Returns the reply for an earlier start, also after the issue changed.
 * @param start with the text to add
 */
export function startedBefore(
  { pull, branch }: NonNullable<CommandIssue['started']>,
  start: CommandIssue['start'],
): CommandResult {
  return done(
    [],
    `The task was started: pull request #${pull}, branch \`${branch}\`.`,
    'It keeps its original plan, even if the issue changed; `/tdd plan` there shows it.',
    listItems('warnings' in start ? start.warnings : []),
  )
}

/** Adds sentences to a reply. */
export function withText({ effects, reply }: CommandResult, text: string): CommandResult {
  return { effects, reply: { ...reply, parts: [...reply.parts, toPart(text)] } }
}

export function listItems(items: readonly string[]): ReplyPart {
  return { kind: 'list', items }
}

function toPart(text: ReplyText): ReplyPart {
  return typeof text === 'string' ? { kind: 'text', text } : text
}

/** Returns one visible line of a person's text, cut to its limit; empty without text. */
export function getGivenReason(text: string): string {
  const line = text
    .slice(0, MAX_REASON * 8)
    .replace(UNSAFE, ' ')
    .trim()
  return [...line].slice(0, MAX_REASON).join('')
}

export function decisionBy(
  { actor, at, commentId }: CommandFacts,
  { number, head }: CommandPull,
  statement: Pick<MaintainerDecision, 'kind' | 'subtask' | 'reason'>,
): MaintainerDecision {
  const { login, id, isBot } = actor
  return { schemaVersion: 1, ...statement, pullRequest: number, head, by: { login, id, isBot }, at, commentId }
}

/**
 * Creates a stop, effective from its arrival. Deliveries come in any order: a person who resumed earlier did not know
 * of this stop, even if that resume has a later date.
 */
export function stopBy(facts: CommandFacts, pull: CommandPull, kind: 'pause' | 'abort'): MaintainerDecision {
  const stop = decisionBy(facts, pull, { kind, subtask: null, reason: getGivenReason(facts.rest) })
  const goOn = pull.decisions.filter((one) => one.kind === 'resume' || one.kind === 'override')
  const last = Math.max(...goOn.filter((one) => compareDecisions(one, stop) > 0).map(getTime))
  return Number.isFinite(last) ? { ...stop, at: new Date(last + 1).toISOString() } : stop
}

/**
 * Finds stops that arrived after the person resumed: a resume lifts only the stops that arrived before it was written.
 */
export function stoppedMeanwhile(pull: CommandPull, facts: CommandFacts): CommandResult | null {
  const mine = decisionBy(facts, pull, { kind: 'resume', subtask: null, reason: '' })
  const stops = standingStops({ pullRequest: pull.number, decisions: pull.decisions })
  const later = stops.findLast((stop) => compareDecisions(stop, mine) > 0)
  if (later === undefined) return null
  return refused(
    `The task was stopped again meanwhile, ${formatDecision(toDecisionNote(later))}. To lift that stop too, repeat the command.`,
  )
}

/** Stores the decision on the first commit, where the App finds it whatever happens to the branch. */
export function storeDecision({ storageCommit }: CommandPull, decision: MaintainerDecision): readonly Effect[] {
  return storageCommit === null ? [] : [{ kind: 'record', on: storageCommit, decision }]
}

/** Stores a stop or resume on the first and last commit too. Other pull requests with these commits find it there. */
export function storeStop(pull: CommandPull, decision: MaintainerDecision): readonly Effect[] {
  const { storageCommit, firstCommit } = pull
  if (storageCommit === null) return []
  const places = new Set([storageCommit, ...(firstCommit === null ? [] : [firstCommit]), decision.head])
  return [...places].map((on) => ({ kind: 'record', on, decision }))
}

/**
 * Checks the place for a decision.
 * @returns why there is none; null when there is one
 */
export function refuseWithoutPlace({ storageCommit }: CommandPull): CommandResult | null {
  return storageCommit === null ? refused('The branch has no commit of its own yet that could store a decision.') : null
}

/** Returns the last decision about whether the task goes on. */
export function standingStop({
  number,
  decisions,
}: Pick<CommandPull, 'number' | 'decisions'>): MaintainerDecision | null {
  return standingStops({ pullRequest: number, decisions }).at(-1) ?? null
}

/** Returns this person's own stops in this pull request; none when an override lets this head pass. */
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

/**
 * Refuses an unknown subtask.
 * @param named as written; empty without a name
 * @param how how to name one: a sentence that begins with a blank
 */
export function noSubtask(named: string, known: readonly Known[], how = ''): CommandResult {
  const isNone = known.length === 0
  if (named === '' && isNone) return refused('Which subtask? No commit has begun one.')
  if (named === '') return refused(`Which subtask?${how}`, ...listed(known))
  const text = `The task has no subtask \`${named}\``
  if (isNone) return refused(`${text}: no commit has begun one.`)
  const ids = known.map(({ id }) => id)
  return refused(`${text}${didYouMean(named, ids) || '.'}${how}`, ...listed(known))
}

function listed(known: readonly Known[]): readonly ReplyText[] {
  return ['Subtasks:', listItems(known.map(({ id, title }) => `${id}: ${title}`))]
}

/** Returns a later override of this head: it lets the head pass in spite of a stop. */
export function getOverride({ number: pullRequest, decisions, head }: CommandPull): DecisionNote | null {
  return describeStops(applyDecisions({ pullRequest, decisions }, head, []), head).override
}

/** Refuses a resume in the comment that also stops the task: one comment has one time. */
export function stoppedBySame(stop: MaintainerDecision | null, { commentId }: CommandFacts): CommandResult | null {
  if (stop === null || stop.commentId !== commentId) return null
  return refused('The same comment stopped the task: write this command in a separate comment.')
}

/** The arguments after the commit that a command named, or all of them. */
export interface Bound {
  readonly reason: string
  /** Why the command may have been meant for another commit. */
  readonly refusal: CommandResult | null
}

/**
 * Binds a command to the commit that the person saw. This is the head that they name, or the head that the gate had
 * reported on before they wrote.
 */
export function boundToHead({ head, isHeadSeen }: CommandPull, { args, rest }: CommandFacts, name: string): Bound {
  const [first = ''] = args
  const named = NAMED_HEAD.test(first) && /\d/.test(first) ? first.toLowerCase() : null
  const reason = getGivenReason(named === null ? rest : rest.slice(rest.indexOf(first) + first.length))
  const isMeant = named === null ? isHeadSeen : head.startsWith(named)
  return { reason, refusal: isMeant ? null : moved(head, name, reason) }
}

function moved(head: Sha, name: string, reason: string): CommandResult {
  const again = `/tdd ${name} ${short(head)}${reason === '' ? '' : ` ${reason}`}`
  return refused(
    `Nothing was done: the head is ${short(head)}, and the gate had not reported on it when you wrote. Review it first.`,
    'If you mean this commit, name it:',
    { kind: 'commands', lines: [again] },
  )
}
