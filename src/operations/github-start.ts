/** Lets the App start a task on GitHub, and checks its branch out. A record that only the App can write names the branch. */
import { appRefused, noAppAnswer } from '../core/errors/github-mode.ts'
import type { TaskRecord } from '../core/model/task-record.ts'
import { TASK_CHECK } from '../core/status/checks.ts'
import { openRepository } from '../git/repository.ts'
import { checkOutRemote } from '../git/write.ts'
import { readOwnChecks } from '../github/own-checks.ts'
import { readTaskRecord } from '../github/read/pull-request/own-checks.ts'
import { findHints } from '../github/read/task/task-record.ts'
import type { GitHub, RepositoryName } from '../github/routes.ts'
import { REACTIONS } from '../github/write/reply.ts'
import { refuseUncommitted } from './clean-tree.ts'
import { findApp, MAX_POLLS, openGitHub, postCommand } from './github-command.ts'

interface GitHubStart {
  readonly repository: RepositoryName
  readonly issue: number
  /** The id of a task of a document on the default branch; null: the issue is the task. */
  readonly task: string | null
}

interface StartedThere {
  readonly pullRequest: number
  /** The default branch. */
  readonly base: string
  readonly record: TaskRecord
}

const REPOSITORY = 'GET /repos/{owner}/{repo}'
const PULLS = 'GET /repos/{owner}/{repo}/pulls'
/** The newest pull requests that are searched. */
const PAGE = 30
/** What the App answers when it did not start the task. */
const REFUSALS: readonly string[] = ['-1', 'confused']

/**
 * Posts `/tdd start` below the issue, unless the task was started before, and waits for the App's record.
 * @param pause between two questions
 * @throws GateError `command-refused` without a required App, or when it refuses or does not answer
 */
export async function startOnGitHub(
  github: GitHub,
  { repository, issue, task }: GitHubStart,
  pause: () => Promise<unknown>,
): Promise<StartedThere> {
  const { data } = await github.request(REPOSITORY, repository)
  const base = data.default_branch
  const appId = await findApp(github, repository, base)
  const find = () => findStarted(github, repository, { appId, issue })
  const earlier = await find()
  if (earlier !== null) return { ...earlier, base }
  const comment = await postCommand(github, repository, issue, ['start', ...(task === null ? [] : [task])])
  for (let polls = 0; polls < MAX_POLLS; polls += 1) {
    const started = await find()
    if (started !== null) return { ...started, base }
    if (await isRefused(github, repository, comment.id)) throw appRefused(comment.url)
    await pause()
  }
  throw noAppAnswer(comment.url)
}

/** Everyone can write a hint into a description, so only the record of the required App counts. */
async function findStarted(
  github: GitHub,
  repository: RepositoryName,
  { appId, issue }: { readonly appId: number; readonly issue: number },
): Promise<Omit<StartedThere, 'base'> | null> {
  const { data: pulls } = await github.request(PULLS, { ...repository, state: 'open', per_page: PAGE })
  for (const { number, head, base, body } of pulls) {
    const isOwn = head.repo?.id === base.repo.id
    for (const start of isOwn ? findHints(body ?? '') : []) {
      const { checks } = await readOwnChecks(github, repository, start, appId, TASK_CHECK)
      const record = readTaskRecord(checks, head.ref)
      if (record?.issue === issue) return { pullRequest: number, record }
    }
  }
  return null
}

/** The sign of a bot ends the waiting; nothing else follows from it. */
async function isRefused(github: GitHub, repository: RepositoryName, comment: number): Promise<boolean> {
  const { data } = await github.request(REACTIONS, { ...repository, comment_id: comment })
  return data.some(({ user, content }) => user?.type === 'Bot' && REFUSALS.includes(content))
}

/** Starts the task from this clone, and switches to the branch that the App opened. */
export async function startFromClone(
  repo: string,
  options: Omit<GitHubStart, 'repository'>,
  signal: AbortSignal,
): Promise<StartedThere> {
  const clone = await openRepository(repo)
  await refuseUncommitted(clone)
  const { github, repository, pause } = await openGitHub(clone, signal)
  const started = await startOnGitHub(github, { ...options, repository }, pause)
  await checkOutRemote(clone, started.record.branch)
  return started
}
