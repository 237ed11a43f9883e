import { expect, test } from 'vitest'
import { openStage, SHOP } from './stage.ts'

test('the activity names the account that moved a branch, the newest first, a page at a time', async () => {
  const { github, shop, mona, octokit } = await openStage()
  const clone = await github.as(mona).clone(shop)
  await clone.branch('work')
  const first = await clone.commit('one', { 'a.md': '1\n' })
  await clone.push()
  await clone.git('commit', '--quiet', '--amend', '--message=other')
  await clone.push('--force')
  await clone.git('push', '--quiet', 'origin', ':work')
  const asked = { ...SHOP, ref: 'refs/heads/work', per_page: 2 }
  const page = await octokit.request('GET /repos/{owner}/{repo}/activity', asked)
  const [, after = ''] = /[?&]after=([^&>]+)/.exec(String(page.headers.link)) ?? []
  const rest = await octokit.request('GET /repos/{owner}/{repo}/activity', { ...asked, after })
  const result = [...page.data, ...rest.data].map(({ activity_type, actor }) => [activity_type, actor?.login])
  expect(result).toEqual([
    ['branch_deletion', 'mona'],
    ['force_push', 'mona'],
    ['branch_creation', 'mona'],
  ])
  expect(rest.data[0]).toMatchObject({ after: first, ref: 'refs/heads/work' })
  expect(rest.headers.link).toBeUndefined()
})
