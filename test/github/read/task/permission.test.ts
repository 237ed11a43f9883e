import { expect, test } from 'vitest'
import { connect } from '../../../../src/github/connect.ts'
import { getRole } from '../../../../src/github/read/task/permission.ts'
import { API, type Stubbed, stubGitHub } from '../../../support/github/stub.ts'

const ROUTE = 'GET /repos/{owner}/{repo}/collaborators/{username}/permission'
const SHOP = { owner: 'acme', repo: 'shop' }
const MONA = { login: 'mona', id: '1', isBot: false }
const GITHUB = connect({ token: 't', baseUrl: API, retryBaseMs: 1 })

async function roleFor(stubbed: Stubbed, actor = MONA) {
  using stub = stubGitHub().on(ROUTE, { params: { username: actor.login }, ...stubbed })
  return { role: await getRole(GITHUB, SHOP, actor), calls: stub.calls() }
}
const answer = (permission: string, role_name: string, id = 1) => ({ answer: { permission, role_name, user: { id } } })

test.each([
  ['admin', 'admin', 'admin'],
  ['write', 'maintain', 'maintain'],
  ['write', 'write', 'write'],
  ['read', 'triage', 'triage'],
  ['read', 'read', 'read'],
  ['none', 'none', 'none'],
  ['write', 'release-manager', 'write'],
  ['admin', 'owner-of-all', 'write'],
  ['read', 'guest', 'read'],
  ['superuser', 'superuser', 'none'],
  ['write', 'toString', 'write'],
])('%s, called %s, is %s', async (permission, name, role) => {
  expect(await roleFor(answer(permission, name))).toMatchObject({ role })
})

test('a login that belongs to another account now has no permission', async () => {
  expect(await roleFor(answer('admin', 'admin', 2))).toMatchObject({ role: 'none' })
})

test.each([404, 403])('an account that GitHub does not know (%i) has no permission', async (status) => {
  expect(await roleFor({ status, answer: { message: 'Not Found' } })).toMatchObject({ role: 'none' })
})

test('a name is one part of the address, whatever is in it', async () => {
  const actor = { login: 'renovate[bot]', id: '1', isBot: true }
  const { calls } = await roleFor(answer('write', 'write'), actor)
  expect(calls).toEqual(['GET /repos/acme/shop/collaborators/renovate%5Bbot%5D/permission'])
})

test('no answer is no role: it is asked again later', async () => {
  using _ = stubGitHub().on(ROUTE, { params: { username: 'mona' }, status: 503, times: 3 })
  await expect(getRole(GITHUB, SHOP, MONA)).rejects.toMatchObject({ code: 'github-unavailable' })
})
