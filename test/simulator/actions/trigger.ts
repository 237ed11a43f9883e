/** Events of the world as workflows see them; null for those that start none. */

import { findCommit } from '../git.ts'
import type { Caller, Issue, Repository, User, World, WorldEvent } from '../world.ts'
import { git } from './git.ts'
import type { Trigger } from './hub.ts'
import { toPayload } from './payload.ts'

type EventOf<K extends WorldEvent['kind']> = Extract<WorldEvent, { readonly kind: K }>

const NO_COMMIT = /^0+$/
const WRITERS = ['write', 'maintain', 'admin']
const HEADS = 'refs/heads/'
const TAGS = 'refs/tags/'
const NOTHING = { baseRef: '', headRef: '', inputs: {}, pulls: [], isFork: false, needsApproval: false }

/** What an event of the bus starts; everything that may change is read before the first wait. GITHUB_TOKEN starts nothing, but pull requests of its making wait for a writer's word. */
export async function getTrigger(world: World, event: WorldEvent): Promise<Trigger | null> {
  if (event.kind === 'ref-updated') return ofPush(world, event)
  if (event.kind === 'pull-request') return ofPullRequest(world, event)
  if (event.kind === 'webhook' && event.name === 'merge_group') return ofMergeGroup(world, event)
  return null
}

export interface Dispatch {
  readonly repository: Repository
  /** A branch or tag, short or in full. */
  readonly ref: string
  readonly inputs: Readonly<Record<string, unknown>>
  readonly caller: Caller
}

/** Null where there is no such ref. */
export async function ofDispatch(world: World, { repository, ref, inputs, caller }: Dispatch): Promise<Trigger | null> {
  const candidates = ref.startsWith('refs/') ? [ref] : [`${HEADS}${ref}`, `${TAGS}${ref}`]
  for (const full of candidates) {
    const sha = await findCommit(repository, full)
    if (sha === null) continue
    const payload = toPayload(world, repository, getActor(caller), { ref: full, inputs, workflow: '' })
    const place = { sha, ref: full, headSha: sha, ...getName(full), headRepository: repository }
    const actor = getActor(caller)
    return { ...NOTHING, event: 'workflow_dispatch', action: null, repository, ...place, actor, payload, inputs }
  }
  return null
}

export function getActor(caller: Caller): User {
  if (caller.kind === 'app') return caller.app.bot
  if (caller.kind === 'anonymous') return { id: 0, login: 'ghost', type: 'User' }
  return caller.user
}

async function ofPush(world: World, event: EventOf<'ref-updated'>): Promise<Trigger | null> {
  const { repository, ref, before, after, caller, isForced } = event
  const isNamed = ref.startsWith(HEADS) || ref.startsWith(TAGS)
  if (caller.kind === 'job' || NO_COMMIT.test(after) || !isNamed) return null
  const pulls = openPulls(repository, getName(ref).branch)
  const head = await getCommit(repository, after)
  const created = NO_COMMIT.test(before)
  const payload = toPayload(world, repository, getActor(caller), {
    ref,
    before,
    after,
    created,
    deleted: false,
    forced: isForced,
    base_ref: null,
    head_commit: head,
    compare: `${world.url}/${repository.fullName}/compare/${before}...${after}`,
    commits: created ? [head] : await getCommits(repository, before, after),
    pusher: { name: getActor(caller).login, email: null },
  })
  const place = { sha: head.id, ref, headSha: head.id, ...getName(ref), headRepository: repository, pulls }
  return { ...NOTHING, event: 'push', action: null, repository, ...place, actor: getActor(caller), payload }
}

/** A conflict leaves nothing to check out: then no workflow runs. */
async function ofPullRequest(world: World, event: EventOf<'pull-request'>): Promise<Trigger | null> {
  const { repository, issue, action, caller } = event
  const { pull, number } = issue
  const sha = pull?.testMergeSha ?? null
  const isOpen = issue.state === 'open'
  if (pull === null || (isOpen && sha === null)) return null
  const headRepository = byId(world, pull.headRepositoryId)
  if (headRepository === null) return null
  const isFork = headRepository.id !== repository.id
  const actor = getActor(caller)
  return {
    event: 'pull_request',
    action,
    repository,
    sha: sha ?? pull.headSha,
    ref: `refs/pull/${number}/merge`,
    headSha: pull.headSha,
    headBranch: pull.headBranch,
    headRepository,
    tag: null,
    branch: pull.baseBranch,
    baseRef: pull.baseBranch,
    headRef: pull.headBranch,
    actor,
    pulls: isFork ? [] : [number],
    inputs: {},
    isFork,
    payload: toPayload(world, repository, actor, pullPayload(world, event, headRepository)),
    needsApproval: caller.kind === 'job' || (isFork && isNew(repository, issue)),
  }
}

