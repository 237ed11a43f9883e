import { expect, test } from 'vitest'
import { DEFAULT_POLICY } from '../../../../src/core/model/policy.ts'
import { startMessage } from '../../../../src/core/task/start.ts'
import { toDigest } from '../../../../src/evidence/digest.ts'
import { connect } from '../../../../src/github/connect.ts'
import { readConfig } from '../../../../src/github/read/pull-request/base-config.ts'
import { readStart } from '../../../../src/github/read/task/start.ts'
import type { Route } from '../../../../src/github/routes.ts'
import { toPlan } from '../../../../src/tasks/issue-to-plan.ts'
import { toRule } from '../../../support/github/shapes.ts'
import { API, type Stubbed, stubGitHub } from '../../../support/github/stub.ts'

const SHA = 'b'.repeat(40)
const URL = 'https://api.github.com/file'
const TREE = 'c'.repeat(40)
const question = { issue: 42, task: null, app: { id: 7, slug: 'tdd-gate' }, checkName: 'tdd-gate', readConfig }
const ask = (change: { task?: string } = {}) =>
  readStart(
    connect({ token: 't', baseUrl: API, retryBaseMs: 1 }),
    { owner: 'acme', repo: 'shop' },
    { ...question, ...change },
  )
const ISSUE = { params: { issue_number: 42 }, answer: { number: 42, title: 'Sums', body: '- [ ] Adds', state: 'open' } }
const file = (text: string) => ({
  type: 'file',
  encoding: 'base64',
  size: text.length,
  content: Buffer.from(text).toString('base64'),
  name: 'file',
  path: 'file',
  sha: SHA,
  url: URL,
  git_url: URL,
  html_url: URL,
  download_url: URL,
  _links: { git: URL, html: URL, app: URL },
})
const MISSING = { status: 404, answer: { message: 'Not Found' } }
const TREES: Route = 'GET /repos/{owner}/{repo}/git/trees/{tree_sha}'
const CONTENTS: Route = 'GET /repos/{owner}/{repo}/contents/{path}'
const FOLDER = 'd'.repeat(40)
/** A tree, by the modes of what is in it. */
const listing = (modes: Readonly<Record<string, string>>) => ({
  sha: SHA,
  url: URL,
  truncated: false,
  tree: Object.entries(modes).map(([path, mode]) => ({
    path,
    mode,
    type: mode === '040000' ? 'tree' : 'blob',
    sha: FOLDER,
  })),
})
const HAS_FOLDER = { params: { tree_sha: SHA }, answer: listing({ '.github': '040000' }) }
/** What it takes to read a configuration, once the top of the tree is listed. */
const withConfig = (stub: ReturnType<typeof stubGitHub>, config: string) =>
  stub
    .on(TREES, { params: { tree_sha: FOLDER }, answer: listing({ 'tdd-gate.yml': '100644' }) })
    .on(CONTENTS, { params: { path: '.github/tdd-gate.yml' }, answer: file(config) })

/** A repository with a gate; what differs is given by route. */
const stubbed = (changes: Readonly<Partial<Record<Route, Stubbed>>> = {}, unasked: readonly Route[] = []) => {
  const stub = stubGitHub()
  const usual: Readonly<Partial<Record<Route, Stubbed>>> = {
    'GET /repos/{owner}/{repo}/issues/{issue_number}': ISSUE,
    'GET /repos/{owner}/{repo}/issues/{issue_number}/sub_issues': { params: { issue_number: 42 }, answer: [] },
    'GET /repos/{owner}/{repo}': {
      answer: {
        default_branch: 'main',
        allow_squash_merge: true,
        allow_merge_commit: false,
        allow_rebase_merge: false,
      },
      times: 2,
    },
    'GET /repos/{owner}/{repo}/branches/{branch}': {
      params: { branch: 'main' },
      answer: { name: 'main', commit: { sha: SHA, commit: { tree: { sha: TREE } } } },
      times: 2,
    },
    [TREES]: { params: { tree_sha: SHA }, answer: listing({}) },
    'GET /repos/{owner}/{repo}/pulls': { answer: [], times: 3 },
    'GET /repos/{owner}/{repo}/git/matching-refs/{ref}': { params: { ref: 'heads/master/task-42-' }, answer: [] },
    'GET /repos/{owner}/{repo}/rules/branches/{branch}': { params: { branch: 'main' }, answer: [toRule(7)] },
    'GET /repos/{owner}/{repo}/rulesets/{ruleset_id}': {
      params: { ruleset_id: 3 },
      answer: { id: 3, bypass_actors: [] },
    },
  }
  for (const [route, answer] of Object.entries({ ...usual, ...changes })) {
    if (!unasked.includes(route as Route)) stub.on(route as Route, answer)
  }
  return stub
}

