import { createPrivateKey } from 'node:crypto'
import { Octokit } from '@octokit/core'
import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { getClient, getRefusal, openStage, SHOP } from './stage.ts'

const quiet = () => undefined
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }
const CHECK = 'POST /repos/{owner}/{repo}/check-runs'
const NOT_ACCESSIBLE = { status: 403, message: 'Resource not accessible by integration' }
const NOT_FOUND = { status: 404, message: 'Not Found' }

test('an App asks with its key, and with tokens of its installation', async () => {
  const { asApp, octokit, gate, installation, shop } = await openStage()
  expect((await asApp.request('GET /app')).data).toMatchObject({
    id: gate.app.id,
    slug: 'tdd-gate',
    installations_count: 1,
  })
  const { data } = await asApp.request('GET /app/installations')
  expect(data).toMatchObject([{ id: installation.id, account: { login: 'acme' }, repository_selection: 'selected' }])
  expect((await octokit.request('GET /installation/repositories')).data.repositories[0]?.id).toBe(shop.id)
  expect((await asApp.request('GET /repos/{owner}/{repo}/installation', SHOP)).data.id).toBe(installation.id)
})

test('with its key alone it reads no repository', async () => {
  const { github, gate } = await openStage()
  const now = Math.floor(Date.now() / 1000)
  const token = await new SignJWT({ iss: String(gate.app.id), iat: now, exp: now + 300 })
    .setProtectedHeader({ alg: 'RS256' })
    .sign(createPrivateKey(gate.app.privateKey))
  expect(await getRefusal(getClient(github, token).request('GET /repos/{owner}/{repo}', SHOP))).toEqual(NOT_ACCESSIBLE)
})

describe('keys that are refused', () => {
  test.each([
    ['of another App', {}, 'A JSON web token could not be decoded', true],
    ['that lives too long', { seconds: 3600 }, "'Expiration time' claim ('exp') is too far in the future", false],
    ['that is over', { seconds: -3600 }, 'A JSON web token could not be decoded', false],
    ['of an unknown App', { issuer: '1' }, 'Integration not found', false],
  ])('%s', async (_, { seconds = 300, issuer }: { seconds?: number; issuer?: string }, message, isOther) => {
    const { github, gate } = await openStage()
    const { app } = isOther ? github.app({ slug: 'other', permissions: {}, events: [] }) : gate
    const now = Math.floor(Date.now() / 1000)
    const token = await new SignJWT({ iss: issuer ?? String(gate.app.id), iat: now, exp: now + seconds })
      .setProtectedHeader({ alg: 'RS256' })
      .sign(createPrivateKey(app.privateKey))
    expect(await getRefusal(getClient(github, token).request('GET /app'))).toEqual({ status: 401, message })
  })
})

test('unknown and old tokens are bad credentials', async () => {
  const { github, shop, installation } = await openStage()
  expect(await getRefusal(getClient(github, 'ghp_x').request('GET /user'))).toEqual({
    status: 401,
    message: 'Bad credentials',
  })
  const token = github.jobToken(shop, { contents: 'read' })
  const known = github.world.tokens.get(token)
  if (known !== undefined) github.world.tokens.set(token, { ...known, expiresAt: Date.now() - 1 })
  expect(await getRefusal(getClient(github, token).request('GET /repos/{owner}/{repo}', SHOP))).toMatchObject({
    status: 401,
  })
  expect(installation.permissions['checks']).toBe('write')
})

test('a private repository is not found by those who may not read it', async () => {
  const { github, gate } = await openStage()
  const stranger = github.as(github.user('eve'))
  expect(await getRefusal(stranger.request('GET /repos/{owner}/{repo}', SHOP))).toEqual(NOT_FOUND)
  expect(
    await getRefusal(new Octokit({ baseUrl: github.apiUrl, log }).request('GET /repos/{owner}/{repo}', SHOP)),
  ).toEqual(NOT_FOUND)
  const other = await github.repository({ owner: 'umbrella', name: 'lab', isPrivate: true })
  expect(other.id).not.toBe(gate.app.id)
  const { octokit } = await openStage()
  expect(await getRefusal(octokit.request('GET /repos/{owner}/{repo}', { owner: 'umbrella', repo: 'lab' }))).toEqual(
    NOT_FOUND,
  )
})

