import { expect, test } from 'vitest'
import { getRefusal, openStage, SHOP } from './stage.ts'

const COMMENT = 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}'

test('comments tell who wrote them, and what they were before', async () => {
  const { github, shop, octokit, ada, bob, gate, received } = await openStage()
  const number = await github.as(bob).openIssue(shop, { title: 'Discounts', body: 'please' })
  const { data: own } = await octokit.request('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', {
    ...SHOP,
    issue_number: number,
    body: 'state',
  })
  expect(own).toMatchObject({
    user: { login: 'tdd-gate[bot]', type: 'Bot' },
    performed_via_github_app: { id: gate.app.id },
  })
  await github.as(ada).request(COMMENT, { ...SHOP, comment_id: own.id, body: 'forged' })
  expect(
    await getRefusal(github.as(bob).request(COMMENT, { ...SHOP, comment_id: own.id, body: 'mine' })),
  ).toMatchObject({ status: 403 })
  await github
    .as(ada)
    .request('DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}', { ...SHOP, comment_id: own.id })
  expect(
    await getRefusal(
      octokit.request('GET /repos/{owner}/{repo}/issues/comments/{comment_id}', { ...SHOP, comment_id: own.id }),
    ),
  ).toMatchObject({ status: 404 })
  await github.settled()
  const comments = received.filter(({ event }) => event === 'issue_comment').map(({ payload }) => payload)
  expect(comments).toContainEqual(
    expect.objectContaining({
      action: 'edited',
      changes: { body: { from: 'state' } },
      sender: expect.objectContaining({ login: 'ada' }),
    }),
  )
  expect(comments).toContainEqual(expect.objectContaining({ action: 'deleted' }))
})

test('a body that is too long is refused', async () => {
  const { github, shop, ada } = await openStage()
  const number = await github.as(ada).openIssue(shop, { title: 'Long' })
  expect(await getRefusal(github.as(ada).comment(shop, number, 'x'.repeat(65_537)))).toEqual({
    status: 422,
    message: 'Validation Failed',
  })
})

test('reactions count once for each person', async () => {
  const { github, shop, octokit, ada } = await openStage()
  const number = await github.as(ada).openIssue(shop, { title: 'Discounts' })
  const comment_id = await github.as(ada).comment(shop, number, '/tdd start')
  const react = () =>
    octokit.request('POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions', {
      ...SHOP,
      comment_id,
      content: 'eyes',
    })
  expect([(await react()).status, (await react()).status]).toEqual([201, 200])
  const { data } = await octokit.request('GET /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions', {
    ...SHOP,
    comment_id,
  })
  expect(data).toMatchObject([{ content: 'eyes', user: { login: 'tdd-gate[bot]' } }])
})

test('issues below an issue, labels and states', async () => {
  const { github, shop, octokit, mona, sent } = await openStage()
  const [parent, child] = [
    await github.as(mona).openIssue(shop, { title: 'Task', labels: ['tdd'] }),
    await github.as(mona).openIssue(shop, { title: 'Subtask' }),
  ]
  const sub_issue_id = shop.issues.get(child)?.id ?? 0
  const add = () =>
    github.as(mona).request('POST /repos/{owner}/{repo}/issues/{issue_number}/sub_issues', {
      ...SHOP,
      issue_number: parent,
      sub_issue_id,
    })
  await add()
  expect(await getRefusal(add())).toMatchObject({ status: 422 })
  const { data } = await octokit.request('GET /repos/{owner}/{repo}/issues/{issue_number}/sub_issues', {
    ...SHOP,
    issue_number: parent,
  })
  expect(data).toMatchObject([{ number: child, title: 'Subtask', state: 'open' }])
  await github.as(mona).close(shop, child)
  await github.as(mona).reopen(shop, child)
  await octokit.request('DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name}', {
    ...SHOP,
    issue_number: parent,
    name: 'tdd',
  })
  await github.settled()
  expect(sent().filter((name) => name !== 'issues.opened')).toEqual([
    'issues.labeled',
    'issues.closed',
    'issues.reopened',
    'issues.unlabeled',
  ])
  const { data: issue } = await octokit.request('GET /repos/{owner}/{repo}/issues/{issue_number}', {
    ...SHOP,
    issue_number: parent,
  })
  expect(issue).toMatchObject({ labels: [], sub_issues_summary: { total: 1, completed: 0 } })
})

test('comments come a page at a time', async () => {
  const { github, shop, octokit, ada } = await openStage()
  const number = await github.as(ada).openIssue(shop, { title: 'Talk' })
  for (const body of ['a', 'b', 'c']) await github.as(ada).comment(shop, number, body)
  const route = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments'
  const first = await octokit.request(route, { ...SHOP, issue_number: number, per_page: 2 })
  expect(first.headers.link).toMatch(/page=2>; rel="next", <[^>]+page=2>; rel="last"/)
  const second = await octokit.request(route, { ...SHOP, issue_number: number, per_page: 2, page: 2 })
  expect([...first.data, ...second.data].map(({ body }) => body)).toEqual(['a', 'b', 'c'])
  expect(second.headers.link).toContain('rel="first"')
})
