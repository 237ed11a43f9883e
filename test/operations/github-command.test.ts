import { expect, test } from 'vitest'
import { connect } from '../../src/github/connect.ts'
import { commandOnGitHub } from '../../src/operations/github-command.ts'
import { stubGitHub } from '../support/github/stub.ts'
import { stubProtectedMain } from './protected-main.ts'

const github = connect({ token: 't', baseUrl: 'https://api.github.com', asker: 'person' })
const word = { repository: { owner: 'acme', repo: 'shop' }, branch: 'work', args: ['pause', 'lunch'] }
const repo = { id: 1 }
const pull = { number: 5, head: { ref: 'work', sha: 'a'.repeat(40), repo }, base: { ref: 'main', repo } }
const check = (conclusion: string | null, title: string, app = 7) => ({
  id: 1,
  head_sha: 'a'.repeat(40),
  conclusion,
  html_url: 'https://github.com/acme/shop/runs/1',
  app: { id: app, slug: 'gate' },
  output: { title },
})
const CHECKS = 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs'
const REACTIONS = 'GET /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions'

const prepare = (app_id: number | null) =>
  stubProtectedMain([{ context: 'tdd-gate', app_id }]).on('GET /repos/{owner}/{repo}/pulls', { answer: [pull] })

test('posts the command, waits for the sign of the required App, and reads its check', async () => {
  using stub = prepare(7)
  const at = { params: { ref: 'a'.repeat(40) } }
  let isPaused = false
  const answer = () => ({
    total_count: 2,
    check_runs: [check('success', 'Done', 9), isPaused ? check('failure', 'Paused by @ada') : check(null, 'Waiting')],
  })
  stub
    .on(CHECKS, { ...at, answer, times: 2 })
    .on('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', {
      params: { issue_number: 5 },
      answer: { id: 12 },
    })
    .on(REACTIONS, {
      params: { comment_id: 12 },
      // A person's thumb is no answer of the App.
      answer: () => [{ content: '+1', user: { login: isPaused ? 'gate[bot]' : 'eve' } }],
      times: 2,
    })
  const said = await commandOnGitHub(github, word, async () => {
    isPaused = true
  })
  expect(said).toMatchObject({ pullRequest: 5, sign: '+1', check: { conclusion: 'failure', title: 'Paused by @ada' } })
  expect(stub.requests.find(({ method }) => method === 'POST')?.body).toEqual({ body: '/tdd pause lunch' })
})

test('says nothing where the base requires no App', async () => {
  using _ = prepare(null)
  await expect(commandOnGitHub(github, word, async () => undefined)).rejects.toMatchObject({ code: 'command-refused' })
})

test('says nothing without an open pull request of this repository', async () => {
  using _ = stubGitHub().on('GET /repos/{owner}/{repo}/pulls', {
    answer: [{ ...pull, head: { ...pull.head, repo: { id: 2 } } }],
  })
  await expect(commandOnGitHub(github, word, async () => undefined)).rejects.toMatchObject({
    code: 'command-refused',
    message: 'No pull request is open for branch work.',
  })
})
