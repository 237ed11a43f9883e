import { expect, test } from 'vitest'
import { toDigest } from '../../src/evidence/digest.ts'
import { connect } from '../../src/github/connect.ts'
import { startOnGitHub } from '../../src/operations/github-start.ts'
import { stubProtectedMain } from './protected-main.ts'

const github = connect({ token: 't', baseUrl: 'https://api.github.com', asker: 'person' })
const asked = { repository: { owner: 'acme', repo: 'shop' }, issue: 12, task: '7' }
const START = 'c'.repeat(40)
const repo = { id: 1 }
const pull = {
  number: 13,
  body: `<!-- tdd-gate:start ${START} -->`,
  head: { ref: 'work', sha: START, repo },
  base: { ref: 'main', repo },
}
const plan = { id: '7', title: 'Prices', tag: 'master', description: '', subtasks: [] }
const record = {
  schemaVersion: 1,
  branch: 'work',
  issue: 12,
  start: START,
  plan,
  planDigest: toDigest(plan),
  policyDigest: 'e'.repeat(64),
}
const toCheck = (app: number, issue = 12) => ({
  id: app,
  name: 'tdd-gate/task',
  head_sha: START,
  app: { id: app, slug: 'gate' },
  output: { title: 'Task 7 was started', text: JSON.stringify({ ...record, issue }) },
})
const CHECKS = 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs'
const PULLS = 'GET /repos/{owner}/{repo}/pulls'
const SAY = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments'
const REACTIONS = 'GET /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions'
const at = { params: { ref: START } }
const comment = { params: { issue_number: 12 }, answer: { id: 5 } }

const prepare = () => stubProtectedMain([{ context: 'tdd-gate', app_id: 7 }], 2)

test('posts the command once, and waits for the record of the required App', async () => {
  using stub = prepare()
  let isStarted = false
  stub
    .on(PULLS, { answer: () => (isStarted ? [pull] : []), times: 3 })
    .on(SAY, comment)
    .on(REACTIONS, { params: { comment_id: 5 }, answer: [{ content: '-1', user: { login: 'eve', type: 'User' } }] })
    .on(CHECKS, { ...at, answer: { total_count: 2, check_runs: [toCheck(9, 12), toCheck(7)] } })
  const started = await startOnGitHub(github, asked, async () => {
    isStarted = true
  })
  expect(started).toMatchObject({ pullRequest: 13, base: 'main', record: { branch: 'work', start: START } })
  expect(stub.requests.find(({ method }) => method === 'POST')?.body).toEqual({ body: '/tdd start 7' })
})

test('a task that was started before is found without another comment', async () => {
  using stub = prepare()
  stub.on(PULLS, { answer: [pull] }).on(CHECKS, { ...at, answer: { total_count: 1, check_runs: [toCheck(7)] } })
  expect(await startOnGitHub(github, asked, async () => undefined)).toMatchObject({ pullRequest: 13 })
})

test('a record of another App or issue starts nothing, and a refusal ends the waiting', async () => {
  using stub = prepare()
  const answer = { total_count: 2, check_runs: [toCheck(9), toCheck(7, 3)] }
  stub
    .on(PULLS, { answer: [pull], times: 2 })
    .on(CHECKS, { ...at, answer, times: 2 })
    .on(SAY, comment)
    .on(REACTIONS, {
      params: { comment_id: 5 },
      answer: [{ content: '-1', user: { login: 'gate[bot]', type: 'Bot' } }],
    })
  await expect(startOnGitHub(github, asked, async () => undefined)).rejects.toMatchObject({
    code: 'command-refused',
    message: expect.stringContaining('The App refused'),
  })
})
