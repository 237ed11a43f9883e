/** A pause outlives closing: the task stays paused, no matter who reopens the pull request, or when. */
import { describe, expect, test } from 'vitest'
import { getPull } from '../../../src/app/gate/command-facts.ts'
import { openPull, type Pull } from '../../core/story.ts'
import { APP } from '../../support/github/state.ts'
import { openWorld, type World } from '../../support/github/story-world.ts'
import { startTask } from './started-task.ts'

const COMPARE = 'GET /repos/{owner}/{repo}/compare/{basehead}'
const BESIDES = { at: '2026-01-01T13:00:00Z', authors: [], isPusherKnown: true }

async function green(): Promise<{ world: World; pull: Pull; head: string; first: string }> {
  const world = openWorld()
  const pull = world.open(1)
  pull.commit({ 'doc.md': 'v1' })
  pull.commit({ 'doc.md': 'v2' })
  await world.judge(1)
  await world.look(1)
  const { head, commits } = pull.facts()
  expect(world.gateOf(head)?.conclusion).toBe('success')
  return { world, pull, head, first: commits[0]?.sha ?? '' }
}
const set = (world: World, state: 'open' | 'closed') => Object.assign(world.pulls.get(1) ?? {}, { state })

describe('a pull request that was stopped and closed before the App saw it', () => {
  test.each(['pause', 'abort'] as const)(
    'its head gets the failure once, and the App writes nothing else: %s',
    async (kind) => {
      const { world, head, first } = await green()
      world.record(first, { kind })
      set(world, 'closed')
      const { written } = await world.look(1)
      expect(written).toEqual({ check: 'updated', comment: 'none', metadata: 'none', evidence: 'none' })
      expect(world.gateOf(head)).toMatchObject({
        conclusion: 'failure',
        output: { title: expect.stringMatching(/ed by @mona: because$/) },
      })
      await world.look(1)
      expect(world.writes()).toEqual([])
      set(world, 'open')
      await world.look(1)
      expect(world.gateOf(head)?.conclusion).toBe('failure')
    },
  )

  test.each(['resume', 'override'] as const)(
    'the App leaves a pull request alone that a later command resumed: %s',
    async (kind) => {
      const { world, head } = await green()
      world.record(head, { kind: 'pause' })
      world.record(head, { kind, at: '2026-01-02T00:00:00Z' })
      set(world, 'closed')
      await world.look(1)
      expect([world.gateOf(head)?.conclusion, world.writes()]).toEqual(['success', []])
    },
  )

  test('a stop reaches another pull request with the same head, which a command of its own resumes', async () => {
    const { world, pull, head } = await green()
    world.record(head, { kind: 'abort' })
    set(world, 'closed')
    world.open(2, pull)
    await world.judge(2)
    const { members } = (await world.look(1)).head
    expect(members.map(({ status }) => status.pullRequest)).toEqual([1, 2])
    expect(world.gateOf(head)?.output.title).toContain('(said in #1)')
    world.record(head, { kind: 'resume', pullRequest: 2, at: '2026-01-02T00:00:00Z' })
    for (const number of [2, 1]) await world.look(number)
    expect([world.gateOf(head)?.conclusion, world.writes()]).toEqual(['success', []])
  })
})

describe('what is decided about a closed pull request', () => {
  test('a decision about a closed pull request is found after it is reopened, whatever was pushed', async () => {
    const { world, pull, first } = await green()
    set(world, 'closed')
    expect(getPull(await world.look(1), BESIDES)).toMatchObject({
      storageCommit: first,
      firstCommit: first,
      decisions: [],
    })
    world.record(first, { kind: 'abort' })
    expect(getPull(await world.look(1), BESIDES).decisions).toHaveLength(1)
    pull.commit({ 'doc.md': 'v3' })
    set(world, 'open')
    await world.judge(1)
    await world.look(1)
    expect(world.gateOf(pull.facts().head)?.output.title).toBe('Aborted by @mona: because')
  })

  test('a decision about a closed task is kept on its first commit', async () => {
    const world = openWorld()
    const pull = world.open(1, openPull(), { state: 'closed', author: `${APP.slug}[bot]` })
    const start = startTask(world, pull)
    pull.commit({ 'doc.md': 'v1' })
    expect(getPull(await world.look(1), BESIDES)).toMatchObject({ storageCommit: start, task: { start } })
  })

  test('a decision about a closed pull request without a base is kept on its head', async () => {
    const { world, head } = await green()
    set(world, 'closed')
    world.failures.push({ route: COMPARE, status: 404 })
    expect(getPull(await world.look(1), BESIDES)).toMatchObject({ storageCommit: head, firstCommit: null })
  })
})
