import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createNodeMiddleware, Probot } from 'probot'
import { expect, onTestFinished, test } from 'vitest'
import { EVENTS, openStage, PERMISSIONS, SECRET, SHOP } from './stage.ts'

const ALL = [...EVENTS, 'branch_protection_rule', 'create', 'delete', 'fork', 'repository_ruleset']
const NOWHERE = 'http://127.0.0.1:1/'

test('every event of a repository has the payload that GitHub describes', async () => {
  const { github, shop, mona } = await openStage({ isPrivate: false, permissions: {} })
  const all = github.app({ slug: 'all-ears', permissions: PERMISSIONS, events: ALL })
  all.installOn(shop)
  all.listenAt(NOWHERE, SECRET)
  const person = github.as(mona)
  const clone = await person.clone(shop)
  await clone.git('tag', 'v1')
  await clone.git('push', '--quiet', 'origin', 'v1', 'HEAD:refs/heads/work')
  await clone.git('push', '--quiet', 'origin', ':work', ':v1')
  const { data: ruleset } = await person.request('POST /repos/{owner}/{repo}/rulesets', {
    ...SHOP,
    name: 'gate',
    enforcement: 'active',
    conditions: { ref_name: { include: ['~ALL'], exclude: [] } },
    rules: [{ type: 'deletion' }],
  })
  await person.request('PUT /repos/{owner}/{repo}/rulesets/{ruleset_id}', {
    ...SHOP,
    ruleset_id: ruleset.id,
    name: 'other',
  })
  await person.request('DELETE /repos/{owner}/{repo}/rulesets/{ruleset_id}', { ...SHOP, ruleset_id: ruleset.id })
  await person.protect(shop, 'main', [])
  await person.request('DELETE /repos/{owner}/{repo}/branches/{branch}/protection', { ...SHOP, branch: 'main' })
  await person.request('POST /repos/{owner}/{repo}/forks', SHOP)
  const sha = await clone.git('rev-parse', 'HEAD')
  await person.request('POST /repos/{owner}/{repo}/statuses/{sha}', { ...SHOP, sha, state: 'success' })
  await github.settled()
  const result = github.deliveries.log.map(({ event, action }) => [event, action].filter(Boolean).join('.'))
  expect(result.toSorted()).toEqual(
    [
      ...['create', 'push', 'check_suite.requested', 'create', 'push', 'delete', 'push', 'delete', 'push'],
      ...['repository_ruleset.created', 'repository_ruleset.edited', 'repository_ruleset.deleted'],
      ...['branch_protection_rule.created', 'branch_protection_rule.deleted', 'fork', 'status'],
    ].toSorted(),
  )
  expect(github.judge()).toEqual([])
})

test('Probot takes its webhooks and answers as the App', async () => {
  const { github, shop, ada, gate } = await openStage()
  const { id: appId, privateKey } = gate.app
  const probot = new Probot({ appId, privateKey, secret: SECRET, baseUrl: github.apiUrl, logLevel: 'fatal' })
  const middleware = await createNodeMiddleware(
    (app) => {
      app.on('issues.opened', async (context) => {
        await context.octokit.rest.issues.createComment(context.issue({ body: 'hello' }))
      })
    },
    { probot, webhooksPath: '/' },
  )
  const server = createServer((request, response) => void middleware(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  gate.listenAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, SECRET)
  await github.as(ada).openIssue(shop, { title: 'Discounts' })
  await github.settled()
  expect([...shop.comments.values()]).toMatchObject([{ body: 'hello', author: { login: 'tdd-gate[bot]' } }])
})
