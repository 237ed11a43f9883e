/**
 * Opens a task: commit, branch, record, pull request. Each step runs only if necessary, so a second attempt completes
 * the first.
 */
import { branchOfOtherStart } from '../../core/errors/tasks.ts'
import type { Sha } from '../../core/model/commit.ts'
import type { TaskStart } from '../../core/model/effect.ts'
import type { TaskRecord } from '../../core/model/task-record.ts'
import { TASK_CHECK } from '../../core/status/checks.ts'
import { readOwnChecks } from '../own-checks.ts'
import { readOwnCommitMessage } from '../own-commit.ts'
import { type AppIdentity, type GitHub, getLogin, type RepositoryName } from '../routes.ts'
import { getStatus, orNull } from '../status.ts'
import { writeTexts } from '../texts.ts'
import { storeText } from './store-text.ts'

const REF = 'GET /repos/{owner}/{repo}/git/ref/{ref}'
const NEW_COMMIT = 'POST /repos/{owner}/{repo}/git/commits'
const NEW_REF = 'POST /repos/{owner}/{repo}/git/refs'
const NEW_PULL = 'POST /repos/{owner}/{repo}/pulls'
const PULLS = 'GET /repos/{owner}/{repo}/pulls'

export interface Started {
  readonly pull: number
  readonly start: Sha
}

/** The input of the steps. */
interface StartWork {
  readonly app: AppIdentity
  readonly start: TaskStart
  /** The sha256 of the canonical JSON of the plan. */
  readonly planDigest: string
  /** Serialises the record of a start commit. */
  readonly toText: (record: TaskRecord) => string
  /** Renders the body of the pull request for a start commit. */
  readonly toBody: (start: Sha) => string
}

/**
 * Opens the task. @throws GateError `branch-taken` when the branch belongs to another start; others for a refusal of
 * GitHub
 */
export async function startTask(github: GitHub, repository: RepositoryName, work: StartWork): Promise<Started> {
  const { branch } = work.start
  const start = (await findOwnTip(github, repository, work)) ?? (await openBranch(github, repository, work))
  await storeRecord(github, repository, work, start)
  const opened = await findOpenPull(github, repository, branch, work.app)
  return { pull: opened ?? (await openPull(github, repository, work, start)), start }
}

/** Returns the start commit of an earlier attempt; null when there is no branch. */
async function findOwnTip(github: GitHub, repository: RepositoryName, { app, start }: StartWork): Promise<Sha | null> {
  const found = await orNull(github.request(REF, { ...repository, ref: `heads/${start.branch}` }))
  if (found === null) return null
  const tip = found.data.object.sha
  if ((await readOwnCommitMessage(github, repository, app, tip)) === start.message.trimEnd()) return tip
  throw branchOfOtherStart(start.branch)
}

/** Without an explicit author GitHub uses the App and signs the commit. */
async function openBranch(github: GitHub, repository: RepositoryName, work: StartWork): Promise<Sha> {
  const { base, message, branch } = work.start
  const parameters = { ...repository, message, tree: base.tree, parents: [base.sha] }
  const { data } = await github.request(NEW_COMMIT, parameters)
  try {
    await github.request(NEW_REF, { ...repository, ref: `refs/heads/${branch}`, sha: data.sha })
    return data.sha
  } catch (error) {
    // The branch was created meanwhile, by another process of this App or by another person.
    const tip = getStatus(error) === 422 ? await findOwnTip(github, repository, work) : null
    if (tip === null) throw error
    return tip
  }
}

async function storeRecord(
  github: GitHub,
  repository: RepositoryName,
  { app, start, planDigest, toText }: StartWork,
  sha: Sha,
): Promise<void> {
  if ((await readOwnChecks(github, repository, sha, app.id, TASK_CHECK)).checks.length > 0) return
  const { plan, issue, branch, title, policyDigest } = start
  const record: TaskRecord = { schemaVersion: 1, branch, issue, start: sha, plan, title, planDigest, policyDigest }
  await storeText(github, repository, {
    name: TASK_CHECK,
    on: sha,
    externalId: `tdd-gate:task:${planDigest}`,
    text: toText(record),
    title: `Task ${plan.id} was started`,
    summary: writeTexts.planRecord,
  })
}

async function openPull(
  github: GitHub,
  repository: RepositoryName,
  { app, start, toBody }: StartWork,
  sha: Sha,
): Promise<number> {
  const { title, branch, base, isDraft } = start
  const parameters = { ...repository, title, head: branch, base: base.branch, body: toBody(sha) }
  try {
    return (await github.request(NEW_PULL, { ...parameters, draft: isDraft })).data.number
  } catch (error) {
    // Free plans have no drafts in private repositories. GitHub also answers 422 when the pull request already exists.
    if (getStatus(error) !== 422) throw error
    const opened = await findOpenPull(github, repository, branch, app)
    return opened ?? (await github.request(NEW_PULL, parameters)).data.number
  }
}

/**
 * Returns the number of the newest open pull request that the App made for the branch; null without one. Closed pull requests do not count, nor do those that
 * others opened. @throws GateError for a refusal of GitHub
 */
async function findOpenPull(
  github: GitHub,
  repository: RepositoryName,
  branch: string,
  app: AppIdentity,
): Promise<number | null> {
  const parameters = { ...repository, head: `${repository.owner}:${branch}`, state: 'open' as const }
  const { data } = await github.request(PULLS, parameters)
  const own = data.find(
    ({ head, base, user }) => head.ref === branch && head.repo?.id === base.repo.id && user?.login === getLogin(app),
  )
  return own?.number ?? null
}
