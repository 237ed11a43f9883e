/** Each cause of a refusal, as GitHub answers it. */
import { describe, expect, test } from 'vitest'
import { connect } from '../../src/github/connect.ts'
import { findRefusalCause, type RefusedRequest } from '../../src/github/refusal-cause.ts'
import { getRefusalCause } from '../../src/github/status.ts'
import { type RefusalCause, refusalCauses } from '../../src/github/texts.ts'
import { API, stubGitHub } from '../support/github/stub.ts'
import { getRefusal } from '../support/refusal.ts'

const COMMENT = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments'
const COMPARE = 'GET /repos/{owner}/{repo}/compare/{basehead}'
const PULL = 'POST /repos/{owner}/{repo}/pulls'
const REF = 'POST /repos/{owner}/{repo}/git/refs'
const REPOSITORY = 'GET /repos/{owner}/{repo}'
const ISSUE = 'GET /repos/{owner}/{repo}/issues/{issue_number}'

const NOT_GRANTED = 'Resource not accessible by integration'
const ARCHIVED = 'Repository was archived so is read-only'
const LOCKED = 'Unable to create comment because issue is locked.'
const LOCKING = 'https://docs.github.com/articles/locking-conversations/'
const TOKEN = '/app/installations/7/access_tokens'

type Row = readonly [cause: RefusalCause, about: string, given: Partial<RefusedRequest>]

/** Messages are those that people have seen: see the sources in `refusal-cause.ts`. */
const CAUSES: readonly Row[] = [
  ['token-invalid', '401', { status: 401, message: 'Bad credentials' }],
  ['permission-missing', 'a plain 403', { message: NOT_GRANTED }],
  ['installation-suspended', 'no token is given', { address: TOKEN, message: 'This installation has been suspended' }],
  ['installation-suspended', 'no token is given, in other words', { address: TOKEN, message: 'No' }],
  [
    'installation-suspended',
    'an earlier token is used',
    { message: 'This installation owned by octocat suspended your access at 2020-08-28T16:32:59Z.' },
  ],
  ['installation-missing', 'no token is given', { status: 404, address: TOKEN, message: 'Not Found' }],
  ['repository-archived', 'GitHub says it', { message: `${ARCHIVED}.` }],
  [
    'repository-archived',
    'its conversations are locked too',
    { message: `${ARCHIVED} and unable to create comment because issue is locked` },
  ],
  ['repository-archived', 'the repository is read', { message: 'No', surroundings: { repository: 'archived' } }],
  [
    'repository-archived',
    'the repository is read, and the page is of locks',
    { page: LOCKING, surroundings: { repository: 'archived', isLocked: true } },
  ],
  ['repository-disabled', 'the repository is read', { surroundings: { repository: 'disabled' } }],
  ['repository-not-shown', 'the repository is read', { status: 404, surroundings: { repository: 'not-shown' } }],
  ['repository-blocked', 'the terms of service', { isBlocked: true, message: 'Repository access blocked' }],
  ['repository-blocked', 'the law', { status: 451, message: 'Repository access blocked' }],
  [
    'repository-empty',
    '409',
    { route: 'GET /repos/{owner}/{repo}/git/trees/{tree_sha}', status: 409, message: 'Git Repository is empty.' },
  ],
  ['conversation-locked', 'its page', { page: LOCKING, message: 'No' }],
  ['conversation-locked', 'its words', { message: LOCKED }],
  ['conversation-locked', 'an edit', { message: 'Unable to update comment because issue is locked.' }],
  [
    'conversation-locked',
    'the conversation is read',
    { message: 'No', surroundings: { repository: 'open', isLocked: true } },
  ],
  [
    'permission-missing',
    'neither is the case',
    { message: 'No', surroundings: { repository: 'open', isLocked: false } },
  ],
  ['single-sign-on', 'its header', { demandsSignOn: true }],
  [
    'address-not-allowed',
    'its words',
    {
      message:
        'Although you appear to have the correct authorization credentials, the `acme` organization has an IP allow list enabled, and your IP address is not permitted to access this resource.',
    },
  ],
  [
    'address-not-allowed',
    'no token is given',
    { address: TOKEN, message: 'the `acme` organization has an IP allow list enabled' },
  ],
  ['base-missing', 'a pull request', { route: PULL, status: 422, fields: ['base'], message: 'Validation Failed' }],
  ['base-missing', 'a comparison', { route: COMPARE, status: 404, message: 'Not Found' }],
  ['base-missing', 'no common commit', { route: COMPARE, status: 404, message: 'No common ancestor between a and b.' }],
  ['ref-refused', 'a ruleset', { route: REF, status: 422, message: 'Repository rule violations found' }],
  ['not-found', 'a plain 404', { status: 404, message: 'Not Found' }],
  ['deleted', '410', { status: 410, message: 'This issue was deleted' }],
  ['content-refused', 'a plain 422', { status: 422, message: 'Validation Failed' }],
  ['content-refused', 'a pull request', { route: PULL, status: 422, fields: ['head'], message: 'Validation Failed' }],
]

