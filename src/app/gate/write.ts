/** Writes an evaluation: the check first, because merging depends on it; then comment, title, text and labels. */
import { isDeepStrictEqual } from 'node:util'
import { EVIDENCE_CHECK, GATE_CHECK, isGateCheck } from '../../core/status/checks.ts'
import type { Writing } from '../../core/status/writing.ts'
import { taskTitle } from '../../core/task/start.ts'
import { readOwnChecks } from '../../github/own-checks.ts'
import { packEvidence, toStoredId } from '../../github/read/evidence/stored-evidence.ts'
import { formatStartHint } from '../../github/read/task/task-record.ts'
import { getLogin, getName } from '../../github/routes.ts'
import { getAuthor, isApp } from '../../github/write/author.ts'
import { type ExistingCheck, putCheckRun, type Written } from '../../github/write/check-run.ts'
import { putComment, restoreComments } from '../../github/write/comment.ts'
import { isRefused, orRefused, type Refused } from '../../github/write/or-refused.ts'
import { storeEvidence } from '../../github/write/stored-evidence.ts'
import { syncMetadata } from '../../github/write/sync-metadata.ts'
import { COMMENT_MARKER, EDITED_COMMENT, toComment } from '../../render/gate-report/comment.ts'
import { withPhaseLabel } from '../../render/gate-report/labels.ts'
import { toTaskBody } from '../../render/gate-report/task-body.ts'
import { reportBypassedMerge } from './bypassed-merge.ts'
import { toGateCheck } from './check.ts'
import type { EvaluationTarget } from './context.ts'
import { NOTHING_WRITTEN, type UnwrittenEvaluation, type WrittenEvaluation } from './evaluation.ts'
import { addUnwritten, readUnwritten, type Unwritten, withUnwritten } from './refusals.ts'

/**
 * Writes the evaluation with at most three requests, one more for each forged comment, and none where nothing differs.
 * A change of what GitHub refuses costs one reading and one write of the check more.
 * @throws GateError `github-unavailable`, and a refusal of the check
 */
export async function writeEvaluation(
  target: EvaluationTarget,
  evaluation: UnwrittenEvaluation,
  { kind }: Writing,
): Promise<WrittenEvaluation> {
  switch (kind) {
    case 'nothing':
      return NOTHING_WRITTEN
    case 'bypassed-merge':
      return { ...NOTHING_WRITTEN, comment: await reportBypassedMerge(target, evaluation.snapshot.page) }
    case 'check':
      return { ...NOTHING_WRITTEN, check: await writeCheck(target, evaluation) }
    case 'everything':
      return writeAll(target, evaluation)
    default:
      return kind satisfies never
  }
}

/** Tries every write. What GitHub refuses for good is said in the check; a refused check is thrown at the end. */
async function writeAll(target: EvaluationTarget, evaluation: UnwrittenEvaluation): Promise<WrittenEvaluation> {
  const { snapshot } = evaluation
  const { github, repository } = target
  const refused: Refused[] = []
  const attempt = async <T>(what: string, write: () => Promise<T>): Promise<T | 'none'> => {
    const result = await orRefused(what, write)
    if (!isRefused(result)) return result
    refused.push(result)
    return 'none'
  }
  const said = getUnwritten(target, evaluation, snapshot.headChecks)
  const check = await orRefused('the check', () => writeCheck(target, evaluation, { unwritten: said }))
  const comment = await attempt('the comment', () => writeOwnComment(target, evaluation))
  await attempt('the correction of an edited comment', () =>
    restoreComments(github, getName(repository), snapshot.forged, EDITED_COMMENT),
  )
  const metadata = await attempt('the title, text and labels', () => syncOwnMetadata(target, evaluation))
  // The evidence may wait for the next evaluation, because its artifact still exists.
  const isBusy = [check, comment, metadata].every((one) => one !== 'unchanged' && one !== 'none')
  const evidence = isBusy ? 'none' : await attempt('the stored evidence', () => storeOwnEvidence(target, evaluation))
  if (isRefused(check)) throw check.refused
  return { check: await sayRefused(target, evaluation, { check, said, refused }), comment, metadata, evidence }
}

