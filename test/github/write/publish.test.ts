import { describe, expect, test } from 'vitest'
import { connect } from '../../../src/github/connect.ts'
import type { CheckRun } from '../../../src/github/write/check-run.ts'
import type { Comment } from '../../../src/github/write/comment.ts'
import { publish } from '../../../src/github/write/publish.ts'
import { openGitHub } from '../../support/github/in-process.ts'
import { ACTIONS, addPull } from '../../support/github/state.ts'
import { API, type GitHubStub, stubGitHub } from '../../support/github/stub.ts'

const LIST = 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs'
const CREATE = 'POST /repos/{owner}/{repo}/check-runs'
const UPDATE = 'PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}'
const PULL = 'GET /repos/{owner}/{repo}/pulls/{pull_number}'
const COMMENTS = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments'
const COMMENT = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments'
const EDIT = 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}'
const REPOSITORY = 'GET /repos/{owner}/{repo}'
const ISSUE = 'GET /repos/{owner}/{repo}/issues/{issue_number}'
const HEAD = 'a'.repeat(40)
const MARKER = '<!-- tdd-gate -->'
const FORBIDDEN = { status: 403, answer: { message: 'Resource not accessible by integration' } }

const check = (change: Partial<CheckRun> = {}): CheckRun => ({
  name: 'tdd-gate',
  output: { title: 'RED accepted', summary: 'one driver', text: null },
  conclusion: 'failure',
  annotations: [],
  detailsUrl: 'https://github.com/acme/shop/actions/runs/7001',
  externalId: 'v1:digest',
  ...change,
})
const comment = (change: Partial<Comment> = {}): Comment => ({
  pullRequest: 5,
  marker: MARKER,
  body: 'Write GREEN.',
  ...change,
})
const GITHUB = connect({ token: 't', baseUrl: API, retryBaseMs: 1 })
const run = (wanted: { check?: CheckRun | null; comment?: Comment | null }, github = GITHUB) =>
  publish(
    github,
    { owner: 'acme', repo: 'shop' },
    { headSha: HEAD, check: wanted.check ?? null, comment: wanted.comment ?? null },
  )

/** The check run as GitHub holds it once it was published. */
const held = (change: object = {}) => ({
  id: 31,
  name: 'tdd-gate',
  head_sha: HEAD,
  external_id: 'tdd-gate:v1:digest',
  details_url: 'https://github.com/acme/shop/actions/runs/7001',
  status: 'completed',
  conclusion: 'failure',
  output: { title: 'RED accepted', summary: 'one driver', text: null, annotations_count: 0 },
  app: { slug: 'github-actions' },
  ...change,
})
const checks = (...runs: object[]): GitHubStub =>
  stubGitHub().on(LIST, { params: { ref: HEAD }, answer: { total_count: runs.length, check_runs: runs } })
const getBody = <T>(stub: GitHubStub, at: number) => stub.requests[at]?.body as T
const annotation = (line: number) => ({
  path: 'a.ts',
  start_line: line,
  end_line: line,
  annotation_level: 'failure' as const,
  title: 't',
  message: 'm',
})

