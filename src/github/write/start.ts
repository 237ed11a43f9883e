/** Opens a task: commit, branch, record, pull request; each step only where it is not done yet, so that a second try finishes it. */

import type { Sha } from '../../core/model/commit.ts'
import type { TaskStart } from '../../core/model/effect.ts'
import { GateError } from '../../core/model/errors.ts'
import type { TaskRecord } from '../../core/model/task-record.ts'
import { TASK_CHECK } from '../../core/status/checks.ts'
import { findOpenPull } from '../open-pull.ts'
import { ownChecks } from '../own-checks.ts'
import { ownCommitMessage } from '../own-commit.ts'
import type { AppIdentity, GitHub, RepositoryName } from '../routes.ts'
import { getStatus, orNull } from '../status.ts'
import { keepText } from './store-text.ts'

const REF = 'GET /repos/{owner}/{repo}/git/ref/{ref}'
const NEW_COMMIT = 'POST /repos/{owner}/{repo}/git/commits'
const NEW_REF = 'POST /repos/{owner}/{repo}/git/refs'
const NEW_PULL = 'POST /repos/{owner}/{repo}/pulls'

export interface Started {
  readonly pull: number
  readonly start: Sha
}

/** What the steps are done for. */
export interface StartWork {
  readonly app: AppIdentity
  readonly start: TaskStart
  /** sha256 of the canonical JSON of the plan. */
  readonly planDigest: string
  /** The record as it is kept, of a start commit. */
  readonly toText: (record: TaskRecord) => string
  /** The body of the pull request, once the start commit is known. */
  readonly toBody: (start: Sha) => string
}

/** @throws GateError `branch-taken` when the branch is there and not by this start; else as GitHub's refusal */
export async function startTask(github: GitHub, repository: RepositoryName, work: StartWork): Promise<Started> {
  const { branch } = work.start
  const start = (await ownTip(github, repository, work)) ?? (await openBranch(github, repository, work))
  await keepRecord(github, repository, work, start)
  const opened = await findOpenPull(github, repository, branch, work.app)
  return { pull: opened ?? (await openPull(github, repository, work, start)), start }
}

/** The start commit of an earlier try; null when there is no branch. */
async function ownTip(github: GitHub, repository: RepositoryName, { app, start }: StartWork): Promise<Sha | null> {
  const found = await orNull(github.request(REF, { ...repository, ref: `heads/${start.branch}` }))
  if (found === null) return null
  const tip = found.data.object.sha
  if ((await ownCommitMessage(github, repository, app, tip)) === start.message.trimEnd()) return tip
  throw new GateError(
    'branch-taken',
    `The branch \`${start.branch}\` is there already, and was not opened by this start.`,
    'Delete it or give the issue another title, then comment `/tdd start` again.',
  )
}

/** Made with the App's token and no author of its own, the commit is signed by GitHub. */
async function openBranch(github: GitHub, repository: RepositoryName, work: StartWork): Promise<Sha> {
  const { base, message, branch } = work.start
  const asked = { ...repository, message, tree: base.tree, parents: [base.sha] }
  const { data } = await github.request(NEW_COMMIT, asked)
  try {
    await github.request(NEW_REF, { ...repository, ref: `refs/heads/${branch}`, sha: data.sha })
    return data.sha
  } catch (error) {
    // Somebody was quicker: another process of this App, or anybody.
    const tip = getStatus(error) === 422 ? await ownTip(github, repository, work) : null
    if (tip === null) throw error
    return tip
  }
}

async function keepRecord(
  github: GitHub,
  repository: RepositoryName,
  { app, start, planDigest, toText }: StartWork,
  sha: Sha,
): Promise<void> {
  if ((await ownChecks(github, repository, sha, app.id, TASK_CHECK)).checks.length > 0) return
  const { plan, issue, branch, policyDigest } = start
  const record: TaskRecord = { schemaVersion: 1, branch, issue, start: sha, plan, planDigest, policyDigest }
  await keepText(github, repository, {
    ...{ name: TASK_CHECK, on: sha, externalId: `tdd-gate:task:${planDigest}`, text: toText(record) },
    title: `Task ${plan.id} was started`,
    summary: 'The plan that this task is judged by.',
  })
}

async function openPull(
  github: GitHub,
  repository: RepositoryName,
  { app, start, toBody }: StartWork,
  sha: Sha,
): Promise<number> {
  const { title, branch, base } = start
  const asked = { ...repository, title, head: branch, base: base.branch, body: toBody(sha) }
  try {
    return (await github.request(NEW_PULL, { ...asked, draft: true })).data.number
  } catch (error) {
    // Private repositories of free plans have no drafts; an event in between may have opened it.
    if (getStatus(error) !== 422) throw error
    const opened = await findOpenPull(github, repository, branch, app)
    return opened ?? (await github.request(NEW_PULL, asked)).data.number
  }
}
