/** What each event of a workflow lets judge, and which are refused with a word about `on:`. */
import { expect, test } from 'vitest'
import { push } from '../../action/steps.ts'
import { openJobs } from '../../support/action-job.ts'
import { createBranch } from '../../support/branch.ts'
import { GREEN, RED, SHOP_ONCE } from '../../support/shop.ts'

const REPOSITORY = { id: 812, full_name: 'acme/shop', default_branch: 'main' }
const PUBLISH = { publish: 'true' }
const NOTHING = '0'.repeat(40)

/** An annotation holds no tag, and a placeholder looks like one. */
const withoutTags = (text: string) => text.replaceAll('<', '‹').replaceAll('>', '›')

test('a pushed branch is judged against the default branch, and gets a check run without a comment', async () => {
  await using branch = await createBranch(SHOP_ONCE)
  const base = await branch.repo.git('rev-parse', 'main')
  await branch.red(RED, '1.1')
  const head = await branch.green(GREEN, '1.1')
  await using jobs = await openJobs(branch)
  const end = await jobs.run({ event: push(head), with: PUBLISH, checkout: { depth: 1 } })
  expect(end).toMatchObject({ exitCode: 0, outputs: { conclusion: 'success' } })
  expect(JSON.parse(end.read('manifest.json'))).toMatchObject({ base, head, pullRequest: null, baseBranch: 'main' })
  expect(jobs.github.state.checks).toMatchObject([{ head_sha: head, conclusion: 'success' }])
  expect(jobs.github.state.comments).toEqual([])
})

test('a run by hand judges the branch that it was started on', async () => {
  await using branch = await createBranch(SHOP_ONCE)
  const head = await branch.red(RED, '1.1')
  await using jobs = await openJobs(branch)
  const event = { name: 'workflow_dispatch', payload: { ref: 'refs/heads/work', repository: REPOSITORY, inputs: {} } }
  const end = await jobs.run({ event, env: { GITHUB_SHA: head, GITHUB_REF: 'refs/heads/work' } })
  expect(end).toMatchObject({ exitCode: 1, outputs: { conclusion: 'in_progress', phase: 'green', subtask: '1.1' } })
  expect(JSON.parse(end.read('manifest.json'))).toMatchObject({ head, headBranch: 'work' })
})

test('a merge group is judged as one change, whatever its commits are called', async () => {
  await using branch = await createBranch(SHOP_ONCE)
  const base = await branch.repo.git('rev-parse', 'main')
  await branch.commit('discounts, tests and all', { ...RED, ...GREEN })
  const name = `gh-readonly-queue/main/pr-7-${base}`
  await branch.repo.checkout('main')
  await branch.repo.branch(name)
  const group = await branch.repo.merge('work')
  await using jobs = await openJobs(branch)
  const about = { head_sha: group, head_ref: `refs/heads/${name}`, base_sha: base, base_ref: 'refs/heads/main' }
  const payload = { action: 'checks_requested', repository: REPOSITORY, merge_group: about }
  const end = await jobs.run({ event: { name: 'merge_group', payload }, with: PUBLISH })
  expect(end).toMatchObject({ exitCode: 0, outputs: { conclusion: 'success' } })
  const manifest = JSON.parse(end.read('manifest.json'))
  expect(manifest).toMatchObject({ base, head: group, pullRequest: null })
  expect(manifest.commits.map(({ phase }: { phase: string }) => phase)).toEqual(['red', 'green'])
  expect(jobs.github.state.checks).toMatchObject([{ head_sha: group, conclusion: 'success' }])
})

test('what is no branch under work is refused, with what to write instead', async () => {
  await using branch = await createBranch(SHOP_ONCE)
  await using jobs = await openJobs(branch)
  const { base, head } = jobs.push()
  const deleted = { ref: 'refs/heads/work', after: NOTHING, deleted: true, repository: REPOSITORY }
  const dispatch = { ref: 'refs/heads/main', repository: REPOSITORY }
  const cases = [
    ['the default branch', push(base, 'refs/heads/main'), {}, "branches-ignore: ['main']"],
    ['a tag', push(head, 'refs/tags/v1'), {}, "branches: ['**']"],
    ['a branch that was deleted', { name: 'push', payload: deleted }, {}, 'if: ${{ !github.event.deleted }}'],
    [
      'the clock',
      { name: 'schedule', payload: { schedule: '0 0 * * *' } },
      {},
      'pull_request, push, merge_group or workflow_dispatch',
    ],
    ['pull_request_target', { name: 'pull_request_target', payload: {} }, {}, 'on: pull_request instead'],
    [
      'by hand on main',
      { name: 'workflow_dispatch', payload: dispatch },
      { GITHUB_REF: 'refs/heads/main', GITHUB_SHA: base },
      '--ref <branch>',
    ],
  ] as const
  for (const [name, event, env, remedy] of cases) {
    const end = await jobs.run({ event, env, with: PUBLISH, checkout: { rev: head } })
    expect(end, name).toMatchObject({ exitCode: 1, outputs: { conclusion: 'unmeasurable', next: '' } })
    expect(end.result, name).toContain('ERROR unsupported-event')
    expect(end.result, name).toContain(remedy)
    expect(end.annotations, name).toMatchObject([
      { level: 'error', message: expect.stringContaining(withoutTags(remedy)) },
    ])
  }
  expect(jobs.github.writes()).toEqual([])
})
