/** Whatever becomes of webhooks and of the App on the way, what GitHub shows at the end is the same, and never too much. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Fate, onTime, type Schedule } from '../../simulator/faults.ts'
import { git } from '../../simulator/git.ts'
import type { Repository } from '../../simulator/world.ts'
import { type AppStory, green, ON_POSTGRES, red, shareStory } from '../../support/app-story.ts'
import { everGreen, type Life, likeness, live, pullIn, shown } from '../../support/chaos-story.ts'
import { type KillableApp, startProcess } from '../../support/killable-app.ts'

const RUNS = 2
const SEED = 20_261_122
const KILLS = 3
/** A failure is reduced to its smallest cause, which takes its time. */
const TIME_LIMIT_MS = 900_000
const PLACE = { owner: 'acme' }

interface Trouble {
  /** Of webhooks, in their order; later ones are on time. */
  readonly fates: readonly Fate[]
  /** The first App dies after so many requests, the second one after as many as stand behind it; those after them live. */
  readonly deaths: readonly number[]
}

const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Fate>('sent') },
  { weight: 1, arbitrary: fc.constant<Fate>('lost') },
  { weight: 1, arbitrary: fc.constant<Fate>('doubled') },
  { weight: 1, arbitrary: fc.record({ late: fc.integer({ min: 1, max: 8 }) }) },
)
const trouble: fc.Arbitrary<Trouble> = fc.record({
  fates: fc.array(fate, { maxLength: 80, size: 'max' }),
  deaths: fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 3 }),
})

const inOrder = (fates: readonly Fate[]): Schedule => {
  const left = [...fates]
  return () => left.shift() ?? 'sent'
}

/** The App in this process. */
function inProcess({ app, settled }: AppStory, deaths: readonly number[]): Life {
  const left = [...deaths]
  const doom = () => {
    const next = left.shift()
    if (next !== undefined) app.dieAfter(next)
  }
  doom()
  return {
    isDead: app.isDead,
    rest: settled,
    comeBack: async () => {
      await app.stop()
      await app.start()
      doom()
    },
  }
}

/** With real git, and measured for real: what the others are held against. */
async function calm(story: AppStory) {
  const { shop, ada, agent } = story
  const heads: string[] = []
  const push = async (branch: string, what: 'red' | 'green') => {
    const clone = await agent(ada, branch)
    heads.push(await (what === 'red' ? red : green)(clone, 'one', '1.1'))
  }
  const base = (await git(shop, ['rev-parse', 'refs/heads/main'])).trim()
  await live({ story, shop, life: inProcess(story, []), push })
  return { expected: shown(story, shop), base, heads }
}

type Calm = Awaited<ReturnType<typeof calm>>

/** The same in a repository of its own, with the very commits. */
async function troubled(story: AppStory, { base, heads }: Calm, name: string, life: Life): Promise<Repository> {
  const shop = await likeness(story, story.shop, name)
  writeFileSync(join(shop.folder, 'refs/heads/main'), `${base}\n`)
  const push = async (branch: string, what: 'red' | 'green') => {
    const sha = heads[what === 'red' ? 0 : 1] ?? ''
    const asked = { ...PLACE, repo: name, ref: `heads/${branch}`, sha }
    await story.github.as(story.ada).request('PATCH /repos/{owner}/{repo}/git/refs/{ref}', asked)
  }
  await live({ story, shop, life, push })
  return shop
}

async function expectSame(story: AppStory, shop: Repository, { expected, heads }: Calm): Promise<void> {
  expect(shown(story, shop)).toEqual(expected)
  expect(pullIn(shop).pull?.headSha).toBe(heads[1])
  expect(everGreen(story, shop)).toEqual([heads[1]])
  expect(await story.app.dead()).toEqual([])
}

const shared = shareStory()
let result: Promise<Calm> | null = null

