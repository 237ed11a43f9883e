/** Attacks of a person who can push to the branch, comment, open pull requests and choose their base. */
import { describe, expect, test } from 'vitest'
import { evaluatePullRequest } from '../../../src/app/gate/handle-event.ts'
import { aPlan, aSubtask } from '../../core/rules/support.ts'
import { openPull, type Pull } from '../../core/story.ts'
import { APP, type PullRecord } from '../../support/github/state.ts'
import { openWorld, REPOSITORY, type World } from '../../support/github/story-world.ts'
import { pinTask } from './started-task.ts'

const ADDS = 'cart.test.ts > adds'
const EASY = aPlan(aSubtask('42.1', { title: 'Easy' }))
const HARD = aPlan(aSubtask('42.1', { title: 'Adding' }), aSubtask('42.2', { title: 'Taking out' }))
const APP_LOGIN = `${APP.slug}[bot]`

function prove(pull: Pull): void {
  pull.red({ 'cart.test.ts': 'v1' }, { [ADDS]: 'failed' }, { task: '42.1' })
  pull.green({ 'src/cart.ts': 'v1' }, { [ADDS]: 'passed' }, { task: '42.1' })
}

async function judged(given: Partial<PullRecord> = {}): Promise<{ world: World; pull: Pull; head: string }> {
  const world = openWorld()
  const pull = world.open(1, openPull(), given)
  prove(pull)
  await world.judge(1)
  return { world, pull, head: pull.facts().head }
}

const change = (world: World, given: Partial<PullRecord>) => Object.assign(world.pulls.get(1) ?? {}, given)

describe('a pull request that is led to another base', () => {
  test('a pull request that moves to another base is not judged by evidence of the first one', async () => {
    const { world, head } = await judged({ baseBranch: 'lenient' })
    change(world, { baseBranch: 'main' })
    await world.look(1)
    expect(world.gateOf(head)).toMatchObject({
      conclusion: 'failure',
      output: { summary: expect.stringMatching(/judged for the base `?lenient/) },
    })
  })

  test('it is not judged by evidence of a push, which knows the default branch only', async () => {
    const world = openWorld()
    const pull = world.open(1, openPull(), { baseBranch: 'release' })
    prove(pull)
    await world.judge(1, { event: 'push', branch: (branch) => ({ ...branch, baseBranch: 'main' }) })
    await world.look(1)
    expect(world.gateOf(pull.facts().head)).toMatchObject({
      conclusion: 'failure',
      output: { summary: expect.stringMatching(/judged for the base `?main/) },
    })
  })

  test('it is not judged by evidence that the App stored for the first base', async () => {
    const { world, head } = await judged()
    await world.look(1)
    await world.look(1)
    world.artifacts.length = 0
    expect((await world.look(1)).status.conclusion).toBe('success')
    change(world, { baseBranch: 'release' })
    await world.look(1)
    expect(world.gateOf(head)?.conclusion).toBe('failure')
  })

  test('a pull request that moves to another base loses its override', async () => {
    const world = openWorld()
    const pull = world.open(1, openPull(), { baseBranch: 'dev' })
    pull.green({ 'src/cart.ts': 'v1' })
    const { head } = pull.facts()
    world.record(head, { kind: 'override', baseBranch: 'dev' })
    world.required.push({ branch: 'dev', appId: APP.id, by: 'rule' })
    await world.look(1)
    expect(world.gateOf(head)?.conclusion).toBe('success')
    change(world, { baseBranch: 'main' })
    await world.look(1)
    expect(world.gateOf(head)?.conclusion).toBe('action_required')
  })
})

