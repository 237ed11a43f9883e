/** Evidence that is weaker than the App demands counts only where the base's configuration says so, and every check names it. */
import { expect, test } from 'vitest'
import { makeContext } from '../../../src/app/gate/context.ts'
import { DEFAULT_CONFIG } from '../../../src/config/parse.ts'
import { openWorld, type World } from '../../support/github/story-world.ts'

const WEAKER = 'version: 1\npolicy: { trust: { level: verified-run } }\n'

async function judged(config: string | null): Promise<{ readonly world: World; readonly head: string }> {
  const world = openWorld()
  world.minimum = 'attested'
  if (config !== null) world.configs.set(world.tip, config)
  const pull = world.open(1)
  pull.red({ 'cart.test.ts': 'v1' }, { 'cart.test.ts > adds': 'failed' })
  pull.green({ 'src/cart.ts': 'v1' }, { 'cart.test.ts > adds': 'passed' })
  await world.judge(1)
  await world.look(1)
  return { world, head: pull.facts().head }
}

test('evidence without a token is accepted where the base says so; the check names it, and it is not stored', async () => {
  const { world, head } = await judged(WEAKER)
  expect(world.gateOf(head)).toMatchObject({ conclusion: 'success' })
  expect(world.gateOf(head)?.output.summary).toContain('The base accepts weaker evidence')
  for (let evaluations = 0; evaluations < 3; evaluations += 1) await world.look(1)
  expect(world.checks.filter(({ name }) => name === 'tdd-gate/evidence')).toEqual([])
  world.configs.set(world.tip, 'version: 1\n')
})

test.each([
  ['says nothing', null],
  ['demands tokens', 'version: 1\npolicy: { trust: { level: attested } }\n'],
  ['is invalid', `${WEAKER}nonsense: 1\n`],
])('evidence without a token is refused where the base %s', async (_, config) => {
  const { world, head } = await judged(config)
  expect(world.gateOf(head)?.conclusion).not.toBe('success')
})

const trustOf = (allowsWeaker: boolean) =>
  makeContext({
    app: { id: 7, slug: 'gate' },
    serverUrl: 'https://github.com',
    workflows: [],
    allowsWeaker,
    readConfig: async () => ({ config: DEFAULT_CONFIG, unread: null }),
    handleRequest: async () => [],
  }).trustIn('1')

test.each([
  [{ level: 'attested', runners: 'github-hosted' }, null],
  [{ level: 'verified-run', runners: 'github-hosted' }, 'verified-run'],
  [{ level: 'attested', runners: 'any' }, 'attested'],
] as const)('by default a base that asks for %o gets %j', (wanted, minimum) => {
  const trust = trustOf(true)
  const weaker = trust.weakened(wanted)
  expect(weaker?.minimum ?? null).toBe(minimum)
  expect(weaker?.digest).not.toBe(trust.digest)
})

test('an App whose operator forbids it accepts no weaker evidence, whatever a base says', () => {
  expect(trustOf(false).weakened({ level: 'verified-run', runners: 'any' })).toBeNull()
})
