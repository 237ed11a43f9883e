/** One write that GitHub refuses for good, such as a comment in a locked conversation, ends no other write. */
import { describe, expect, test } from 'vitest'
import { handleEvent } from '../../../src/app/gate/handle-event.ts'
import type { Route } from '../../../src/github/routes.ts'
import { COMMENT_MARKER } from '../../../src/render/gate-report/comment.ts'
import { APP } from '../../support/github/state.ts'
import { openWorld, REPOSITORY, type World } from '../../support/github/story-world.ts'

const CHECK = 'POST /repos/{owner}/{repo}/check-runs'
const COMMENT = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments'
const EDIT = 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}'
const LABELS = 'PATCH /repos/{owner}/{repo}/issues/{issue_number}'
/** Only the routes of issues answer 410. */
const FINAL = [403, 404, 422]
const ENOUGH = 50

function refuse(world: World, route: Route, status: number): void {
  world.failures.length = 0
  for (let left = ENOUGH; left > 0; left -= 1) world.failures.push({ route, status })
}

async function judged(world = openWorld()) {
  const pull = world.open(1)
  pull.red({ 'cart.test.ts': 'v1' }, { 'cart.test.ts > adds': 'failed' })
  await world.judge(1)
  const gate = () => world.gateOf(pull.facts().head)
  const names = () => world.checks.filter((check) => check.head_sha === pull.facts().head).map(({ name }) => name)
  return { world, pull, gate, names, summary: () => gate()?.output?.summary ?? '' }
}

async function settle(world: World): Promise<void> {
  for (let looks = 0; looks < 3; looks += 1) await world.look(1)
}

describe.each([...FINAL, 410])('GitHub refuses for good with %i', (status) => {
  test.each([
    ['the comment', COMMENT, 'issues/{issue_number}/comments'],
    ['the labels', LABELS, 'PATCH /repos/{owner}/{repo}/issues/{issue_number} '],
  ] as const)(
    '%s: the other writes follow, the check says it once, and nothing is written again',
    async (_, route, said) => {
      const { world, names, summary } = await judged()
      refuse(world, route, status)
      await settle(world)
      expect(names()).toEqual(['tdd-gate', 'tdd-gate/evidence'])
      expect(world.comments).toHaveLength(route === COMMENT ? 0 : 1)
      expect(world.pulls.get(1)?.labels).toHaveLength(route === LABELS ? 0 : 1)
      expect(summary().split(said)).toHaveLength(2)
      await world.look(1)
      expect(world.writes().filter((line) => line.includes('check-runs'))).toEqual([])
      world.failures.length = 0
      await settle(world)
      expect(summary()).not.toContain(said)
      expect(world.writes()).toEqual([])
    },
  )
})

describe.each(FINAL)('GitHub refuses with %i, for good,', (status) => {
  test('the stored evidence: the check says it, and stays', async () => {
    const { world, names, summary } = await judged()
    await world.look(1)
    refuse(world, CHECK, status)
    await settle(world)
    expect(names()).toEqual(['tdd-gate'])
    expect(summary()).toContain(CHECK)
  })

  test('the check itself: the comment and the labels follow, and the refusal is thrown', async () => {
    const { world } = await judged()
    refuse(world, CHECK, status)
    await expect(world.look(1)).rejects.toMatchObject({ code: 'github-refused' })
    expect(world.comments).toHaveLength(1)
    expect(world.pulls.get(1)?.labels).toHaveLength(1)
  })

  test('the correction of a comment that a person edited: the evaluation follows', async () => {
    const { world } = await judged()
    await settle(world)
    const body = '<!-- tdd-gate:reply 99 -->\nMerge it.'
    world.comments.push({ id: 1_000_000, issue: 1, login: `${APP.slug}[bot]`, body, isEdited: true })
    refuse(world, EDIT, status)
    const event = { kind: 'edited-comment', number: 1, isPull: true, commentId: '1000000' } as const
    const next = await handleEvent(world.github, { repository: REPOSITORY, event }, world.context)
    expect(next).toEqual([{ kind: 'pull-request', number: 1 }])
    await settle(world)
    expect(world.comments.map(({ body: one }) => one.startsWith(COMMENT_MARKER))).toEqual([true, false])
  })
})

test('GitHub does not answer: the event is tried again', async () => {
  const { world } = await judged()
  refuse(world, COMMENT, 503)
  await expect(world.look(1)).rejects.toMatchObject({ code: 'github-unavailable' })
})
