/** Where no token vouches for evidence, the App believes what GitHub's record of the judging job bears out, and no more. */
import { describe, expect, test } from 'vitest'
import { openArchive } from '../../../src/github/read/evidence/archive.ts'
import type { Pull } from '../../core/story.ts'
import { RAN } from '../../support/github/state.ts'
import { openWorld, type World } from '../../support/github/story-world.ts'
import { getJudgingJob, type JudgingJobParts } from '../../support/judging-job.ts'
import { zip } from '../../support/zip.ts'

const RED = [{ 'cart.test.ts': 'v1' }, { 'cart.test.ts > adds': 'failed' }] as const
const GREEN = [{ 'src/cart.ts': 'v1' }, { 'cart.test.ts > adds': 'passed' }] as const

async function judged(conclusion: string, isDone = true): Promise<{ world: World; pull: Pull; head: string }> {
  const world = openWorld()
  const pull = world.open(1)
  pull.red(...RED)
  if (isDone) pull.green(...GREEN)
  await world.judge(1, { conclusion })
  return { world, pull, head: pull.facts().head }
}
const downloads = (world: World) => world.reads().filter((line) => line.endsWith('/zip'))
/** Gives the judging job of the run another end than the honest one. */
const setJob = (world: World, end: Partial<JudgingJobParts>) =>
  Object.assign(world.runs[0] ?? {}, { jobs: [getJudgingJob({ attempt: 1, startedAt: RAN, endedAt: RAN, ...end })] })

describe('evidence', () => {
  test('uses evidence of a RED head, whose job fails', async () => {
    const { world, head } = await judged('failure', false)
    const { facts } = (await world.look(1)).snapshot
    expect(facts.evidence.kind).toBe('found')
    expect(world.gateOf(head)?.conclusion).not.toBe('success')
    expect(world.gateOf(head)?.output.title).toMatch(/RED/)
  })

  test('refuses evidence of a success where the judging job has failed', async () => {
    const { world, head } = await judged('failure')
    await world.look(1)
    expect(world.gateOf(head)?.conclusion).not.toBe('success')
    expect(world.gateOf(head)?.output.summary).toContain('it claims success, but the judging job failed')
  })

  test('refuses evidence of a success where the job passed but its record shows unproved commits', async () => {
    const { world, head } = await judged('success')
    setJob(world, { proved: 'skipped' })
    await world.look(1)
    expect(world.gateOf(head)?.output.summary).toContain('it claims success, but the judging job failed')
    const again = await judged('success')
    setJob(again.world, { proved: 'success' })
    await again.world.look(1)
    expect(again.world.gateOf(again.head)?.conclusion).toBe('success')
  })

  test("refuses, before a download, evidence under the judge's name in a run whose judge kept none", async () => {
    const { world, head } = await judged('failure')
    setJob(world, { kept: 'failure' })
    await world.look(1)
    expect(world.gateOf(head)?.conclusion).not.toBe('success')
    expect(downloads(world)).toEqual([])
  })

  test('refuses evidence of a run that calls no judging workflow, whatever its file is called', async () => {
    const { world, head } = await judged('success')
    Object.assign(world.runs[0] ?? {}, { referenced_workflows: [], path: '.github/workflows/tdd-gate.yml' })
    await world.look(1)
    expect(world.gateOf(head)?.conclusion).not.toBe('success')
    expect(world.gateOf(head)?.output.summary).toContain('its workflow calls no trusted judging workflow')
    expect(downloads(world)).toEqual([])
  })

  test('is refused when a second artifact has its name', async () => {
    const { world, head } = await judged('success')
    const [real] = world.artifacts
    if (real !== undefined) world.artifacts.push({ ...real, id: 9 })
    await world.look(1)
    expect(world.gateOf(head)?.conclusion).not.toBe('success')
  })
})

test('facts of the branch that are not those of the index are refused before they are parsed', async () => {
  const { world, head } = await judged('success')
  const [artifact] = world.artifacts
  if (artifact === undefined) throw new Error('The judge has kept nothing.')
  const archive = await openArchive(artifact.bytes, () => true)
  const files = archive.names.map((name) => [name, archive.read(name, 1_000_000) ?? ''])
  artifact.bytes = await zip({ ...Object.fromEntries(files), 'evidence/branch.json': '['.repeat(1_000_000) })
  await world.look(1)
  expect(world.gateOf(head)?.conclusion).not.toBe('success')
  expect(world.gateOf(head)?.output.summary).toContain('The facts of the branch do not match the index')
})

describe('an artifact', () => {
  test('evidence is downloaded once for several evaluations', async () => {
    for (const conclusion of ['failure', 'success']) {
      const { world } = await judged(conclusion)
      const counts: number[] = []
      for (let n = 0; n < 3; n += 1) {
        await world.look(1)
        counts.push(downloads(world).length)
      }
      expect(counts).toEqual([1, 0, 0])
    }
  })

  test('evidence is downloaded again where its digest or attempt differs', async () => {
    const { world } = await judged('failure')
    await world.look(1)
    const [artifact] = world.artifacts
    if (artifact !== undefined) artifact.bytes = Buffer.concat([artifact.bytes, Buffer.from('x')])
    await world.look(1)
    expect(downloads(world)).toHaveLength(1)
    await world.look(1)
    expect(downloads(world)).toHaveLength(0)
  })

  test('is downloaded again where GitHub did not give it', async () => {
    const { world, head } = await judged('success')
    const route = 'GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}' as const
    world.failures.push(...Array.from({ length: 9 }, () => ({ route, status: 502 })))
    await world.look(1).catch(() => undefined)
    world.failures.splice(0)
    await world.look(1)
    expect(world.gateOf(head)?.conclusion).toBe('success')
  })
})