async function ofMergeGroup(world: World, event: EventOf<'webhook'>): Promise<Trigger | null> {
  const { repository, action, payload, caller } = event
  const { head_sha: sha, head_ref: ref } = payload['merge_group'] as {
    readonly head_sha: string
    readonly head_ref: string
  }
  const whole = toPayload(world, repository, getActor(caller), { action, ...payload })
  const place = { sha, ref, headSha: sha, ...getName(ref), headRepository: repository, branch: null }
  return { ...NOTHING, event: 'merge_group', action, repository, ...place, actor: getActor(caller), payload: whole }
}

function getName(ref: string) {
  const isTag = ref.startsWith(TAGS)
  const name = ref.slice((isTag ? TAGS : HEADS).length)
  return { headBranch: name, branch: isTag ? null : name, tag: isTag ? name : null }
}

function pullPayload(
  world: World,
  { action, repository, issue, changes }: EventOf<'pull-request'>,
  headRepository: Repository,
) {
  const pull = issue.pull
  if (pull === null) throw new Error(`#${issue.number} is no pull request`)
  const end = (ref: string, sha: string, repo: Repository) => ({
    label: `${repo.owner.login}:${ref}`,
    ref,
    sha,
    user: repo.owner,
    repo: {
      id: repo.id,
      name: repo.name,
      full_name: repo.fullName,
      default_branch: repo.defaultBranch,
      owner: repo.owner,
    },
  })
  return {
    action,
    number: issue.number,
    ...(action === 'edited' ? { changes } : changes),
    pull_request: {
      id: issue.id,
      number: issue.number,
      state: issue.state,
      title: issue.title,
      body: issue.body,
      user: issue.author,
      draft: pull.isDraft,
      merged: pull.mergedAt !== null,
      merge_commit_sha: pull.mergeCommitSha ?? pull.testMergeSha,
      html_url: `${world.url}/${repository.fullName}/pull/${issue.number}`,
      head: end(pull.headBranch, pull.headSha, headRepository),
      base: end(pull.baseBranch, pull.baseSha, repository),
      labels: [...issue.labels].map((name) => ({ name })),
    },
  }
}

export const byId = (world: World, id: number): Repository | null =>
  [...world.repositories.values()].find((each) => each.id === id) ?? null

/** Without a merged pull request here and without a granted permission. */
function isNew(repository: Repository, { author }: Issue): boolean {
  if (WRITERS.includes(repository.roles.get(author.login) ?? 'none')) return false
  return ![...repository.issues.values()].some(
    ({ author: other, pull }) => other.id === author.id && pull?.mergedAt != null,
  )
}

/** Whose head is that branch. */
function openPulls({ id, issues }: Repository, branch: string | null): readonly number[] {
  const isOf = ({ state, pull }: Issue) =>
    state === 'open' && pull?.headRepositoryId === id && pull.headBranch === branch
  return [...issues.values()].filter(isOf).map(({ number }) => number)
}

async function getCommit({ folder }: Repository, rev: string) {
  const format = '--format=%H%x00%T%x00%cI%x00%an%x00%ae%x00%cn%x00%ce%x00%B'
  const text = await git(folder, 'log', '-1', format, rev)
  const [id = '', tree_id = '', timestamp = '', an = '', ae = '', cn = '', ce = '', message = ''] = text.split('\0')
  const people = { author: { name: an, email: ae }, committer: { name: cn, email: ce } }
  return { id, tree_id, distinct: true, message, timestamp, ...people }
}

/** GitHub tells of no more commits in one push. */
const MAX_COMMITS = 2_048

async function getCommits(repository: Repository, before: string, after: string) {
  const range = await git(
    repository.folder,
    'rev-list',
    '--reverse',
    `--max-count=${MAX_COMMITS}`,
    `${before}..${after}`,
  )
  const ids = range.split('\n').filter((id) => id !== '')
  return Promise.all(ids.map((id) => getCommit(repository, id)))
}
