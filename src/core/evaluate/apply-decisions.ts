/** Applies maintainers' decisions during the walk: each at its head, the earlier ones first. */
import type { Sha } from '../model/commit.ts'
import type { DecisionNote } from '../model/finding.ts'
import type { MaintainerDecision } from '../model/maintainer-decision.ts'
import type { Policy } from '../model/policy.ts'
import { type Cycle, type GateState, getGrant, getMaxAttempts } from '../model/state.ts'
import { type Excuse, type Excused, isExcusable } from './excuses.ts'
import type { Walk } from './walk.ts'

/** Decisions about a pull request, in any order; of another pull request with its commits, only stops. */
export interface People {
  readonly pullRequest: number
  readonly decisions: readonly MaintainerDecision[]
}

/** All decisions, by the commit after which they hold. */
export interface AppliedDecisions {
  /** In order. */
  readonly all: readonly MaintainerDecision[]
  readonly atStart: readonly MaintainerDecision[]
  readonly after: ReadonlyMap<Sha, readonly MaintainerDecision[]>
  readonly atEnd: readonly MaintainerDecision[]
}

/**
 * Sorts decisions by commit. After a rewritten history the order is unknown. A grant then holds from the start, and a
 * demand at the end, until another decision about the subtask. The same applies to withdrawals of demands.
 */
export function applyDecisions(
  people: People | undefined,
  base: Sha,
  commits: readonly { readonly sha: Sha }[],
): AppliedDecisions {
  const all = people === undefined ? [] : inOrder(people)
  const known = new Set([base, ...commits.map(({ sha }) => sha)])
  const lost = all.filter(({ head }) => !known.has(head))
  return {
    all,
    atStart: lost.filter(({ kind }) => kind === 'skip' || kind === 'resume'),
    after: Map.groupBy(
      all.filter(({ head }) => known.has(head)),
      ({ head }) => head,
    ),
    atEnd: lost.filter(
      (one) => isAboutSubtask(one) && !all.slice(all.indexOf(one) + 1).some((later) => voids(later, one)),
    ),
  }
}

/**
 * Sorts by GitHub's clock, then by the number of the comment; a comment recorded twice counts once. Stops come last
 * among the decisions of one comment.
 */
export function inOrder({ pullRequest, decisions }: People): readonly MaintainerDecision[] {
  const own = decisions.filter((decision) => decision.pullRequest === pullRequest)
  const others = decisions.filter((decision) => decision.pullRequest !== pullRequest)
  const sorted = [...own, ...stopsOfOthers(others)].toSorted(compareDecisions)
  const known = new Set<string>()
  return sorted.filter(({ kind, subtask, excuses, commentId }) => {
    const key = JSON.stringify([commentId, kind, subtask, excuses?.rule])
    return !known.has(key) && known.add(key)
  })
}

/** Negative when the first decision was made before the second one. */
export function compareDecisions(a: MaintainerDecision, b: MaintainerDecision): number {
  const [idA, idB] = [getNumber(a.commentId), getNumber(b.commentId)]
  return getTime(a) - getTime(b) || (idA < idB ? -1 : idA > idB ? 1 : Number(isStop(a)) - Number(isStop(b)))
}

/** Milliseconds since 1970. */
export function getTime({ at }: Pick<MaintainerDecision, 'at'>): number {
  return Date.parse(at) || 0
}

/** Keeps stops of other pull requests: their commits must not be merged elsewhere meanwhile. */
function stopsOfOthers(others: readonly MaintainerDecision[]): readonly MaintainerDecision[] {
  const byPull = Map.groupBy(others, ({ pullRequest }) => pullRequest)
  return [...byPull].flatMap(([pullRequest, decisions]) => {
    const place = `said in #${pullRequest}`
    const placed = (reason: string) => (reason === '' ? place : `${reason} (${place})`)
    return standingStops({ pullRequest, decisions }).map((stop) => ({ ...stop, reason: placed(stop.reason) }))
  })
}

/** Returns all active stops, of this pull request or of others with its commits; the earliest first. */
export function standingStops(people: People): readonly MaintainerDecision[] {
  const stops = inOrder(people).filter(isAboutStopping)
  return stops.slice(stops.findLastIndex(({ kind }) => kind === 'resume') + 1)
}

/** `by @mona: reason`, or without a reason only the person. */
export function formatDecision({ by, reason }: Pick<DecisionNote, 'by' | 'reason'>): string {
  return `by @${by}${reason === '' ? '' : `: ${reason}`}`
}

/** Returns whether the decision stops or resumes a pull request. */
export function isAboutStopping({ kind }: Pick<MaintainerDecision, 'kind'>): boolean {
  return isStop({ kind }) || kind === 'resume'
}

/** Returns whether the decision stops a pull request. */
export function isStop<T extends Pick<MaintainerDecision, 'kind'>>(
  decision: T,
): decision is T & { readonly kind: 'pause' | 'abort' } {
  return decision.kind === 'pause' || decision.kind === 'abort'
}

function getNumber(id: string): bigint {
  return /^\d{1,30}$/.test(id) ? BigInt(id) : 0n
}

function voids(later: MaintainerDecision, { subtask }: MaintainerDecision): boolean {
  return isAboutSubtask(later) && later.subtask === subtask
}

function isAboutSubtask({ kind }: MaintainerDecision): boolean {
  return kind === 'red' || kind === 'skip'
}

