/** GitHub says that a run was requested: no news where an evaluation has read that run. */
import { expect, test } from 'vitest'
import { handleEvent } from '../../../src/app/gate/handle-event.ts'
import { createSeenRuns } from '../../../src/github/read/evidence/seen-runs.ts'
import { openWorld, REPOSITORY } from '../../support/github/story-world.ts'

async function runGoes() {
  const world = openWorld()
  const pull = world.open(1)
  pull.red({ 'cart.test.ts': 'v1' }, { 'cart.test.ts > adds': 'failed' })
  await world.judge(1, { status: 'in_progress' })
  const id = String(world.runs[0]?.id)
  const seenRuns = createSeenRuns()
  /** @returns whether the pull request was read */
  const handle = async (event: object, number = 1) => {
    const before = world.reads().length
    const job = { repository: REPOSITORY, event: { kind: 'pull-request' as const, number, ...event } }
    await handleEvent(world.github, job, { ...world.context, seenRuns })
    return world.reads().length > before
  }
  return { world, id, handle }
}

test('an attempt that an evaluation has read leads to no other one; every other event does', async () => {
  const { id, handle } = await runGoes()
  const run = { id, attempt: 1 }
  expect(await handle({ run })).toBe(true)
  expect(await handle({ run })).toBe(false)
  expect(await handle({})).toBe(true)
  expect(await handle({ run: { id, attempt: 2 } })).toBe(true)
})

test('an evaluation that failed has read nothing', async () => {
  const { world, id, handle } = await runGoes()
  world.failures.push({ route: 'POST /repos/{owner}/{repo}/check-runs', status: 403 })
  await expect(handle({})).rejects.toThrow()
  expect(await handle({ run: { id, attempt: 1 } })).toBe(true)
})

test('what was read of one pull request says nothing of another one', () => {
  const { note, has } = createSeenRuns()
  const run = { id: '7', attempt: 1 }
  note('812#1', [run])
  expect([has('812#1', run), has('812#2', run)]).toEqual([true, false])
})

test('the oldest attempts are forgotten', () => {
  const { note, has } = createSeenRuns(2)
  const [one, two, three] = ['1', '2', '3'].map((id) => ({ id, attempt: 1 }))
  for (const run of [one, two, one, three]) note('812#1', [run as NonNullable<typeof run>])
  expect([one, two, three].map((run) => has('812#1', run as NonNullable<typeof run>))).toEqual([true, false, true])
})
