/** The record of a started task: read from a check run that only the App can have written, wherever a hint says it hangs. */
import type { Sha } from '../core/commit.ts'
import { TASK_CHECK, type TaskRecord } from '../core/task-record.ts'
import { readTaskRecordText } from '../evidence/task-record.ts'
import { statusOf } from '../github/status.ts'
import type { AppIdentity, GitHub, RepositoryName } from '../github.ts'

const ROUTE = 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs'
/** Hints come from what everybody can write. */
const MAX_HINTS = 5
/** What a body or a comment of ours says of the first commit. */
const HINT = /<!-- tdd-gate:start ([0-9a-f]{40}|[0-9a-f]{64}) -->/g

/** In the pull request's body: where the record hangs, should the branch be rewritten. Believed by nobody. */
export function startHint(start: Sha): string {
  return `<!-- tdd-gate:start ${start} -->`
}

/** Every commit that such a text names. */
export function hintsIn(text: string): readonly Sha[] {
  return [...text.matchAll(HINT)].map(([, sha = '']) => sha).slice(0, MAX_HINTS)
}

/**
 * @param hints commits on which the record may hang: who lies here leads to no record, or to the true one
 * @returns null when none of them carries a record of this App for this branch
 */
export async function readTaskRecord(
  github: GitHub,
  repository: RepositoryName,
  { app, branch, hints }: { readonly app: AppIdentity; readonly branch: string; readonly hints: readonly Sha[] },
): Promise<TaskRecord | null> {
  for (const ref of [...new Set(hints)].slice(0, MAX_HINTS)) {
    const record = await recordAt(github, repository, app, ref)
    if (record?.branch === branch && record.start === ref) return record
  }
  return null
}

async function recordAt(
  github: GitHub,
  repository: RepositoryName,
  app: AppIdentity,
  ref: Sha,
): Promise<TaskRecord | null> {
  try {
    const asked = { ...repository, ref, check_name: TASK_CHECK, app_id: app.id, filter: 'all' as const }
    const { data } = await github.request(ROUTE, asked)
    // The first one counts: what was pinned is not pinned again.
    const own = data.check_runs
      .filter((run) => run.app?.id === app.id && run.head_sha === ref && run.name === TASK_CHECK)
      .toSorted((a, b) => Number(a.id) - Number(b.id))[0]
    return own === undefined ? null : readTaskRecordText(own.output.text ?? '')
  } catch (error) {
    // A hint may name what never was.
    if ([404, 422].includes(statusOf(error) ?? 0)) return null
    throw error
  }
}
