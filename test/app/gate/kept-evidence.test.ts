/** Evidence that outlives its artifact: the App stores it on the head, where only the App can write. */
import { describe, expect, test } from 'vitest'
import { writeEvaluation } from '../../../src/app/gate/write.ts'
import type { EvidenceSource } from '../../../src/github/read/evidence/head-evidence.ts'
import { ACTIONS, type CheckRecord } from '../../support/github/state.ts'
import { openWorld, REPOSITORY, type World } from '../../support/github/story-world.ts'
import { keptWorld } from './kept-world.ts'

const keptOn = (world: World, head: string) =>
  world.checks.filter(({ name, head_sha }) => name === 'tdd-gate/evidence' && head_sha === head)
const forget = (world: World) => world.artifacts.splice(0)

test('it is kept by a look that has room for it, once', async () => {
  const { world, head } = await keptWorld()
  expect(world.writes()).toHaveLength(1)
  expect(keptOn(world, head)).toMatchObject([{ status: 'completed', conclusion: 'neutral' }])
  await world.look(1)
  expect(world.writes()).toEqual([])
})

test('what is kept already is not read again: it may be large, and every look would compress it', async () => {
  const { world } = await keptWorld()
  const { snapshot, ...evaluation } = await world.look(1)
  const source = {
    ...(snapshot.source as EvidenceSource),
    get documents(): never {
      throw new Error('the documents were read')
    },
  }
  const target = { github: world.github, repository: REPOSITORY, number: 1, context: world.context }
  const writing = { kind: 'everything', isRevoking: false } as const
  const written = await writeEvaluation(target, { ...evaluation, snapshot: { ...snapshot, source } }, writing)
  expect(written.evidence).toBe('unchanged')
})

const artifactReads = (world: World) => world.reads().filter((line) => line.includes('/artifacts'))

test('the App does not read the artifact again where the stored evidence is of the newest run', async () => {
  const { world, head } = await keptWorld()
  const evaluation = await world.look(1)
  expect(artifactReads(world)).toEqual([])
  expect(world.reads().length).toBeLessThanOrEqual(8)
  expect(evaluation.written).toEqual({
    check: 'unchanged',
    comment: 'unchanged',
    metadata: 'unchanged',
    evidence: 'unchanged',
  })
  expect(world.gateOf(head)?.conclusion).toBe('success')
})

test('a newer run, or another attempt, is read', async () => {
  const { world } = await keptWorld()
  Object.assign(world.runs[0] ?? {}, { run_attempt: 2 })
  await world.look(1)
  expect(artifactReads(world)).not.toEqual([])
  Object.assign(world.runs[0] ?? {}, { run_attempt: 1 })
  await world.judge(1)
  await world.look(1)
  expect(artifactReads(world)).not.toEqual([])
})

test('verified on other terms, it is verified again, and kept for these', async () => {
  const { world, head } = await keptWorld()
  world.trustDigest = 'others'
  await world.look(1)
  expect(artifactReads(world)).not.toEqual([])
  expect(keptOn(world, head)).toHaveLength(2)
  await world.look(1)
  expect(artifactReads(world)).toEqual([])
})

test('what is wanted now is wanted of it too', async () => {
  const { world, head } = await keptWorld()
  world.minimum = 'attested'
  await world.look(1)
  expect(world.gateOf(head)).toMatchObject({ conclusion: 'failure', output: { title: 'The evidence is refused' } })
})

test('it stands in for an artifact that has expired, and for a run that was deleted', async () => {
  const { world, head } = await keptWorld()
  forget(world)
  world.runs.splice(0)
  const evaluate = await world.look(1)
  expect(evaluate.written).toEqual({
    check: 'unchanged',
    comment: 'unchanged',
    metadata: 'unchanged',
    evidence: 'unchanged',
  })
  expect(world.gateOf(head)?.conclusion).toBe('success')
})

test('while the workflow judges once more, what it said before holds', async () => {
  const { world, head } = await keptWorld()
  forget(world)
  await world.judge(1, { status: 'in_progress', conclusion: null })
  await world.look(1)
  expect(world.gateOf(head)?.conclusion).toBe('success')
})

test('it stands in where only what was judged for others is newer, however often', async () => {
  const { world, pull, head } = await keptWorld()
  world.open(2, pull, { baseBranch: 'release', headBranch: 'work-1' })
  for (let n = 0; n < 12; n += 1) await world.judge(2)
  expect((await world.look(1)).status.conclusion).toBe('success')
  Object.assign(world.pulls.get(2) ?? {}, { state: 'closed' })
  await world.look(1)
  expect(world.gateOf(head)?.conclusion).toBe('success')
})

test('it does not stand in for what was made for its own pull request and is refused', async () => {
  const { world, pull, head } = await keptWorld()
  world.open(2, pull, { baseBranch: 'release', headBranch: 'work-1' })
  await world.judge(1, { level: 'self-published' })
  for (let n = 0; n < 9; n += 1) await world.judge(2)
  await world.look(1)
  expect(world.gateOf(head)).toMatchObject({ conclusion: 'failure', output: { title: '#1: The evidence is refused' } })
})

test('what was kept for another base later does not stand before it', async () => {
  const { world, head } = await keptWorld()
  const lead = (baseBranch: string) => Object.assign(world.pulls.get(1) ?? {}, { baseBranch })
  lead('release')
  await world.judge(1)
  await world.look(1)
  await world.look(1)
  expect(keptOn(world, head)).toHaveLength(2)
  lead('main')
  forget(world)
  expect((await world.look(1)).status.conclusion).toBe('success')
})

test('it is of no other pull request with the same head', async () => {
  const { world, pull, head } = await keptWorld()
  forget(world)
  world.open(2, pull)
  await world.look(1)
  expect(world.gateOf(head)?.conclusion).not.toBe('success')
})

describe('it is not used', () => {
  const text = (change: (text: string) => string) => (check: CheckRecord) => {
    check.output = { ...check.output, text: change(check.output.text ?? '') }
  }
  test.each<[string, (check: CheckRecord) => void]>([
    ['when it was cut', text((whole) => whole.slice(0, 200))],
    ['when it is something else', text(() => 'evidence')],
    ['when another App wrote it', (check) => Object.assign(check, { app: ACTIONS })],
  ])('%s', async (_, change) => {
    const { world, head } = await keptWorld()
    forget(world)
    for (const check of keptOn(world, head)) change(check)
    await world.look(1)
    expect(world.gateOf(head)?.conclusion).not.toBe('success')
  })

  test('the App does not use stored evidence where the base or its workflows are other ones now', async () => {
    const { world, head } = await keptWorld()
    forget(world)
    world.tip = 'e'.repeat(40)
    world.workflows.set(world.tip, '8'.repeat(40))
    await world.look(1)
    expect(world.gateOf(head)).toMatchObject({ conclusion: 'failure', output: { title: 'The evidence is refused' } })
  })
})

test('what is too large for a check run is not kept', async () => {
  const world = openWorld()
  const pull = world.open(1)
  const noise = Array.from({ length: 6_000 }, (_, n) => [`src/f${n}.ts`, 'v1'] as const)
  pull.red({ 'cart.test.ts': 'v1' }, { 'cart.test.ts > adds': 'failed' })
  pull.green(Object.fromEntries(noise), { 'cart.test.ts > adds': 'passed' })
  await world.judge(1)
  await world.look(1)
  await world.look(1)
  expect(world.writes()).toEqual([])
  expect(world.gateOf(pull.facts().head)?.conclusion).toBe('success')
})
