/** What an operator types in a fresh clone, as whole processes. */
import { sign } from '@octokit/webhooks-methods'
import { expect, test } from 'vitest'
import { cloneFreshForAll, startLine } from '../support/fresh-clone.ts'
import { listen } from '../support/listen.ts'
import { until } from '../support/processes.ts'
import { createEnvironment, SECRET } from './environment.ts'
import { place } from './queue/conformance.ts'

const clone = cloneFreshForAll()
const ADDRESS = /The set-up is at (http:\/\/localhost:\d+\/probot)/
const HOOK = 'https://tdd.example.com/api/github/webhooks'

test.each([
  ['npm start', {}, 'First: an address that GitHub reaches'],
  ['npm start', { NODE_ENV: 'production', WEBHOOK_PROXY_URL: HOOK }, 'Create the App'],
  ['npm start', { WEBHOOK_PROXY_URL: 'https://smee.io/abc' }, 'Create the App'],
  ['node src/cli/bin.mjs app', { WEBHOOK_PROXY_URL: HOOK }, 'Create the App'],
])('`%s` with %j answers the first request of the set-up: %s', async (line, env, title) => {
  const [address = ''] = await startLine(line, clone, { PORT: '0', ...env }).says(ADDRESS)
  expect(await (await fetch(address)).text()).toContain(`<title>tdd-gate: ${title}</title>`)
})

/** GitHub's own delivery of a new pull request, as it signs it. */
async function deliver(url: string): Promise<Response> {
  const body = JSON.stringify({
    action: 'opened',
    installation: { id: 7 },
    repository: { id: 99, name: 'shop', owner: { login: 'acme' } },
    pull_request: { number: 9 },
  })
  const headers = {
    'content-type': 'application/json',
    'x-github-event': 'pull_request',
    'x-github-delivery': 'd1',
    'x-hub-signature-256': await sign(SECRET, body),
  }
  return fetch(url, { method: 'POST', body, headers })
}

test('`npm start` of an App that exists becomes ready, takes a signed webhook, and ends with Ctrl-C', async () => {
  const { env } = await createEnvironment(place())
  const app = startLine('npm start', clone, { ...env, NODE_ENV: 'production' })
  const [port = ''] = await app.says(/"port":(\d+)/)
  const url = `http://127.0.0.1:${port}`
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  const answer = await deliver(`${url}/api/github/webhooks`)
  expect([answer.status, await answer.text()]).toEqual([202, 'accepted\n'])
  app.interrupt()
  await app.exit
  expect(app.text()).not.toContain('"level":"error"')
})

/** Probot takes 0 for its default. */
async function findPort(): Promise<string> {
  const { url, close } = await listen(() => {})
  await close()
  return new URL(url).port
}

test('`npx probot run ./src/app/probot.ts` answers an empty request, and works on a webhook that Probot takes', async () => {
  const { hub, env } = await createEnvironment(place())
  const app = startLine('npx probot run ./src/app/probot.ts', clone, { ...env, PORT: await findPort() })
  const [address = ''] = await app.says(/Listening on (http:\/\/[\w.]+:\d+)/)
  const url = `${address}/api/github/webhooks`
  expect((await fetch(url, { method: 'POST' })).status).toBe(415)
  expect((await deliver(url)).ok).toBe(true)
  await until('work on pull request 9', () => hub.paths().includes('GET /repos/acme/shop/pulls/9'))
})

test('`npm start -- --version` prints the version, and starts nothing', async () => {
  const { exit, text } = startLine('npm start --silent -- --version', clone)
  expect([await exit, text()]).toEqual([0, '0.1.0\n'])
})

test.each(['npm start -- --help', 'node src/cli/bin.mjs app --help', 'node src/cli/bin.mjs help app'])(
  '`%s` lists the commands for operators, and starts nothing',
  async (line) => {
    const { exit, text } = startLine(line, clone)
    expect(await exit).toBe(0)
    expect(text()).toMatch(/tdd-gate app admin <command>[\s\S]*\n {2}replay <delivery>/)
  },
)

test('`tdd-gate app` passes its words on to the App, which names one that it does not know', async () => {
  const { exit, text } = startLine('node src/cli/bin.mjs app --port 3000', clone)
  expect(await exit).toBe(2)
  expect(text()).toContain('The program knows no argument `--port`')
})
