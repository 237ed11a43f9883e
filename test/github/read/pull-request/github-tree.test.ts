import { expect, test } from 'vitest'
import { connect } from '../../../../src/github/connect.ts'
import { listWorkflowFolder, readGithubTree } from '../../../../src/github/read/pull-request/github-tree.ts'
import { API, stubGitHub } from '../../../support/github/stub.ts'

const ROUTE = 'GET /repos/{owner}/{repo}/git/trees/{tree_sha}'
const SHA = 'a'.repeat(40)
const ask = () =>
  readGithubTree(connect({ token: 't', baseUrl: API, retryBaseMs: 1 }), { owner: 'acme', repo: 'shop' }, SHA)
const entry = (path: string, type: string) => ({ path, type, mode: '040000', sha: `${path}-tree` })

test.each([
  ['its tree', [entry('src', 'tree'), entry('.github', 'tree')], '.github-tree'],
  ['no folder', [entry('src', 'tree')], null],
  ['a file of that name', [entry('.github', 'blob')], null],
])('%s', async (_, tree, expected) => {
  using _stub = stubGitHub().on(ROUTE, { params: { tree_sha: SHA }, answer: { tree } })
  expect(await ask()).toBe(expected)
})

test('a commit that GitHub does not know has none', async () => {
  using _ = stubGitHub().on(ROUTE, { params: { tree_sha: SHA }, status: 404, answer: { message: 'Not Found' } })
  expect(await ask()).toBeNull()
})

test('a GitHub that does not answer is no answer', async () => {
  using _ = stubGitHub().on(ROUTE, { params: { tree_sha: SHA }, status: 503, times: 3 })
  await expect(ask()).rejects.toMatchObject({ code: 'github-unavailable' })
})

test('a folder that GitHub does not list to its end is not read', async () => {
  using _ = stubGitHub().on(ROUTE, { params: { tree_sha: SHA }, answer: { tree: [], truncated: true } })
  const github = connect({ token: 't', baseUrl: API, retryBaseMs: 1 })
  const listed = listWorkflowFolder(github, { owner: 'acme', repo: 'shop' }, SHA)
  await expect(listed).rejects.toMatchObject({ code: 'limit-exceeded' })
})
