/** Attacks on a head that is green already, or would like to be: each ends refused, and the check says why. */
import { expect, test } from 'vitest'
import { WORKFLOW_PATH } from '../../../src/render/workflow-file.ts'
import { type AppStory, green, openAppStory, push, red } from '../../support/app-story.ts'

async function openGreen(story: AppStory) {
  const { github, shop, ada, mona, gate, settled, checkOf } = story
  await github.as(mona).protect(shop, 'main', [{ context: 'tdd-gate', appId: gate.app.id }])
  const clone = await github.as(ada).clone(shop)
  await clone.branch('work')
  await red(clone, 'one', '1')
  const head = await green(clone, 'one', '1')
  const number = await github.as(ada).openPull(shop, { head: 'work' })
  await settled()
  expect(checkOf(number)).toMatchObject({ conclusion: 'success' })
  return { clone, head, number }
}

test('a workflow of its own, or evidence of another pull request: nothing passes', async () => {
  const story = await openAppStory()
  const { github, shop, ada, mona, settled, checkOf } = story
  const { clone, number } = await openGreen(story)

  await push(clone, 'chore: my own judge', 'Phase: neutral', { [WORKFLOW_PATH]: 'on: pull_request\njobs: {}\n' })
  await settled()
  expect(checkOf(number)?.conclusion).not.toBe('success')
  expect(checkOf(number)?.output.title).toMatch(/^Run \d+ left no evidence: the pull request changes \.github$/)
  expect(await github.as(mona).merge(shop, number)).toMatchObject({ status: 405 })

  await clone.git('reset', '--quiet', '--hard', 'HEAD~1')
  await clone.git('commit', '--quiet', '--allow-empty', '--message=docs: nothing\n\nPhase: neutral')
  await clone.push('--force')
  await settled()
  expect(checkOf(number)).toMatchObject({ conclusion: 'success' })

  const other = await github.as(ada).clone(shop)
  await other.branch('other')
  await red(other, 'two', '2')
  await green(other, 'two', '2')
  const second = await github.as(ada).openPull(shop, { head: 'other' })
  await settled()
  const [mine, theirs] = ['work', 'other'].map((branch) =>
    shop.artifacts.findLast(({ run }) => run.headBranch === branch),
  )
  shop.artifacts.splice(shop.artifacts.indexOf(theirs as never), 1, { ...theirs, bytes: mine?.bytes } as never)
  await story.say(mona, second, '/tdd recheck')
  expect(checkOf(second)?.conclusion).not.toBe('success')
  expect(checkOf(second)?.output.summary).toContain('its index belongs to another pull request')
  expect(await github.as(mona).merge(shop, second)).toMatchObject({ status: 405 })
})

test('a head of two pull requests passes only when both hold', async () => {
  const story = await openAppStory()
  const { github, shop, ada, mona, say, settled, checkOf } = story
  const { clone, head, number } = await openGreen(story)
  await clone.git('push', '--quiet', 'origin', 'HEAD:refs/heads/twin')
  const duplicate = await github.as(ada).openPull(shop, { head: 'twin' })
  await settled()
  expect(checkOf(number)).toMatchObject({ conclusion: 'success', sha: head })
  await say(mona, duplicate, '/tdd pause')
  expect(checkOf(number)).toMatchObject({ conclusion: 'failure' })
  expect(checkOf(number)?.output.title).toMatch(/^#\d+: Paused by @mona/)
  expect(await github.as(mona).merge(shop, number)).toMatchObject({ status: 405 })
  await github.as(mona).close(shop, duplicate)
  await settled()
  await say(ada, number, '/tdd recheck')
  expect(checkOf(number)).toMatchObject({ conclusion: 'failure' })
  expect(checkOf(number)?.output.title).toContain(`said in #${duplicate}`)
  await say(mona, number, '/tdd resume')
  expect(checkOf(number)).toMatchObject({ conclusion: 'success' })
  expect(await github.as(mona).merge(shop, number)).toMatchObject({ status: 200 })
})
