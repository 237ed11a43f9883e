import { describe, expect, test } from 'vitest'
import type { Effect, TaskStart } from '../../../src/core/model/effect.ts'
import { GateError } from '../../../src/core/model/errors.ts'
import type { MaintainerDecision } from '../../../src/core/model/maintainer-decision.ts'
import { canonical } from '../../../src/core/util/canonical.ts'
import { connect } from '../../../src/github/connect.ts'
import { applyEffects } from '../../../src/github/write/apply.ts'
import { API, type GitHubStub, stubGitHub } from '../../support/github/stub.ts'

const LIST = 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs'
const CHECK = 'POST /repos/{owner}/{repo}/check-runs'
const REF = 'GET /repos/{owner}/{repo}/git/ref/{ref}'
const COMMIT = 'GET /repos/{owner}/{repo}/commits/{ref}'
const NEW_COMMIT = 'POST /repos/{owner}/{repo}/git/commits'
const MOVE = 'PATCH /repos/{owner}/{repo}/git/refs/{ref}'
const DELETE = 'DELETE /repos/{owner}/{repo}/git/refs/{ref}'
const PULL = 'PATCH /repos/{owner}/{repo}/pulls/{pull_number}'
const SHOP = { owner: 'acme', repo: 'shop' }
const APP = { id: 77, slug: 'tdd-gate' }
const [START, HEAD, TREE, NEW] = ['d', 'b', 'e', 'f'].map((job) => job.repeat(40)) as [string, string, string, string]
const GITHUB = connect({ token: 't', baseUrl: API, retryBaseMs: 1 })
const FORBIDDEN = { status: 403, answer: { message: 'Resource not accessible by integration' } }

const apply = (...effects: readonly Effect[]) => applyAnd(async () => undefined, ...effects)
const applyAnd = (evaluation: (number: number) => Promise<unknown>, ...effects: readonly Effect[]) =>
  applyEffects(GITHUB, SHOP, effects, {
    app: APP,
    evaluate: evaluation,
    start: async ({ issue }) => ({ pull: Number(issue) + 100 }),
  })

describe('record', () => {
  const decision: MaintainerDecision = {
    schemaVersion: 1,
    kind: 'skip',
    pullRequest: 7,
    head: HEAD,
    subtask: '42.2',
    reason: 'done by hand',
    by: { login: 'mona', id: '1', isBot: false },
    at: '2026-01-01T00:00:00Z',
    commentId: '99',
  }
  const ID = 'tdd-gate:decision:7:99:skip:42.2'
  const record: Effect = { kind: 'record', on: START, decision }
  const kept = (change: object = {}) => ({
    name: 'tdd-gate/decision',
    head_sha: START,
    external_id: ID,
    app: { id: 77 },
    ...change,
  })
  const listed = (runs: readonly object[], page = 1): Parameters<GitHubStub['on']>[1] => ({
    params: { ref: START },
    answer: (request: { query: Record<string, string> }) => {
      expect(request.query).toMatchObject({ filter: 'all', app_id: '77', page: String(page) })
      return { total_count: runs.length, check_runs: runs }
    },
  })

  test('a check run that satisfies nothing, with the decision as canonical JSON', async () => {
    using stub = stubGitHub().on(LIST, listed([])).on(CHECK)
    expect(await apply(record)).toEqual({ problem: null, started: null })
    expect(stub.requests[1]?.body).toMatchObject({
      name: 'tdd-gate/decision',
      head_sha: START,
      external_id: ID,
      status: 'completed',
      conclusion: 'neutral',
      output: { title: 'skip by mona', text: canonical(decision) },
    })
  })

  test('a stored decision is not stored twice, on whatever page it is', async () => {
    using stub = stubGitHub()
      .on(LIST, listed(Array.from({ length: 100 }, (_, n) => kept({ external_id: `tdd-gate:decision:7:${n}:red` }))))
      .on(LIST, listed([kept()], 2))
    expect(await apply(record)).toEqual({ problem: null, started: null })
    expect(stub.calls().some((call) => call.startsWith('POST'))).toBe(false)
  })

  test('what another App wrote keeps nothing', async () => {
    using stub = stubGitHub()
      .on(LIST, listed([kept({ app: { id: 15368 } })]))
      .on(CHECK)
    await apply(record)
    expect(stub.calls().at(-1)).toBe('POST /repos/acme/shop/check-runs')
  })

  test('a refusal of GitHub is reported, and the following steps are not done', async () => {
    using stub = stubGitHub().on(LIST, listed([])).on(CHECK, FORBIDDEN).on('GET /repos/{owner}/{repo}')
    const { problem } = await apply(record, { kind: 'close', number: 7 })
    expect(problem).toContain('checks: write')
    expect(stub.requests).toHaveLength(3)
  })

  test('no answer is an error: it is done again later', async () => {
    using _ = stubGitHub().on(LIST, { params: { ref: START }, status: 502, times: 3 })
    await expect(apply(record)).rejects.toMatchObject({ code: 'github-unavailable' })
  })
})

