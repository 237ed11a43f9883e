/** Tests the judging job after a RED, where the App's check is what the base branch requires. */
import { expect, test } from 'vitest'
import { type JobEnd, openJobs } from '../../support/action-job.ts'
import { createBranch } from '../../support/branch.ts'
import type { Files } from '../../support/repository.ts'
import { OPEN_SHOP, RED } from '../../support/shop.ts'

const CONFIG = '.github/tdd-gate.yml'
const HELD: Files = { [CONFIG]: `${OPEN_SHOP[CONFIG]}check: app\n` }

async function judgeRed(base: Files, change: Files): Promise<JobEnd> {
  await using branch = await createBranch(base)
  if (Object.keys(change).length > 0) await branch.commit('chore: configure\n\nPhase: neutral\n', change)
  await branch.red(RED, '1.1')
  await using jobs = await openJobs(branch)
  return (await jobs.runWorkflow()).judge
}

test('the job passes, says why, and its outputs say that work is in progress', async () => {
  const judge = await judgeRed({ ...OPEN_SHOP, ...HELD }, {})
  expect(judge).toMatchObject({ exitCode: 0, conclusion: 'success', outputs: { conclusion: 'in_progress' } })
  expect(judge.result).toContain('blocks the merge')
})

test('the job fails where only the branch says so', async () => {
  expect(await judgeRed(OPEN_SHOP, HELD)).toMatchObject({ exitCode: 1, conclusion: 'failure' })
})
