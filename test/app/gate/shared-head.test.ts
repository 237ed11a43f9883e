/** Several pull requests with one head: GitHub keeps the check on the commit, and it must say one thing. */
import { expect, test } from 'vitest'
import { handleEvent } from '../../../src/app/gate/handle-event.ts'
import type { GateEvent } from '../../../src/core/model/event.ts'
import { addCheck } from '../../support/github/state.ts'
import { openWorld, REPOSITORY, type World } from '../../support/github/story-world.ts'

const NUMBERS = [1, 2, 3, 4]

/** Number 1 is proved; the others have its head, and no evidence of their own. */
async function fourWithOneHead(): Promise<{ readonly world: World; readonly head: string }> {
  const world = openWorld()
  const story = world.open(1)
  story.commit({ 'doc.md': 'v1' })
  await world.judge(1)
  return { world, head: story.facts().head }
}

const openOthers = (world: World) => {
  for (const number of NUMBERS.slice(1)) world.open(number, world.pulls.get(1)?.story)
}

const handle = (world: World, event: GateEvent) =>
  handleEvent(world.github, { repository: REPOSITORY, event }, world.context)

const gates = ({ checks }: World, head: string) =>
  checks.filter(({ name, head_sha }) => name === 'tdd-gate' && head_sha === head).map(({ conclusion }) => conclusion)

const addRun = (world: World, head_sha: string, id: number, conclusion: string) =>
  addCheck(world, { id, head_sha, conclusion, external_id: `tdd-gate:${id}`, annotations: Array(id % 2).fill({}) })

test('evaluations of pull requests with one head run in turn, and write one check run that is not green', async () => {
  const { world, head } = await fourWithOneHead()
  openOthers(world)
  await Promise.all(NUMBERS.map((number) => handle(world, { kind: 'pull-request', number })))
  expect(gates(world, head)).toEqual(['action_required'])
})

test('an overtaken evaluation reads again before it writes', async () => {
  const { world, head } = await fourWithOneHead()
  const isRead = Promise.withResolvers<void>()
  const mayWrite = Promise.withResolvers<void>()
  const slow: typeof world.github = {
    request: async (route, ...rest) => {
      const answer = await world.github.request(route, ...rest)
      // The last thing that a look reads.
      if (route === 'GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls') {
        isRead.resolve()
        await mayWrite.promise
      }
      return answer
    },
  }
  const event = { kind: 'pull-request', number: 1 } as const
  const first = handleEvent(slow, { repository: REPOSITORY, event }, world.context)
  await isRead.promise
  openOthers(world)
  await handle(world, { kind: 'pull-request', number: 2 })
  mayWrite.resolve()
  await first
  expect(gates(world, head)).toEqual(['action_required'])
})

test('every check run of the App on a head ends with the worst conclusion, and with the better one when all hold', async () => {
  const { world, head } = await fourWithOneHead()
  for (const [id, conclusion] of ['failure', 'success', 'success'].entries()) addRun(world, head, id + 1, conclusion)
  openOthers(world)
  await world.look(1)
  expect(new Set(gates(world, head))).toEqual(new Set(['action_required']))
  for (const number of NUMBERS.slice(1)) Object.assign(world.pulls.get(number) ?? {}, { state: 'closed' })
  await world.look(1)
  expect(new Set(gates(world, head))).toEqual(new Set(['success']))
  await world.look(1)
  expect(world.writes()).toEqual([])
})

test('a check run of that name that another App made is left alone', async () => {
  const { world, head } = await fourWithOneHead()
  addRun(world, head, 1, 'success')
  Object.assign(world.checks.at(-1) ?? {}, { app: { id: 5, slug: 'other' } })
  openOthers(world)
  await world.look(1)
  expect(world.checks.find(({ id }) => id === 1)).toMatchObject({ conclusion: 'success' })
})