/** Commits that GitHub makes have the time in them: it stands still, so that they are the same ones. */
function inCalm(story: AppStory): Promise<Calm> {
  const now = story.github.world.now()
  if (result === null) Object.assign(story.github.world, { now: () => now })
  result ??= calm(story)
  return result
}

test('without any trouble it is merged', async () => {
  const { expected } = await inCalm(shared())
  expect(expected).toMatchObject({ isMerged: true, check: ['success', expect.any(String), expect.any(String)] })
  expect(new Set(expected.decisions).size).toBe(2)
})

test('webhooks lost, doubled, late and reordered, and the App dying at any of its requests', {
  timeout: TIME_LIMIT_MS,
}, async () => {
  const story = shared()
  const before = await inCalm(story)
  let count = 0
  const property = fc.asyncProperty(trouble, async ({ fates, deaths }) => {
    count += 1
    story.github.faults.schedule = inOrder(fates)
    const life = inProcess(story, deaths)
    const shop = await troubled(story, before, `shop-${count}`, life)
    story.github.faults.schedule = onTime
    await life.comeBack()
    await life.rest()
    await expectSame(story, shop, before)
  })
  await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: true })
})

/** A process of the App, killed when so many webhooks have gone out since it began: each follows one of its own writes or a person's. */
async function inProcesses(story: AppStory, kills: readonly number[]): Promise<Life> {
  const { app, github } = story
  await app.stop()
  const left = [...kills]
  let running = await startProcess(story)
  let death = Promise.withResolvers<void>()
  let isDead = false
  let webhooks = left.shift() ?? Number.POSITIVE_INFINITY
  github.faults.schedule = () => {
    webhooks -= 1
    if (webhooks > 0 || isDead) return 'sent'
    isDead = true
    void running.kill().then(death.resolve)
    return 'sent'
  }
  return {
    isDead: () => isDead,
    rest: () => github.settled(() => Promise.race([app.idle(), death.promise])),
    comeBack: async () => {
      isDead = true
      await running.kill()
      death = Promise.withResolvers<void>()
      webhooks = left.shift() ?? Number.POSITIVE_INFINITY
      running = await startProcess(story)
      isDead = false
      // The webhooks that it leads to may kill it before it says so.
      await Promise.race([running.says('swept', 'pull requests to evaluate'), death.promise])
    },
  }
}

/** Two processes on one database. The one that GitHub delivers to is killed: the other one goes on, and a new one starts. */
async function inReplicas(story: AppStory, kills: readonly number[]): Promise<Life> {
  const { app, github } = story
  await app.stop()
  const left = [...kills]
  const running: KillableApp[] = []
  const add = async () => {
    const started = await startProcess(story)
    running.push(started)
    running[0]?.listen()
    await started.says('swept', 'pull requests to evaluate')
  }
  const lose = async () => {
    const victim = running.shift()
    running[0]?.listen()
    await victim?.kill()
    await add()
  }
  await add()
  await add()
  let webhooks = left.shift() ?? Number.POSITIVE_INFINITY
  let healing = Promise.resolve()
  github.faults.schedule = () => {
    webhooks -= 1
    if (webhooks <= 0) {
      webhooks = left.shift() ?? Number.POSITIVE_INFINITY
      healing = healing.then(lose)
    }
    return 'sent'
  }
  const rest = async () => {
    await healing
    await github.settled(app.idle)
  }
  return { isDead: () => false, rest, comeBack: lose }
}

test('a process of the App killed in the midst of its work', { timeout: TIME_LIMIT_MS }, async () => {
  const story = shared()
  const before = await inCalm(story)
  const moments = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: KILLS, maxLength: KILLS })
  const property = fc.asyncProperty(moments, async (kills) => {
    const life = await (ON_POSTGRES ? inReplicas : inProcesses)(story, kills)
    const shop = await troubled(story, before, 'killed', life)
    story.github.faults.schedule = onTime
    await expectSame(story, shop, before)
  })
  await fc.assert(property, { numRuns: 1, seed: SEED, endOnFailure: true })
  await story.app.start()
})
