import { expect, test } from 'vitest'
import { rulesetFor, stayingRulesetFor } from '../../../src/core/status/protection.ts'
import { connect } from '../../../src/github/connect.ts'
import { protectBranch } from '../../../src/github/write/protect.ts'
import { toRule } from '../../support/github/shapes.ts'
import { API, stubGitHub } from '../../support/github/stub.ts'

const NEW = 'POST /repos/{owner}/{repo}/rulesets'
const RULES = 'GET /repos/{owner}/{repo}/rules/branches/{branch}'
const check = { name: 'tdd-gate', appId: 77, repository: 'acme/shop' }
const protect = (lacks: 'check' | 'deletion' = 'check') =>
  protectBranch(
    connect({ token: 't', baseUrl: API, retryBaseMs: 1 }),
    { owner: 'acme', repo: 'shop' },
    { branch: 'main', check, lacks },
  )
const TAKEN = { status: 422, answer: { message: 'Validation Failed: Name must be unique' } }
const rules = (appId: number) => ({ params: { branch: 'main' }, answer: [toRule(appId)] })

test('the ruleset is created as the answer describes it', async () => {
  using stub = stubGitHub().on(NEW)
  expect(await protect()).toBe('created')
  expect(stub.requests[0]?.body).toEqual(rulesetFor('main', check))
})

test('a branch that requires the check already is only kept from being deleted', async () => {
  using stub = stubGitHub().on(NEW)
  expect(await protect('deletion')).toBe('created')
  expect(stub.requests[0]?.body).toEqual(stayingRulesetFor('main', check))
})

test('a protection that another request made in the meantime is not made twice', async () => {
  const answer = [{ type: 'deletion', ruleset_source_type: 'Repository', ruleset_source: 'acme/shop', ruleset_id: 4 }]
  using _ = stubGitHub()
    .on(NEW, TAKEN)
    .on(RULES, { params: { branch: 'main' }, answer })
  expect(await protect('deletion')).toBe('unchanged')
})

test('a requirement is no reason to call a branch kept', async () => {
  using _ = stubGitHub().on(NEW, TAKEN).on(RULES, rules(77))
  await expect(protect('deletion')).rejects.toMatchObject({ code: 'github-refused' })
})

test('a ruleset that another request made in the meantime is not made twice', async () => {
  using _ = stubGitHub().on(NEW, TAKEN).on(RULES, rules(77))
  expect(await protect()).toBe('unchanged')
})

test("its name given to another one: GitHub's words, and where to look", async () => {
  using _ = stubGitHub().on(NEW, TAKEN).on(RULES, rules(8))
  await expect(protect()).rejects.toMatchObject({
    code: 'github-refused',
    message: expect.stringContaining('Name must be unique'),
    suggestion: expect.objectContaining({ text: expect.stringContaining(rulesetFor('main', check).name) }),
  })
})

test.each([403, 404])('refused with %d: what to grant, or which command does it', async (status) => {
  using _ = stubGitHub()
    .on(NEW, { status, answer: { message: 'Resource not accessible by integration' } })
    .on('GET /repos/{owner}/{repo}')
  await expect(protect()).rejects.toMatchObject({
    code: 'github-refused',
    message: expect.stringContaining('Resource not accessible by integration'),
    suggestion: expect.objectContaining({
      text: expect.stringMatching(
        /administration: write.*`\/tdd protect`.*`echo .* \| gh api -X POST repos\/acme\/shop\/rulesets/,
      ),
    }),
  })
})
