/** The whole way of an App, from an issue to a merge: what is not proved does not pass, and it says so. */
import { expect, test } from 'vitest'
import { green, openAppStory, push, red } from '../../support/app-story.ts'

test('from an issue to a merge: refused until it is proved, and done then', async () => {
  const story = await openAppStory()
  const { github, shop, ada, mona, gate, app, settled, checkOf, saidUnder } = story
  await github.as(mona).protect(shop, 'main', [{ context: 'tdd-gate', appId: gate.app.id }])
  const merge = () => github.as(mona).merge(shop, number, 'squash')
  const { issue, number, branch } = await story.startTask(['one', 'two'])
  const pull = shop.issues.get(number)
  expect(pull?.pull).toMatchObject({ isDraft: true, baseBranch: 'main' })
  expect(pull?.body).toContain('- [ ] `1.1` one')
  expect(saidUnder(issue).join()).toContain(`Pull request #${number} is open.`)
  expect(checkOf(number)).toMatchObject({ conclusion: 'action_required' })
  expect(saidUnder(number)).toEqual([expect.stringContaining('write a failing test for 1.1')])

  const clone = await story.agent(ada, branch)
  await red(clone, 'one', '1.1')
  github.as(ada).markReady(shop, number)
  await green(clone, 'one', '1.1')
  await settled()
  expect(checkOf(number)).toMatchObject({ conclusion: 'action_required', status: 'completed' })
  expect(checkOf(number)?.output.title).toContain('write a failing test for 1.2')
  expect(await merge()).toMatchObject({ status: 405 })

  await red(clone, 'two', '1.2')
  await push(clone, 'feat: two', 'Task: 1.2\nPhase: green', { 'checks/two.txt': 'base\n', 'src/two.txt': 'base\n' })
  await settled()
  expect(checkOf(number)).toMatchObject({ conclusion: 'failure' })
  expect(checkOf(number)?.output.summary).toContain('green-keeps-tests')
  expect(await merge()).toMatchObject({ status: 405 })

  await clone.git('reset', '--quiet', '--hard', 'HEAD~1')
  await clone.commit('feat: two\n\nTask: 1.2\nPhase: green\n', { 'src/two.txt': 'two\n' })
  await clone.push('--force')
  await settled()
  expect(checkOf(number)).toMatchObject({ conclusion: 'success', annotations: [] })
  expect(checkOf(number)?.output.summary).toContain('trust: `verified-run`')
  expect(checkOf(number)?.output.summary).not.toContain('has changed since')
  expect(saidUnder(number)).toEqual([expect.stringContaining('5 commits accepted, 2 subtasks done')])
  expect(pull?.body).toContain('- [x] `1.1` one')
  expect([...(pull?.labels ?? [])]).toEqual(['tdd: done'])
  expect(await merge()).toMatchObject({ status: 200 })
  await settled()
  expect([shop.issues.get(issue)?.state, app.complaints]).toEqual(['closed', []])
})
