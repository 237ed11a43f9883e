import { verify } from '@octokit/webhooks-methods'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chaos } from './faults.ts'
import { type AppliedDecisions, getRefusal, openStage, PERMISSIONS, SECRET, SHOP } from './stage.ts'

test('a webhook is signed, and says where it comes from', async () => {
  const { github, shop, ada, gate, installation, received } = await openStage()
  await github.as(ada).openIssue(shop, { title: 'Discounts' })
  await github.settled()
  const [{ body, headers, payload }] = received as [AppliedDecisions]
  expect(await verify(SECRET, body, String(headers['x-hub-signature-256']))).toBe(true)
  expect(headers).toMatchObject({
    'x-github-event': 'issues',
    'x-github-delivery': expect.stringMatching(/^[0-9a-f-]{36}$/),
    'x-github-hook-installation-target-id': String(gate.app.id),
    'x-github-hook-installation-target-type': 'integration',
  })
  expect(payload).toMatchObject({
    action: 'opened',
    issue: { title: 'Discounts', user: { login: 'ada' } },
    repository: { full_name: 'acme/shop', id: shop.id },
    sender: { login: 'ada' },
    installation: { id: installation.id },
  })
})

test('only Apps hear it that are installed there, subscribed and permitted', async () => {
  const { issues: _, ...permissions } = PERMISSIONS
  const { github, shop, ada, sent } = await openStage({ permissions })
  const other = await github.repository({ owner: 'umbrella', name: 'lab' })
  await github.as(ada).openIssue(shop, { title: 'An App that may not read issues' })
  await github.as(ada).openIssue(other, { title: 'Elsewhere' })
  await github.settled()
  expect(sent()).toEqual([])
})

test('an App hears of its installations, unasked', async () => {
  const { github, gate, installation, received, sent } = await openStage()
  const lab = await github.repository({ owner: 'acme', name: 'lab' })
  expect(gate.installOn(lab)).toBe(installation)
  gate.installOn(await github.repository({ owner: 'umbrella', name: 'lab' }))
  gate.accept(installation, { checks: 'write' })
  gate.uninstall(installation)
  await github.settled()
  expect(sent()).toEqual([
    'installation_repositories.added',
    'installation.created',
    'installation.new_permissions_accepted',
    'installation.deleted',
  ])
  const added = received.find(({ payload }) => payload.action === 'added')
  expect(added?.payload.repositories_added).toMatchObject([{ full_name: 'acme/lab' }])
})

describe('the log of deliveries', () => {
  test('holds what failed, and sends it again under the same GUID', async () => {
    const { github, shop, ada, asApp, received } = await openStage()
    github.faults.schedule = () => 'lost'
    await github.as(ada).openIssue(shop, { title: 'Discounts' })
    await github.settled()
    expect(received).toEqual([])
    const { data } = await asApp.request('GET /app/hook/deliveries', { status: 'failure' })
    expect(data).toMatchObject([{ event: 'issues', action: 'opened', redelivery: false, status_code: 502 }])
    const [failed] = data
    if (failed === undefined) throw new Error('nothing failed')
    await asApp.request('POST /app/hook/deliveries/{delivery_id}/attempts', { delivery_id: Number(failed.id) })
    await github.settled()
    expect(received.map(({ headers }) => headers['x-github-delivery'])).toEqual([failed.guid])
    const { data: all } = await asApp.request('GET /app/hook/deliveries')
    expect(all.map(({ redelivery, status_code, guid }) => [redelivery, status_code, guid === failed.guid])).toEqual([
      [true, 200, true],
      [false, 502, true],
    ])
    const { data: one } = await asApp.request('GET /app/hook/deliveries/{delivery_id}', {
      delivery_id: Number(all[0]?.id),
    })
    expect(one.request.payload).toMatchObject({ action: 'opened' })
  })

  test('is read a page at a time, by cursor', async () => {
    const { github, shop, ada, asApp } = await openStage()
    for (const title of ['a', 'b', 'c']) await github.as(ada).openIssue(shop, { title })
    await github.settled()
    const first = await asApp.request('GET /app/hook/deliveries', { per_page: 2 })
    const cursor = /cursor=(\d+)>; rel="next"/.exec(first.headers.link ?? '')?.[1] ?? ''
    const rest = await asApp.request('GET /app/hook/deliveries', { per_page: 2, cursor })
    expect([first.data.length, rest.data.length]).toEqual([2, 1])
    expect(rest.headers.link).toBeUndefined()
  })

  test('an App that is not there has failed deliveries', async () => {
    const { github, shop, ada, gate, asApp } = await openStage()
    gate.listenAt('http://127.0.0.1:1/', SECRET)
    await github.as(ada).openIssue(shop, { title: 'Discounts' })
    await github.settled()
    expect((await asApp.request('GET /app/hook/deliveries')).data).toMatchObject([
      { status: 'failed to connect to host' },
    ])
  })
})