describe('go-back', () => {
  const back: Effect = { kind: 'go-back', branch: 'main/task-42', from: HEAD, tree: TREE, message: 'revert: back' }
  const at = (sha: string) => ({ params: { ref: 'heads/main/task-42' }, answer: { object: { sha, type: 'commit' } } })
  const MOVED = at(NEW)
  const tip = (parent: string, tree: string) => ({
    params: { ref: NEW },
    answer: { sha: NEW, commit: { tree: { sha: tree } }, parents: [{ sha: parent }] },
  })

  test('a commit with the earlier tree on top, by no forced push', async () => {
    using stub = stubGitHub()
      .on(REF, at(HEAD))
      .on(NEW_COMMIT, { answer: { sha: NEW } })
      .on(MOVE, MOVED)
    expect(await apply(back)).toEqual({ problem: null, started: null })
    expect(stub.requests[1]?.body).toEqual({ message: 'revert: back', tree: TREE, parents: [HEAD] })
    expect(stub.requests[2]?.body).toEqual({ sha: NEW, force: false })
  })

  test('done before, nothing is written', async () => {
    using stub = stubGitHub().on(REF, at(NEW)).on(COMMIT, tip(HEAD, TREE))
    expect(await apply(back)).toEqual({ problem: null, started: null })
    expect(stub.requests).toHaveLength(2)
  })

  test.each([
    ['another parent', tip(START, TREE)],
    ['another tree', tip(HEAD, START)],
  ])('a head with %s was pushed by another person: nothing is written, and the result says so', async (_, commit) => {
    using stub = stubGitHub().on(REF, at(NEW)).on(COMMIT, commit)
    expect((await apply(back)).problem).toContain('it was pushed meanwhile')
    expect(stub.requests).toHaveLength(2)
  })

  test('a push between reading and writing wins', async () => {
    const refused = { ...MOVED, status: 422, answer: { message: 'Update is not a fast forward' } }
    using _ = stubGitHub()
      .on(REF, at(HEAD))
      .on(NEW_COMMIT, { answer: { sha: NEW } })
      .on(MOVE, refused)
      .on(REF, at(START))
    expect((await apply(back)).problem).toContain('it was pushed meanwhile')
  })

  test('a protected branch does not count as a push by another person', async () => {
    const refused = { ...MOVED, status: 422, answer: { message: 'Cannot update this protected ref.' } }
    using _ = stubGitHub()
      .on(REF, at(HEAD))
      .on(NEW_COMMIT, { answer: { sha: NEW } })
      .on(MOVE, refused)
      .on(REF, at(HEAD))
    expect((await apply(back)).problem).toContain('Cannot update this protected ref.')
  })
})

describe('delete-branch', () => {
  const deletion: Effect = { kind: 'delete-branch', branch: 'main/task-42', head: HEAD }
  const at = (sha: string) => ({ params: { ref: 'heads/main/task-42' }, answer: { object: { sha, type: 'commit' } } })

  test('deletes the branch while it is where the person saw it', async () => {
    using stub = stubGitHub()
      .on(REF, at(HEAD))
      .on(DELETE, { params: { ref: 'heads/main/task-42' }, status: 204 })
    expect(await apply(deletion)).toEqual({ problem: null, started: null })
    expect(stub.requests).toHaveLength(2)
  })

  test('keeps a branch that was pushed meanwhile, and takes a deleted one as done', async () => {
    using stub = stubGitHub()
      .on(REF, at(NEW))
      .on(REF, { params: { ref: 'heads/main/task-42' }, status: 404, answer: { message: 'Not Found' } })
    expect((await apply(deletion)).problem).toContain('the App did not delete it')
    expect(await apply(deletion)).toEqual({ problem: null, started: null })
    expect(stub.requests).toHaveLength(2)
  })
})

test('close closes, and nothing else', async () => {
  using stub = stubGitHub().on(PULL, { params: { pull_number: 7 } })
  expect(await apply({ kind: 'close', number: 7 })).toEqual({ problem: null, started: null })
  expect(stub.requests[0]?.body).toEqual({ state: 'closed' })
})

describe('a look before it is closed', () => {
  const ends: readonly Effect[] = [
    { kind: 'look', number: 7 },
    { kind: 'close', number: 7 },
  ]

  test('comes before it', async () => {
    using stub = stubGitHub().on(PULL, { params: { pull_number: 7 } })
    const evaluated: unknown[] = []
    await applyAnd(async (number) => evaluated.push([number, stub.requests.length]), ...ends)
    expect([evaluated, stub.requests.length]).toEqual([[[7, 0]], 1])
  })

  test('that GitHub refuses ends it', async () => {
    using _ = stubGitHub()
    const refusal = new GateError('github-refused', 'GitHub refused it.', 'Look at the key.')
    const { problem } = await applyAnd(() => Promise.reject(refusal), ...ends)
    expect(problem).toBe('GitHub refused it. Look at the key.')
  })
})

test('start tells which pull request it opened', async () => {
  expect(await apply({ kind: 'start', start: { issue: 3 } as TaskStart })).toEqual({ problem: null, started: 103 })
})
