/**
 * Tests `publish: true`: the gate without an App writes check run and comment to the judged head, once, and updates
 * them.
 */
import { expect, test } from 'vitest'
import { type Jobs, openJobs } from '../../support/action-job.ts'
import { createBranch } from '../../support/branch.ts'
import { WORKFLOW } from '../../support/origin.ts'
import { GREEN, RED, RED_TAX, SHOP_ONCE } from '../../support/shop.ts'

const BASE = { ...SHOP_ONCE, [WORKFLOW]: 'name: tdd-gate\n' }
const CHECKS = '/repos/acme/shop/check-runs'
const COMMENTS = '/repos/acme/shop/issues/7/comments'
const PUBLISH = { with: { publish: 'true' } }
const READ_ONLY = { contents: 'read', actions: 'read', checks: 'read', pull_requests: 'read' } as const

test('the check run of each pushed head, and one comment for all', async () => {
  await using branch = await createBranch(BASE)
  await branch.red(RED, '1.1')
  const first = await branch.green(GREEN, '1.1')
  await using jobs = await openJobs(branch)
  const { state } = jobs.github

  expect(await written(jobs)).toEqual([`POST ${CHECKS}`, `POST ${COMMENTS}`])
  expect(state.checks).toMatchObject([{ name: 'tdd-gate', head_sha: first, conclusion: 'success' }])
  expect(state.comments).toHaveLength(1)
  expect(state.comments[0]?.body).toContain('tdd-gate: ready for review')
  expect(state.comments[0]?.body.match(/<!-- tdd-gate:(?:comment|state) /g)).toHaveLength(2)

  const [comment] = state.comments
  const patchComment = `PATCH /repos/acme/shop/issues/comments/${comment?.id}`
  const patchCheck = `PATCH ${CHECKS}/${state.checks[0]?.id}`
  expect(await written(jobs), 'the same result of a later run').toEqual([patchCheck, patchComment])

  if (comment !== undefined) comment.body = comment.body.replace('ready', 'ready, whatever you see')
  expect(await written(jobs), 'an edited comment').toEqual([patchCheck, patchComment])
  expect(comment?.body).not.toContain('whatever you see')

  const second = await branch.red(RED_TAX, '1.2')
  expect(await written(jobs), 'a new push').toEqual([`POST ${CHECKS}`, patchComment])
  expect(state.checks).toMatchObject([
    { head_sha: first, conclusion: 'success' },
    { head_sha: second, conclusion: 'action_required', output: { title: expect.stringContaining('1.2') } },
  ])
  expect(jobs.git('rev-parse', 'refs/pull/7/merge')).not.toBe(second)
})

test('the judge of two jobs publishes too, and says how far it can be trusted', async () => {
  await using branch = await createBranch(BASE)
  await branch.red(RED, '1.1')
  const head = await branch.green(GREEN, '1.1')
  await using jobs = await openJobs(branch)
  const { judge } = await jobs.runWorkflow(PUBLISH)
  expect(judge).toMatchObject({ exitCode: 0 })
  expect(jobs.github.state.checks).toMatchObject([{ head_sha: head, conclusion: 'success' }])
  expect(jobs.github.state.comments[0]?.body).toContain('attested')
})

test('the token of a fork may write nothing: that is said, and is no failure', async () => {
  await using branch = await createBranch(BASE)
  await branch.red(RED, '1.1')
  await branch.green(GREEN, '1.1')
  await using jobs = await openJobs(branch, { isFork: true })
  jobs.github.permit(READ_ONLY)
  const end = await jobs.run(PUBLISH)
  expect(end).toMatchObject({ exitCode: 0, outputs: { conclusion: 'success' } })
  expect(end.result).toContain('checks: write, pull-requests: write')
  expect(end.result).toContain('GitHub never grants that to pull requests from forks')
  expect(jobs.github.writes()).toEqual([])
})

test('the token of a job that was not granted it fails the job: a gate without a visible result fails', async () => {
  await using branch = await createBranch(BASE)
  await branch.red(RED, '1.1')
  await branch.green(GREEN, '1.1')
  await using jobs = await openJobs(branch)
  jobs.github.permit(READ_ONLY)
  const end = await jobs.run(PUBLISH)
  expect(end).toMatchObject({ exitCode: 1, outputs: { conclusion: 'success' } })
  expect(end.annotations).toMatchObject([
    { level: 'error', message: expect.stringContaining('checks: write, pull-requests: write') },
  ])
  expect(jobs.github.writes()).toEqual([])
})

/** What one more run changes on GitHub. */
async function written(jobs: Jobs): Promise<readonly string[]> {
  const before = jobs.github.writes().length
  await jobs.run(PUBLISH)
  return jobs.github.writes().slice(before)
}
