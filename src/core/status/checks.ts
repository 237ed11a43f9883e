/** Names the App's check runs, and the data that they store. */
import type { Conclusion } from '../model/finding.ts'

/** The check that branch protection requires; without the App the Action writes it too. */
export const GATE_CHECK = 'tdd-gate'
/** The custom property that turns the gate on, where an organisation asks for it. */
export const GATE_PROPERTY = 'tdd-gate'
/** Stores a maintainer's decision. */
export const DECISION_CHECK = 'tdd-gate/decision'
/** Stores the evidence of a head, for when the artifact has expired. */
export const EVIDENCE_CHECK = 'tdd-gate/evidence'
/** Stores the policy of a task, on its start commit. */
export const TASK_CHECK = 'tdd-gate/task'

/**
 * Recognises the gate's own check.
 * @param check of the gate's author
 */
export function isGateCheck(check: { readonly name: string; readonly external_id: string | null }): boolean {
  return check.name === GATE_CHECK && check.external_id?.startsWith(`${GATE_CHECK}:`) === true
}

/**
 * The state that the gate's check passes to the next evaluation of its commit, in `external_id`, which no other text
 * reaches.
 */
interface GateCheckState {
  /** Of everything that was decided from. */
  readonly digest: string
  /** The commit lost its green, and some groups of the merge queue that may hold it were not read. */
  readonly areGroupsUnseen: boolean
}

const VERSION = 'v2:'
const GROUPS_UNSEEN = ':groups-unseen'

/** @returns what follows the name of the check in `external_id` */
export function toGateCheckId({ digest, areGroupsUnseen }: GateCheckState): string {
  return `${VERSION}${digest}${areGroupsUnseen ? GROUPS_UNSEEN : ''}`
}

/** A check run as GitHub lists it, reduced to what the gate reads of its own. */
interface WrittenCheck {
  readonly name: string
  readonly conclusion: string | null
  readonly external_id: string | null
  readonly output: { readonly summary: string | null }
}

/** The result that the check of a head had before. */
export interface CheckBefore {
  readonly exists: boolean
  readonly isGreen: boolean
  /** Groups of the merge queue were not all read when the head lost its green. */
  readonly areGroupsUnseen: boolean
}

/**
 * The note of the first version, whose external ids contain no information about groups. The text must stay unchanged.
 */
const GROUPS_UNSEEN_V1 =
  'Not all groups of the merge queue were looked at when this commit lost its green: see that none of them is merged with it.'

/** Reads the result that the gate's check had before. @param checks of the gate's author, oldest first */
export function readGateCheck(checks: readonly WrittenCheck[]): CheckBefore {
  const gates = checks.filter(isGateCheck)
  const last = gates.at(-1)
  return {
    exists: last !== undefined,
    isGreen: gates.some(({ conclusion }) => conclusion === 'success'),
    areGroupsUnseen: last !== undefined && saysUnseen(last),
  }
}

/** An id of an earlier version has a digest alone. */
function saysUnseen({ external_id, output }: WrittenCheck): boolean {
  return external_id?.startsWith(`${GATE_CHECK}:${VERSION}`) === true
    ? external_id.endsWith(GROUPS_UNSEEN)
    : output.summary?.includes(GROUPS_UNSEEN_V1) === true
}

/** GitHub limits a title to 255 characters. */
export const MAX_TITLE = 250

/** Never `neutral` or `skipped`, which satisfy a required check; never in progress, for which agents wait. */
export type GateConclusion = 'success' | 'failure' | 'action_required'

/** Unfinished work also gets a completed check. */
export const GATE_CONCLUSIONS: Readonly<Record<Conclusion, GateConclusion>> = {
  success: 'success',
  failure: 'failure',
  in_progress: 'action_required',
  unmeasurable: 'failure',
}

/** An annotation of the Checks API. */
export interface CheckAnnotation {
  /** From the root of the repository. */
  readonly path: string
  readonly start_line: number
  readonly end_line: number
  readonly annotation_level: 'failure' | 'warning' | 'notice'
  readonly title: string
  readonly message: string
}
