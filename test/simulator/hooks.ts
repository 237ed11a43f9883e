/** Makes webhooks of what happens: complete payloads, to every App that is installed, subscribed and permitted. */
import { completeWebhook } from '../support/webhook-contract.ts'
import { isInstalled } from './api/apps.ts'
import { emitCheckSuite, getSuite } from './checks.ts'
import type { Deliveries } from './deliveries.ts'
import { listCommits, ZERO } from './git.ts'
import { branchHead } from './git-write.ts'
import { grants } from './permit.ts'
import { pushedCommit } from './shapes/commit.ts'
import { installationShape, nodeId, userShape } from './shapes/people.ts'
import { wholePullShape } from './shapes/pull.ts'
import { repositoryShape } from './shapes/repository.ts'
import { getActor, track } from './state.ts'
import { webhookName } from './webhooks.ts'
import type { App, Installation, Repository, User, WorkflowRun, World, WorldEvent } from './world.ts'

/** A webhook before it is sent. */
interface Webhook {
  readonly name: string
  readonly action: string | null
  readonly repository: Repository
  readonly sender: User
  readonly payload: Record<string, unknown>
  readonly onlyApp?: App
}
/** What stands in a `workflow_run` webhook beside repository and sender; the Actions runner tells. */
export type RunWebhook = (
  repository: Repository,
  run: WorkflowRun,
) => Promise<{ readonly payload: Readonly<Record<string, unknown>>; readonly sender: User }>
export type Judged = { readonly name: string; readonly body: string }

/** What an App must be granted to hear of something. */
const NEEDS: Readonly<Record<string, string>> = {
  branch_protection_rule: 'administration',
  repository_ruleset: 'administration',
  check_run: 'checks',
  check_suite: 'checks',
  create: 'contents',
  delete: 'contents',
  fork: 'contents',
  push: 'contents',
  issue_comment: 'issues',
  issues: 'issues',
  merge_group: 'merge_queues',
  pull_request: 'pull_requests',
  status: 'statuses',
  workflow_job: 'actions',
  workflow_run: 'actions',
}
const MOST_COMMITS = 2048

/** Listens to everything that happens; the payloads that went out are kept for the judge. */
export function sendWebhooks(world: World, deliveries: Deliveries, judged: Judged[], ofRun: RunWebhook): void {
  let tail: Promise<unknown> = Promise.resolve()
  const enqueue = (work: () => Promise<void> | void) => {
    const done = tail.then(work)
    track(world, done)
    tail = done.catch(() => undefined)
  }
  const tell = (webhook: Webhook) => {
    const jobs = getLetters(world, webhook, judged)
    enqueue(() => jobs.forEach(deliveries.send))
  }
  /** Asked for at once: a run goes on. */
  const reportRun = ({ action, repository, run }: WorldEvent & { kind: 'workflow-run' }) => {
    const telling = ofRun(repository, run)
    enqueue(async () => {
      const { sender, payload } = await telling
      const webhook = { name: 'workflow_run', action, repository, sender, payload: { ...payload } }
      getLetters(world, webhook, judged).forEach(deliveries.send)
    })
    // Reported to those that wait in the queue; it may fail before that.
    telling.catch(() => undefined)
  }
  world.on((event) => {
    switch (event.kind) {
      case 'webhook':
        return tell({ ...event, sender: getActor(event.caller) })
      case 'pull-request':
        return tell(pullWebhook(world, event))
      case 'workflow-run':
        return reportRun(event)
      case 'ref-updated':
        enqueue(async () => {
          const webhooks = await refWebhooks(world, event)
          webhooks.flatMap((webhook) => getLetters(world, webhook, judged)).forEach(deliveries.send)
        })
        if (event.ref.startsWith('refs/heads/') && event.after !== ZERO) requestSuites(world, event)
    }
  })
}

function getLetters(world: World, { name, action, repository, sender, payload, onlyApp }: Webhook, judged: Judged[]) {
  const isPush = name === 'push'
  const whole = {
    ...(action === null ? {} : { action }),
    ...payload,
    repository: isPush ? pushedRepository(world, repository) : repositoryShape(world, repository),
    sender: userShape(world, sender),
  }
  const listeners = [...world.installations.values()].filter((installation) =>
    hears(installation, repository, name, action),
  )
  return listeners
    .filter(({ app }) => onlyApp === undefined || app === onlyApp)
    .map(({ id, app }) => {
      const installation = { id, node_id: nodeId('MDIz', id) }
      const body = JSON.stringify(completeWebhook(webhookName(name, action), { ...whole, installation }))
      judged.push({ name: webhookName(name, action), body })
      return { app, event: name, action, installationId: id, repositoryId: repository.id, body }
    })
}

