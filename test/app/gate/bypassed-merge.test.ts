/** People with the right can bypass the required check. The gate cannot prevent it and reports it on the pull request. */
import { describe, expect, test } from 'vitest'
import { openPull, type Pull } from '../../core/story.ts'
import { ACTIONS, APP } from '../../support/github/state.ts'
import { openWorld, type World } from '../../support/github/story-world.ts'
import { PLAN, startTask } from './started-task.ts'

const RULE = { branch: 'main', appId: APP.id, by: 'rule' } as const

async function open(isGreen: boolean): Promise<{ world: World; pull: Pull }> {
  const world = openWorld()
  const pull = world.open(1)
  world.required.push(RULE)
  pull.red({ 'cart.test.ts': 'v1' }, { 'cart.test.ts > adds': 'failed' })
  if (isGreen) pull.green({ 'src/cart.ts': 'v1' }, { 'cart.test.ts > adds': 'passed' })
  await world.judge(1)
  await world.look(1)
  return { world, pull }
}
const merge = (world: World) => Object.assign(world.pulls.get(1) ?? {}, { state: 'closed', mergedBy: 'olga' })
const told = (world: World) => world.comments.slice(1).map(({ body }) => body)

test('a merge that goes past a required failing gate gets one comment with the person and the reason', async () => {
  const { world } = await open(false)
  merge(world)
  const { written } = await world.look(1)
  expect(written).toEqual({ check: 'none', comment: 'created', metadata: 'none', evidence: 'none' })
  expect(told(world)).toEqual([expect.stringMatching(/^<!-- tdd-gate:reply merged-[0-9a-f]{40} -->\n❌ /)])
  for (const words of ['`@olga`', '`action_required`', 'make 1 test pass', '`main`', '/tdd status'])
    expect(told(world)[0]).toContain(words)
  expect((await world.look(1)).written.comment).toBe('unchanged')
  expect(world.writes()).toEqual([])
})

test('an edited answer is written again', async () => {
  const { world } = await open(false)
  merge(world)
  await world.look(1)
  Object.assign(world.comments.at(-1) ?? {}, { body: 'all is well', isEdited: true })
  await world.look(1)
  expect(told(world)).toHaveLength(2)
})

describe('no comment is written', () => {
  test.each<[string, boolean, (world: World, pull: Pull) => unknown]>([
    ['of what was green', true, () => undefined],
    ['where the branch does not require the check', false, ({ required }) => required.splice(0)],
    ['where another App has to report it', false, ({ required }) => required.splice(0, 1, { ...RULE, appId: 5 })],
    ['where the App has never looked at the head', false, (_, pull) => pull.commit({ 'README.md': 'v1' })],
    ['where another App wrote the check', false, ({ checks }) => forge(checks)],
    [
      'where another pull request has the same head: the check may be about that',
      false,
      (world, pull) => world.open(2, pull, { state: 'closed' }),
    ],
  ])('%s', async (_, isGreen, change) => {
    const { world, pull } = await open(isGreen)
    change(world, pull)
    merge(world)
    expect((await world.look(1)).written.comment).toBe('none')
    expect(told(world)).toEqual([])
  })

  test('the App writes no comment when a pull request was only closed', async () => {
    const { world } = await open(false)
    Object.assign(world.pulls.get(1) ?? {}, { state: 'closed' })
    await world.look(1)
    expect([told(world), world.writes()]).toEqual([[], []])
  })

  test('a GitHub that refuses the comment does not stop the other pull requests with that head', async () => {
    const { world } = await open(false)
    merge(world)
    world.failures.push({ route: 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments', status: 403 })
    expect((await world.look(1)).written.comment).toBe('none')
  })
})

describe('merged while it is looked at, before GitHub says so of the pull request', () => {
  const land = (world: World) => Object.assign(world.pulls.get(1) ?? {}, { isInBase: true })
  const getSay = (world: World, pull: Pull) => world.gateOf(pull.facts().head)?.conclusion

  test.each([
    [true, 'success'],
    [false, 'action_required'],
  ] as const)(
    'the check of the head stays (green: %s), because nothing is left to compare it with',
    async (isGreen, said) => {
      const { world, pull } = await open(isGreen)
      land(world)
      const { written } = await world.look(1)
      expect(written).toEqual({ check: 'none', comment: 'none', metadata: 'none', evidence: 'none' })
      expect([getSay(world, pull), world.writes()]).toEqual([said, []])
      merge(world)
      expect((await world.look(1)).written.comment).toBe(isGreen ? 'none' : 'created')
    },
  )

  test.each(['pause', 'abort'] as const)('a person can stop it after that: %s', async (kind) => {
    const { world, pull } = await open(true)
    land(world)
    world.record(pull.facts().head, { kind })
    await world.look(1)
    expect(getSay(world, pull)).toBe('failure')
  })

  test('nothing becomes green by it: not where nothing was said before, nor where another one has the head', async () => {
    const { world, pull } = await open(true)
    land(world)
    world.open(2, pull, { baseBranch: 'release' })
    await world.look(1)
    expect(getSay(world, pull)).not.toBe('success')
    world.pulls.delete(2)
    world.checks.splice(0)
    await world.look(1)
    expect(getSay(world, pull)).toBe('failure')
  })
})

function forge(checks: World['checks']): void {
  for (const check of checks) Object.assign(check, { app: ACTIONS })
}

describe('what was started as a task', () => {
  async function mergedTask(author: string): Promise<World> {
    const world = openWorld()
    const pull = world.open(1, openPull(), { author })
    const start = startTask(world, pull)
    Object.assign(world.pulls.get(1) ?? {}, {
      state: 'closed',
      mergedBy: 'olga',
      body: `<!-- tdd-gate:start ${start} -->`,
    })
    return world
  }

  test('is known by its plan after it was merged', async () => {
    const evaluation = await (await mergedTask(`${APP.slug}[bot]`)).look(1)
    expect(evaluation.snapshot.task?.plan).toEqual(PLAN)
    expect(evaluation.status.notice).toMatchObject({ code: 'merged' })
  })

  test('only the App writes the comment', async () => {
    expect((await (await mergedTask('mona')).look(1)).snapshot.task).toBeNull()
  })
})
