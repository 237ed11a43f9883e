/** Who may go past a classic protection: told by GitHub to administrators only. */
import { expect, test } from 'vitest'
import { readProtection } from '../../src/facts/protection.ts'
import { connect } from '../../src/github/connect.ts'
import { API, stubGitHub } from '../support/github-stub.ts'

const CLASSIC = 'GET /repos/{owner}/{repo}/branches/{branch}/protection'
const MAIN = { branch: 'main' }
const GATE = { context: 'tdd-gate', app_id: 7 }
const RULE = {
  type: 'required_status_checks',
  ruleset_id: 3,
  parameters: {
    strict_required_status_checks_policy: false,
    required_status_checks: [{ context: 'tdd-gate', integration_id: 7 }],
  },
}

const github = connect({ token: 't', baseUrl: API, retryBaseMs: 1 })
const read = () => readProtection(github, { owner: 'acme', repo: 'shop' }, 'main')
const stubbed = (checks: readonly object[], rules: readonly object[] = []) =>
  stubGitHub()
    .on('GET /repos/{owner}/{repo}', { answer: { default_branch: 'main' } })
    .on('GET /repos/{owner}/{repo}/rules/branches/{branch}', { params: MAIN, answer: rules })
    .on('GET /repos/{owner}/{repo}/branches/{branch}', {
      params: MAIN,
      answer: { name: 'main', protection: { enabled: true, required_status_checks: { contexts: [], checks } } },
    })
const admins = (enabled: boolean) => ({
  enforce_admins: { url: `${API}/repos/acme/shop/branches/main/protection/enforce_admins`, enabled },
})

test('administrators go past a classic protection that does not include them', async () => {
  using _ = stubbed([GATE]).on(CLASSIC, { params: MAIN, answer: admins(false) })
  expect(await read()).toMatchObject({ bypass: [expect.stringContaining('administrators')], isBypassHidden: false })
})

test('nobody goes past one that includes them', async () => {
  using _ = stubbed([GATE]).on(CLASSIC, { params: MAIN, answer: admins(true) })
  expect(await read()).toMatchObject({ bypass: [], isBypassHidden: false })
})

test.each([403, 404])('where GitHub answers %s nobody knows', async (status) => {
  using _ = stubbed([GATE]).on(CLASSIC, { params: MAIN, status, answer: { message: 'no' } })
  expect(await read()).toMatchObject({ bypass: null, isBypassHidden: true })
})

test('what a ruleset requires as well is for the ruleset to except from', async () => {
  using _ = stubbed([GATE], [RULE]).on('GET /repos/{owner}/{repo}/rulesets/{ruleset_id}', {
    params: { ruleset_id: 3 },
    answer: { bypass_actors: [] },
  })
  expect(await read()).toMatchObject({ bypass: [], isBypassHidden: false })
})

test('without a classic protection nothing more is asked', async () => {
  using _ = stubbed([])
  expect(await read()).toMatchObject({ bypass: null, isBypassHidden: false })
})
