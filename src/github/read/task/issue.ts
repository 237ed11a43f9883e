/** Reads an issue and its sub-issues. */
import { tooManySubIssues } from '../../../core/errors/tasks.ts'
import { MAX_SUBTASKS } from '../../../tasks/fields.ts'
import type { IssueText } from '../../../tasks/issue-to-plan.ts'
import { allPaged, PAGE } from '../../pages.ts'
import type { GitHub, RepositoryName } from '../../routes.ts'
import { orNull } from '../../status.ts'

const ISSUE = 'GET /repos/{owner}/{repo}/issues/{issue_number}'
const SUB_ISSUES = 'GET /repos/{owner}/{repo}/issues/{issue_number}/sub_issues'
const MAX_PAGES = Math.ceil(MAX_SUBTASKS / PAGE)

export interface FoundIssue {
  readonly issue: IssueText
  readonly isOpen: boolean
  /** In their order. */
  readonly subIssues: readonly IssueText[]
}

/**
 * Reads the issue. @returns null when there is no such issue @throws GateError `bad-plan` for more sub-issues than a
 * plan allows
 */
export async function readTaskIssue(
  github: GitHub,
  repository: RepositoryName,
  number: number,
): Promise<FoundIssue | null> {
  const answer = await orNull(github.request(ISSUE, { ...repository, issue_number: number }))
  if (answer === null) return null
  const { data } = answer
  return {
    issue: toText(data),
    isOpen: data.state === 'open',
    subIssues: await readSubIssues(github, repository, number),
  }
}

async function readSubIssues(
  github: GitHub,
  repository: RepositoryName,
  number: number,
): Promise<readonly IssueText[]> {
  const parameters = { ...repository, issue_number: number, per_page: PAGE }
  // A server without sub-issues answers 404.
  const read = async (page: number) => (await orNull(github.request(SUB_ISSUES, { ...parameters, page })))?.data ?? []
  const { items, isTruncated } = await allPaged(read, MAX_PAGES)
  if (!isTruncated) return items.map(toText)
  throw tooManySubIssues(number, MAX_SUBTASKS)
}

interface Listed {
  readonly number: number
  readonly title: string
  readonly body?: string | null
  readonly state: string
}

function toText({ number, title, body, state }: Listed): IssueText {
  return { number, title, body: body ?? '', isClosed: state === 'closed' }
}
