/** `publish: true`: the gate without an App; check run and comment are written to what was judged, once, and mended. */
import { expect, test } from 'vitest'
import { openJobs, WORKFLOW } from '../../support/action-job.ts'
import { createBranch } from '../../support/branch.ts'
import { GREEN, RED, SHOP } from '../../support/shop.ts'

const BASE = { ...SHOP, [WORKFLOW]: 'name: tdd-gate\n' }
const PUBLISH = { with: { publish: 'true' } }
const READ_ONLY = { contents: 'read', actions: 'read', checks: 'read', pull_requests: 'read' } as const

test('the judge of two jobs publishes too, and says how far it can be trusted', async () => {
  await using branch = await createBranch(BASE)
  await branch.red(RED, '1.1')
  const head = await branch.green(GREEN, '1.1')
  await using jobs = await openJobs(branch)
  const { judge } = await jobs.runWorkflow(PUBLISH)
  expect(judge).toMatchObject({ exitCode: 0 })
  expect(jobs.github.state.checkRuns).toMatchObject([{ head_sha: head, conclusion: 'success' }])
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
  expect(end.result).toContain('checks: write')
  expect(end.result).toContain('GitHub never grants it to pull requests from forks')
  expect(jobs.github.writes()).toEqual([])
})
