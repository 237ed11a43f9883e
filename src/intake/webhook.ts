/**
 * Converts a webhook into the events that the App handles. A webhook is only a hint: the App reads GitHub before it
 * decides.
 */
import type * as z from 'zod'
import { badWebhook } from '../core/errors/github.ts'
import type { GateError } from '../core/model/errors.ts'
import type { GateEvent, RepositoryRef } from '../core/model/event.ts'
import { getActor, readComment } from './comment.ts'
import * as delivery from './delivery.ts'
import { isBranch, shown } from './payload.ts'

export interface Webhook {
  /** X-GitHub-Event */
  readonly name: string
  /** The parsed body. */
  readonly payload: unknown
}

export interface Arrival {
  readonly repository: RepositoryRef
  readonly event: GateEvent
}

const HEADS = 'refs/heads/'
/** The label that starts a task. */
export const LABEL = 'tdd'

/** The actions after which the state of a pull request may have changed. */
const PULL_ACTIONS = [
  'opened',
  'reopened',
  'synchronize',
  'edited',
  'ready_for_review',
  'converted_to_draft',
  'closed',
  'enqueued',
  'dequeued',
]
const RUN_ACTIONS = ['requested', 'in_progress', 'completed']
const INSTALLATION_ACTIONS = ['created', 'new_permissions_accepted', 'unsuspend']

interface Read {
  readonly action: string
  readonly payload: unknown
  readonly appId: number
}
/** Reads one kind of webhook. Null: the App ignores it. */
type Reader = (read: Read) => GateEvent | null

const READERS = {
  pull_request: readPull,
  push: readPush,
  issues: readIssue,
  issue_comment: ({ action, payload, appId }) => readComment(action, read(delivery.comment, payload), appId),
  check_run: readCheckRun,
  check_suite: readCheckSuite,
  workflow_run: readWorkflowRun,
  merge_group: ofMergeGroup,
  repository_ruleset: () => ({ kind: 'repository' }),
  branch_protection_rule: () => ({ kind: 'repository' }),
} as const satisfies Record<string, Reader>

/** The events that the App subscribes to. GitHub sends installation events without a subscription. */
export const SUBSCRIBED: readonly string[] = Object.keys(READERS)

/**
 * Returns the events of a webhook. @param appId id of this App: buttons and comments of other Apps are ignored @returns
 * empty for webhooks without an installation and for those that the App ignores @throws GateError `bad-event` that
 * names the field that GitHub would not send
 */
export function getArrivals({ name, payload }: Webhook, appId: number): readonly Arrival[] {
  if (name === 'installation' || name === 'installation_repositories') return readInstallation(name, payload)
  if (!Object.hasOwn(READERS, name)) return []
  const { installation, repository, action = '' } = read(delivery.frame, payload)
  if (installation === undefined || repository === undefined) return []
  const event = READERS[name as keyof typeof READERS]({ action, payload, appId })
  if (event === null) return []
  const { id, name: repo, owner } = repository
  return [{ repository: { installationId: installation.id, id: String(id), owner: owner.login, repo }, event }]
}

function readPull({ action, payload }: Read): GateEvent | null {
  if (action === 'labeled') {
    const { label, sender, pull_request: pull } = read(delivery.labeledPull, payload)
    return readLabel(label.name, pull, sender)
  }
  if (!PULL_ACTIONS.includes(action)) return null
  const { number, head } = read(delivery.pull, payload).pull_request
  return { kind: 'pull-request', number, ...(action !== 'closed' && head && { head: head.sha }) }
}

function readIssue({ action, payload }: Read): GateEvent | null {
  if (action !== 'labeled') return null
  const { label, sender, issue } = read(delivery.labeledIssue, payload)
  return readLabel(label.name, issue, sender)
}

type Sender = z.infer<typeof delivery.labeled>['sender']

