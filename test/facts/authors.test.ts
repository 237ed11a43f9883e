import { expect, test } from 'vitest'
import { authorsOf } from '../../src/facts/authors.ts'
import { connect } from '../../src/github/connect.ts'
import { API, stubGitHub } from '../support/github-stub.ts'

const ROUTE = 'GET /repos/{owner}/{repo}/actions/runs'
const [A, B, OTHER] = ['a', 'b', 'c'].map((letter) => letter.repeat(40)) as [string, string, string]
const run = (event: string, head_sha: string, login: string) => ({ event, head_sha, actor: { login } })

test('whoever pushed a judged commit worked on it, whatever name stands in it', async () => {
  const runs = [
    run('push', A, 'mallory'),
    run('push', B, 'octocat'),
    run('push', OTHER, 'somebody-else'),
    run('pull_request', A, 'who-reopened'),
  ]
  using stub = stubGitHub().on(ROUTE, { answer: { total_count: runs.length, workflow_runs: runs } })
  const github = connect({ token: 't', baseUrl: API })
  const work = { branch: 'main/task-42', commits: [A, B], named: ['octocat', '', 'tdd-gate[bot]'] }
  const authors = await authorsOf(github, { owner: 'acme', repo: 'shop' }, work)
  expect(authors).toEqual(['octocat', 'tdd-gate[bot]', 'mallory'])
  expect(stub.calls()).toEqual(['GET /repos/acme/shop/actions/runs?branch=main%2Ftask-42&event=push&per_page=100'])
})
