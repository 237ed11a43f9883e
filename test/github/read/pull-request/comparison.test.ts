/** How a head stands to its base, as GitHub's git says. */
import { describe, expect, test } from 'vitest'
import { connect } from '../../../../src/github/connect.ts'
import { compare } from '../../../../src/github/read/pull-request/comparison.ts'
import { cacheTrees } from '../../../../src/github/read/pull-request/github-tree.ts'
import { API, stubGitHub } from '../../../support/github/stub.ts'

const NAME = { owner: 'acme', repo: 'shop' }
const sha = (digits: string) => digits.repeat(40 / digits.length)
const [BASE, HEAD, SIDE] = [sha('b'), sha('a'), sha('5')]
const ROUTE = 'GET /repos/{owner}/{repo}/compare/{basehead}'
const github = () => connect({ token: 't', baseUrl: API, retryBaseMs: 1 })

const commit = (id: string, parents: readonly string[], given: object = {}) => ({
  sha: id,
  parents: parents.map((one) => ({ sha: one })),
  author: null,
  committer: null,
  commit: { message: `about ${id.slice(0, 2)}`, tree: { sha: sha('7') } },
  ...given,
})

function answering(commits: readonly object[], given: object = {}) {
  const params = { basehead: `refs/heads/main...${HEAD}` }
  const ends = { base_commit: commit(BASE, []), merge_base_commit: commit(BASE, []) }
  return stubGitHub().on(ROUTE, {
    params,
    answer: { ...ends, total_commits: commits.length, commits, files: [], ...given },
  })
}

test('only first parents are the branch, oldest first; everybody who wrote any of it is an author', async () => {
  const listed = [
    commit(sha('1'), [BASE], { author: { login: 'octocat' } }),
    commit(SIDE, [BASE], { author: { login: 'mona' }, committer: { login: 'web-flow' } }),
    commit(HEAD, [sha('1'), SIDE]),
  ]
  using _stub = answering(listed)
  expect(await compare(github(), NAME, 'main', HEAD)).toEqual({
    tip: BASE,
    mergeBase: { sha: BASE, tree: sha('7') },
    total: 3,
    touchesWorkflows: false,
    commits: [
      { sha: sha('1'), tree: sha('7'), parents: [BASE] },
      { sha: HEAD, tree: sha('7'), parents: [sha('1'), SIDE] },
    ],
    headMessage: 'about aa',
    authors: ['octocat', 'mona', 'web-flow'],
  })
})

describe('workflows', () => {
  const file = (filename: string, more: object = {}) => ({ filename, ...more })
  test.each([
    ['untouched', [file('src/.github/x')], false],
    ['changed', [file('.github/workflows/ci.yml')], true],
    ['moved away', [file('x', { previous_filename: '.github/CODEOWNERS' })], true],
    ['it is unknown: GitHub lists no more files', Array.from({ length: 300 }, (_, n) => file(`f${n}`)), null],
  ])('%s', async (_, files, touchesWorkflows) => {
    using _stub = answering([commit(HEAD, [BASE])], { files })
    expect(await compare(github(), NAME, 'main', HEAD)).toMatchObject({ touchesWorkflows })
  })
})

test('more than a hundred commits are read page by page', async () => {
  const id = (n: number) => (n === 150 ? HEAD : n.toString(16).padStart(40, '0'))
  const all = Array.from({ length: 150 }, (_, n) => commit(id(n + 1), [n === 0 ? BASE : id(n)]))
  using stub = answering(all.slice(0, 100), { total_commits: 150 })
  stub.on(ROUTE, {
    params: { basehead: `refs/heads/main...${HEAD}` },
    answer: {
      base_commit: commit(BASE, []),
      merge_base_commit: commit(BASE, []),
      total_commits: 150,
      commits: all.slice(100),
    },
  })
  expect((await compare(github(), NAME, 'main', HEAD)).commits).toHaveLength(150)
})

test('the workflows of a commit are asked for once, and again where there were none', async () => {
  const trees = cacheTrees(1)
  const params = (one: string) => ({ params: { tree_sha: one } })
  const tree = (one: string) => ({
    sha: one,
    tree: [{ path: '.github', type: 'tree', mode: '040000', sha: sha('9') }],
    truncated: false,
  })
  const empty = { sha: SIDE, tree: [], truncated: false }
  const route = 'GET /repos/{owner}/{repo}/git/trees/{tree_sha}'
  using stub = stubGitHub()
  stub
    .on(route, { ...params(HEAD), answer: tree(HEAD), times: 2 })
    .on(route, { ...params(SIDE), answer: empty, times: 2 })
  stub.on(route, { ...params(BASE), answer: tree(BASE) })
  const ask = (one: string) => trees(github(), NAME, one)
  expect([await ask(HEAD), await ask(HEAD), await ask(SIDE), await ask(SIDE)]).toEqual([sha('9'), sha('9'), null, null])
  expect([await ask(BASE), await ask(HEAD)]).toEqual([sha('9'), sha('9')])
})