/** Applies the decision to snapshots too: returning to an accepted commit restores nothing that a person withdrew. */
export function applyDecision(walk: Walk, decisions: readonly MaintainerDecision[] | undefined, isLost = false): Walk {
  if (decisions === undefined || decisions.length === 0) return walk
  const applied = (state: GateState) =>
    decisions.reduce((before, one) => apply(before, one, walk.criteria.policy, isLost), state)
  const snapshots = [...walk.snapshots].map(
    ([tree, { state, judged }]) => [tree, { state: applied(state), judged }] as const,
  )
  return { ...walk, state: applied(walk.state), snapshots: new Map(snapshots) }
}

function apply(state: GateState, { kind, subtask }: MaintainerDecision, policy: Policy, isLost: boolean): GateState {
  switch (kind) {
    case 'skip':
      return subtask === null ? state : skip(state, subtask)
    case 'red':
      return reopen(state, subtask ?? lastSubtask(state))
    case 'resume':
      return isLost ? { ...state, granted: state.granted + policy.green.maxAttempts } : grant(state, policy)
    case 'attempt':
      return addAttempt(state, subtask)
    case 'pause':
    case 'revert':
    case 'override':
    case 'abort':
      return state
    default:
      return kind satisfies never
  }
}

/** Counts an attempt at the open cycle that no commit shows. */
function addAttempt(state: GateState, subtask: string | null): GateState {
  const cycle = state.cycles.get(subtask ?? '')
  if (cycle === undefined) return state
  const tried = { ...cycle, attempts: cycle.attempts + 1 }
  return {
    ...state,
    cycles: new Map(state.cycles).set(cycle.subtask, tried),
    attempts: new Map(state.attempts).set(cycle.identity, { attempts: tried.attempts, ...getGrant(tried) }),
  }
}

/** Skips a subtask, whatever was demanded before. */
function skip(state: GateState, subtask: string): GateState {
  const reopened = new Set([...state.reopened].filter((id) => id !== subtask))
  return { ...state, reopened, skipped: new Set([...state.skipped, subtask]) }
}

function lastSubtask({ cycles, proved }: GateState): string | null {
  return [...cycles.keys()].at(-1) ?? [...proved.keys()].at(-1) ?? null
}

/** Voids a subtask's proof. An open cycle stays open, since its tests still fail, but no GREEN closes it. */
function reopen(state: GateState, subtask: string | null): GateState {
  if (subtask === null) return state
  const without = <T>(ids: Iterable<T>) => [...ids].filter((id) => id !== subtask)
  return {
    ...state,
    skipped: new Set(without(state.skipped)),
    proved: new Map([...state.proved].filter(([id]) => id !== subtask)),
    refactored: new Set(without(state.refactored)),
    reopened: new Set([...state.reopened, subtask]),
  }
}

/** Grants as many attempts again to every cycle without attempts left. */
function grant(state: GateState, policy: Policy): GateState {
  const granted = (cycle: Cycle): Cycle =>
    cycle.attempts < getMaxAttempts(state, cycle, policy)
      ? cycle
      : { ...cycle, granted: (cycle.granted ?? 0) + policy.green.maxAttempts }
  const cycles = [...state.cycles].map(([id, cycle]) => [id, granted(cycle)] as const)
  const attempts = cycles.map(
    ([, cycle]) => [cycle.identity, { attempts: cycle.attempts, ...getGrant(cycle) }] as const,
  )
  return { ...state, cycles: new Map(cycles), attempts: new Map([...state.attempts, ...attempts]) }
}

/**
 * Collects what is excused. On GitHub a decision holds for its head only, because a later measurement builds on the
 * refusal. On one machine the same program measures and applies it, so that it stays.
 */
export function collectExcused(decisions: readonly MaintainerDecision[], head: Sha): Excused {
  const excused = new Map<Sha, Map<string, Excuse>>()
  for (const decision of decisions) {
    const { excuses, where } = decision
    if (excuses === undefined || !isExcusable(excuses.rule) || (decision.head !== head && where === undefined)) continue
    const stops = toDecisionNote(decision)
    const ofCommit = excused.get(excuses.commit) ?? new Map<string, Excuse>()
    excused.set(
      excuses.commit,
      ofCommit.set(excuses.rule, { decision: stops, text: `Excused ${formatDecision(stops)}` }),
    )
  }
  return excused
}

/** Returns subtasks whose last decision is a skip. */
export function skippedSubtasks({ all }: AppliedDecisions): ReadonlyMap<string, DecisionNote> {
  const last = new Map(all.filter(isAboutSubtask).map((one) => [one.subtask, one]))
  return new Map(
    [...last].flatMap(([id, one]) => (id !== null && one.kind === 'skip' ? [[id, toDecisionNote(one)] as const] : [])),
  )
}

/** Returns the active pause or abort, and the override of this head without a later stop. */
export function describeStops(
  { all }: AppliedDecisions,
  head: Sha,
): {
  readonly stopped: (DecisionNote & { readonly kind: 'pause' | 'abort' }) | null
  readonly override: DecisionNote | null
} {
  const stop = all.findLast(isAboutStopping)
  const word = all.findLast((one) => isStop(one) || isOverride(one, head))
  return {
    stopped: stop && isStop(stop) ? { kind: stop.kind, ...toDecisionNote(stop) } : null,
    override: word && isOverride(word, head) ? toDecisionNote(word) : null,
  }
}

function isOverride({ kind, head: on, excuses }: MaintainerDecision, head: Sha): boolean {
  return kind === 'override' && on === head && excuses === undefined
}

export function toDecisionNote({ by, reason, at, where }: MaintainerDecision): DecisionNote {
  return { by: by.login, reason, at, ...(where === undefined ? {} : { where }) }
}
