import { expect, test } from 'vitest'
import { openStage, SHOP, type Stage } from './stage.ts'
import type { Issue } from './world.ts'

const CREATE = 'POST /repos/{owner}/{repo}/check-runs'
type Group = { head_sha: string; head_ref: string; base_sha: string; base_ref: string }

interface Queued extends Stage {
  readonly issues: readonly Issue[]
  /** Reports the gate on the commits of groups, newest last. */
  readonly report: (group: Group | undefined, conclusion: 'success' | 'failure') => Promise<number>
  /** The groups in `merge_group` webhooks of that action so far. */
  readonly groups: (action: string) => Promise<Group[]>
}

/** Two pull requests whose heads have passed, both in the queue. */
async function queueTwo(): Promise<Queued> {
  const stage = await openStage()
  const { github, shop, mona, gate, octokit, received } = stage
  const person = github.as(mona)
  const issues: Issue[] = []
  const clone = await person.clone(shop)
  await person.protect(shop, 'main', [{ context: 'tdd-gate', appId: gate.app.id }])
  for (const name of ['one', 'two']) {
    await clone.git('checkout', '--quiet', '-b', name, 'origin/main')
    const head = await clone.commit(`feat: ${name}`, { [`src/${name}.ts`]: name })
    await clone.push()
    const number = await person.openPull(shop, { head: name, title: name })
    await expect(person.enqueue(shop, number)).rejects.toThrow('Required status check "tdd-gate" is expected.')
    await octokit.request(CREATE, { ...SHOP, name: 'tdd-gate', head_sha: head, conclusion: 'success' })
    await person.enqueue(shop, number)
    issues.push(shop.issues.get(number) as Issue)
  }
  return {
    ...stage,
    issues,
    report: async (group, conclusion) => {
      const check = { name: 'tdd-gate', head_sha: group?.head_sha ?? '', conclusion }
      const { data } = await octokit.request(CREATE, { ...SHOP, ...check })
      await github.settled()
      return Number(data.id)
    },
    groups: async (action) => {
      await github.settled()
      const result = received.filter(({ event, payload }) => event === 'merge_group' && payload.action === action)
      return result.map(({ payload }) => ({ ...payload.merge_group, reason: payload.reason }))
    },
  }
}

test('groups are checked one on top of the other, and come in when they pass', async () => {
  const { github, shop, issues, report, groups } = await queueTwo()
  const [first, second] = (await groups('checks_requested')).toSorted((a, b) => a.head_ref.localeCompare(b.head_ref))
  expect(first).toMatchObject({
    base_ref: 'refs/heads/main',
    head_ref: expect.stringMatching(/^refs\/heads\/gh-readonly-queue\/main\/pr-1-/),
  })
  expect(second?.base_sha).toBe(first?.head_sha)
  await report(second, 'success')
  expect(github.queue.waiting(shop)).toEqual([1, 2])
  await report(first, 'success')
  expect(github.queue.waiting(shop)).toEqual([])
  expect(issues.map(({ state, pull }) => [state, pull?.mergeCommitSha])).toEqual([
    ['closed', first?.head_sha],
    ['closed', second?.head_sha],
  ])
  expect(await groups('destroyed')).toMatchObject([{ reason: 'merged' }, { reason: 'merged' }])
})

test('what fails goes out, and those behind begin again', async () => {
  const { github, shop, issues, report, groups, sent } = await queueTwo()
  const first = (await groups('checks_requested')).find(({ head_ref }) => head_ref.includes('/pr-1-'))
  await report(first, 'failure')
  expect(github.queue.waiting(shop)).toEqual([2])
  expect(sent()).toContain('pull_request.dequeued')
  expect((await groups('destroyed')).map((group) => (group as never)['reason']).toSorted()).toEqual([
    'dequeued',
    'invalidated',
  ])
  await report((await groups('checks_requested')).at(-1), 'success')
  expect(issues.map(({ state }) => state)).toEqual(['open', 'closed'])
})

test('what had passed and fails before it comes in goes out too', async () => {
  const { github, shop, mona, octokit, gate, report, groups } = await queueTwo()
  const checks = ['tdd-gate', 'other'].map((context) => ({ context, appId: gate.app.id }))
  await github.as(mona).protect(shop, 'main', checks)
  const first = (await groups('checks_requested')).find(({ head_ref }) => head_ref.includes('/pr-1-'))
  const check_run_id = await report(first, 'success')
  expect(github.queue.waiting(shop)).toEqual([1, 2])
  await octokit.request('PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}', {
    ...SHOP,
    check_run_id,
    conclusion: 'failure',
  })
  await github.settled()
  expect(github.queue.waiting(shop)).toEqual([2])
})
