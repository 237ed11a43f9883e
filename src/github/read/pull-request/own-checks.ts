/** Reads the App's records from its check runs, which only the App can write. */
import { isAboutStopping } from '../../../core/evaluate/apply-decisions.ts'
import { decisionPrefix, type MaintainerDecision } from '../../../core/model/maintainer-decision.ts'
import type { TaskRecord } from '../../../core/model/task-record.ts'
import { DECISION_CHECK, TASK_CHECK } from '../../../core/status/checks.ts'
import { readDecisionText } from '../../../evidence/maintainer-decision.ts'
import { readTaskRecordText } from '../../../evidence/task-record.ts'
import type { OwnCheck } from '../../own-checks.ts'

interface ReadDecisions {
  readonly decisions: readonly MaintainerDecision[]
  /** Notes on records that cannot be read, so that a decision of a person is ignored. */
  readonly notes: readonly string[]
}

/**
 * Reads people's decisions. An override counts only for its head and its base. Pauses and resumptions of other pull
 * requests with these commits are included.
 */
export function readDecisions(
  checks: readonly OwnCheck[],
  { number, baseBranch: base }: { readonly number: number; readonly baseBranch: string },
): ReadDecisions {
  const all = checks.filter(({ name, external_id }) => name === DECISION_CHECK && external_id !== null)
  const read = all.map((check) => ({ check, value: readDecisionText(getText(check.output)) }))
  const isItsOwn = ({ head_sha }: OwnCheck, { kind, head, baseBranch }: MaintainerDecision) =>
    kind !== 'override' || (head === head_sha && baseBranch === base)
  const isApplied = (check: OwnCheck, value: MaintainerDecision) => {
    const isNamed = check.external_id?.startsWith(decisionPrefix(value.pullRequest)) === true
    return isNamed && (value.pullRequest === number ? isItsOwn(check, value) : isAboutStopping(value))
  }
  return {
    decisions: read.flatMap(({ check, value }) => (value && isApplied(check, value) ? [value] : [])),
    notes: read.flatMap(({ check, value }) => (value ? [] : [`The decision in check run ${check.id} cannot be read.`])),
  }
}

/**
 * Reads the record of the task that this branch was opened for. The first record counts, because a plan is pinned once.
 */
export function readTaskRecord(checks: readonly OwnCheck[], branch: string): TaskRecord | null {
  const own = checks.filter(({ name }) => name === TASK_CHECK)
  const records = own.map(({ head_sha, output }) => {
    const record = readTaskRecordText(getText(output))
    return record?.branch === branch && record.start === head_sha ? record : null
  })
  return records.find((record) => record !== null) ?? null
}

function getText({ text }: OwnCheck['output']): string {
  return (text ?? '').replaceAll('\r\n', '\n').trim()
}
