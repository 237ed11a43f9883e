import { join, resolve } from 'node:path'
import { sign } from '@octokit/webhooks-methods'
import { expect, test } from 'vitest'
import { until } from '../support/processes.ts'
import { APP_ID, KEY, startHub } from './hub.ts'
import { launchProgram } from './launch.ts'
import { place } from './queue/conformance.ts'

const SECRET = '9f2c81d07be64a35c1f08e7d42b6a953'
const PULL = {
  action: 'opened',
  installation: { id: 7 },
  pull_request: { number: 9 },
  repository: { id: 99, name: 'shop', owner: { login: 'acme' } },
}
const port = 32_000 + (process.pid % 700)

test('`probot run` loads the App, and a webhook that Probot takes is worked on', async () => {
  const [folder, hub] = [place(), await startHub()]
  const env = {
    APP_ID: String(APP_ID),
    PRIVATE_KEY: KEY,
    WEBHOOK_SECRET: SECRET,
    PORT: String(port),
    HOST: '127.0.0.1',
    GHE_HOST: hub.host,
    GHE_PROTOCOL: 'http',
    LOG_FORMAT: 'json',
    TDD_GATE_STORE: join(folder, 'store.sqlite'),
  }
  const app = launchProgram(
    resolve('node_modules/probot/bin/probot.js'),
    folder,
    env,
    'run',
    resolve('src/app/probot.ts'),
  )
  await until('Probot to listen', () => JSON.stringify(app.lines).includes('Listening on'), app.child)
  const body = JSON.stringify(PULL)
  const headers = {
    'content-type': 'application/json',
    'x-github-event': 'pull_request',
    'x-github-delivery': 'd1',
    'x-hub-signature-256': await sign(SECRET, body),
  }
  const url = `http://127.0.0.1:${port}/api/github/webhooks`
  expect((await fetch(url, { method: 'POST', body, headers })).ok).toBe(true)
  await until('work on pull request 9', () => hub.paths().includes('GET /repos/acme/shop/pulls/9'), app.child)
})
