import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { checkEnforcement } from '../../../src/operations/doctor/enforcement.ts'
import { getFolder } from '../../support/folder.ts'
import { toRule } from '../../support/github/shapes.ts'
import { API, stubGitHub } from '../../support/github/stub.ts'
import { runGit } from '../../support/run-git.ts'

const REPOSITORY = 'GET /repos/{owner}/{repo}'
const BRANCH = 'GET /repos/{owner}/{repo}/branches/{branch}'
const RULES = 'GET /repos/{owner}/{repo}/rules/branches/{branch}'
const SQUASH = {
  default_branch: 'main',
  allow_squash_merge: true,
  allow_merge_commit: false,
  allow_rebase_merge: false,
}

function clone(origin: string | null): string {
  const dir = getFolder({})
  execFileSync('git', ['init', '-q'], { cwd: dir })
  if (origin !== null) execFileSync('git', ['remote', 'add', 'origin', origin], { cwd: dir })
  return dir
}
const ask = (origin: string | null, env: Readonly<Record<string, string>> = { GH_TOKEN: 't' }) =>
  checkEnforcement(clone(origin), { runGit, env }, 'job')
const required = (...checks: readonly object[]) => ({
  name: 'main',
  protection: { enabled: true, required_status_checks: { contexts: [], checks } },
})
const CLASSIC = 'GET /repos/{owner}/{repo}/branches/{branch}/protection'
const admins = (enabled: boolean) => ({
  params: { branch: 'main' },
  answer: { enforce_admins: { url: 'https://api.github.com/x', enabled } },
})
const stubbed = (branch: object, baseUrl = API) =>
  stubGitHub(baseUrl)
    .on(REPOSITORY, { answer: SQUASH, times: 2 })
    .on(RULES, { params: { branch: 'main' }, answer: [] })
    .on(BRANCH, { params: { branch: 'main' }, answer: branch })