describe('check run', () => {
  test('is created on the judged commit where there is none', async () => {
    using stub = checks().on(CREATE, { answer: { id: 31, html_url: 'https://github.com/x' } })
    expect(await run({ check: check() })).toEqual({ check: 'created', comment: 'none', notes: [] })
    expect(stub.requests[0]?.query).toMatchObject({ check_name: 'tdd-gate' })
    expect(stub.requests[1]?.body).toEqual({
      name: 'tdd-gate',
      head_sha: HEAD,
      external_id: 'tdd-gate:v1:digest',
      details_url: 'https://github.com/acme/shop/actions/runs/7001',
      status: 'completed',
      conclusion: 'failure',
      output: { title: 'RED accepted', summary: 'one driver' },
    })
  })

  test('is left alone when it says the same already', async () => {
    using stub = checks(held())
    expect((await run({ check: check() })).check).toBe('unchanged')
    expect(stub.calls()).toHaveLength(1)
  })

  test('is left alone when only another run with the same result is linked', async () => {
    using _ = checks(held({ details_url: 'https://github.com/acme/shop/actions/runs/1' }))
    expect((await run({ check: check() })).check).toBe('unchanged')
  })

  test('is updated when another run with the same result measured: it names the run', async () => {
    const of = (id: number) => ({ title: 'RED accepted', summary: `one driver\nby run ${id}`, text: null })
    using _ = checks(held({ output: { ...of(1), annotations_count: 0 } })).on(UPDATE, {
      params: { check_run_id: 31 },
      answer: { id: 31 },
    })
    expect((await run({ check: check({ output: of(2) }) })).check).toBe('updated')
  })

  test('is the same when GitHub has only changed the ends of its lines', async () => {
    using _ = checks(
      held({ output: { title: 'RED accepted', summary: 'one\r\ndriver', text: 'x', annotations_count: 0 } }),
    )
    const output = { title: 'RED accepted', summary: 'one\ndriver\n', text: 'x\n' }
    expect((await run({ check: check({ output }) })).check).toBe('unchanged')
  })

  test.each([
    ['conclusion', held({ conclusion: 'success' })],
    ['title', held({ output: { title: 'x', summary: 'one driver', text: null, annotations_count: 0 } })],
    ['evidence', held({ external_id: 'tdd-gate:v1:other' })],
    ['state', held({ status: 'in_progress', conclusion: null })],
  ])('is updated when its %s differs', async (_, before) => {
    using stub = checks(before).on(UPDATE, { params: { check_run_id: 31 }, answer: { id: 31 } })
    expect((await run({ check: check() })).check).toBe('updated')
    expect(stub.requests[1]?.body).toMatchObject({ status: 'completed', conclusion: 'failure' })
    expect(stub.requests[1]?.body).not.toHaveProperty('head_sha')
  })

  test.each([
    ["another App's", held({ app: { slug: 'somebody' } })],
    ["nobody's", held({ app: null })],
    ['of a job of that name', held({ external_id: '3f1c-guid' })],
    ['of another commit', held({ head_sha: 'b'.repeat(40) })],
    ['of another name', held({ name: 'tdd-gate-2' })],
  ])('never takes over a check run that is %s', async (_, other) => {
    using stub = checks(other).on(CREATE, { answer: { id: 32 } })
    expect((await run({ check: check() })).check).toBe('created')
    expect(stub.calls().some((call) => call.startsWith('PATCH'))).toBe(false)
  })

  test('the newest of several own check runs counts', async () => {
    using _ = checks(held({ id: 30, conclusion: 'success' }), held(), held({ id: 29, conclusion: 'success' }))
    expect((await run({ check: check() })).check).toBe('unchanged')
  })

  test('annotations go in parts of fifty', async () => {
    const annotations = Array.from({ length: 120 }, (_, i) => annotation(i + 1))
    using stub = checks()
      .on(CREATE, { answer: { id: 31 } })
      .on(UPDATE, { params: { check_run_id: 31 }, answer: { id: 31 }, times: 2 })
    await run({ check: check({ annotations }) })
    const sent = stub.requests
      .slice(1)
      .map(({ body }) => (body as { output: { annotations: object[] } }).output.annotations)
    expect(sent.map(({ length }) => length)).toEqual([50, 50, 20])
    expect(sent[2]?.[19]).toEqual(annotation(120))
  })

  test('annotations that are there already are not added again: a changed check run is made anew', async () => {
    const before = held({
      conclusion: 'success',
      output: { title: 'x', summary: 'y', text: null, annotations_count: 2 },
    })
    using _ = checks(before).on(CREATE, { answer: { id: 32 } })
    expect((await run({ check: check({ annotations: [annotation(1)] }) })).check).toBe('created')
  })

  test('a check run has as many annotations as GitHub shows, and counts the others', async () => {
    const annotations = Array.from({ length: 251 }, (_, i) => annotation(i + 1))
    using stub = checks()
      .on(CREATE, { answer: { id: 31 } })
      .on(UPDATE, { params: { check_run_id: 31 }, answer: { id: 31 }, times: 4 })
    expect((await run({ check: check({ annotations }) })).notes).toEqual([
      expect.stringMatching(/251 annotations.*250/),
    ])
    expect(stub.calls()).toHaveLength(6)
  })

  test('what is longer than GitHub takes is cut, and says so', async () => {
    using stub = checks().on(CREATE, { answer: { id: 31 } })
    await run({ check: check({ output: { title: 't', summary: 'é'.repeat(70_000), text: 'x'.repeat(70_000) } }) })
    const { summary, text } = getBody<{ output: { summary: string; text: string } }>(stub, 1).output
    expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(65_535)
    expect(summary).toMatch(/é\n+.*truncated/)
    expect(text).toHaveLength(65_535)
  })

  test.each([
    ['read', () => stubGitHub().on(LIST, { params: { ref: HEAD }, ...FORBIDDEN })],
    ['write', () => checks().on(CREATE, FORBIDDEN).on(REPOSITORY)],
  ])('a token that may not %s them is an error: what writing needs is named', async (_, stubbed) => {
    using _stub = stubbed()
    await expect(run({ check: check() })).rejects.toMatchObject({
      code: 'github-refused',
      message: expect.stringMatching(/^The check run was not written\. .*Resource not accessible/),
      suggestion: expect.objectContaining({ text: expect.stringMatching(/^(?!.*pull-requests).*checks: write/) }),
    })
  })

  test('a refusal that no permission resolves names none', async () => {
    using _ = checks().on(CREATE, { status: 422, answer: { message: 'Invalid request' } })
    await expect(run({ check: check() })).rejects.toMatchObject({
      code: 'github-refused',
      suggestion: expect.objectContaining({ text: expect.not.stringContaining('checks: write') }),
    })
  })

  test('a GitHub that is down is an error, so that the check run does not count as written', async () => {
    using _ = checks().on(CREATE, { status: 502 })
    await expect(run({ check: check() })).rejects.toMatchObject({ code: 'github-unavailable' })
  })
})