function readLabel(
  label: string,
  { number, updated_at: at }: { readonly number: number; readonly updated_at: string },
  sender: Sender,
): GateEvent | null {
  return label === LABEL ? { kind: 'label', number, actor: getActor(sender), at } : null
}

/** Reads a push as a change of a base branch. GitHub reports pull requests whose head changed with `pull_request`. */
function readPush({ payload }: Read): GateEvent | null {
  const { ref } = read(delivery.push, payload)
  return ref.startsWith(HEADS) ? { kind: 'base', branch: getBranch(ref, 'ref') } : null
}

function readCheckRun({ action, payload, appId }: Read): GateEvent | null {
  if (action !== 'rerequested' && action !== 'requested_action') return null
  const { check_run: check, requested_action: button, sender } = read(delivery.checkRun, payload)
  if (check.app?.id !== appId) return null
  const identifier = action === 'rerequested' ? action : button?.identifier
  return identifier === undefined ? null : { kind: 'button', identifier, head: check.head_sha, actor: getActor(sender) }
}

function readCheckSuite({ action, payload, appId }: Read): GateEvent | null {
  if (action !== 'rerequested') return null
  const { check_suite: suite, sender } = read(delivery.checkSuite, payload)
  return suite.app?.id === appId
    ? { kind: 'button', identifier: 'rerequested', head: suite.head_sha, actor: getActor(sender) }
    : null
}

function readWorkflowRun({ action, payload }: Read): GateEvent | null {
  if (!RUN_ACTIONS.includes(action)) return null
  const { repository, workflow_run: run } = read(delivery.workflowRun, payload)
  const { head_sha: head, pull_requests: named, head_repository: from, actor } = run
  // The gate says the same of a run that waits for a machine. Only runs of forks and bots may have waited for approval.
  if (action === 'in_progress' && from?.id === repository.id && actor?.type === 'User') return null
  const own = named?.filter((pull) => pull.head.sha === head && pull.base.repo.id === repository.id) ?? []
  const [first, ...others] = own
  // The pull request is known when the payload names exactly one.
  if (first === undefined || others.length > 0) return { kind: 'head', head }
  const { id, run_attempt: attempt } = run
  const isNew = action === 'requested' && id !== undefined && attempt !== undefined
  return { kind: 'pull-request', number: first.number, head, ...(isNew && { run: { id: String(id), attempt } }) }
}

function ofMergeGroup({ action, payload }: Read): GateEvent | null {
  if (action !== 'checks_requested') return null
  const { merge_group: group } = read(delivery.mergeGroup, payload)
  const baseBranch = getBranch(group.base_ref, 'merge_group.base_ref')
  return { kind: 'merge-group', head: group.head_sha, base: group.base_sha, headRef: group.head_ref, baseBranch }
}

function readInstallation(name: string, payload: unknown): readonly Arrival[] {
  const { installation, action = '' } = read(delivery.frame, payload)
  if (installation === undefined) return []
  const repositories =
    name === 'installation_repositories'
      ? read(delivery.added, payload).repositories_added
      : INSTALLATION_ACTIONS.includes(action)
        ? (read(delivery.installed, payload).repositories ?? [])
        : []
  return repositories.map(({ id, full_name }) => {
    const [owner = '', repo = ''] = full_name.split('/')
    const repository = { installationId: installation.id, id: String(id), owner, repo }
    return { repository, event: { kind: 'repository' } }
  })
}

function getBranch(ref: string, place: string): string {
  const branch = ref.replace(HEADS, '')
  if (isBranch(branch)) return branch
  throw bad(place, 'is not a branch ref')
}

function read<T>(schema: z.ZodType<T>, payload: unknown): T {
  const parsed = schema.safeParse(payload)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw bad(issue?.path.map(String).join('.') || 'the payload', issue?.message ?? 'cannot be read')
}

function bad(place: string, what: string): GateError {
  return badWebhook(shown(place), shown(what))
}
