import { verify } from '@octokit/webhooks-methods'
import { expect, test } from 'vitest'
import { openStage, SECRET, SHOP } from './stage.ts'

test('from an issue to a merge, as an App and people do it', async () => {
  const { github, shop, ada, mona, gate, octokit, received, sent } = await openStage()
  await github.as(mona).protect(shop, 'main', [{ context: 'tdd-gate', appId: gate.app.id }])
  const issue = await github.as(ada).openIssue(shop, { title: 'Discounts', body: '- [ ] ten percent' })
  const { data: main } = await octokit.request('GET /repos/{owner}/{repo}/git/ref/{ref}', {
    ...SHOP,
    ref: 'heads/main',
  })
  const { data: start } = await octokit.request('POST /repos/{owner}/{repo}/git/commits', {
    ...SHOP,
    message: 'chore: start',
    tree: (await octokit.request('GET /repos/{owner}/{repo}/commits/{ref}', { ...SHOP, ref: 'main' })).data.commit.tree
      .sha,
    parents: [main.object.sha],
  })
  expect(start.verification).toMatchObject({ verified: true, reason: 'valid' })
  expect(start.author.name).toBe('tdd-gate[bot]')
  await octokit.request('POST /repos/{owner}/{repo}/git/refs', { ...SHOP, ref: 'refs/heads/tdd/1', sha: start.sha })
  const { data: pull } = await octokit.request('POST /repos/{owner}/{repo}/pulls', {
    ...SHOP,
    title: 'Task',
    body: `Closes #${issue}`,
    head: 'tdd/1',
    base: 'main',
  })
  expect(await github.as(mona).merge(shop, pull.number)).toMatchObject({
    status: 405,
    message: 'Required status check "tdd-gate" is expected.',
  })

  const clone = await github.as(ada).clone(shop)
  await clone.git('checkout', '--quiet', 'tdd/1')
  const head = await clone.commit('feat: discounts', { 'src/b.ts': '2\n' })
  await clone.push()
  const { data: run } = await octokit.request('POST /repos/{owner}/{repo}/check-runs', {
    ...SHOP,
    name: 'tdd-gate',
    head_sha: head,
  })
  expect(await github.as(mona).merge(shop, pull.number)).toMatchObject({
    message: 'Required status check "tdd-gate" is in progress.',
  })
  await octokit.request('PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}', {
    ...SHOP,
    check_run_id: run.id,
    conclusion: 'failure',
  })
  expect(await github.as(mona).merge(shop, pull.number)).toMatchObject({
    message: 'Required status check "tdd-gate" is failing.',
  })
  await octokit.request('PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}', {
    ...SHOP,
    check_run_id: run.id,
    conclusion: 'success',
  })
  expect(await github.as(mona).merge(shop, pull.number)).toMatchObject({ status: 200 })
  expect(shop.issues.get(issue)?.state).toBe('closed')

  await github.settled()
  expect(sent()).toEqual([
    'issues.opened',
    'push',
    'check_suite.requested',
    'pull_request.opened',
    'push',
    'check_suite.requested',
    'pull_request.synchronize',
    'check_run.created',
    'check_run.completed',
    'pull_request.closed',
    'push',
    'check_suite.requested',
    'issues.closed',
  ])
  for (const { body, headers } of received)
    expect(await verify(SECRET, body, String(headers['x-hub-signature-256']))).toBe(true)
  expect(github.judge()).toEqual([])
})