/** Where the answer is known before the protection of the branch is read. */
const stubbedEarly = (changes: Readonly<Partial<Record<Route, Stubbed>>>, unasked: readonly Route[]) =>
  stubbed(
    {
      'GET /repos/{owner}/{repo}': { answer: { default_branch: 'main' } },
      'GET /repos/{owner}/{repo}/branches/{branch}': {
        params: { branch: 'main' },
        answer: { name: 'main', commit: { sha: SHA, commit: { tree: { sha: TREE } } } },
      },
      ...changes,
    },
    unasked,
  )

test('a task of the issue begins at the tip of the default branch', async () => {
  using _ = stubbed()
  expect(await ask()).toMatchObject({
    number: 42,
    title: 'Sums',
    started: null,
    start: {
      warnings: [],
      start: {
        branch: 'master/task-42-sums',
        issue: 42,
        base: { branch: 'main', sha: SHA, tree: TREE },
        policyDigest: toDigest(DEFAULT_POLICY),
      },
    },
  })
})

test('a branch that is not protected is a warning, not a refusal', async () => {
  const open = { params: { branch: 'main' }, answer: [] }
  using _ = stubbed({ 'GET /repos/{owner}/{repo}/rules/branches/{branch}': open }, [
    'GET /repos/{owner}/{repo}/rulesets/{ruleset_id}',
  ])
  expect(await ask()).toMatchObject({ start: { warnings: [expect.stringContaining('does not require the check')] } })
})

const pull = (change: object = {}, from = 1, ref = 'master/task-42-sums') => ({
  number: 9,
  user: { login: 'tdd-gate[bot]' },
  base: { repo: { id: 1 } },
  body: '',
  head: { ref, repo: { id: from } },
  ...change,
})

const REFS: Route = 'GET /repos/{owner}/{repo}/git/matching-refs/{ref}'
/** What is not read of a task that is not started. */
const UNASKED: readonly Route[] = [
  REFS,
  'GET /repos/{owner}/{repo}/rules/branches/{branch}',
  'GET /repos/{owner}/{repo}/rulesets/{ruleset_id}',
]

test('an earlier start is reported', async () => {
  using _ = stubbed({ 'GET /repos/{owner}/{repo}/pulls': { answer: [pull()] } }, [REFS])
  expect(await ask()).toMatchObject({ started: { pull: 9, branch: 'master/task-42-sums' } })
})

test('every start of a task warns about an unprotected base', async () => {
  const changes = {
    'GET /repos/{owner}/{repo}/pulls': { answer: [pull()] },
    'GET /repos/{owner}/{repo}/rules/branches/{branch}': { params: { branch: 'main' }, answer: [] },
  }
  using _ = stubbed(changes, [REFS, 'GET /repos/{owner}/{repo}/rulesets/{ruleset_id}'])
  const { started, start } = await ask()
  expect(started).toEqual({ pull: 9, branch: 'master/task-42-sums' })
  expect(start).toMatchObject({ warnings: [expect.stringContaining('does not require the check')] })
})

test('what was started goes on though all of its items are ticked by now', async () => {
  const answer = { ...ISSUE.answer, body: '- [x] Adds' }
  const changes = {
    'GET /repos/{owner}/{repo}/issues/{issue_number}': { ...ISSUE, answer },
    'GET /repos/{owner}/{repo}/pulls': { answer: [pull()] },
  }
  using _ = stubbed(changes, [REFS])
  expect(await ask()).toMatchObject({ started: { pull: 9, branch: 'master/task-42-sums' } })
})

test('a title that was changed since leads to the same pull request', async () => {
  using _ = stubbed({ 'GET /repos/{owner}/{repo}/pulls': { answer: [pull({}, 1, 'master/task-42-once')] } }, [REFS])
  expect(await ask()).toMatchObject({ started: { pull: 9, branch: 'master/task-42-once' } })
})

test('a closed pull request without its branch: the start says that its decisions no longer hold', async () => {
  using _ = stubbed({
    'GET /repos/{owner}/{repo}/pulls': {
      answer: ({ query }: { query: { state: string } }) =>
        query.state === 'closed' ? [pull({ merged_at: null })] : [],
      times: 2,
    },
  })
  expect(await ask()).toMatchObject({ started: null, start: { warnings: [expect.stringContaining('#9')] } })
})

