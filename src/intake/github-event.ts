/** Reads an event of GitHub Actions and returns the commits to judge. */
import { badEvent, unsupportedEvent } from '../core/errors/github.ts'
import type { GateError } from '../core/model/errors.ts'
import { didYouMean } from '../core/util/nearest.ts'
import {
  dispatchPayload,
  dispatchVariables,
  getBranch,
  mergeGroupPayload,
  pullRequestPayload,
  pushPayload,
  read,
  shown,
} from './payload.ts'
import { EVENTS, type EventName, type Subject } from './subject.ts'
import { eventTexts } from './texts.ts'

/**
 * The environment variables that are read: GITHUB_SHA and GITHUB_REF, for `workflow_dispatch` only, whose payload has
 * no commit.
 */
export type Variables = Readonly<Record<string, string | undefined>>

const FOUR = eventTexts.useEvents
const NO_COMMIT = /^0+$/

const READERS: Readonly<Record<EventName, (payload: unknown, env: Variables) => Subject>> = {
  pull_request: readPullRequest,
  push: readPush,
  merge_group: readMergeGroup,
  workflow_dispatch: readDispatch,
}

/**
 * Returns the commits to judge for the parsed file of GITHUB_EVENT_PATH. Actions uses the payloads of webhooks:
 * https://docs.github.com/en/webhooks/webhook-events-and-payloads @throws GateError `unsupported-event`, which says how
 * to restrict `on:`; `bad-event`, which names the invalid field
 */
export function getSubject(event: string, payload: unknown, env: Variables): Subject {
  const known = EVENTS.find((name) => name === event)
  if (known === undefined) throw unknownEvent(event)
  return READERS[known](payload, env)
}

function unknownEvent(event: string): GateError {
  if (event === '') return unsupportedEvent('This job has no event.', eventTexts.startByGitHub)
  if (event === 'pull_request_target') return unsupportedEvent(eventTexts.runsWithSecrets, eventTexts.usePullRequest)
  return unsupportedEvent(
    eventTexts.noCommits(shown(event)),
    `${FOUR.slice(0, -1)}${didYouMean(event.slice(0, 64), EVENTS)}`,
  )
}

function readPullRequest(payload: unknown): Subject {
  const { repository, pull_request: pull } = read(pullRequestPayload, payload)
  const { base, head } = pull
  if (base.repo.id !== repository.id) throw badEvent('pull_request.base.repo', 'is another repository')
  return {
    event: 'pull_request',
    repository: getIdentity(repository),
    pullRequest: pull.number,
    base: { branch: base.ref, sha: base.sha },
    // `repo` is null when the fork has been deleted.
    head: { branch: head.ref, sha: head.sha, isFork: head.repo?.id !== repository.id },
    sequence: null,
  }
}

function readPush(payload: unknown): Subject {
  const { repository, ref, after, deleted } = read(pushPayload, payload)
  const branch = getBranch(ref, 'ref')
  if (branch === null) throw unsupportedEvent(`${shown(ref)} is not a branch.`, eventTexts.branchesOnly)
  if (deleted || NO_COMMIT.test(after)) throw unsupportedEvent(eventTexts.branchDeleted, eventTexts.notOnDeletion)
  const { default_branch: base } = repository
  if (branch === base)
    throw unsupportedEvent(eventTexts.isDefaultBranch(shown(base)), eventTexts.notDefaultBranch(shown(base)))
  return ofBranch('push', getIdentity(repository), base, { branch, sha: after })
}

function readMergeGroup(payload: unknown): Subject {
  const { repository, action, merge_group: group } = read(mergeGroupPayload, payload)
  if (action !== 'checks_requested')
    throw unsupportedEvent(eventTexts.groupAction(shown(action)), eventTexts.restrictGroup)
  const base = getBranch(group.base_ref, 'merge_group.base_ref')
  const head = getBranch(group.head_ref, 'merge_group.head_ref')
  if (base === null || head === null) throw badEvent('merge_group', 'is not a branch ref')
  return {
    event: 'merge_group',
    repository: getIdentity(repository),
    // A group can hold several pull requests, and its payload names none.
    pullRequest: null,
    base: { branch: base, sha: group.base_sha },
    head: { branch: head, sha: group.head_sha, isFork: false },
    sequence: 'pull-request',
  }
}

function readDispatch(payload: unknown, env: Variables): Subject {
  const { repository } = read(dispatchPayload, payload)
  const { GITHUB_SHA: sha, GITHUB_REF: ref } = read(dispatchVariables, env)
  const { default_branch: base } = repository
  const branch = getBranch(ref, 'GITHUB_REF')
  if (branch === null || branch === base) {
    const what = branch === null ? 'not a branch' : eventTexts.noBase
    throw unsupportedEvent(`${shown(ref)} is ${what}.`, eventTexts.startOnBranch)
  }
  return ofBranch('workflow_dispatch', getIdentity(repository), base, { branch, sha })
}

function ofBranch(
  event: EventName,
  repository: Subject['repository'],
  base: string,
  head: { readonly branch: string; readonly sha: string },
): Subject {
  return {
    event,
    repository,
    pullRequest: null,
    base: { branch: base, sha: null },
    head: { ...head, isFork: false },
    sequence: null,
  }
}

function getIdentity({ id, full_name }: { readonly id: number; readonly full_name: string }): Subject['repository'] {
  return { id: String(id), name: full_name }
}
