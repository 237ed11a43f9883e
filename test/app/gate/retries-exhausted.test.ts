/** A command that could not be done: its author gets a reply, and nothing else happens. */
import { expect, test } from 'vitest'
import { answerWith } from '../../../src/app/gate/command.ts'
import type { PersonRequest } from '../../../src/core/model/event.ts'
import { connect } from '../../../src/github/connect.ts'
import { API, stubGitHub } from '../../support/github/stub.ts'

const COMMENTS = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments'
const REPLY = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments'
const REPOSITORY = 'GET /repos/{owner}/{repo}'
const AT = '2026-01-01T00:00:00Z'
const NUMBER = { issue_number: 7 }
const APP = { id: 77, slug: 'tdd-gate' }
const never = () => Promise.reject(new Error('nothing is done here'))
const mona = { login: 'mona', id: '1', isBot: false }
const says = (text: string): PersonRequest => ({
  kind: 'comment',
  number: 7,
  commentId: '99',
  actor: mona,
  text,
  at: AT,
})
const answered = (key: string) => ({
  id: 5,
  body: `<!-- tdd-gate:reply ${key} -->\nDone.`,
  user: { login: 'tdd-gate[bot]', type: 'Bot' },
  performed_via_github_app: null,
})

const tell = (request: PersonRequest, code = 'github-refused') =>
  answerWith({
    pullsWithHead: async () => [7],
    readIssue: never,
    startTask: never,
    readEnforcement: never,
    readGaps: never,
    readExcusers: never,
  })({
    github: connect({ token: 't', baseUrl: API, retryBaseMs: 1 }),
    repository: { installationId: 1, id: '1', owner: 'acme', repo: 'shop' },
    request,
    givenUp: code,
    context: { app: APP },
    evaluate: never,
  })

test('a comment is answered with the code and what to do, apart from its real answer', async () => {
  using stub = stubGitHub()
    .on(REPOSITORY, { answer: { id: 1 } })
    .on(COMMENTS, { params: NUMBER, answer: [], times: 2 })
    .on(REPLY, { params: NUMBER })
  expect(await tell(says('/tdd pause'))).toEqual([])
  const body = String((stub.requests.at(-1)?.body as { body: string } | undefined)?.body)
  expect(body).toMatch(/^<!-- tdd-gate:reply 99-given-up -->\n❌ .*could not do this/)
  expect(body).toContain('github-refused')
  expect(body).toContain('again')
})

test.each([
  ['was answered before', '99-given-up'],
  ['was answered after all', '99'],
])('the App does not write to a person who %s', async (_, key) => {
  using stub = stubGitHub()
    .on(REPOSITORY, { answer: { id: 1 } })
    .on(COMMENTS, { params: NUMBER, answer: [answered(key)], times: key === '99' ? 1 : 2 })
  expect(await tell(says('/tdd pause'))).toEqual([])
  expect(stub.requests.every(({ method }) => method === 'GET')).toBe(true)
})

test('a comment that asks for nothing is not answered', async () => {
  using stub = stubGitHub()
  expect(await tell(says('thank you'))).toEqual([])
  expect(stub.requests).toEqual([])
})
