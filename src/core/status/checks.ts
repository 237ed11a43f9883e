/** The App's check runs: what it says, and what it remembers. */
import type { Conclusion } from '../model/finding.ts'

/** What branch protection requires; the Action alone writes it too. */
export const GATE_CHECK = 'tdd-gate'
/** What a person decided. */
export const DECISION_CHECK = 'tdd-gate/decision'
/** What a head was judged by, for when the artifact is gone. */
export const EVIDENCE_CHECK = 'tdd-gate/evidence'
/** What a task is judged by, on its start commit. */
export const TASK_CHECK = 'tdd-gate/task'

/** The gate's own word, as its author writes it. @param check of that author */
export function isGateCheck(check: { readonly name: string; readonly external_id: string | null }): boolean {
  return check.name === GATE_CHECK && check.external_id?.startsWith(`${GATE_CHECK}:`) === true
}

/** What the gate's check says to the next evaluation of its commit. It stands in `external_id`, which no text of others reaches. */
export interface GateCheckState {
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

/** @returns null for an id of an earlier version, which had a digest alone */
export function areGroupsUnseen(externalId: string): boolean | null {
  return externalId.startsWith(`${GATE_CHECK}:${VERSION}`) ? externalId.endsWith(GROUPS_UNSEEN) : null
}

/** GitHub takes 255 characters for a title. */
export const MAX_TITLE = 250

/** Never `neutral` or `skipped`, which satisfy a required check; never in progress, which agents wait for. */
export type GateConclusion = 'success' | 'failure' | 'action_required'

/** What is not finished is completed all the same. */
export const GATE_CONCLUSIONS: Readonly<Record<Conclusion, GateConclusion>> = {
  success: 'success',
  failure: 'failure',
  in_progress: 'action_required',
  unmeasurable: 'failure',
}

/** As the Checks API takes it. */
export interface CheckAnnotation {
  /** From the root of the repository. */
  readonly path: string
  readonly start_line: number
  readonly end_line: number
  readonly annotation_level: 'failure' | 'warning' | 'notice'
  readonly title: string
  readonly message: string
}