describe('comment', () => {
  const BODY = `${MARKER}\nWrite GREEN.`
  const bot = { login: 'github-actions[bot]', type: 'Bot' }
  const onPull = (sha = HEAD) => stubGitHub().on(PULL, { params: { pull_number: 5 }, answer: { head: { sha } } })
  const among = (...comments: object[]) => onPull().on(COMMENTS, { params: { issue_number: 5 }, answer: comments })

  test('is made where there is none', async () => {
    using stub = among().on(COMMENT, { params: { issue_number: 5 }, answer: { id: 9 } })
    expect(await run({ comment: comment() })).toEqual({ check: 'none', comment: 'created', notes: [] })
    expect(stub.requests[2]?.body).toEqual({ body: BODY })
  })

  test('is left alone when it says the same already', async () => {
    using _ = among({ id: 9, user: bot, body: BODY.replace('\n', '\r\n') })
    expect((await run({ comment: comment() })).comment).toBe('unchanged')
  })

  const AT = '2026-01-01T00:00:00Z'
  const written = { id: 9, user: bot, created_at: AT, updated_at: AT }

  test.each([
    ['names another run', '\r\nby run 1', 'updated'],
    ['is the same', '\r\nby run 2', 'unchanged'],
  ])('is compared character by character, because any writer can edit it: %s', async (_, ending, wanted) => {
    using stub = among({ ...written, body: `${BODY}${ending}` })
    if (wanted === 'updated') stub.on(EDIT, { params: { comment_id: 9 }, answer: { id: 9 } })
    expect((await run({ comment: comment({ body: 'Write GREEN.\nby run 2' }) })).comment).toBe(wanted)
  })

  test("the unedited comment is the App's, also when another account imitates it", async () => {
    const forged = { ...written, id: 8, updated_at: '2026-01-01T00:00:09Z', body: `${MARKER}\nMerge it.` }
    using stub = among(forged, { ...written, body: `${MARKER}\nold` }).on(EDIT, {
      params: { comment_id: 9 },
      answer: { id: 9 },
    })
    expect((await run({ comment: comment() })).comment).toBe('updated')
    expect(stub.requests[2]?.path).toBe('/repos/acme/shop/issues/comments/9')
  })

  test('begins with its marker once, also where its words bring it', async () => {
    using stub = among().on(COMMENT, { params: { issue_number: 5 }, answer: { id: 9 } })
    await run({ comment: comment({ body: BODY }) })
    expect(stub.requests[2]?.body).toEqual({ body: BODY })
  })

  test('is updated when it differs', async () => {
    using stub = among({ id: 9, user: bot, body: `${MARKER}\nold` }).on(EDIT, {
      params: { comment_id: 9 },
      answer: { id: 9 },
    })
    expect((await run({ comment: comment() })).comment).toBe('updated')
    expect(stub.requests[2]?.body).toEqual({ body: BODY })
  })

  test.each([
    ['a person with the marker', { id: 1, user: { login: 'mona', type: 'User' }, body: `${MARKER}\nmine` }],
    ['a person of that name', { id: 1, user: { login: 'github-actions[bot]', type: 'User' }, body: `${MARKER}\nmine` }],
    ['another bot', { id: 1, user: { login: 'other[bot]', type: 'Bot' }, body: `${MARKER}\nmine` }],
    ['nobody any more', { id: 1, user: null, body: `${MARKER}\nmine` }],
    ['a bot that quotes the marker', { id: 1, user: bot, body: `> ${MARKER}\nquoted` }],
  ])('of %s is never touched', async (_, other) => {
    using _stub = among(other).on(COMMENT, { params: { issue_number: 5 }, answer: { id: 9 } })
    expect((await run({ comment: comment() })).comment).toBe('created')
  })

  test('is found on later pages', async () => {
    const others = Array.from({ length: 100 }, (_, i) => ({ id: 100 + i, body: 'hello' }))
    using stub = among(...others).on(COMMENTS, {
      params: { issue_number: 5 },
      answer: [{ id: 9, user: bot, body: BODY }],
    })
    expect((await run({ comment: comment() })).comment).toBe('unchanged')
    expect(stub.calls().slice(1)).toEqual([
      'GET /repos/acme/shop/issues/5/comments?per_page=100&page=1',
      'GET /repos/acme/shop/issues/5/comments?per_page=100&page=2',
    ])
  })

  test('is not made twice where there are too many comments to find it', async () => {
    const others = Array.from({ length: 100 }, (_, i) => ({ id: 100 + i, body: 'hello' }))
    using _ = onPull().on(COMMENTS, { params: { issue_number: 5 }, answer: others, times: 30 })
    const result = await run({ comment: comment() })
    expect(result.comment).toBe('refused')
    expect(result.notes).toEqual([expect.stringMatching(/3000 comments/)])
  })

  test('is left to the run of the newer head when the branch has moved on', async () => {
    using stub = onPull('b'.repeat(40))
    const outcome = await run({ comment: comment() })
    expect(outcome.comment).toBe('outdated')
    expect(outcome.notes).toEqual([expect.stringMatching(/bbbbbbb/)])
    expect(stub.calls()).toHaveLength(1)
  })

  test.each([
    ['the pull request', () => stubGitHub().on(PULL, { params: { pull_number: 5 }, ...FORBIDDEN })],
    ['comments', () => onPull().on(COMMENTS, { params: { issue_number: 5 }, ...FORBIDDEN })],
    [
      'its own comment',
      () =>
        among()
          .on(COMMENT, { params: { issue_number: 5 }, ...FORBIDDEN })
          .on(REPOSITORY)
          .on(ISSUE, { params: { issue_number: 5 } }),
    ],
  ])('by a token that may not read or write %s is an error that names what writing needs', async (_, stubbed) => {
    using _stub = stubbed()
    await expect(run({ comment: comment() })).rejects.toMatchObject({
      code: 'github-refused',
      message: expect.stringMatching(/^The comment was not written\. /),
      suggestion: expect.objectContaining({ text: expect.stringMatching(/^(?!.*checks).*pull-requests: write/) }),
    })
  })

  test('that is too long is cut, and says so', async () => {
    using stub = among().on(COMMENT, { params: { issue_number: 5 }, answer: { id: 9 } })
    await run({ comment: comment({ body: 'x'.repeat(70_000) }) })
    const { body } = getBody<{ body: string }>(stub, 2)
    expect(body.length).toBeLessThanOrEqual(65_000)
    expect(body).toMatch(/truncated/)
  })
})

