/** People's decisions as the walk hears them: each at the head it was said about, the earlier ones first. */
import type { Sha } from '../model/commit.ts'
import type { Said } from '../model/finding.ts'
import type { MaintainerDecision } from '../model/maintainer-decision.ts'
import type { Policy } from '../model/policy.ts'
import { type Cycle, type GateState, getGrant, getTries } from '../model/state.ts'
import type { Walk } from './walk.ts'

/** What was decided about a pull request, in any order; of what was said of another one with its commits, what stops it. */
export interface People {
  readonly pullRequest: number
  readonly decisions: readonly MaintainerDecision[]
}

/** Everything said, by the commit after which it holds. */
export interface AppliedDecisions {
  /** In order. */
  readonly all: readonly MaintainerDecision[]
  readonly atStart: readonly MaintainerDecision[]
  readonly after: ReadonlyMap<Sha, readonly MaintainerDecision[]>
  readonly atEnd: readonly MaintainerDecision[]
}

/**
 * Where history was rewritten, nobody can tell what came after a decision: what was granted holds from the start, what was
 * demanded holds at the end, until something else is said of the subtask; and so does what takes a demand back.
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
 * By GitHub's clock, then by the number of the comment; a comment that was recorded twice was written once. Of what one comment
 * says, what stops comes last.
 */
export function inOrder({ pullRequest, decisions }: People): readonly MaintainerDecision[] {
  const own = decisions.filter((decision) => decision.pullRequest === pullRequest)
  const others = decisions.filter((decision) => decision.pullRequest !== pullRequest)
  const sorted = [...own, ...stopsOfOthers(others)].toSorted(compareSaid)
  const known = new Set<string>()
  return sorted.filter(({ kind, subtask, commentId }) => {
    const key = JSON.stringify([commentId, kind, subtask])
    return !known.has(key) && known.add(key)
  })
}

/** Negative where the first one was said before the second one. */
export function compareSaid(a: MaintainerDecision, b: MaintainerDecision): number {
  const [idA, idB] = [getNumber(a.commentId), getNumber(b.commentId)]
  return getTime(a) - getTime(b) || (idA < idB ? -1 : idA > idB ? 1 : Number(isStop(a)) - Number(isStop(b)))
}

/** Milliseconds since 1970. */
export function getTime({ at }: Pick<MaintainerDecision, 'at'>): number {
  return Date.parse(at) || 0
}

/** Of each other pull request that stands still: its commits are to go nowhere else meanwhile. */
function stopsOfOthers(others: readonly MaintainerDecision[]): readonly MaintainerDecision[] {
  const byPull = Map.groupBy(others, ({ pullRequest }) => pullRequest)
  return [...byPull].flatMap(([pullRequest, decisions]) => {
    const place = `said in #${pullRequest}`
    const placed = (reason: string) => (reason === '' ? place : `${reason} (${place})`)
    return standingStops({ pullRequest, decisions }).map((stop) => ({ ...stop, reason: placed(stop.reason) }))
  })
}

/** Whatever stops it, here or where others have its commits, and that nobody took back; the earliest first. */
export function standingStops(people: People): readonly MaintainerDecision[] {
  const said = inOrder(people).filter(isAboutStopping)
  return said.slice(said.findLastIndex(({ kind }) => kind === 'resume') + 1)
}

/** `by @mona: reason`, or without a reason only by whom. */
export function byWords({ by, reason }: Pick<Said, 'by' | 'reason'>): string {
  return `by @${by}${reason === '' ? '' : `: ${reason}`}`
}

/** Whether it stops a pull request or lets it go on. */
export function isAboutStopping({ kind }: Pick<MaintainerDecision, 'kind'>): boolean {
  return isStop({ kind }) || kind === 'resume'
}

/** Whether it stops a pull request. */
export function isStop<T extends Pick<MaintainerDecision, 'kind'>>(
  said: T,
): said is T & { readonly kind: 'pause' | 'abort' } {
  return said.kind === 'pause' || said.kind === 'abort'
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

/** What was known at accepted commits hears it too: going back to one brings nothing back that a person took away. */
export function applyDecision(walk: Walk, decisions: readonly MaintainerDecision[] | undefined, isLost = false): Walk {
  if (decisions === undefined || decisions.length === 0) return walk
  const told = (state: GateState) =>
    decisions.reduce((before, one) => apply(before, one, walk.terms.policy, isLost), state)
  const snapshots = [...walk.snapshots].map(
    ([tree, { state, judged }]) => [tree, { state: told(state), judged }] as const,
  )
  return { ...walk, state: told(walk.state), snapshots: new Map(snapshots) }
}

function apply(state: GateState, { kind, subtask }: MaintainerDecision, policy: Policy, isLost: boolean): GateState {
  switch (kind) {
    case 'skip':
      return subtask === null ? state : skip(state, subtask)
    case 'red':
      return reopen(state, subtask ?? lastSubtask(state))
    case 'resume':
      return isLost ? { ...state, granted: state.granted + policy.green.maxAttempts } : grant(state, policy)
    case 'pause':
    case 'revert':
    case 'override':
    case 'abort':
      return state
    default:
      return kind satisfies never
  }
}

/** Whatever was asked of it before. */
function skip(state: GateState, subtask: string): GateState {
  const reopened = new Set([...state.reopened].filter((id) => id !== subtask))
  return { ...state, reopened, skipped: new Set([...state.skipped, subtask]) }
}

function lastSubtask({ cycles, proved }: GateState): string | null {
  return [...cycles.keys()].at(-1) ?? [...proved.keys()].at(-1) ?? null
}

/** Its proof is void; an open cycle stays open, since its tests still fail, and no GREEN closes it. */
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

/** As many tries again for every cycle that has used its own up. */
function grant(state: GateState, policy: Policy): GateState {
  const granted = (cycle: Cycle): Cycle =>
    cycle.attempts < getTries(state, cycle, policy)
      ? cycle
      : { ...cycle, granted: (cycle.granted ?? 0) + policy.green.maxAttempts }
  const cycles = [...state.cycles].map(([id, cycle]) => [id, granted(cycle)] as const)
  const tries = cycles.map(([, cycle]) => [cycle.identity, { attempts: cycle.attempts, ...getGrant(cycle) }] as const)
  return { ...state, cycles: new Map(cycles), tries: new Map([...state.tries, ...tries]) }
}

/** Subtasks whose last word is that they are skipped. */
export function skippedSubtasks({ all }: AppliedDecisions): ReadonlyMap<string, Said> {
  const last = new Map(all.filter(isAboutSubtask).map((one) => [one.subtask, one]))
  return new Map(
    [...last].flatMap(([id, one]) => (id !== null && one.kind === 'skip' ? [[id, getSay(one)] as const] : [])),
  )
}

/** The pause or abort that stands, and the override of this head that nobody stopped afterwards. */
export function standingWords(
  { all }: AppliedDecisions,
  head: Sha,
): { readonly stopped: (Said & { readonly kind: 'pause' | 'abort' }) | null; readonly override: Said | null } {
  const stop = all.findLast(isAboutStopping)
  const word = all.findLast((one) => isStop(one) || isOverride(one, head))
  return {
    stopped: stop && isStop(stop) ? { kind: stop.kind, ...getSay(stop) } : null,
    override: word && isOverride(word, head) ? getSay(word) : null,
  }
}

function isOverride({ kind, head: on }: MaintainerDecision, head: Sha): boolean {
  return kind === 'override' && on === head
}

export function getSay({ by, reason, at }: MaintainerDecision): Said {
  return { by: by.login, reason, at }
}
