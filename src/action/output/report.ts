/** Builds the report of a run, however it ended. */

import type { RunReport } from '../../render/gate-report/run-report.ts'
import { getTrust } from '../../render/gate-report/trust.ts'
import { toErrorJson } from '../../render/text/error.ts'
import type { RunState } from '../run-state.ts'
import type { StepOutcome } from '../step.ts'

/**
 * Builds the report.
 * @param ended the result of a mode, or the error that ended it
 */
export function getReport(runState: RunState, ended: StepOutcome | { readonly error: unknown }): RunReport {
  const { subject, origin, present, servers } = runState
  const repository = subject?.repository.name ?? ''
  const repositoryUrl = repository === '' ? '' : `${servers.serverUrl}/${repository}`
  const linkTo = (id: string) => `${repositoryUrl}/actions/runs/${id}`
  const run = { id: origin?.id ?? '', attempt: origin?.attempt ?? 0 }
  const outcome = 'branch' in ended ? ended : null
  const branch = outcome?.branch
  const level = outcome?.evidence ? outcome.level : null
  return {
    decision: branch?.decision ?? null,
    error: 'error' in ended ? toErrorJson(ended.error).error : null,
    base: branch?.base ?? present?.base ?? subject?.base.sha ?? null,
    head: branch?.head ?? subject?.head.sha ?? null,
    sequence: branch?.sequence ?? subject?.sequence ?? 'commits',
    task: runState.inputs?.task ?? null,
    notes: [...new Set([...runState.notes, ...(outcome?.notes ?? []), ...(branch?.notes ?? [])])],
    repository,
    repositoryUrl,
    pullRequest: subject?.pullRequest ?? null,
    baseBranch: subject?.base.branch ?? '',
    headBranch: subject?.head.branch ?? '',
    trust: getTrust(level, branch?.isolation ?? null),
    run: { ...run, url: origin === null ? '' : `${linkTo(run.id)}/attempts/${run.attempt}` },
    startedAt: runState.startedAt,
    failing: branch?.failing ?? new Map(),
    patches: branch?.patches ?? new Map(),
    reused: new Map([...(branch?.reused ?? [])].map(([sha, { id }]) => [sha, { runId: id, url: linkTo(id) }])),
  }
}
