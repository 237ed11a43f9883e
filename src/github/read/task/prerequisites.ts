/** Reads the prerequisites of a task on GitHub and formats warnings for the person who starts it. */
import { taskOfBranch } from '../../../core/task/task-branch.ts'
import type { IssueExtras } from '../../../tasks/issue-to-plan.ts'
import { allPaged, PAGE } from '../../pages.ts'
import { type AppIdentity, type GitHub, getLogin, type RepositoryName } from '../../routes.ts'
import { orNull } from '../../status.ts'
import { taskTexts } from '../../texts.ts'

const ISSUE = 'GET /repos/{owner}/{repo}/issues/{issue_number}'
const PULLS = 'GET /repos/{owner}/{repo}/pulls'
/** Each costs a request. */
const MAX_ISSUES = 10
/** Bound on the pages of merged pull requests. */
const MAX_PAGES = 3

/** Returns one sentence for each issue that is not closed. @throws GateError for a refusal of GitHub */
export async function describeOpenIssues(
  github: GitHub,
  repository: RepositoryName,
  waits: IssueExtras['waitsFor'],
): Promise<readonly string[]> {
  const lines: string[] = []
  for (const { issue, subtask } of waits.slice(0, MAX_ISSUES)) {
    const found = await orNull(github.request(ISSUE, { ...repository, issue_number: issue }))
    if (found?.data.state === 'closed') continue
    const who = subtask === null ? 'The task' : `Subtask ${subtask}`
    const how = found === null ? 'does not exist' : `is open: ${found.data.title}`
    lines.push(taskTexts.waitsForIssue(who, issue, how))
  }
  const unread = waits.length - MAX_ISSUES
  return unread > 0 ? [...lines, taskTexts.unreadIssues(unread)] : lines
}

interface MergedQuery {
  readonly app: AppIdentity
  readonly branchPattern: string
  /** The branch that tasks are merged into. */
  readonly base: string
}

/**
 * Returns one sentence for each task without a recently merged pull request of this App. @throws GateError for a
 * refusal of GitHub
 */
export async function describeUnmergedTasks(
  github: GitHub,
  repository: RepositoryName,
  tasks: readonly string[],
  { app, branchPattern, base }: MergedQuery,
): Promise<readonly string[]> {
  if (tasks.length === 0) return []
  const parameters = {
    ...repository,
    state: 'closed' as const,
    base,
    sort: 'updated' as const,
    direction: 'desc' as const,
  }
  const read = async (page: number) => (await github.request(PULLS, { ...parameters, per_page: PAGE, page })).data
  const { items } = await allPaged(read, MAX_PAGES)
  const own = items.filter(
    (pull) => pull.merged_at !== null && pull.user?.login === getLogin(app) && pull.base.ref === base,
  )
  const merged = new Set(own.map(({ head }) => taskOfBranch(branchPattern, head.ref)))
  return tasks.filter((task) => !merged.has(task)).map((task) => taskTexts.waitsForTask(task))
}
