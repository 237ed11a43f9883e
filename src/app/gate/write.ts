/** Writes an evaluation: the check first, because merging depends on it; then comment, title, text and labels. */
import { EVIDENCE_CHECK } from '../../core/status/checks.ts'
import type { Writing } from '../../core/status/writing.ts'
import { taskTitle } from '../../core/task/start.ts'
import { packEvidence, toStoredId } from '../../github/read/evidence/stored-evidence.ts'
import { getName } from '../../github/read/pull-request/pull-request.ts'
import { formatStartHint } from '../../github/read/task/task-record.ts'
import { type AppIdentity, type GitHub, getLogin, type RepositoryName } from '../../github/routes.ts'
import { type Author, isApp } from '../../github/write/author.ts'
import { putCheckRun, type Written } from '../../github/write/check-run.ts'
import { putComment, restoreComments } from '../../github/write/comment.ts'
import { storeEvidence } from '../../github/write/stored-evidence.ts'
import { syncMetadata } from '../../github/write/sync-metadata.ts'
import { COMMENT_MARKER, EDITED_COMMENT, toComment } from '../../render/gate-report/comment.ts'
import { withPhaseLabel } from '../../render/gate-report/labels.ts'
import { toTaskBody } from '../../render/gate-report/task-body.ts'
import { reportBypassedMerge } from './bypassed-merge.ts'
import { toGateCheck, toPullPage } from './check.ts'
import type { EvaluationTarget, GateContext } from './context.ts'
import { NOTHING_WRITTEN, type UnwrittenEvaluation, type WrittenEvaluation } from './evaluation.ts'

type Writer = Pick<GateContext, 'app'> & { readonly pagesUrl?: string | undefined }

/**
 * Writes the evaluation with at most three requests, one more for each forged comment, and none where nothing differs.
 * @throws GateError for a refusal of GitHub
 */
export async function writeEvaluation(
  { github, repository, context }: EvaluationTarget,
  evaluation: UnwrittenEvaluation,
  { kind }: Writing,
): Promise<WrittenEvaluation> {
  const name = getName(repository)
  const { app } = context
  switch (kind) {
    case 'nothing':
      return NOTHING_WRITTEN
    case 'bypassed-merge':
      return { ...NOTHING_WRITTEN, comment: await reportBypassedMerge(github, name, evaluation.snapshot.page, app) }
    case 'check':
      return { ...NOTHING_WRITTEN, check: await writeCheck(github, name, evaluation, context) }
    case 'everything':
      return writeAll(github, name, evaluation, { ...context, trustDigest: context.trustIn(repository.id).digest })
    default:
      return kind satisfies never
  }
}

async function writeAll(
  github: GitHub,
  name: RepositoryName,
  evaluation: UnwrittenEvaluation,
  { app, pagesUrl, trustDigest }: Writer & { readonly trustDigest: string },
): Promise<WrittenEvaluation> {
  const author = getAuthor(app)
  const check = await writeCheck(github, name, evaluation, { app, pagesUrl })
  const comment = await writeOwnComment(github, name, evaluation)
  await restoreComments(github, name, evaluation.snapshot.forged, EDITED_COMMENT)
  const metadata = await syncOwnMetadata(github, name, evaluation, app)
  const isBusy = [check, comment, metadata].every((one) => one !== 'unchanged' && one !== 'none')
  const evidence = isBusy ? 'none' : await keep(github, name, evaluation, { author, trustDigest })
  return { check, comment, metadata, evidence }
}

async function writeCheck(
  github: GitHub,
  name: RepositoryName,
  { snapshot, head }: UnwrittenEvaluation,
  { app, pagesUrl }: Writer,
): Promise<Written> {
  const author = getAuthor(app)
  const existing = snapshot.headChecks.filter((check) => isApp(author, check.app))
  const check = toGateCheck(head)
  const detailsUrl = toPullPage(pagesUrl ?? '', name, snapshot.page.number)
  return putCheckRun(
    github,
    name,
    { head: snapshot.page.head, check: { ...check, ...(pagesUrl !== undefined && { detailsUrl }) }, existing },
    author,
  )
}

/** Stored later, because the artifact still exists. */
async function keep(
  github: GitHub,
  name: RepositoryName,
  { snapshot: { source, weakened, page, headChecks: existing }, status: says }: UnwrittenEvaluation,
  { author, trustDigest }: { readonly author: Author; readonly trustDigest: string },
): Promise<WrittenEvaluation['evidence']> {
  // Stored evidence is not bound to a runner, so weaker evidence is read from its artifact each time.
  if (source === null || weakened !== null || says.decision === null) return 'none'
  const toText = () => packEvidence(source)
  const kept = { name: EVIDENCE_CHECK, head: page.head, externalId: toStoredId(source, trustDigest), toText }
  return storeEvidence(github, name, kept, { existing, author })
}

export function getAuthor({ id, slug }: AppIdentity): Author {
  return { appId: id, slug }
}

async function writeOwnComment(
  github: GitHub,
  name: RepositoryName,
  { snapshot, report }: UnwrittenEvaluation,
): Promise<WrittenEvaluation['comment']> {
  const { comment: own, storageCommit, page } = snapshot
  if (own === 'too-many') return 'none'
  const body = `${toComment(report).trimEnd()}\n\n${storageCommit === null ? '' : formatStartHint(storageCommit)}\n`
  const wanted = { pullRequest: page.number, marker: COMMENT_MARKER, body }
  // Compares the whole text of an edited comment, because the edit may be in a part that is normally ignored.
  return putComment(github, name, { wanted, own })
}

/** Without a judgement labels and ticks stay, since earlier proofs remain valid. The start commit has no proofs. */
async function syncOwnMetadata(
  github: GitHub,
  name: RepositoryName,
  { snapshot, status: says }: UnwrittenEvaluation,
  app: AppIdentity,
): Promise<WrittenEvaluation['metadata']> {
  const { page, task } = snapshot
  const { decision } = says
  if (decision === null && task === null) return 'none'
  const labels = decision === null ? page.labels : withPhaseLabel(page.labels, decision, task?.plan.tag)
  if (task === null) return syncMetadata(github, name, page.number, { shown: page, wanted: { ...page, labels } })
  const subtasks = decision?.subtasks ?? (page.head === task.start ? [] : null)
  const body = toTaskBody({ ...task, hint: formatStartHint(task.start), subtasks, shown: page.body })
  const title = page.author === getLogin(app) ? (task.title ?? taskTitle(task.plan)) : page.title
  return syncMetadata(github, name, page.number, { shown: page, wanted: { title, body, labels } })
}