describe('on demand', () => {
  test('webhooks come twice, and late', async () => {
    const { github, shop, ada, received } = await openStage()
    const fates = [{ late: 2 }, 'doubled', 'sent', 'sent'] as const
    let at = 0
    github.faults.schedule = () => fates[at++] ?? 'sent'
    for (const title of ['a', 'b', 'c', 'd']) {
      await github.as(ada).openIssue(shop, { title })
      await Promise.all(github.world.underWay)
    }
    const titles = received.map(({ payload }) => payload.issue.title)
    expect(titles.toSorted()).toEqual(['a', 'b', 'b', 'c', 'd'])
    expect(titles.indexOf('a')).toBeGreaterThan(titles.lastIndexOf('b'))
  })

  test('what is late comes at the end at last', async () => {
    const { github, shop, ada, received } = await openStage()
    github.faults.schedule = () => ({ late: 100 })
    await github.as(ada).openIssue(shop, { title: 'a' })
    await github.settled()
    expect(received.map(({ payload }) => payload.issue.title)).toEqual(['a'])
  })

  test('a seed gives the same fates again', () => {
    const odds = { late: 0.3, doubled: 0.2, lost: 0.2 }
    const fates = (seed: number) => {
      const schedule = chaos(seed, odds)
      return Array.from({ length: 50 }, () => schedule({ event: 'push', action: null }))
    }
    fc.assert(fc.property(fc.integer(), (seed) => void expect(fates(seed)).toEqual(fates(seed))))
    expect(new Set(fates(1).map((fate) => (typeof fate === 'object' ? 'late' : fate)))).toEqual(
      new Set(['sent', 'lost', 'doubled', 'late']),
    )
  })

  test.each([403, 404, 422, 429, 502])('a route answers %i, and then again as always', async (status) => {
    const { github, octokit } = await openStage()
    const route = 'GET /repos/{owner}/{repo}/git/ref/{ref}'
    github.faults.answer(route, { status, data: { message: 'no' }, headers: { 'retry-after': '1' } })
    const ask = () => octokit.request(route, { ...SHOP, ref: 'heads/main' })
    expect(await getRefusal(ask())).toEqual({ status, message: 'no' })
    expect((await ask()).status).toBe(200)
  })

  test('an answer gets lost though it was done', async () => {
    const { github, shop, ada, octokit } = await openStage()
    const number = await github.as(ada).openIssue(shop, { title: 'Discounts' })
    const route = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments'
    github.faults.answer(route, { status: 502, data: { message: 'Bad Gateway' } }, { isDone: true })
    const asked = octokit.request(route, { ...SHOP, issue_number: number, body: 'once' })
    expect(await getRefusal(asked)).toMatchObject({ status: 502 })
    expect([...shop.comments.values()].map(({ body }) => body)).toEqual(['once'])
  })
})

test('settled waits for what others cause, too', async () => {
  const { github, shop, ada, bob, received } = await openStage()
  const number = await github.as(ada).openIssue(shop, { title: 'a' })
  let left = 2
  await github.settled(async () => {
    if (left === 0) return
    left -= 1
    await github.as(bob).comment(shop, number, 'and another')
  })
  expect(received).toHaveLength(3)
})
