import { describe, expect, test } from 'vitest'
import { connect } from '../../../src/github/connect.ts'
import { findReply, hasReacted, react, writeReply } from '../../../src/github/write/reply.ts'
import { API, stubGitHub } from '../../support/github/stub.ts'

const LIST = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments'
const CREATE = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments'
const REACT = 'POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions'
const REACTIONS = 'GET /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions'
const SHOP = { owner: 'acme', repo: 'shop' }
const APP = { id: 77, slug: 'tdd-gate' }
const ASKED = { number: 7, key: '99', since: '2026-01-01T00:00:00Z' }
const MARKER = '<!-- tdd-gate:reply 99 -->'
const BOT = { login: 'tdd-gate[bot]', type: 'Bot' }
const GITHUB = connect({ token: 't', baseUrl: API, retryBaseMs: 1 })
const WROTE = '2026-01-01T00:00:02Z'
const comments = (...list: object[]) => ({ params: { issue_number: 7 }, answer: list })

describe('the reply that is there', () => {
  const find = async (...list: object[]) => {
    using _ = stubGitHub().on(LIST, comments(...list))
    return await findReply(GITHUB, SHOP, APP, ASKED)
  }

  test('is found by the comment it answers, and only after that was written', async () => {
    using stub = stubGitHub().on(LIST, comments({ id: 5, user: BOT, body: `${MARKER}\r\nDone.` }))
    expect(await findReply(GITHUB, SHOP, APP, ASKED)).toMatchObject({ id: 5 })
    expect(stub.requests[0]?.query).toMatchObject({ since: '2026-01-01T00:00:00Z' })
  })

  test.each([
    ['of a person', { id: 5, user: { login: 'tdd-gate', type: 'User' }, body: `${MARKER}\nDone.` }],
    ['of another App', { id: 5, user: { login: 'other[bot]', type: 'Bot' }, body: `${MARKER}\nDone.` }],
    ['to another comment', { id: 5, user: BOT, body: '<!-- tdd-gate:reply 999 -->\nDone.' }],
    ['that quotes it', { id: 5, user: BOT, body: `> ${MARKER}` }],
    ['that somebody edited', { id: 5, user: BOT, body: MARKER, created_at: WROTE, updated_at: '2026-01-01T00:00:03Z' }],
  ])('is none %s', async (_, comment) => expect(await find(comment)).toBeNull())

  test('is the last of several', async () => {
    const [first, last] = [5, 6].map((id) => ({ id, user: BOT, body: `${MARKER}\n${id}` }))
    expect(await find(first ?? {}, last ?? {})).toMatchObject({ id: 6 })
  })

  test('may be on a later page', async () => {
    const full = Array.from({ length: 100 }, (_, id) => ({ id: id + 1, user: BOT, body: 'x' }))
    using _ = stubGitHub()
      .on(LIST, comments(...full))
      .on(LIST, comments({ id: 500, user: BOT, body: MARKER }))
    expect(await findReply(GITHUB, SHOP, APP, { ...ASKED, since: null })).toMatchObject({ id: 500 })
  })
})

describe('writing', () => {
  const write = (earlier: { id: number; body: string } | null) =>
    writeReply(GITHUB, SHOP, ASKED, { text: 'Done.', earlier })

  test('a new reply is created', async () => {
    using stub = stubGitHub().on(CREATE, { params: { issue_number: 7 } })
    expect(await write(null)).toBe('created')
    expect(stub.requests[0]?.body).toEqual({ body: `${MARKER}\nDone.` })
  })

  test('beside an earlier one that says something else: what the App said once it never edits', async () => {
    using stub = stubGitHub().on(CREATE, { params: { issue_number: 7 } })
    expect(await write({ id: 5, body: `${MARKER}\nNot yet.` })).toBe('created')
    expect(await write({ id: 5, body: `${MARKER}\r\nDone.` })).toBe('unchanged')
    expect(stub.requests).toHaveLength(1)
  })

  test('a key cannot end its marker', async () => {
    using stub = stubGitHub().on(CREATE, { params: { issue_number: 7 } })
    await writeReply(GITHUB, SHOP, { ...ASKED, key: 'x --> @all' }, { text: 'Done.', earlier: null })
    expect(stub.requests[0]?.body).toEqual({ body: '<!-- tdd-gate:reply x--all -->\nDone.' })
  })
})

describe('a reaction', () => {
  const stubbed = (status: number, times = 1) =>
    stubGitHub().on(REACT, { params: { comment_id: 99 }, status, times, answer: status < 300 ? {} : { message: 'no' } })

  test.each([
    [201, true],
    [200, true],
    [404, false],
    [403, false],
  ])('answered with %i: %s', async (status, isThere) => {
    using stub = stubbed(status)
    if (!isThere) stub.on('GET /repos/{owner}/{repo}')
    expect(await react(GITHUB, SHOP, '99', 'eyes')).toBe(isThere)
    expect(stub.requests[0]?.body).toEqual({ content: 'eyes' })
  })

  test('without an answer is tried again with everything else', async () => {
    using _ = stubbed(503)
    await expect(react(GITHUB, SHOP, '99', '+1')).rejects.toMatchObject({ code: 'github-unavailable' })
  })
})

describe('the sign that all was done', () => {
  const signed = async (status: number, answer: unknown) => {
    using _ = stubGitHub().on(REACTIONS, { params: { comment_id: 99 }, status, answer })
    return await hasReacted(GITHUB, SHOP, APP, '99')
  }
  const by = (user: object, content: string) => [{ user, content }]

  test.each(['+1', '-1', 'confused'])("is the App's own %s", async (content) => {
    expect(await signed(200, by(BOT, content))).toBe(true)
  })

  test.each([
    ['nobody did anything', 200, []],
    ['it only began', 200, by(BOT, 'eyes')],
    ['a person gave it', 200, by({ login: 'tdd-gate', type: 'User' }, '+1')],
    ['another App gave it', 200, by({ login: 'other[bot]', type: 'Bot' }, '+1')],
    ['whoever gave it is gone', 200, [{ user: null, content: '+1' }]],
    ['the comment is gone', 404, { message: 'Not Found' }],
  ])('is not there where %s', async (_, status, answer) => expect(await signed(status, answer)).toBe(false))
})