/** Every App hears what becomes of its own installations, whatever it subscribed to. */
export function sendInstallation(
  world: World,
  deliveries: Deliveries,
  judged: Judged[],
  result: InstallationNews,
): void {
  const { installation, name, action, sender, repositories } = result
  const { id, app, repositoryIds } = installation
  if (app.hook === null) return
  const named = repositories.map((each) => ({
    id: each.id,
    node_id: nodeId('R', each.id),
    name: each.name,
    full_name: each.fullName,
    private: each.isPrivate,
  }))
  const selection = repositoryIds === null ? 'all' : 'selected'
  const changed = {
    repository_selection: selection,
    repositories_added: named,
    repositories_removed: [],
    requester: null,
  }
  const more = name === 'installation' ? { repositories: named, requester: null } : changed
  const whole = {
    action,
    installation: installationShape(world, installation),
    sender: userShape(world, sender),
    ...more,
  }
  const body = JSON.stringify(completeWebhook(webhookName(name, action), whole))
  judged.push({ name: webhookName(name, action), body })
  deliveries.send({ app, event: name, action, installationId: id, repositoryId: null, body })
}

export interface InstallationNews {
  readonly installation: Installation
  readonly name: 'installation' | 'installation_repositories'
  readonly action: 'created' | 'deleted' | 'new_permissions_accepted' | 'added'
  readonly sender: User
  readonly repositories: readonly Repository[]
}

/** Apps that may write checks get all their webhooks; those that only read them get `created` and `completed`. */
function hears(installation: Installation, repository: Repository, name: string, action: string | null): boolean {
  const { app, permissions } = installation
  if (app.hook === null || !isInstalled(installation, repository)) return false
  const isCheck = name === 'check_run' || name === 'check_suite'
  const mayWriteChecks = grants(permissions, 'checks', 'write')
  if (isCheck && !mayWriteChecks && action !== 'created' && action !== 'completed') return false
  const isSubscribed = app.events.includes(name) || (isCheck && mayWriteChecks)
  const need = NEEDS[name]
  return isSubscribed && (need === undefined || grants(permissions, need, 'read'))
}

/** In push payloads times are seconds, and the owner has a name. */
function pushedRepository(world: World, repository: Repository) {
  const shape = repositoryShape(world, repository)
  const at = Date.parse(shape.created_at) / 1000
  const owner = { ...shape.owner, name: repository.owner.login, email: null }
  const url = `${world.url}/${repository.fullName}`
  return { ...shape, owner, url, created_at: at, pushed_at: at, stargazers: 0, master_branch: repository.defaultBranch }
}

function pullWebhook(world: World, event: WorldEvent & { kind: 'pull-request' }): Webhook {
  const { action, repository, issue, caller, changes = {} } = event
  const more = action === 'edited' ? { changes } : changes
  const payload = { number: issue.number, pull_request: wholePullShape(world, repository, issue), ...more }
  return { name: 'pull_request', action, repository, sender: getActor(caller), payload }
}

async function refWebhooks(world: World, event: WorldEvent & { kind: 'ref-updated' }): Promise<Webhook[]> {
  const { repository, ref, before, after, caller } = event
  const [, kind = '', name = ''] = /^refs\/(heads|tags)\/(.+)$/.exec(ref) ?? []
  if (kind === '') return []
  const of = (webhook: string, payload: Record<string, unknown>): Webhook => ({
    name: webhook,
    action: null,
    repository,
    sender: getActor(caller),
    payload,
  })
  const refType = kind === 'heads' ? 'branch' : 'tag'
  const pusher = { ref: name, ref_type: refType, pusher_type: 'user' }
  const born = { ...pusher, master_branch: repository.defaultBranch, description: null }
  return [
    ...(before === ZERO ? [of('create', born)] : []),
    ...(after === ZERO ? [of('delete', pusher)] : []),
    of('push', await pushPayload(world, event)),
  ]
}

async function pushPayload(world: World, event: WorldEvent & { kind: 'ref-updated' }) {
  const { repository, ref, before, after, caller, isForced: forced } = event
  const isBorn = before === ZERO
  const from = isBorn ? await knownBefore(repository, ref) : before
  const shas = after === ZERO ? [] : (await listCommits(repository, from, after)).slice(-MOST_COMMITS)
  const commits = await Promise.all(shas.map((sha) => pushedCommit(world, repository, sha)))
  const { login } = getActor(caller)
  return {
    ref,
    before,
    after,
    created: isBorn,
    deleted: after === ZERO,
    forced,
    base_ref: null,
    compare: `${world.url}/${repository.fullName}/compare/${before.slice(0, 12)}...${after.slice(0, 12)}`,
    commits,
    head_commit: after === ZERO ? null : await pushedCommit(world, repository, after),
    pusher: { name: login, email: `${login.replace('[bot]', '')}@users.noreply.github.com` },
  }
}

/** A new branch brings what the default branch has not. */
function knownBefore(repository: Repository, ref: string): Promise<string | null> {
  const isDefault = ref === `refs/heads/${repository.defaultBranch}`
  return isDefault ? Promise.resolve(null) : branchHead(repository, repository.defaultBranch)
}

/** GitHub makes a suite for each App that writes checks, for the last commit of a push. */
function requestSuites(world: World, { repository, ref, after, caller }: WorldEvent & { kind: 'ref-updated' }): void {
  for (const installation of world.installations.values()) {
    const { app, permissions } = installation
    if (!isInstalled(installation, repository) || !grants(permissions, 'checks', 'write')) continue
    const isKnown = repository.checkSuites.some((suite) => suite.app === app && suite.sha === after)
    const suite = getSuite(world, repository, app, after, ref.slice('refs/heads/'.length))
    if (!isKnown) emitCheckSuite(world, repository, suite, 'requested', caller)
  }
}