describe('a base branch that the author controls', () => {
  const RULES = 'GET /repos/{owner}/{repo}/rules/branches/{branch}'
  const BRANCH = 'GET /repos/{owner}/{repo}/branches/{branch}'
  const OPEN = {
    conclusion: 'action_required',
    output: { title: expect.stringContaining('side does not require tdd-gate'), text: expect.any(String) },
  }

  test.each([
    ['nothing requires the check there', []],
    ['it is required of any App', [{ branch: 'side', appId: null, by: 'rule' }]],
    ['it is required of another App', [{ branch: 'side', appId: 5, by: 'classic' }]],
    ['it is required elsewhere', [{ branch: 'side/two', appId: APP.id, by: 'rule' }]],
  ] as const)(
    '%s: what is proved is not called green, so that it is green for no other base either',
    async (_, rules) => {
      const { world, head } = await judged({ baseBranch: 'side' })
      world.required.push(...rules)
      await world.look(1)
      expect(world.gateOf(head)).toMatchObject(OPEN)
      expect(world.gateOf(head)?.output.summary).toContain('/tdd protect')
      expect(world.comments[0]?.body).toContain('Everything is proved')
    },
  )

  test.each(['rule', 'classic'] as const)(
    'green once a %s requires the check of this App, at the next look',
    async (by) => {
      const { world, head } = await judged({ baseBranch: 'side' })
      await world.look(1)
      world.required.push({ branch: 'side', appId: APP.id, by })
      await world.look(1)
      expect(world.gateOf(head)?.conclusion).toBe('success')
      world.required.length = 0
      await world.look(1)
      expect(world.gateOf(head)).toMatchObject(OPEN)
    },
  )

  test('an override does not make it green', async () => {
    const world = openWorld()
    const pull = world.open(1, openPull(), { baseBranch: 'side' })
    pull.green({ 'src/cart.ts': 'v1' })
    world.record(pull.facts().head, { kind: 'override', baseBranch: 'side' })
    await world.look(1)
    expect(world.gateOf(pull.facts().head)).toMatchObject(OPEN)
  })

  test.each([
    [RULES, 403],
    [RULES, 404],
    [BRANCH, 403],
    [BRANCH, 404],
  ] as const)(
    'the check is not green and says so where the protection cannot be read (%s, %i)',
    async (route, status) => {
      const { world, head } = await judged({ baseBranch: 'side' })
      world.failures.push({ route, status })
      await world.look(1)
      expect(world.gateOf(head)).toMatchObject({
        conclusion: 'action_required',
        output: { title: expect.stringContaining('the App cannot see whether side requires tdd-gate') },
      })
    },
  )

  test('is read once in a look, and the default branch never', async () => {
    const { world, pull } = await judged({ baseBranch: 'side' })
    world.open(2, pull, { baseBranch: 'side' })
    await world.look(1)
    const ofSide = (line: string) => line.endsWith('/branches/side')
    expect(world.reads().filter(ofSide)).toHaveLength(2)
    const plain = await judged()
    await plain.world.look(1)
    expect(plain.world.reads().filter((line) => line.includes('/branches/'))).toEqual([])
  })
})

describe('the record of another start', () => {
  test('a start that the text names does not replace the start of the branch', async () => {
    const world = openWorld()
    const pull = world.open(1, openPull(), { author: APP_LOGIN })
    const old = pinTask(world, 'e'.repeat(40), { plan: EASY, id: 5 })
    pinTask(world, pull.commit({}, {}, { phase: 'start' }).sha, { plan: HARD, id: 6 })
    change(world, { body: old })
    prove(pull)
    await world.judge(1)
    expect((await world.look(1)).snapshot.task?.plan).toEqual(HARD)
  })

  test('the newest start counts where the branch was put on top of an old one', async () => {
    const world = openWorld()
    const pull = world.open(1, openPull(), { author: APP_LOGIN })
    pinTask(world, pull.commit({}, {}, { phase: 'start' }).sha, { plan: EASY, id: 5 })
    change(world, { body: pinTask(world, 'e'.repeat(40), { plan: HARD, id: 6 }) })
    prove(pull)
    expect((await world.look(1)).snapshot.task?.plan).toEqual(HARD)
  })

  test('a fork whose branch has the name of a task has no record, though it begins with the start', async () => {
    const world = openWorld()
    const pull = world.open(1, openPull(), { isFork: true })
    pinTask(world, pull.commit({}, {}, { phase: 'start' }).sha, { plan: EASY, id: 5 })
    prove(pull)
    expect((await world.look(1)).snapshot.task).toBeNull()
  })

  test('is none of a branch of the same name that a person opened, whatever its text says', async () => {
    const world = openWorld()
    const pull = world.open(1)
    change(world, { body: pinTask(world, 'e'.repeat(40), { plan: EASY, id: 5 }) })
    prove(pull)
    expect((await world.look(1)).snapshot.task).toBeNull()
  })
})

test('a head that a hundred closed pull requests have hides no open one', async () => {
  const { world, pull, head } = await judged()
  for (let number = 2; number <= 120; number += 1) world.open(number, pull, { state: 'closed' })
  world.open(121, pull)
  await world.look(1)
  expect(world.gateOf(head)).toMatchObject({
    conclusion: 'action_required',
    output: { title: expect.stringMatching(/^#121: No evidence/) },
  })
})

test('what was measured of a merge group, as a whole, is no evidence for a pull request with its head', async () => {
  const world = openWorld()
  const pull = world.open(1)
  prove(pull)
  await world.judge(1, { event: 'merge_group' })
  await world.look(1)
  expect(world.gateOf(pull.facts().head)?.conclusion).toBe('action_required')
})

test('a repository that took over the name of another one is not written to with what was meant for that', async () => {
  const { world } = await judged()
  const gone = { ...REPOSITORY, id: '813' }
  await expect(
    evaluatePullRequest({ github: world.github, repository: gone, number: 1, context: world.context }),
  ).rejects.toMatchObject({
    code: 'github-refused',
  })
  expect(world.writes()).toEqual([])
})