test('a start that was cut off before its title changed goes on with the branch and plan that it began with', async () => {
  const begun = toPlan({ number: 42, title: 'Once', body: '- [ ] one\n- [ ] two' }, [])
  const branch = 'master/task-42-once'
  using stub = stubbed({
    'GET /repos/{owner}/{repo}/git/matching-refs/{ref}': {
      params: { ref: 'heads/master/task-42-' },
      answer: [{ ref: `refs/heads/${branch}`, object: { sha: SHA } }],
    },
    'GET /repos/{owner}/{repo}/pulls': { answer: [], times: 2 },
  })
  stub.on('GET /repos/{owner}/{repo}/commits/{ref}', {
    params: { ref: SHA },
    answer: {
      author: { login: 'tdd-gate[bot]' },
      commit: { message: startMessage(begun, toDigest(begun)), verification: { verified: true } },
    },
  })
  stub.on('GET /repos/{owner}/{repo}/commits/{ref}/check-runs', {
    params: { ref: SHA },
    answer: { total_count: 0, check_runs: [] },
  })
  const warnings = [expect.stringContaining('its original plan')]
  expect(await ask()).toMatchObject({ started: null, start: { start: { branch, plan: begun }, warnings } })
})

test('a branch of that name that is in the way is reported before anything is written', async () => {
  using stub = stubbedEarly(
    {
      'GET /repos/{owner}/{repo}/git/matching-refs/{ref}': {
        params: { ref: 'heads/master/task-42-' },
        answer: [{ ref: 'refs/heads/master/task-42-sums', object: { sha: SHA } }],
      },
      'GET /repos/{owner}/{repo}/pulls': { answer: [], times: 2 },
    },
    UNASKED.slice(1),
  )
  stub.on('GET /repos/{owner}/{repo}/commits/{ref}', {
    params: { ref: SHA },
    answer: { author: { login: 'mallory' }, commit: { message: 'x' } },
  })
  expect(await ask()).toMatchObject({ start: { problems: [expect.stringContaining('`master/task-42-sums`')] } })
})

test('a plan that the App has no room to keep is refused, with the figure', async () => {
  const items = Array.from(
    { length: 400 },
    (_, n) => `- [ ] the rule number ${n} of the discounts is kept when the basket is full`,
  )
  const body = `${items.join('\n')}\n\n## Acceptance\n\n- it holds\n- it is shown\n`
  const route = 'GET /repos/{owner}/{repo}/issues/{issue_number}'
  using _ = stubbedEarly({ [route]: { ...ISSUE, answer: { ...ISSUE.answer, body } } }, UNASKED.slice(1))
  expect(await ask()).toMatchObject({
    start: { problems: [expect.stringMatching(/has \d{5} characters.*64000.*split/)] },
  })
})

test.each([
  ['by another author', pull({ user: { login: 'mallory' } })],
  ['from a fork of the same owner', pull({}, 2)],
])('a pull request of that branch that was opened %s is not this task', async (_, answer) => {
  using _stub = stubbed({ 'GET /repos/{owner}/{repo}/pulls': { answer: [answer], times: 3 } })
  expect(await ask()).toMatchObject({ started: null })
})

test('a task document of the default branch is a task too', async () => {
  const config = 'version: 1\ntasks: { path: "tasks/{id}.json" }\n'
  const document = JSON.stringify({ id: 7, title: 'Prices', tag: 'checkout', subtasks: [{ id: 1, title: 'Adds' }] })
  using stub = stubbed({
    [TREES]: HAS_FOLDER,
    'GET /repos/{owner}/{repo}/git/matching-refs/{ref}': { params: { ref: 'heads/checkout/task-7-' }, answer: [] },
  })
  withConfig(stub, config).on(CONTENTS, { params: { path: 'tasks/7.json' }, answer: file(document) })
  expect(await ask({ task: '7' })).toMatchObject({ start: { start: { branch: 'checkout/task-7-prices', issue: 42 } } })
})

test('a configuration that is a link is not read, and the answer says so', async () => {
  using stub = stubbed({ [TREES]: HAS_FOLDER })
  stub.on(TREES, { params: { tree_sha: FOLDER }, answer: listing({ 'tdd-gate.yml': '120000' }) })
  expect(await ask()).toMatchObject({
    start: {
      warnings: [expect.stringContaining('is a symbolic link: tdd-gate does not read it and uses the defaults')],
    },
  })
})

test('an unreadable configuration is reported with its line', async () => {
  using stub = stubGitHub()
    .on('GET /repos/{owner}/{repo}/issues/{issue_number}', ISSUE)
    .on('GET /repos/{owner}/{repo}/issues/{issue_number}/sub_issues', { params: { issue_number: 42 }, answer: [] })
    .on('GET /repos/{owner}/{repo}', { answer: { default_branch: 'main' } })
    .on('GET /repos/{owner}/{repo}/branches/{branch}', {
      params: { branch: 'main' },
      answer: { commit: { sha: SHA, commit: { tree: { sha: TREE } } } },
    })
    .on(TREES, HAS_FOLDER)
  withConfig(stub, 'version: 2')
  expect(await ask()).toMatchObject({ start: { problems: [expect.stringContaining('.github/tdd-gate.yml:1:')] } })
})

