/** The pull request by which a repository gets the gate, on the local GitHub. */
import { expect, test } from 'vitest'
import { openGate } from '../../../src/app/gate/open.ts'
import type { Hint } from '../../../src/core/model/event.ts'
import { connect } from '../../../src/github/connect.ts'
import { WORKFLOW_PATH } from '../../../src/render/workflow-file.ts'
import { openStage, PERMISSIONS, SHOP } from '../../simulator/stage.ts'
import type { Permissions } from '../../simulator/world.ts'
import { APP } from '../../support/github/state.ts'
import { openWorld } from '../../support/github/story-world.ts'

const JUDGE = { path: 'umbrella/gate/.github/workflows/tdd-gate.yml', ref: 'refs/tags/v7', sha: null }

async function prepare(settings: string, permissions: Permissions = PERMISSIONS) {
  const stage = await openStage({ permissions })
  const { github, asApp, installation, shop } = stage
  const files = { 'tdd-gate.yml': `version: 1\n${settings}` }
  await github.repository({ owner: 'acme', name: '.github', isPrivate: false, files })
  const { data } = await asApp.request('POST /app/installations/{installation_id}/access_tokens', {
    installation_id: installation.id,
  })
  const client = connect({ token: data.token, baseUrl: github.apiUrl, asker: 'app' })
  const repository = { ...SHOP, id: String(shop.id), installationId: installation.id }
  const run = async (event: Hint = { kind: 'repository' }) => {
    const gate = openGate({ serverUrl: github.url, workflows: [JUDGE], organisations: [] })
    const app = { id: stage.gate.app.id, slug: stage.gate.app.slug }
    await gate(client, { repository, event }, { app, readGaps: async () => [] })
  }
  const readFile = async (path: string) => {
    const asked = { ...SHOP, path, ref: 'tdd-gate/onboarding' }
    const { data: file } = await stage.octokit.request('GET /repos/{owner}/{repo}/contents/{path}', asked)
    return Buffer.from('content' in file ? file.content : '', 'base64').toString()
  }
  const pulls = async () =>
    (await stage.octokit.request('GET /repos/{owner}/{repo}/pulls', { ...SHOP, state: 'all' })).data
  return { ...stage, run, readFile, pulls }
}

test('with the permission for workflows it adds the workflow that the App trusts, once', async () => {
  const { run, readFile, pulls } = await prepare('onboarding: pull-request', { ...PERMISSIONS, workflows: 'write' })
  await run()
  await run()
  const [pull, ...others] = await pulls()
  expect([pull?.head.ref, pull?.base.ref, others]).toEqual(['tdd-gate/onboarding', 'main', []])
  expect(await readFile(WORKFLOW_PATH)).toContain('umbrella/gate/.github/workflows/tdd-gate.yml@v7')
  expect(await readFile('.github/tdd-gate.yml')).toContain('version: 1')
  expect(pull?.body).not.toContain('tdd-gate init')
})

test('the pull request has the commands that add the workflow where the App may not add it', async () => {
  const { run, readFile, pulls } = await prepare('onboarding: pull-request')
  await run()
  const [pull] = await pulls()
  expect(pull?.body).toContain('tdd-gate init --workflow --uses umbrella/gate@v7')
  await expect(readFile(WORKFLOW_PATH)).rejects.toMatchObject({ status: 404 })
  expect(await readFile('.github/tdd-gate.yml')).toContain('version: 1')
})

test('a pull request that people closed is not opened again', async () => {
  const { run, pulls, octokit } = await prepare('onboarding: pull-request')
  await run()
  const [pull] = await pulls()
  await octokit.request('PATCH /repos/{owner}/{repo}/pulls/{pull_number}', {
    ...SHOP,
    pull_number: pull?.number ?? 0,
    state: 'closed',
  })
  await run()
  expect(await pulls()).toHaveLength(1)
})

test('where the organisation does not ask for it, or the repository has a configuration, nothing is written', async () => {
  const other = await prepare('policy: {}')
  await other.run()
  expect(await other.pulls()).toEqual([])
  const configured = await prepare('onboarding: pull-request')
  await configured.octokit.request('PUT /repos/{owner}/{repo}/contents/{path}', {
    ...SHOP,
    path: '.github/tdd-gate.yml',
    message: 'chore: gate',
    content: Buffer.from('version: 1\n').toString('base64'),
  })
  await configured.run()
  expect(await configured.pulls()).toEqual([])
})

test('where the organisation asks for a property, a repository gets the pull request with the first push after it is on', async () => {
  const { run, pulls, shop } = await prepare('onboarding: pull-request\nenabledBy: property')
  await run()
  expect(await pulls()).toEqual([])
  shop.properties.set('tdd-gate', 'on')
  await run({ kind: 'head', head: 'a'.repeat(40) })
  expect(await pulls()).toEqual([])
  await run({ kind: 'base', branch: 'main' })
  expect(await pulls()).toHaveLength(1)
})

test('it is judged as a pull request of people: it belongs to no task', async () => {
  const world = openWorld()
  const pull = world.open(1, undefined, { author: `${APP.slug}[bot]`, headBranch: 'tdd-gate/onboarding' })
  pull.red({ 'cart.test.ts': 'v1' }, { 'cart.test.ts > adds': 'failed' })
  expect((await world.look(1)).status.notice?.code).toBe('no-run')
  Object.assign(world.pulls.get(1) ?? {}, { headBranch: 'master/task-42-sums' })
  expect((await world.look(1)).status.notice?.code).toBe('task-lost')
})
