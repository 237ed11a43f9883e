import { expect, test } from 'vitest'
import { connect } from '../../src/github/connect.ts'
import { readOwnChecks } from '../../src/github/own-checks.ts'
import { API, stubGitHub } from '../support/github/stub.ts'

const HEAD = 'a'.repeat(40)

test('the App reads all of its own check runs, page by page, and none of another App', async () => {
  using github = stubGitHub()
  const route = 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs'
  const own = (id: number, app = 77) => ({ id, head_sha: HEAD, name: 'x', app: { id: app } })
  const first = Array.from({ length: 100 }, (_, n) => own(200 - n, n === 5 ? 1 : 77))
  github.on(route, { params: { ref: HEAD }, answer: { total_count: 101, check_runs: first } })
  github.on(route, { params: { ref: HEAD }, answer: { total_count: 101, check_runs: [own(1)] } })
  const found = await readOwnChecks(connect({ token: 't', baseUrl: API }), { owner: 'acme', repo: 'shop' }, HEAD, 77)
  expect(found).toMatchObject({ isTruncated: false })
  expect(found.checks).toHaveLength(100)
  expect(found.checks[0]?.id).toBe(1)
  expect(github.calls()[0]).toContain('filter=all')
})

test('of more than are read the gate’s own word is among them, and it is said that there are more', async () => {
  using github = stubGitHub()
  const route = 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs'
  const own = (id: number, name: string) => ({ id, head_sha: HEAD, name, app: { id: 77 } })
  const full = Array.from({ length: 100 }, (_, n) => own(200 + n, 'tdd-gate/decision'))
  github.on(route, { params: { ref: HEAD }, answer: { total_count: 2000, check_runs: full }, times: 10 })
  github.on(route, { params: { ref: HEAD }, answer: { total_count: 1, check_runs: [own(1, 'tdd-gate')] } })
  const found = await readOwnChecks(connect({ token: 't', baseUrl: API }), { owner: 'acme', repo: 'shop' }, HEAD, 77)
  expect(found).toMatchObject({ isTruncated: true })
  expect(found.checks[0]).toMatchObject({ id: 1, name: 'tdd-gate' })
  expect(github.calls().at(-1)).toMatch(/check_name=tdd-gate&.*filter=latest/)
})
