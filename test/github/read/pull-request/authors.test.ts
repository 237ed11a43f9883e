import { describe, expect, test } from 'vitest'
import { connect } from '../../../../src/github/connect.ts'
import { getAuthors } from '../../../../src/github/read/pull-request/authors.ts'
import { API, type GitHubStub, stubGitHub } from '../../../support/github/stub.ts'

const ACTIVITY = 'GET /repos/{owner}/{repo}/activity'
const RUNS = 'GET /repos/{owner}/{repo}/actions/runs'
const [A, B, OTHER] = ['a', 'b', 'c'].map((job) => job.repeat(40)) as [string, string, string]
const WORK = {
  branch: 'main/task-42',
  head: B,
  commits: [A, B],
  named: ['octocat', '', 'tdd-gate[bot]'],
  isFork: false,
}
const moved = (after: string, login: string | null, activity_type = 'push') => ({
  before: OTHER,
  after,
  activity_type,
  ref: 'refs/heads/main/task-42',
  actor: login === null ? null : { login },
})
const run = (event: string, head_sha: string, login: string, id = 1) => ({ id, event, head_sha, actor: { login } })
const withRuns = (stub: GitHubStub, ...runs: readonly object[]) =>
  stub.on(RUNS, { answer: { total_count: runs.length, workflow_runs: runs } })
const ask = (work: Partial<typeof WORK> = {}) =>
  getAuthors(connect({ token: 't', baseUrl: API }), { owner: 'acme', repo: 'shop' }, { ...WORK, ...work })

describe('what GitHub saw of the branch', () => {
  test('the account that pushed a judged commit worked on it, whatever name the commit has', async () => {
    const activities = [moved(B, 'mallory', 'force_push'), moved(A, 'octocat'), moved(OTHER, 'who-made-the-branch')]
    using stub = stubGitHub().on(ACTIVITY, { answer: activities })
    expect(await ask()).toEqual({ authors: ['octocat', 'tdd-gate[bot]', 'mallory'], isPusherKnown: true })
    expect(stub.calls()).toEqual(['GET /repos/acme/shop/activity?ref=refs%2Fheads%2Fmain%2Ftask-42&per_page=100'])
  })

  test('all pages of it', async () => {
    const link = `<${API}/repositories/1/activity?per_page=100&after=here>; rel="next"`
    using stub = stubGitHub()
      .on(ACTIVITY, { answer: [moved(B, 'bob')], headers: { link } })
      .on(ACTIVITY, { answer: [moved(A, 'mallory')] })
    expect((await ask()).authors).toEqual(['octocat', 'tdd-gate[bot]', 'bob', 'mallory'])
    expect(stub.calls()[1]).toContain('after=here')
  })

  test('beyond the number of entries that is read, the pusher is unknown', async () => {
    const link = `<${API}/repositories/1/activity?after=here>; rel="next"`
    using stub = stubGitHub().on(ACTIVITY, { answer: [moved(B, 'bob')], headers: { link }, times: 10 })
    expect(await ask()).toEqual({ authors: ['octocat', 'tdd-gate[bot]', 'bob'], isPusherKnown: false })
    expect(stub.calls()).toHaveLength(10)
  })
})

describe('the runs name the pusher where the activity does not', () => {
  const ignoredDecisions = (answer: unknown = []) => stubGitHub().on(ACTIVITY, { answer })

  test.each<[string, () => GitHubStub]>([
    ['it is not there yet', () => ignoredDecisions()],
    ['its author is gone', () => ignoredDecisions([moved(B, null)])],
    ['GitHub does not show it', () => stubGitHub().on(ACTIVITY, { status: 403, answer: { message: 'No' } })],
    ['this server has none', () => stubGitHub().on(ACTIVITY, { status: 404, answer: { message: 'Not Found' } })],
  ])('%s: pushes, and what came first of a pull request, which is its push', async (_, open) => {
    using stub = withRuns(
      open(),
      run('pull_request', B, 'who-changed-the-title', 9),
      run('pull_request', B, 'mallory', 3),
      run('push', A, 'bob', 2),
      run('pull_request', OTHER, 'somebody-else', 1),
    )
    expect(await ask()).toEqual({ authors: ['octocat', 'tdd-gate[bot]', 'bob', 'mallory'], isPusherKnown: true })
    expect(stub.calls().at(-1)).toBe('GET /repos/acme/shop/actions/runs?branch=main%2Ftask-42&per_page=100')
  })

  test('the pusher is unknown where the head has no run', async () => {
    using _ = withRuns(ignoredDecisions(), run('push', A, 'bob'), run('workflow_dispatch', B, 'mona'))
    expect(await ask()).toEqual({ authors: ['octocat', 'tdd-gate[bot]', 'bob'], isPusherKnown: false })
  })

  test('the activity of a fork is not ours to read', async () => {
    using stub = withRuns(stubGitHub(), run('pull_request', B, 'mallory'))
    expect(await ask({ isFork: true })).toMatchObject({ isPusherKnown: true })
    expect(stub.calls()).toHaveLength(1)
  })

  test('a missing answer of GitHub is reported, and no account passes', async () => {
    using _ = stubGitHub().on(ACTIVITY, { status: 401, answer: { message: 'Bad credentials' } })
    await expect(ask()).rejects.toMatchObject({ code: 'github-refused' })
  })
})
