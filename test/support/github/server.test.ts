import { expect, onTestFinished, test } from 'vitest'
import { getFolder } from '../folder.ts'
import { JOB_TOKEN } from '../runner.ts'
import { type GitHubServer, startGitHub } from './server.ts'
import { ACTIONS, createState } from './state.ts'

const CHECKS = '/repos/acme/shop/check-runs'
const HEAD = 'a'.repeat(40)
const CHECK = { name: 'tdd-gate', head_sha: HEAD, status: 'completed', conclusion: 'success' }

async function start(): Promise<GitHubServer> {
  const github = await startGitHub(getFolder({}), createState({ self: ACTIONS }))
  onTestFinished(() => github[Symbol.asyncDispose]())
  return github
}

const ask = ({ apiUrl }: GitHubServer, path: string, body?: object, token = JOB_TOKEN) =>
  fetch(`${apiUrl}${path}`, {
    headers: { authorization: `token ${token}` },
    redirect: 'manual',
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })

test('holds what is written, and gives it back as GitHub describes it', async () => {
  const github = await start()
  expect((await ask(github, CHECKS, CHECK)).status).toBe(201)
  const listed = await ask(github, `/repos/acme/shop/commits/${HEAD}/check-runs?check_name=tdd-gate`)
  expect(await listed.json()).toMatchObject({ check_runs: [{ ...CHECK, app: { slug: 'github-actions' } }] })
  expect(github.writes()).toEqual([`POST ${CHECKS}`])
  github.assertDone()
})

test.each([
  ['an unknown route', '/repos/acme/shop/nothing', undefined, 'describes no GET'],
  ['a wrong body', CHECKS, { ...CHECK, conclusion: 'fine' }, 'allowed values'],
])('%s is found at the end', async (_, path, body, problem) => {
  const github = await start()
  await ask(github, path, body)
  expect(() => github.assertDone()).toThrow(problem)
})

test('distinguishes missing permission and unknown users', async () => {
  const github = await start()
  github.permit({ checks: 'read' })
  expect((await ask(github, CHECKS, CHECK)).status).toBe(403)
  expect((await ask(github, `/repos/acme/shop/commits/${HEAD}/check-runs?check_name=x`)).status).toBe(200)
  expect((await ask(github, CHECKS, CHECK, 'stolen')).status).toBe(401)
  expect(github.writes()).toEqual([])
  github.assertDone()
})

test('sends on to the files of artifacts, and notices a token that goes with it', async () => {
  const github = await start()
  const about = { id: 500, runId: 9001, name: 'evidence', created_at: new Date().toISOString(), expired: false }
  github.state.artifacts.push({ ...about, bytes: Buffer.from('zip') })
  const { status, headers } = await ask(github, '/repos/acme/shop/actions/artifacts/500/zip')
  const address = headers.get('location') ?? ''
  expect([status, new URL(address).origin]).not.toEqual([302, github.url])
  expect(await (await fetch(address)).text()).toBe('zip')
  github.assertDone()
  await fetch(address, { headers: { authorization: `token ${JOB_TOKEN}` } })
  expect(() => github.assertDone()).toThrow('token was sent')
})
