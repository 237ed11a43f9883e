/** Posts a slash command on GitHub with the token of a person, and waits for the answer and the check of the App. */
import { setTimeout } from 'node:timers/promises'
import {
  appNotRequired,
  noAppAnswer,
  noCheckYet,
  noOpenPull,
  noRemoteOfGitHub,
  noToken,
} from '../core/errors/github-mode.ts'
import { GATE_CHECK } from '../core/status/checks.ts'
import { GITHUB_ACTIONS } from '../core/status/protection.ts'
import { getCurrentBranch } from '../git/local-refs/head.ts'
import { openRepository, type Repository } from '../git/repository.ts'
import { connect } from '../github/connect.ts'
import { readOwnChecks } from '../github/own-checks.ts'
import { useProxy } from '../github/proxy.ts'
import { readProtection } from '../github/read/protection/protection.ts'
import type { GitHub, RepositoryName } from '../github/routes.ts'
import { getApiUrl, readRemote } from '../github/servers.ts'
import { findSign, type Reaction } from '../github/write/reply.ts'
import { callGh } from './gh.ts'

interface GitHubCommand {
  readonly repository: RepositoryName
  readonly branch: string
  /** `pause`, `resume`, `skip` and so on, and what follows. */
  readonly args: readonly string[]
}

interface GitHubAnswer {
  readonly pullRequest: number
  /** The sign of the App: done, refused, or done in part. */
  readonly sign: Reaction
  /** The App's check on the head, after its answer; null where it has none. */
  readonly check: { readonly conclusion: string | null; readonly title: string; readonly url: string } | null
}

const PULLS = 'GET /repos/{owner}/{repo}/pulls'
const COMMENT = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments'
const POLL_MS = 2_000
/** Limits how often the command looks for an answer. */
export const MAX_POLLS = 60

/**
 * Posts the command and waits for the App.
 * @param pause between two questions
 * @throws GateError `command-refused` without an open pull request, a required App, or an answer
 */
export async function commandOnGitHub(
  github: GitHub,
  { repository, branch, args }: GitHubCommand,
  pause: () => Promise<unknown>,
): Promise<GitHubAnswer> {
  const head = `${repository.owner}:${branch}`
  const { data: pulls } = await github.request(PULLS, { ...repository, head, state: 'open' })
  const pull = pulls.find((one) => one.head.ref === branch && one.head.repo?.id === one.base.repo.id)
  if (pull === undefined) throw noOpenPull(branch)
  const appId = await findApp(github, repository, pull.base.ref)
  const readCheck = async () =>
    (await readOwnChecks(github, repository, pull.head.sha, appId, GATE_CHECK)).checks.at(-1) ?? null
  const slug = (await readCheck())?.app?.slug
  if (slug === undefined) throw noCheckYet(appId, branch)
  const comment = await postCommand(github, repository, pull.number, args)
  for (let polls = 0; polls < MAX_POLLS; polls += 1) {
    const sign = await findSign(github, repository, { id: appId, slug }, String(comment.id))
    if (sign === null) await pause()
    else return { pullRequest: pull.number, sign, check: toState(await readCheck()) }
  }
  throw noAppAnswer(comment.url)
}

/** Posts a slash command. @returns id and address of its comment */
export async function postCommand(
  github: GitHub,
  repository: RepositoryName,
  number: number,
  args: readonly string[],
): Promise<{ readonly id: number; readonly url: string }> {
  const body = `/tdd ${args.join(' ')}`
  const { data } = await github.request(COMMENT, { ...repository, issue_number: number, body })
  return { id: Number(data.id), url: data.html_url }
}

/** Only the App that the base branch requires can write the check that counts. */
export async function findApp(github: GitHub, repository: RepositoryName, base: string): Promise<number> {
  const { checks } = await readProtection(github, repository, base)
  const ids = checks.flatMap(({ context, appId }) => (context === GATE_CHECK ? (appId ?? []) : []))
  const own = ids.find((id) => id !== GITHUB_ACTIONS)
  if (own === undefined) throw appNotRequired(base)
  return own
}

type OwnCheck = Awaited<ReturnType<typeof readOwnChecks>>['checks'][number]

function toState(check: OwnCheck | null): GitHubAnswer['check'] {
  return check && { conclusion: check.conclusion, title: check.output.title ?? '', url: check.html_url ?? '' }
}

/** Finds branch, repository and token of this clone, and posts the command on its pull request. */
export async function commandFromClone(
  repo: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<GitHubAnswer> {
  const clone = await openRepository(repo)
  const branch = await getCurrentBranch(clone)
  if (branch === null) throw noRemoteOfGitHub()
  const { github, repository, pause } = await openGitHub(clone, signal)
  return commandOnGitHub(github, { repository, branch, args }, pause)
}

interface CloneAccess {
  readonly github: GitHub
  readonly repository: RepositoryName
  /** Between two questions. */
  readonly pause: () => Promise<unknown>
}

/** Opens the repository of `origin` with a person's token. @throws GateError `command-refused` without one of them */
export async function openGitHub(clone: Repository, signal: AbortSignal): Promise<CloneAccess> {
  const url = (await clone.run(['remote', 'get-url', 'origin'])).stdout.toString().trim()
  const { env } = process
  const remote = readRemote(url)
  if (remote === null) throw noRemoteOfGitHub()
  const token = env['GH_TOKEN'] || env['GITHUB_TOKEN'] || (await readLogin())
  if (token === '') throw noToken()
  useProxy(env)
  const baseUrl = env['GITHUB_API_URL'] ?? getApiUrl(`https://${remote.host}`)
  const github = connect({ token, baseUrl, asker: 'person' })
  return { github, repository: remote.repository, pause: () => setTimeout(POLL_MS, undefined, { signal }) }
}

/** The login of GitHub's own command line; empty without one. */
async function readLogin(): Promise<string> {
  return (await callGh(['auth', 'token']))?.stdout ?? ''
}