describe('with a token and a remote on GitHub', () => {
  test.each([
    ['the check of an App', { context: 'tdd-gate', app_id: 7 }],
    ['the job of the workflow', { context: 'tdd-gate / judge', app_id: 15368 }],
    ['the one job', { context: 'gate', app_id: 15368 }],
  ])(
    '%s, required from one App alone, is enough; the doctor names the App without calling it right',
    async (_, check) => {
      using _stub = stubbed(required(check)).on(CLASSIC, admins(true))
      const [first, ...more] = await ask('https://github.com/acme/shop.git')
      expect(more).toEqual([])
      expect(first).toMatchObject({ id: 'required', ok: true })
      expect(first?.message).toContain(`\`${check.context}\` on \`main\``)
      expect(first?.message).toContain(`App ${check.app_id} `)
      expect(first?.message).toContain(check.app_id === 15_368 ? 'GitHub Actions' : 'gh api apps/<its name> --jq .id')
      expect(first?.message).not.toContain('enforced')
    },
  )

  test.each([
    ['tdd-gate / judge', 'app', false],
    ['tdd-gate', 'app', true],
    ['tdd-gate / judge', 'job', true],
  ] as const)('a required `%s` beside `check: %s` passes: %s', async (context, configured, ok) => {
    using _ = stubbed(required({ context, app_id: 7 })).on(CLASSIC, admins(true))
    const [first] = await checkEnforcement(
      clone('https://github.com/acme/shop'),
      { runGit, env: { GH_TOKEN: 't' } },
      configured,
    )
    expect(first?.ok).toBe(ok)
    if (!ok) expect(first?.message).toMatch(/`check: app`.*passes while work is in progress/)
  })

  test('administrators who can bypass are reported', async () => {
    using _ = stubbed(required({ context: 'tdd-gate', app_id: 7 })).on(CLASSIC, admins(false))
    expect(await ask('https://github.com/acme/shop')).toMatchObject([
      { ok: false, message: expect.stringContaining('administrators') },
    ])
  })

  test('hidden bypass settings become a notice', async () => {
    using _ = stubbed(required({ context: 'tdd-gate', app_id: 7 })).on(CLASSIC, {
      ...admins(false),
      status: 403,
      answer: { message: 'no' },
    })
    expect(await ask('https://github.com/acme/shop')).toMatchObject([
      { id: 'required', ok: true },
      { id: 'required', ok: true, message: expect.stringMatching(/does not show.*Do not allow bypassing/) },
    ])
  })

  test('where a ruleset does not show who goes past, that is a notice', async () => {
    using _ = stubGitHub()
      .on(REPOSITORY, { answer: SQUASH, times: 2 })
      .on(RULES, { params: { branch: 'main' }, answer: [toRule(7)] })
      .on(BRANCH, { params: { branch: 'main' }, answer: { name: 'main', protection: { enabled: false } } })
      .on('GET /repos/{owner}/{repo}/rulesets/{ruleset_id}', { params: { ruleset_id: 3 }, answer: { name: 'gate' } })
    expect(await ask('https://github.com/acme/shop')).toMatchObject([
      { id: 'required', ok: true },
      { id: 'required', ok: true, message: expect.stringMatching(/does not show.*bypass list/) },
    ])
  })

  test('a missing requirement is reported with the command that fixes it', async () => {
    using _ = stubbed(required())
    expect(await ask('git@github.com:acme/shop.git')).toMatchObject([
      {
        ok: false,
        message: expect.stringContaining('does not require'),
        // Only the App knows its number, without which the check of any App would satisfy the rule.
        suggestion: { text: expect.stringMatching(/`\/tdd protect`.*repos\/acme\/shop\/rulesets/) },
      },
    ])
  })

  test('a check that any App may report is a gap', async () => {
    using _ = stubbed(required({ context: 'tdd-gate', app_id: null })).on(CLASSIC, admins(true))
    expect(await ask('ssh://git@github.com/acme/shop')).toMatchObject([
      { ok: false, message: expect.stringContaining('from any App') },
    ])
  })

  test('a server of its own is asked at its own address', async () => {
    using _ = stubbed(required({ context: 'tdd-gate', app_id: 7 }), 'https://git.example.com/api/v3').on(
      CLASSIC,
      admins(true),
    )
    expect(await ask('https://git.example.com/acme/shop.git')).toMatchObject([{ ok: true }])
  })

  test('a refusal of GitHub is reported, and nothing counts as enforced', async () => {
    using _ = stubGitHub().on(REPOSITORY, { status: 404, answer: { message: 'Not Found' } })
    expect(await ask('https://github.com/acme/shop')).toMatchObject([
      { ok: false, message: expect.stringContaining('404'), suggestion: { text: expect.stringContaining('GH_TOKEN') } },
    ])
  })

  test.each([
    [401, 'Bad credentials', /export GH_TOKEN=\$\(gh auth token\)/],
    [403, 'Resource not accessible', /GH_TOKEN.*metadata: read/],
    [403, 'API rate limit exceeded', /^Run this in a minute: tdd-gate doctor$/],
    [422, 'Odd', /report/],
  ])('%d %s: the next step is one at this machine', async (status, message, fix) => {
    using _ = stubGitHub().on(REPOSITORY, { status, answer: { message } })
    expect(await ask('https://github.com/acme/shop')).toMatchObject([
      { id: 'required', ok: false, suggestion: { text: expect.stringMatching(fix) } },
    ])
  })

  test('where GitHub cannot be reached, there is no job to run again', async () => {
    const env = { GH_TOKEN: 't', GITHUB_API_URL: 'http://127.0.0.1:1' }
    expect(await ask('https://github.com/acme/shop', env)).toMatchObject([
      {
        id: 'required',
        ok: false,
        suggestion: {
          text: expect.stringMatching(/^Let this machine reach 127\.0\.0\.1:1: .* Then run: tdd-gate doctor$/),
        },
      },
    ])
  })
})

test('without a token nothing is asked and nothing is said', async () => {
  expect(await ask('https://github.com/acme/shop', {})).toEqual([])
})

test.each([
  ['without a remote', null],
  ['with a remote that is a folder', '/srv/shop.git'],
])('%s the doctor does not ask GitHub, and reports that', async (_, origin) => {
  expect(await ask(origin)).toMatchObject([
    { id: 'required', ok: true, isSkipped: true, message: expect.stringMatching(/not asked.*origin/) },
  ])
})
