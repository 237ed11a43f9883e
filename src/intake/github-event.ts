/** An event of GitHub Actions, and what it asks to be judged. */
import { GateError } from '../core/model/errors.ts'
import { didYouMean } from '../core/util/nearest.ts'
import {
  badEvent,
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

/** GITHUB_SHA and GITHUB_REF are all that is asked for, and only for `workflow_dispatch`, whose payload has no commit. */
export type Variables = Readonly<Record<string, string | undefined>>

const FOUR = 'Run it on: pull_request, push, merge_group or workflow_dispatch.'
const NO_COMMIT = /^0+$/

const READERS: Readonly<Record<EventName, (payload: unknown, env: Variables) => Subject>> = {
  pull_request: ofPullRequest,
  push: ofPush,
  merge_group: ofMergeGroup,
  workflow_dispatch: ofDispatch,
}

/**
 * What `payload` (the parsed file of GITHUB_EVENT_PATH) asks to be judged. The format is GitHub's of webhooks, of which
 * Actions sends the same.
 * @throws GateError `unsupported-event` that says what to restrict in `on:`; `bad-event` that names a wrong place.
 */
export function getSubject(event: string, payload: unknown, env: Variables): Subject {
  const known = EVENTS.find((name) => name === event)
  if (known === undefined) throw unknownEvent(event)
  return READERS[known](payload, env)
}

function unknownEvent(event: string): GateError {
  if (event === '')
    return unsupported('This job tells of no event.', 'Let GitHub start it: GITHUB_EVENT_NAME is empty.')
  if (event === 'pull_request_target')
    return unsupported(
      'On `pull_request_target` the code of a pull request would run beside the secrets of its base.',
      'Write on: pull_request instead; forks are judged there too.',
    )
  return unsupported(
    `The event \`${shown(event)}\` names no commits to judge.`,
    `${FOUR.slice(0, -1)}${didYouMean(event.slice(0, 64), EVENTS)}`,
  )
}

function ofPullRequest(payload: unknown): Subject {
  const { repository, pull_request: pull } = read(pullRequestPayload, payload)
  const { base, head } = pull
  if (base.repo.id !== repository.id) throw badEvent('pull_request.base.repo', 'is another repository')
  return {
    event: 'pull_request',
    repository: getIdentity(repository),
    pullRequest: pull.number,
    base: { branch: base.ref, sha: base.sha },
    // A fork that was deleted since has no repository any more.
    head: { branch: head.ref, sha: head.sha, isFork: head.repo?.id !== repository.id },
    sequence: null,
  }
}

function ofPush(payload: unknown): Subject {
  const { repository, ref, after, deleted } = read(pushPayload, payload)
  const branch = getBranch(ref, 'ref')
  if (branch === null)
    throw unsupported(`${shown(ref)} is no branch.`, "Judge branches only: on: { push: { branches: ['**'] } }")
  if (deleted || NO_COMMIT.test(after))
    throw unsupported(
      'The branch was deleted: nothing is left to judge.',
      'Give the job: if: ${{ !github.event.deleted }}',
    )
  const { default_branch: base } = repository
  if (branch === base)
    throw unsupported(
      `${shown(base)} is the default branch: there is nothing to compare it with.`,
      `Judge the others only: on: { push: { branches-ignore: ['${shown(base)}'] } }`,
    )
  return ofBranch('push', getIdentity(repository), base, { branch, sha: after })
}

function ofMergeGroup(payload: unknown): Subject {
  const { repository, action, merge_group: group } = read(mergeGroupPayload, payload)
  if (action !== 'checks_requested')
    throw unsupported(
      `A merge group that is \`${shown(action)}\` asks for no check.`,
      'Restrict it: on: { merge_group: { types: [checks_requested] } }',
    )
  const base = getBranch(group.base_ref, 'merge_group.base_ref')
  const head = getBranch(group.head_ref, 'merge_group.head_ref')
  if (base === null || head === null) throw badEvent('merge_group', 'names no branch')
  return {
    event: 'merge_group',
    repository: getIdentity(repository),
    // Several pull requests may be in one group, and the payload names none.
    pullRequest: null,
    base: { branch: base, sha: group.base_sha },
    head: { branch: head, sha: group.head_sha, isFork: false },
    sequence: 'pull-request',
  }
}

function ofDispatch(payload: unknown, env: Variables): Subject {
  const { repository } = read(dispatchPayload, payload)
  const { GITHUB_SHA: sha, GITHUB_REF: ref } = read(dispatchVariables, env)
  const { default_branch: base } = repository
  const branch = getBranch(ref, 'GITHUB_REF')
  if (branch === null || branch === base) {
    const what = branch === null ? 'no branch' : 'the default branch: there is nothing to compare it with'
    throw unsupported(
      `${shown(ref)} is ${what}.`,
      'Name the branch to judge: gh workflow run <workflow> --ref <branch>',
    )
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

function unsupported(message: string, suggestion: string): GateError {
  return new GateError('unsupported-event', message, suggestion)
}