test('a token of an installation can be narrowed, and never widened', async () => {
  const { github, asApp, installation } = await openStage()
  const ask = (permissions: object) =>
    asApp.request('POST /app/installations/{installation_id}/access_tokens', {
      installation_id: installation.id,
      permissions,
    })
  const { data } = await ask({ contents: 'read' })
  const narrow = getClient(github, data.token)
  expect((await narrow.request('GET /repos/{owner}/{repo}/git/ref/{ref}', { ...SHOP, ref: 'heads/main' })).status).toBe(
    200,
  )
  expect(await getRefusal(narrow.request(CHECK, { ...SHOP, name: 'x', head_sha: 'a' }))).toEqual(NOT_ACCESSIBLE)
  expect(await getRefusal(ask({ administration: 'write' }))).toEqual({
    status: 422,
    message: 'The permissions requested are not granted to this installation.',
  })
})

test('a permission for pull requests does not help on issues', async () => {
  const { github, shop, ada } = await openStage()
  const issue = await github.as(ada).openIssue(shop, { title: 'An issue' })
  const job = getClient(github, github.jobToken(shop, { pull_requests: 'write' }))
  const comment = (number: number) =>
    job.request('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', {
      ...SHOP,
      issue_number: number,
      body: 'hello',
    })
  expect(await getRefusal(comment(issue))).toEqual(NOT_ACCESSIBLE)
})

describe('people', () => {
  test('write no check runs, whatever they are', async () => {
    const { github, mona } = await openStage()
    const asked = github.as(mona).request(CHECK, { ...SHOP, name: 'tdd-gate', head_sha: 'main' })
    expect(await getRefusal(asked)).toEqual({ status: 403, message: 'You must authenticate via a GitHub App.' })
  })

  test('do what their role allows', async () => {
    const { github, shop, ada, bob } = await openStage()
    const issue = await github.as(bob).openIssue(shop, { title: 'An idea' })
    await github.as(bob).comment(shop, issue, 'please')
    expect(await getRefusal(github.as(bob).label(shop, issue, 'tdd'))).toMatchObject({ status: 403 })
    await github.as(ada).label(shop, issue, 'tdd')
    expect(await getRefusal(github.as(ada).protect(shop, 'main', []))).toEqual({
      status: 403,
      message: 'Must have admin rights to Repository.',
    })
  })

  test('have a role that Apps can look up', async () => {
    const { github, shop, octokit, bob } = await openStage()
    const route = 'GET /repos/{owner}/{repo}/collaborators/{username}/permission'
    github.grant(shop, bob, 'maintain')
    expect((await octokit.request(route, { ...SHOP, username: 'bob' })).data).toMatchObject({
      permission: 'write',
      role_name: 'maintain',
    })
    github.user('eve')
    expect((await octokit.request(route, { ...SHOP, username: 'eve' })).data).toMatchObject({
      permission: 'none',
      role_name: 'none',
    })
    expect(await getRefusal(octokit.request(route, { ...SHOP, username: 'nobody' }))).toMatchObject({ status: 404 })
  })
})

test('what is asked again and has not changed is not sent again; each token has tags of its own', async () => {
  const { github, octokit, asApp, installation } = await openStage()
  const first = await octokit.request('GET /repos/{owner}/{repo}', SHOP)
  const again = octokit.request('GET /repos/{owner}/{repo}', {
    ...SHOP,
    headers: { 'if-none-match': first.headers.etag },
  })
  expect(await getRefusal(again)).toMatchObject({ status: 304 })
  const route = 'POST /app/installations/{installation_id}/access_tokens'
  const { token } = (await asApp.request(route, { installation_id: installation.id })).data
  const other = await getClient(github, token).request('GET /repos/{owner}/{repo}', {
    ...SHOP,
    headers: { 'if-none-match': first.headers.etag },
  })
  expect([other.status, other.headers.etag === first.headers.etag]).toEqual([200, false])
  expect(Number(first.headers['x-ratelimit-remaining'])).toBeLessThan(5000)
  expect(github.judge()).toEqual([])
})

test('what GitHub would not understand is refused, and a problem', async () => {
  const { github, octokit } = await openStage()
  const asked = octokit.request('POST /repos/{owner}/{repo}/check-runs', { ...SHOP, head_sha: 'a' } as never)
  expect(await getRefusal(asked)).toMatchObject({ status: 422 })
  expect(github.judge().join()).toContain("must have required property 'name'")
  github.world.problems.length = 0
})
