/** The owner of a fork deletes it: GitHub answers null for the repository of the head and of its runs. */
import { expect, test } from 'vitest'
import { openWorld, type World } from '../../support/github/story-world.ts'

type Answer = { [key: string]: unknown }

/** Answers as GitHub does after the deletion. */
function withoutFork(world: World): void {
  const { github } = world
  const gone = (data: unknown) => {
    for (const one of [data].flat() as Answer[]) if (one['head']) Object.assign(one['head'], { repo: null })
    for (const run of ((data as Answer)['workflow_runs'] ?? []) as Answer[]) run['head_repository'] = null
    return data
  }
  const request = async (...asked: Parameters<typeof github.request>) => {
    const answer = await github.request(...asked)
    return { ...answer, data: gone(structuredClone(answer.data)) }
  }
  Object.assign(world, { github: { request } })
}

function openFork(world: World) {
  const pull = world.open(1, undefined, { isFork: true, headBranch: 'main' })
  pull.red({ 'cart.test.ts': 'v1' }, { 'cart.test.ts > adds': 'failed' })
  pull.green({ 'src/cart.ts': 'v1' }, { 'cart.test.ts > adds': 'passed' })
  return pull
}

test('stored evidence outlives the fork', async () => {
  const world = openWorld()
  const pull = openFork(world)
  await world.judge(1)
  for (let looks = 0; looks < 3; looks += 1) await world.look(1)
  withoutFork(world)
  await world.look(1)
  expect(world.gateOf(pull.facts().head)?.conclusion).toBe('success')
})

test('without stored evidence the check says that the fork was deleted', async () => {
  const world = openWorld()
  openFork(world)
  await world.judge(1)
  withoutFork(world)
  expect((await world.look(1)).status.notice?.code).toBe('fork-deleted')
})
