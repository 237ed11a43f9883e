/** Writes what a look came to: the check first, because merging hangs on it; then comment, and title, text and labels. */
import { EVIDENCE_CHECK } from '../../core/status/checks.ts'
import { taskTitle } from '../../core/task/start.ts'
import type { Trust } from '../../github/read/evidence/head-evidence.ts'
import { keptId, packEvidence } from '../../github/read/evidence/stored-evidence.ts'
import { startHint } from '../../github/read/task/task-record.ts'
import { type AppIdentity, type GitHub, loginOf, type RepositoryName } from '../../github/routes.ts'
import { type Author, isApp } from '../../github/write/author.ts'
import { putCheckRun, type Written } from '../../github/write/check-run.ts'
import { putComment, takeBack } from '../../github/write/comment.ts'
import { keepEvidence } from '../../github/write/stored-evidence.ts'
import { writeMirror } from '../../github/write/sync-metadata.ts'
import { COMMENT_MARKER, EDITED_COMMENT, toComment } from '../../render/gate-report/comment.ts'
import { withPhaseLabel } from '../../render/gate-report/labels.ts'
import { toTaskBody } from '../../render/gate-report/task-body.ts'
import { withoutRun } from '../../render/gate-report/without-run.ts'
import { toGateCheck } from './check.ts'
import { toldReport } from './combine-reports.ts'
import type { GateContext } from './context.ts'
import type { Look, LookWritten } from './evaluation.ts'

type Unwritten = Omit<Look, 'written' | 'groups'>
type WriteTerms = Pick<GateContext, 'app'> & Pick<Trust, 'terms'>

/** At most three requests, one more for each comment that somebody forged, and none where nothing differs. @throws GateError as GitHub's refusal */
export async function writeLook(
  github: GitHub,
  name: RepositoryName,
  look: Unwritten,
  { app, terms }: WriteTerms,
): Promise<LookWritten> {
  const author = authorOf(app)
  const check = await writeCheck(github, name, look, app)
  const comment = await writeOwnComment(github, name, look)
  await takeBack(github, name, look.truth.forged, EDITED_COMMENT)
  const mirror = await writeOwnMirror(github, name, look, app)
  const isBusy = [check, comment, mirror].every((one) => one !== 'unchanged' && one !== 'none')
  return { check, comment, mirror, evidence: isBusy ? 'none' : await keep(github, name, look, { author, terms }) }
}

/** What is said of the head, and nothing else. @throws GateError as GitHub's refusal */
export async function writeCheck(
  github: GitHub,
  name: RepositoryName,
  look: Unwritten,
  app: AppIdentity,
): Promise<Written> {
  const author = authorOf(app)
  const existing = look.truth.headChecks.filter((check) => isApp(author, check.app))
  const place = { head: look.truth.page.head, check: toGateCheck(look), existing }
  return putCheckRun(github, name, place, { essence: withoutRun, author })
}

/** It is in no hurry: the artifact is still there. */
async function keep(
  github: GitHub,
  name: RepositoryName,
  { truth: { source, page, headChecks: existing }, says }: Unwritten,
  { author, terms }: { readonly author: Author; readonly terms: string },
): Promise<LookWritten['evidence']> {
  if (source === null || says.decision === null) return 'none'
  const toText = () => packEvidence(source)
  const kept = { name: EVIDENCE_CHECK, head: page.head, externalId: keptId(source, terms), toText }
  return keepEvidence(github, name, kept, { existing, author })
}

export function authorOf({ id, slug }: AppIdentity): Author {
  return { appId: id, slug }
}

async function writeOwnComment(github: GitHub, name: RepositoryName, look: Unwritten): Promise<LookWritten['comment']> {
  const { comment: own, anchor, page } = look.truth
  if (own === 'too-many') return 'none'
  const body = `${toComment(toldReport(look)).trimEnd()}\n\n${anchor === null ? '' : startHint(anchor)}\n`
  const wanted = { pullRequest: page.number, marker: COMMENT_MARKER, body }
  // To the letter: what readers may overlook, somebody may have written.
  return putComment(github, name, { wanted, own })
}

/** Where nothing was judged labels and ticks stay: what was proved before still is. On the commit that began the task nothing is. */
async function writeOwnMirror(
  github: GitHub,
  name: RepositoryName,
  { truth, says }: Unwritten,
  app: AppIdentity,
): Promise<LookWritten['mirror']> {
  const { page, task } = truth
  const { decision } = says
  if (decision === null && task === null) return 'none'
  const labels = decision === null ? page.labels : withPhaseLabel(page.labels, decision)
  if (task === null) return writeMirror(github, name, page.number, { shown: page, wanted: { ...page, labels } })
  const subtasks = decision?.subtasks ?? (page.head === task.start ? [] : null)
  const body = toTaskBody({ ...task, hint: startHint(task.start), subtasks, shown: page.body })
  const title = page.author === loginOf(app) ? taskTitle(task.plan) : page.title
  return writeMirror(github, name, page.number, { shown: page, wanted: { title, body, labels } })
}