test('finished items are left out, and the answer says so', async () => {
  const answer = { ...ISSUE.answer, body: '- [x] Adds\n- [ ] Divides' }
  using _ = stubbed({ 'GET /repos/{owner}/{repo}/issues/{issue_number}': { ...ISSUE, answer } })
  expect(await ask()).toMatchObject({
    start: {
      warnings: ['Left out, because it is already done: 42.1: Adds'],
      start: { plan: { subtasks: [{ id: '42.2' }] } },
    },
  })
})

test('an item that is shown and is not in the plan is reported', async () => {
  const answer = { ...ISSUE.answer, body: '- Group\n  - [ ] Adds\n- [ ] Divides\n\n> - [ ] Squares' }
  using _ = stubbed({ 'GET /repos/{owner}/{repo}/issues/{issue_number}': { ...ISSUE, answer } })
  const words =
    '2 items were left out (quoted, below an item that is not a task, or outside of the section of subtasks): Adds; Squares'
  expect(await ask()).toMatchObject({ start: { warnings: [words] } })
})

test('a checklist that does not count because of sub-issues is reported', async () => {
  const answer = { ...ISSUE.answer, body: '- [ ] Adds\n- [x] Squares' }
  using _ = stubbed({
    'GET /repos/{owner}/{repo}/issues/{issue_number}': { ...ISSUE, answer },
    'GET /repos/{owner}/{repo}/issues/{issue_number}/sub_issues': {
      params: { issue_number: 42 },
      answer: [{ number: 51, title: 'Divides', body: '', state: 'open' }],
    },
  })
  expect(await ask()).toMatchObject({
    start: { warnings: ['1 item was left out (the sub-issues are the subtasks): Adds'] },
  })
})

test('sub-issues that are closed are left out', async () => {
  const subIssues = [
    { number: 50, title: 'Adds', body: '', state: 'closed' },
    { number: 51, title: 'Divides', body: '', state: 'open' },
  ]
  using _ = stubbed({
    'GET /repos/{owner}/{repo}/issues/{issue_number}/sub_issues': { params: { issue_number: 42 }, answer: subIssues },
  })
  expect(await ask()).toMatchObject({
    start: { warnings: expect.arrayContaining(['Left out, because it is already done: 42.1: Adds']) },
  })
})

test('issues that the task waits for are reported while they are open', async () => {
  const answer = { ...ISSUE.answer, body: 'Depends on #8\n\n- [ ] Adds (depends on #7, #6)' }
  using stub = stubbed({ 'GET /repos/{owner}/{repo}/issues/{issue_number}': { ...ISSUE, answer } })
  const issue = 'GET /repos/{owner}/{repo}/issues/{issue_number}'
  stub
    .on(issue, { params: { issue_number: 8 }, answer: { state: 'open', title: 'Numbers' } })
    .on(issue, { params: { issue_number: 7 }, answer: { state: 'closed', title: 'Signs' } })
    .on(issue, { params: { issue_number: 6 }, ...MISSING })
  expect(await ask()).toMatchObject({
    start: {
      warnings: [
        'The task waits for issue #8, which is open: Numbers.',
        'Subtask 42.1 waits for issue #6, which does not exist.',
      ],
    },
  })
})

test('tasks that a document waits for are reported unless a pull request of theirs was merged', async () => {
  const document = 'id: 9\ntitle: Nine\ndependencies: [7, 8]\nsubtasks:\n  - { id: 9.1, title: one }\n'
  const merged = (ref: string, more: object = {}) => ({
    number: 3,
    user: { login: 'tdd-gate[bot]' },
    merged_at: '2026-01-01T00:00:00Z',
    body: '',
    head: { ref, repo: { id: 1 }, sha: SHA },
    base: { ref: 'main', repo: { id: 1 } },
    ...more,
  })
  const closed = [
    merged('master/task-7-seven'),
    merged('master/task-8-eight', { merged_at: null }),
    merged('master/task-8-eight', { user: { login: 'mallory' } }),
    merged('master/task-8-eight', { base: { ref: 'side', repo: { id: 1 } } }),
  ]
  using stub = stubbed({
    [TREES]: HAS_FOLDER,
    'GET /repos/{owner}/{repo}/git/matching-refs/{ref}': { params: { ref: 'heads/master/task-9-' }, answer: [] },
    'GET /repos/{owner}/{repo}/pulls': {
      answer: ({ query }: { query: { state: string } }) => (query.state === 'closed' ? closed : []),
      times: 4,
    },
  })
  withConfig(stub, "version: 1\ntasks: { path: 'tasks/{id}.yml' }").on(CONTENTS, {
    params: { path: 'tasks/9.yml' },
    answer: file(document),
  })
  expect(await ask({ task: '9' })).toMatchObject({
    start: { warnings: [expect.stringMatching(/^The task waits for task 8, but no pull request of it was merged/)] },
  })
})
