/** A hint may name the commit that it expects: the pull request is then in the list of that commit, which is read anyway. */
import { expect, test } from 'vitest'
import { handleEvent } from '../../../src/app/gate/handle-event.ts'
import { openPull } from '../../core/story.ts'
import { openWorld, REPOSITORY, type World } from '../../support/github/story-world.ts'

const evaluate = (world: World, head: string, number = 1) =>
  handleEvent(world.github, { repository: REPOSITORY, event: { kind: 'pull-request', number, head } }, world.context)
const countPages = (world: World) => world.reads().filter((line) => /\/pulls\/\d+$/.test(line)).length

async function judged() {
  const world = openWorld()
  const pull = world.open(1)
  pull.red({ 'cart.test.ts': 'v1' }, { 'cart.test.ts > adds': 'failed' })
  pull.green({ 'src/cart.ts': 'v1' }, { 'cart.test.ts > adds': 'passed' })
  await world.judge(1)
  return { world, head: pull.facts().head }
}

test('a pull request at the expected commit is judged without a read of its own', async () => {
  const { world, head } = await judged()
  await evaluate(world, head)
  expect(world.gateOf(head)?.conclusion).toBe('success')
  expect(countPages(world)).toBe(0)
})

test.each([
  ['has another commit', () => 'e'.repeat(40), {}, 'success'],
  ['is closed', (head: string) => head, { state: 'closed' }, undefined],
])('a pull request that %s is read itself', async (_what, toExpected, given, conclusion) => {
  const { world, head } = await judged()
  Object.assign(world.pulls.get(1) ?? {}, given)
  await evaluate(world, toExpected(head))
  expect(world.gateOf(head)?.conclusion).toBe(conclusion)
  expect(countPages(world)).toBe(1)
})

test('an expected commit that GitHub does not have costs a read only', async () => {
  const { world, head } = await judged()
  world.failures.push({ route: 'GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls', status: 422 })
  await evaluate(world, 'e'.repeat(40))
  expect(world.gateOf(head)?.conclusion).toBe('success')
})

test('without a run, the pull request says whether a conflict is the reason', async () => {
  const world = openWorld()
  const pull = world.open(1, openPull(), { mergeable: false })
  pull.red({ 'cart.test.ts': 'v1' }, { 'cart.test.ts > adds': 'failed' })
  const { head } = pull.facts()
  await evaluate(world, head)
  expect(world.gateOf(head)?.output.title).toMatch(/conflicts with its base/)
  expect(countPages(world)).toBe(1)
})

test('another pull request with the commit is judged with it, and both are read in one list', async () => {
  const { world, head } = await judged()
  world.open(2, world.pulls.get(1)?.story)
  await evaluate(world, head)
  expect(world.gateOf(head)?.output.title).toMatch(/^#2: /)
  expect(world.reads().filter((line) => line.includes('/pulls/1'))).toEqual([])
})