const REFUSED: RefusedRequest = {
  route: COMMENT,
  status: 403,
  message: NOT_GRANTED,
  page: 'https://docs.github.com/rest',
  address: '/repos/acme/shop/issues/1/comments',
  fields: [],
  isBlocked: false,
  demandsSignOn: false,
  surroundings: null,
}

test.each(CAUSES)('%s: %s', (cause, _, given) => {
  expect(findRefusalCause({ ...REFUSED, ...given })).toBe(cause)
})

test('every cause has a row', () => {
  expect(new Set(CAUSES.map(([cause]) => cause))).toEqual(new Set(Object.keys(refusalCauses)))
})

test.each([403, 404, 410, 422, 451])(
  'a limit or an unknown message with %i has a cause, whatever its words',
  (status) => {
    for (const message of ['', 'x'.repeat(9999), 'suspended', 'locked'])
      expect(Object.keys(refusalCauses)).toContain(findRefusalCause({ ...REFUSED, status, message }))
  },
)

describe('a refused write', () => {
  const repository = { owner: 'acme', repo: 'shop' }
  const ask = (asker: 'app' | 'job' | 'person' = 'app') =>
    getRefusal(
      connect({ token: 't', baseUrl: API, asker }).request(COMMENT, { ...repository, issue_number: 1, body: 'x' }),
    )
  const refuse = (answer: object, headers = {}) =>
    stubGitHub().on(COMMENT, { params: { issue_number: 1 }, status: 403, answer, headers })

  test('in an archived repository is known by the repository, not by the words', async () => {
    using _ = refuse({ message: 'No' }).on(REPOSITORY, { answer: { archived: true } })
    const error = await ask()
    expect(getRefusalCause(error)).toBe('repository-archived')
    expect(error.suggestion.text).toMatch(/archived.*administrator unarchives/)
  })

  test('in a locked conversation is known by the conversation', async () => {
    using _ = refuse({ message: 'No' })
      .on(REPOSITORY)
      .on(ISSUE, { params: { issue_number: 1 }, answer: { locked: true } })
    expect(getRefusalCause(await ask())).toBe('conversation-locked')
  })

  test('whose conversation GitHub names as locked does not need the conversation', async () => {
    using stub = refuse({ message: 'No', documentation_url: LOCKING }).on(REPOSITORY)
    expect(getRefusalCause(await ask('job'))).toBe('conversation-locked')
    expect(stub.calls()).toHaveLength(2)
  })

  test('of a blocked repository or of a token without single sign-on needs no other request', async () => {
    using stub = refuse({ message: 'Repository access blocked', block: { reason: 'tos' } })
    expect(getRefusalCause(await ask())).toBe('repository-blocked')
    stub.on(COMMENT, {
      params: { issue_number: 1 },
      status: 403,
      answer: { message: 'Resource protected by organization SAML enforcement.' },
      headers: { 'x-github-sso': 'required; url=https://github.com/orgs/acme/sso' },
    })
    expect(getRefusalCause(await ask('person'))).toBe('single-sign-on')
    expect(stub.calls()).toHaveLength(2)
  })

  test.each([
    ['app', /pull_requests: write.*Configure/],
    ['job', /pull-requests: write/],
    ['person', /GH_TOKEN/],
  ] as const)('without a permission tells the %s what to grant', async (asker, advice) => {
    using _ = refuse({ message: NOT_GRANTED })
      .on(REPOSITORY)
      .on(ISSUE, { params: { issue_number: 1 } })
    const error = await ask(asker)
    expect(getRefusalCause(error)).toBe('permission-missing')
    expect(error.suggestion.text.replaceAll('-', '_')).toMatch(new RegExp(advice.source.replaceAll('-', '_')))
  })

  test('has the cause of its own answer where GitHub does not answer about the repository', async () => {
    using _ = refuse({ message: LOCKED }).on(REPOSITORY, { status: 403, answer: { message: 'No' } })
    expect(getRefusalCause(await ask())).toBe('conversation-locked')
  })
})
