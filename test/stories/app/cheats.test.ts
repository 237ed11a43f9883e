/** What does not pass through the App, and that it says so. */
import { expect, test } from 'vitest'
import { green, openAppStory, push, red } from '../../support/app-story.ts'

test('RED and GREEN pass; a test that was weakened in GREEN does not, and what mends it does', async () => {
  const story = await openAppStory()
  const { ada, settled, checkOf } = story
  const { number, branch } = await story.startTask(['one', 'two'])
  const clone = await story.agent(ada, branch)
  await red(clone, 'one', '1.1')
  await green(clone, 'one', '1.1')
  await settled()
  expect(checkOf(number)).toMatchObject({ conclusion: 'action_required' })
  expect(checkOf(number)?.output.title).toContain('write a failing test for 1.2')
  await red(clone, 'two', '1.2')
  await push(clone, 'feat: two', 'Task: 1.2\nPhase: green', { 'checks/two.txt': 'base\n', 'src/two.txt': 'base\n' })
  await settled()
  expect(checkOf(number)).toMatchObject({ conclusion: 'failure' })
  expect(checkOf(number)?.output.summary).toContain('green-keeps-tests')
  await clone.git('reset', '--quiet', '--hard', 'HEAD~1')
  await clone.commit('feat: two\n\nTask: 1.2\nPhase: green\n', { 'src/two.txt': 'two\n' })
  await clone.push('--force')
  await settled()
  expect(checkOf(number)).toMatchObject({ conclusion: 'success' })
})