/** Writes the check again where it does not name what was refused. It is read again, because it was just written. */
async function sayRefused(
  target: EvaluationTarget,
  evaluation: UnwrittenEvaluation,
  { check, said, refused }: { readonly check: Written; readonly said: Unwritten; readonly refused: readonly Refused[] },
): Promise<Written> {
  const { github, repository, context } = target
  const { page } = evaluation.snapshot
  const unwritten = withUnwritten(said, page.number, refused)
  if (isDeepStrictEqual(said, unwritten)) return check
  const { checks } = await readOwnChecks(github, getName(repository), page.head, context.app.id, GATE_CHECK)
  const written = await writeCheck(target, evaluation, { existing: checks, unwritten })
  return check === 'unchanged' ? written : check
}

function getUnwritten(
  { context }: EvaluationTarget,
  { head }: UnwrittenEvaluation,
  checks: readonly ExistingCheck[],
): Unwritten {
  const own = checks.filter((check) => isGateCheck(check) && isApp(getAuthor(context.app), check.app))
  const newest = own.toSorted((one, other) => Number(one.id) - Number(other.id)).at(-1)
  const pullRequests = head.members.map(({ status }) => status.pullRequest)
  return readUnwritten(newest?.output.summary, pullRequests)
}

function writeCheck(
  target: EvaluationTarget,
  evaluation: UnwrittenEvaluation,
  given: { readonly existing?: readonly ExistingCheck[]; readonly unwritten?: Unwritten } = {},
): Promise<Written> {
  const { github, repository, context } = target
  const { snapshot, head } = evaluation
  const { page, headChecks } = snapshot
  const { app, pagesUrl } = context
  const { existing: all = headChecks, unwritten = getUnwritten(target, evaluation, all) } = given
  const { owner, repo } = repository
  const author = getAuthor(app)
  const existing = all.filter((check) => isApp(author, check.app))
  // Where the App has pages, the check leads to them.
  const link = pagesUrl !== undefined && { detailsUrl: `${pagesUrl}/r/${owner}/${repo}/pull/${page.number}` }
  const gate = toGateCheck(head)
  const output = { ...gate.output, summary: addUnwritten(gate.output.summary, unwritten) }
  const check = { ...gate, output, ...link }
  return putCheckRun(github, { owner, repo }, { head: page.head, check, existing }, author)
}

async function writeOwnComment(
  { github, repository }: EvaluationTarget,
  { snapshot: { comment: own, storageCommit, page }, report }: UnwrittenEvaluation,
): Promise<WrittenEvaluation['comment']> {
  if (own === 'too-many') return 'none'
  const body = `${toComment(report).trimEnd()}\n\n${storageCommit === null ? '' : formatStartHint(storageCommit)}\n`
  const wanted = { pullRequest: page.number, marker: COMMENT_MARKER, body }
  // Compares the whole text of an edited comment, because the edit may be in a part that is normally ignored.
  return putComment(github, getName(repository), { wanted, own })
}

/** Without a judgement labels and ticks stay, since earlier proofs remain valid. The start commit has no proofs. */
async function syncOwnMetadata(
  { github, repository, context: { app } }: EvaluationTarget,
  { snapshot: { page, task }, status: { decision } }: UnwrittenEvaluation,
): Promise<WrittenEvaluation['metadata']> {
  if (decision === null && task === null) return 'none'
  const name = getName(repository)
  const labels = decision === null ? page.labels : withPhaseLabel(page.labels, decision, task?.plan.tag)
  if (task === null) return syncMetadata(github, name, page.number, { shown: page, wanted: { ...page, labels } })
  const subtasks = decision?.subtasks ?? (page.head === task.start ? [] : null)
  const body = toTaskBody({ ...task, hint: formatStartHint(task.start), subtasks, shown: page.body })
  const title = page.author === getLogin(app) ? (task.title ?? taskTitle(task.plan)) : page.title
  return syncMetadata(github, name, page.number, { shown: page, wanted: { title, body, labels } })
}

async function storeOwnEvidence(
  { github, repository, context }: EvaluationTarget,
  { snapshot: { source, weakened, page, headChecks: existing }, status }: UnwrittenEvaluation,
): Promise<WrittenEvaluation['evidence']> {
  // Stored evidence is not bound to a runner, so weaker evidence is read from its artifact each time.
  if (source === null || weakened !== null || status.decision === null) return 'none'
  const externalId = toStoredId(source, context.trustIn(repository.id).digest)
  const wanted = { name: EVIDENCE_CHECK, head: page.head, externalId, toText: () => packEvidence(source) }
  return storeEvidence(github, getName(repository), wanted, { existing, author: getAuthor(context.app) })
}
