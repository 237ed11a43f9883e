import { expect, test } from 'vitest'
import { connect } from '../../src/github/connect.ts'
import { ownChecks } from '../../src/github/own-checks.ts'
import { API, stubGitHub } from '../support/github-stub.ts'

const HEAD = 'a'.repeat(40)

test('all of the App’s own are read, page by page, and nobody else’s', async () => {
  using github = stubGitHub()
  const route = 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs'
  const own = (id: number, app = 77) => ({ id, head_sha: HEAD, name: 'x', app: { id: app } })
  const first = Array.from({ length: 100 }, (_, n) => own(200 - n, n === 5 ? 1 : 77))
  github.on(route, { params: { ref: HEAD }, answer: { total_count: 101, check_runs: first } })
  github.on(route, { params: { ref: HEAD }, answer: { total_count: 101, check_runs: [own(1)] } })
  const found = await ownChecks(connect({ token: 't', baseUrl: API }), { owner: 'acme', repo: 'shop' }, HEAD, 77)
  expect(found).toHaveLength(100)
  expect(found[0]?.id).toBe(1)
  expect(github.calls()[0]).toContain('filter=all')
})