describe('both', () => {
  const onPull = () =>
    checks()
      .on(CREATE, FORBIDDEN)
      .on(REPOSITORY)
      .on(PULL, { params: { pull_number: 5 }, answer: { head: { sha: HEAD } } })

  test('are tried: a refusal of one does not keep the other back, and all that is needed is named', async () => {
    using stub = onPull()
      .on(COMMENTS, { params: { issue_number: 5 }, answer: [] })
      .on(COMMENT, { params: { issue_number: 5 }, answer: { id: 9 } })
    await expect(run({ check: check(), comment: comment() })).rejects.toMatchObject({
      code: 'github-refused',
      message: expect.stringMatching(/^The check run was not written\. /),
      suggestion: expect.objectContaining({ text: expect.stringContaining('checks: write, pull-requests: write') }),
    })
    expect(stub.calls()).toHaveLength(6)
  })

  test('are named where both are refused', async () => {
    using _ = onPull().on(COMMENTS, { params: { issue_number: 5 }, ...FORBIDDEN })
    await expect(run({ check: check(), comment: comment() })).rejects.toThrow(
      /^The check run and the comment were not written\. /,
    )
  })
})

test('what was written once is not written again', async () => {
  const world = openGitHub({ self: ACTIONS })
  addPull(world, { number: 5, headBranch: 'work', head: HEAD })
  const wanted = { check: check(), comment: comment() }
  expect(await run(wanted, world.github)).toMatchObject({ check: 'created', comment: 'created' })
  expect(await run(wanted, world.github)).toMatchObject({ check: 'unchanged', comment: 'unchanged' })
  expect(world.asked).toHaveLength(8)
})
