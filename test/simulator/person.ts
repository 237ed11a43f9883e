/** What a person does on the local GitHub: by REST where there is a route, as the web page would where there is none. */
import { Octokit } from '@octokit/core'
import { userToken } from './auth.ts'
import { emitCheckRun } from './checks.ts'
import type { MergeQueue } from './merge-queue.ts'
import { getPull } from './shapes/pull.ts'
import { cloneRepository, type WorkingClone } from './working-clone.ts'
import type { CheckRun, Issue, Repository, RequiredCheck, User, World } from './world.ts'

export interface Person {
  readonly user: User
  readonly token: string
  readonly request: Octokit['request']
  /** Gives the number. */
  readonly openIssue: (
    repository: Repository,
    issue: { title: string; body?: string; labels?: string[] },
  ) => Promise<number>
  readonly openPull: (repository: Repository, pull: NewPull) => Promise<number>
  /** Gives the id. */
  readonly comment: (repository: Repository, number: number, body: string) => Promise<number>
  readonly close: (repository: Repository, number: number) => Promise<void>
  readonly reopen: (repository: Repository, number: number) => Promise<void>
  readonly label: (repository: Repository, number: number, label: string) => Promise<void>
  /** Never throws for what GitHub refuses: it gives status and words. */
  readonly merge: (repository: Repository, number: number, method?: 'merge' | 'squash' | 'rebase') => Promise<Merged>
  /** Classic protection that requires checks, of any App unless one is named; it binds admins too. */
  readonly protect: (repository: Repository, branch: string, checks: readonly RequiredCheck[]) => Promise<void>
  /** Presses "Merge when ready"; throws with GitHub's words when it may not come in. */
  readonly enqueue: (repository: Repository, number: number) => Promise<void>
  readonly markReady: (repository: Repository, number: number) => void
  readonly markDraft: (repository: Repository, number: number) => void
  /** Presses "Re-run" at a check run. */
  readonly rerequest: (repository: Repository, run: CheckRun) => void
  /** Presses a button that the App made. */
  readonly press: (repository: Repository, run: CheckRun, identifier: string) => void
  readonly clone: (repository: Repository) => Promise<WorkingClone>
}

export interface NewPull {
  /** `branch`, or `owner:branch` of a fork. */
  readonly head: string
  readonly base?: string
  readonly title?: string
  readonly body?: string
  readonly draft?: boolean
}

export interface Merged {
  readonly status: number
  readonly message: string
  /** Null when it was refused. */
  readonly sha: string | null
}

/** @param around the folder of clones, and the queue before the default branch */
export function createPerson(
  world: World,
  { clones, queue }: { readonly clones: string; readonly queue: MergeQueue },
  user: User,
): Person {
  const token = userToken(world, user)
  const { request } = new Octokit({ baseUrl: world.apiUrl, auth: token, userAgent: user.login, log: SILENT })
  const of = ({ owner, name }: Repository) => ({ owner: owner.login, repo: name })
  const setState = async (repository: Repository, number: number, state: 'open' | 'closed') => {
    const isPull = getIssue(repository, number).pull !== null
    if (isPull)
      await request('PATCH /repos/{owner}/{repo}/pulls/{pull_number}', {
        ...of(repository),
        pull_number: number,
        state,
      })
    else
      await request('PATCH /repos/{owner}/{repo}/issues/{issue_number}', {
        ...of(repository),
        issue_number: number,
        state,
      })
  }
  const setDraft = (repository: Repository, number: number, isDraft: boolean) => {
    const issue = getIssue(repository, number)
    getPull(issue).isDraft = isDraft
    const action = isDraft ? 'converted_to_draft' : 'ready_for_review'
    world.emit({ kind: 'pull-request', action, repository, issue, caller: { kind: 'user', user } })
  }
  return {
    user,
    token,
    request,
    openIssue: async (repository, issue) =>
      (await request('POST /repos/{owner}/{repo}/issues', { ...of(repository), ...issue })).data.number,
    openPull: async (repository, { base = repository.defaultBranch, title = 'A change', ...pull }) =>
      (await request('POST /repos/{owner}/{repo}/pulls', { ...of(repository), base, title, ...pull })).data.number,
    comment: async (repository, number, body) => {
      const route = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments'
      return Number((await request(route, { ...of(repository), issue_number: number, body })).data.id)
    },
    close: (repository, number) => setState(repository, number, 'closed'),
    reopen: (repository, number) => setState(repository, number, 'open'),
    label: async (repository, number, label) => {
      const route = 'POST /repos/{owner}/{repo}/issues/{issue_number}/labels'
      await request(route, { ...of(repository), issue_number: number, labels: [label] })
    },
    merge: async (repository, number, method = 'merge') => {
      const route = 'PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge'
      const asked = request(route, { ...of(repository), pull_number: number, merge_method: method })
      return asked.then(
        ({ status, data }) => ({ status, message: data.message, sha: data.sha }),
        ({ status, response }) => ({ status, message: response.data.message, sha: null }),
      )
    },
    protect: async (repository, branch, checks) => {
      const required = checks.map(({ context, appId }) => ({ context, ...(appId === null ? {} : { app_id: appId }) }))
      await request('PUT /repos/{owner}/{repo}/branches/{branch}/protection', {
        ...of(repository),
        branch,
        required_status_checks: { strict: false, contexts: [], checks: required },
        enforce_admins: true,
        required_pull_request_reviews: null,
        restrictions: null,
      })
    },
    enqueue: (repository, number) => queue.enqueue(repository, getIssue(repository, number), { kind: 'user', user }),
    markReady: (repository, number) => setDraft(repository, number, false),
    markDraft: (repository, number) => setDraft(repository, number, true),
    rerequest: (repository, run) => emitCheckRun(world, repository, run, 'rerequested', { kind: 'user', user }),
    press: (repository, run, identifier) =>
      emitCheckRun(
        world,
        repository,
        run,
        'requested_action',
        { kind: 'user', user },
        { requested_action: { identifier } },
      ),
    clone: (repository) => {
      const url = `${world.url}/${repository.fullName}.git`.replace('//', `//x-access-token:${token}@`)
      return cloneRepository(clones, { url, login: user.login })
    },
  }
}

/** Refusals are answers here, nothing to warn of. */
const quiet = () => undefined
const SILENT = { debug: quiet, info: quiet, warn: quiet, error: quiet }

function getIssue({ issues }: Repository, number: number): Issue {
  const issue = issues.get(number)
  if (issue === undefined) throw new Error(`there is no #${number}`)
  return issue
}
