/** Who may go past, and who may delete a branch: told by GitHub to some only. */
import { describe, expect, test } from 'vitest'
import { connect } from '../../../../src/github/connect.ts'
import { readProtection } from '../../../../src/github/read/protection/protection.ts'
import { toRule } from '../../../support/github/shapes.ts'
import { API, stubGitHub } from '../../../support/github/stub.ts'

const CLASSIC = 'GET /repos/{owner}/{repo}/branches/{branch}/protection'
const MAIN = { branch: 'main' }
const GATE = { context: 'tdd-gate', app_id: 7 }
const RULE = toRule(7)

const github = connect({ token: 't', baseUrl: API, retryBaseMs: 1 })
const read = () => readProtection(github, { owner: 'acme', repo: 'shop' }, 'main')
/** @param checks of a classic protection; null: there is none */
const stubbed = (checks: readonly object[] | null, rules: readonly object[] = [], defaultBranch = 'main') =>
  stubGitHub()
    .on('GET /repos/{owner}/{repo}', { answer: { default_branch: defaultBranch } })
    .on('GET /repos/{owner}/{repo}/rules/branches/{branch}', { params: MAIN, answer: rules })
    .on('GET /repos/{owner}/{repo}/branches/{branch}', {
      params: MAIN,
      answer: {
        name: 'main',
        protection: { enabled: checks !== null, required_status_checks: { contexts: [], checks: checks ?? [] } },
      },
    })
const admins = (enabled: boolean, deletions = false) => ({
  enforce_admins: { url: `${API}/repos/acme/shop/branches/main/protection/enforce_admins`, enabled },
  allow_deletions: { enabled: deletions },
})
const RULESET = 'GET /repos/{owner}/{repo}/rulesets/{ruleset_id}'
const ruleset = (part: object) => ({ params: { ruleset_id: 3 }, answer: { name: 'gate', ...part } })
const NOBODY = ruleset({ bypass_actors: [] })
const DELETION = { type: 'deletion', ruleset_id: 4 }

test('administrators go past a classic protection that does not include them', async () => {
  using _ = stubbed([GATE]).on(CLASSIC, { params: MAIN, answer: admins(false) })
  expect(await read()).toMatchObject({ bypass: [expect.stringContaining('administrators')], unseen: [] })
})

test('no account bypasses a protection that includes administrators', async () => {
  using _ = stubbed([GATE]).on(CLASSIC, { params: MAIN, answer: admins(true) })
  expect(await read()).toMatchObject({ bypass: [], unseen: [] })
})

test.each([403, 404])('the bypass list is unknown where GitHub answers %s', async (status) => {
  using _ = stubbed([GATE]).on(CLASSIC, { params: MAIN, status, answer: { message: 'no' } })
  expect(await read()).toMatchObject({ bypass: [], unseen: ['administrators'] })
})

test('what a ruleset requires as well is for the ruleset to except from', async () => {
  using _ = stubbed([GATE], [RULE]).on(RULESET, NOBODY)
  expect(await read()).toMatchObject({ bypass: [], unseen: [] })
})

test('without a classic protection nothing more is asked', async () => {
  using _ = stubbed(null)
  expect(await read()).toMatchObject({ bypass: [], unseen: [] })
})

test('the accounts that bypass a ruleset are listed', async () => {
  const olga = { actor_id: 5, actor_type: 'RepositoryRole', bypass_mode: 'always' }
  using _ = stubbed(null, [RULE]).on(RULESET, ruleset({ bypass_actors: [olga] }))
  expect(await read()).toMatchObject({ bypass: ['RepositoryRole 5, always'], unseen: [] })
})

test.each([
  ['the list is left out, as for who may not change it', ruleset({})],
  ['GitHub answers 403', { params: { ruleset_id: 3 }, status: 403, answer: { message: 'no' } }],
  ['GitHub answers 404', { params: { ruleset_id: 3 }, status: 404, answer: { message: 'no' } }],
])('who goes past a ruleset cannot be seen where %s', async (_, answer) => {
  using _stub = stubbed(null, [RULE]).on(RULESET, answer)
  expect(await read()).toMatchObject({ bypass: [], unseen: ['bypass list'] })
})

test('rulesets that are too many to be read cannot be seen', async () => {
  const rules = Array.from({ length: 11 }, (_, at) => ({ ...RULE, ruleset_id: at + 1 }))
  using stub = stubbed(null, rules)
  for (const { ruleset_id } of rules.slice(0, 10))
    stub.on(RULESET, { params: { ruleset_id }, answer: { name: 'gate', bypass_actors: [] } })
  expect(await read()).toMatchObject({ unseen: ['bypass list'] })
})

const getQueue = (grouping_strategy: string) => ({
  type: 'merge_queue',
  ruleset_id: 4,
  parameters: {
    grouping_strategy,
    merge_method: 'SQUASH',
    check_response_timeout_minutes: 60,
    max_entries_to_build: 5,
    max_entries_to_merge: 5,
    min_entries_to_merge: 1,
    min_entries_to_merge_wait_minutes: 5,
  },
})

test.each([
  ['asks the last of a group alone', [RULE, getQueue('HEADGREEN')], true],
  ['asks all of a group', [RULE, getQueue('ALLGREEN')], false],
  ['does not exist', [RULE], false],
] as const)('a merge queue that %s', async (_, rules, mergesByLast) => {
  using _stub = stubbed(null, rules).on(RULESET, NOBODY)
  expect(await read()).toMatchObject({ mergesByLast })
})

describe('who may write deletes', () => {
  test.each([
    ['the default branch', 'main', [RULE], false],
    ['a branch that rules let be deleted', 'trunk', [RULE], true],
    ['a branch that another rule keeps', 'trunk', [RULE, DELETION], false],
  ] as const)('%s: rulesets say', async (_, defaultBranch, rules, isDeletable) => {
    using _stub = stubbed(null, rules, defaultBranch).on(RULESET, NOBODY)
    expect(await read()).toMatchObject({ isDeletable })
  })

  test.each([
    ['keeps it', { answer: admins(true) }, false],
    ['allows it', { answer: admins(true, true) }, true],
    ['is not shown', { status: 403, answer: { message: 'no' } }, null],
  ] as const)('a branch: its classic protection %s', async (_, answer, isDeletable) => {
    using _stub = stubbed([GATE], [], 'trunk').on(CLASSIC, { params: MAIN, ...answer })
    expect(await read()).toMatchObject({ isDeletable })
  })

  test('a branch: its classic protection is asked about it, also where a ruleset requires the check', async () => {
    using _stub = stubbed([], [RULE], 'trunk')
      .on(RULESET, NOBODY)
      .on(CLASSIC, { params: MAIN, answer: admins(true) })
    expect(await read()).toMatchObject({ isDeletable: false, bypass: [], unseen: [] })
  })
})
