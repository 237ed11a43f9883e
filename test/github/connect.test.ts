import { expect, test } from 'vitest'
import { connect } from '../../src/github/connect.ts'
import { API, stubGitHub } from '../support/github/stub.ts'
import { getRefusal } from '../support/refusal.ts'

const REPO = { owner: 'acme', repo: 'shop' }
const RUN = 'GET /repos/{owner}/{repo}/actions/runs/{run_id}'
const CREATE = 'POST /repos/{owner}/{repo}/check-runs'
const BASE = { token: 'secret-token', baseUrl: API, retryBaseMs: 1 }
const check = { ...REPO, name: 'tdd-gate', head_sha: 'a', status: 'completed', conclusion: 'success' } as const

test('says who asks, in which version, with which token', async () => {
  using stub = stubGitHub().on(RUN, { params: { run_id: 7 }, answer: { id: 7, head_sha: 'abc' } })
  const { data } = await connect(BASE).request(RUN, { ...REPO, run_id: 7 })
  expect(data).toMatchObject({ id: 7, head_sha: 'abc' })
  expect(stub.requests[0]?.headers).toMatchObject({
    authorization: 'token secret-token',
    'x-github-api-version': '2022-11-28',
    'user-agent': expect.stringMatching(/^tdd-gate/),
  })
})

test('asks an enterprise server at its own address', async () => {
  const baseUrl = 'https://github.acme.test/api/v3'
  using _ = stubGitHub(baseUrl).on(RUN, { params: { run_id: 7 }, answer: { id: 7 } })
  const { data } = await connect({ ...BASE, baseUrl }).request(RUN, { ...REPO, run_id: 7 })
  expect(data.id).toBe(7)
})

test('a read that failed for a moment is asked again', async () => {
  using stub = stubGitHub()
    .on(RUN, { params: { run_id: 7 }, status: 502 })
    .on(RUN, { params: { run_id: 7 }, answer: { id: 7 } })
  const { data } = await connect(BASE).request(RUN, { ...REPO, run_id: 7 })
  expect(data.id).toBe(7)
  expect(stub.calls()).toHaveLength(2)
})

test('a read that keeps failing ends, and says what to do', async () => {
  using stub = stubGitHub().on(RUN, { params: { run_id: 7 }, status: 503, times: 3 })
  const error = await getRefusal(connect(BASE).request(RUN, { ...REPO, run_id: 7 }))
  expect(error).toMatchObject({ code: 'github-unavailable', exit: 3 })
  expect(error.message).toContain(RUN)
  expect(error.suggestion.text).toMatch(/again/)
  expect(stub.calls()).toHaveLength(3)
})

test('a write is never sent twice', async () => {
  using stub = stubGitHub().on(CREATE, { status: 502 })
  const error = await getRefusal(connect(BASE).request(CREATE, check))
  expect(error.code).toBe('github-unavailable')
  expect(stub.calls()).toHaveLength(1)
})

test('a missing permission is named with its route and its line in the workflow', async () => {
  using _ = stubGitHub()
    .on(CREATE, { status: 403, answer: { message: 'Resource not accessible by integration' } })
    .on('GET /repos/{owner}/{repo}')
  const error = await getRefusal(connect(BASE).request(CREATE, check))
  expect(error).toMatchObject({ code: 'github-refused', exit: 2 })
  expect(error.message).toContain(CREATE)
  expect(error.message).toContain('Resource not accessible by integration')
  expect(error.suggestion.text).toContain('checks: write')
})

test('permissions are written as workflows write them', async () => {
  const route = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments'
  const params = { issue_number: 1 }
  using _ = stubGitHub()
    .on(route, { params, status: 403, answer: { message: 'no' } })
    .on('GET /repos/{owner}/{repo}')
    .on('GET /repos/{owner}/{repo}/issues/{issue_number}', { params })
  const error = await getRefusal(connect(BASE).request(route, { ...REPO, issue_number: 1, body: 'x' }))
  expect(error.suggestion.text).toContain('pull-requests: write')
})

test.each([
  [401, { message: 'Bad credentials' }, {}, 'github-refused', /token/],
  [404, { message: 'Not Found' }, {}, 'github-refused', /actions: read/],
  [422, { message: 'Validation Failed' }, {}, 'github-refused', /Validation Failed/],
  [
    403,
    { message: 'API rate limit exceeded' },
    { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1767225600' },
    'github-unavailable',
    /2026-01-01T00:00:00.000Z/,
  ],
  [
    403,
    { message: 'You have exceeded a secondary rate limit' },
    { 'retry-after': '90' },
    'github-unavailable',
    /90 seconds/,
  ],
  [403, { message: 'You have exceeded a secondary rate limit' }, {}, 'github-unavailable', /a minute/],
  [429, { message: 'slow down' }, { 'retry-after': 'soon' }, 'github-unavailable', /a minute/],
])('%d %j has its own error code', async (status, answer, headers, code, words) => {
  using stub = stubGitHub().on(RUN, { params: { run_id: 7 }, status, answer, headers })
  const error = await getRefusal(connect(BASE).request(RUN, { ...REPO, run_id: 7 }))
  expect(error.code).toBe(code)
  expect(`${error.message} ${error.suggestion.text}`).toMatch(words)
  expect(stub.calls()).toHaveLength(1)
})

test('what GitHub says is kept short and on one line', async () => {
  using _ = stubGitHub().on(RUN, {
    params: { run_id: 7 },
    status: 422,
    answer: { message: `a\n\u001b[31m${'x'.repeat(9999)}` },
  })
  const error = await getRefusal(connect(BASE).request(RUN, { ...REPO, run_id: 7 }))
  expect(error.message.length).toBeLessThan(600)
  expect(error.message).not.toMatch(/[\n\u001b]/)
})

test('the token shows in no error', async () => {
  const fetch = () => Promise.reject(new TypeError('connect to secret-token failed'))
  const error = await getRefusal(connect({ ...BASE, fetch }).request(RUN, { ...REPO, run_id: 7 }))
  expect(error.code).toBe('github-unavailable')
  expect(JSON.stringify([error.message, error.suggestion.text])).not.toContain('secret-token')
})

test('a token that no header can carry shows in no error either', async () => {
  const asked = connect({ ...BASE, token: 'secret\ntoken', baseUrl: 'http://127.0.0.1' }).request(RUN, {
    ...REPO,
    run_id: 7,
  })
  expect((await getRefusal(asked)).message).toMatch(/failed \(TypeError\)\.$/)
})

test('an answer that never comes is given up', async () => {
  const fetch = (_: unknown, init?: RequestInit) =>
    new Promise<never>((_, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
    })
  const error = await getRefusal(connect({ ...BASE, fetch, timeoutMs: 5 }).request(RUN, { ...REPO, run_id: 7 }))
  expect(error.code).toBe('github-unavailable')
})
