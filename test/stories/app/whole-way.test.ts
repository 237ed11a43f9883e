/** The whole way with everything real: issue, App, pushes, the Action's own bundle, evidence with a token, merge. */
import { expect, test } from 'vitest'
import { openAppStory, push } from '../../support/app-story.ts'
import { GREEN, RED } from '../../support/shop.ts'

test('from an issue to a merge: refused until it is proved, and done then', async () => {
  const story = await openAppStory({ isReal: true })
  const { github, shop, ada, mona, gate, app, settled, checkOf, saidUnder } = story
  await github.as(mona).protect(shop, 'main', [{ context: 'tdd-gate', appId: gate.app.id }])
  const { issue, number, branch } = await story.startTask(['takes a tenth'])
  const pull = shop.issues.get(number)
  expect(pull?.pull).toMatchObject({ isDraft: true, baseBranch: 'main' })
  expect(pull?.body).toContain('- [ ] `1.1` takes a tenth')
  expect(saidUnder(issue).join()).toContain(`Pull request \`#${number}\` is open.`)
  expect(checkOf(number)).toMatchObject({ conclusion: 'action_required' })
  expect(saidUnder(number)).toEqual([expect.stringContaining('write a failing test for 1.1')])

  const clone = await story.agent(ada, branch)
  await push(clone, 'test: discount', 'Task: 1.1\nPhase: red', RED as Record<string, string>)
  github.as(ada).markReady(shop, number)
  await settled()
  expect(checkOf(number)).toMatchObject({ conclusion: 'action_required', status: 'completed' })
  expect(await github.as(mona).merge(shop, number, 'squash')).toMatchObject({ status: 405 })

  await push(clone, 'feat: discount', 'Task: 1.1\nPhase: green', GREEN as Record<string, string>)
  await settled()
  expect(checkOf(number)).toMatchObject({ conclusion: 'success', annotations: [] })
  expect(checkOf(number)?.output.summary).toContain('trust: `attested`')
  expect(checkOf(number)?.output.summary).not.toContain('has changed since')
  expect(saidUnder(number)).toEqual([expect.stringContaining('3 commits accepted, 1 subtask done')])
  expect(pull?.body).toContain('- [x] `1.1` takes a tenth')
  expect([...(pull?.labels ?? [])]).toEqual(['tdd: done'])
  expect(await github.as(mona).merge(shop, number, 'squash')).toMatchObject({ status: 200 })
  await settled()
  expect([shop.issues.get(issue)?.state, app.complaints]).toEqual(['closed', []])
})
