import { expect, test } from 'vitest'
import type { ProgressEvent } from '../../../src/render/text/progress.ts'
import { createBranch, getSharedCache } from '../../support/branch.ts'
import { getFolder } from '../../support/folder.ts'
import { getStore, rehearse } from '../../support/rehearsal.ts'
import { GREEN, GREEN_TAX, RED, RED_TAX, SHOP } from '../../support/shop.ts'

/** Branches of the same commits: each of their trees runs once. */
const SHARED = { cacheDir: getSharedCache() }

test('every commit is measured, the base first, and a preview says how it would be judged', async () => {
  await using branch = await createBranch(SHOP, SHARED)
  const red = await branch.red(RED)
  const green = await branch.green(GREEN)
  const rehearsal = rehearse(branch)
  const result = await rehearsal.measure()
  expect(result).toMatchObject({ error: null, head: green, decision: { conclusion: 'success' } })
  expect(result.measured.map(({ commit, reused }) => [commit, reused])).toEqual([
    [result.base, null],
    [red, null],
    [green, null],
  ])
  const base = await branch.repo.git('rev-parse', 'main^{tree}')
  expect(rehearsal.executed().filter((tree) => tree === base)).toHaveLength(1)
})

test('what has evidence is not run again, only new commits are', async () => {
  await using branch = await createBranch(SHOP, SHARED)
  await branch.red(RED)
  await branch.green(GREEN)
  const rehearsal = rehearse(branch)
  await rehearsal.measure()
  const store = getStore(await rehearsal.judge())
  rehearsal.executed()
  const again = await rehearsal.measure({ store })
  expect(rehearsal.executed()).toEqual([])
  expect(again.decision?.conclusion).toBe('success')
  expect(again.measured.map(({ reused }) => reused)).toEqual(Array(3).fill({ id: '100', attempt: 1 }))
  expect(again.notes).toContain('from an earlier run')

  const tax = await branch.red(RED_TAX)
  const tree = await branch.repo.git('rev-parse', `${tax}^{tree}`)
  expect((await rehearsal.measure({ store })).measured.at(-1)).toMatchObject({ commit: tax, reused: null })
  expect(new Set(rehearsal.executed())).toEqual(new Set([tree]))
})

test('the baseline run is repeated when no archive has it', async () => {
  await using branch = await createBranch(SHOP, SHARED)
  await branch.red(RED)
  const green = await branch.green(GREEN)
  const rehearsal = rehearse(branch)
  await rehearsal.measure()
  const store = getStore(await rehearsal.judge(), { isArchived: false })
  await branch.red(RED_TAX)
  await branch.green(GREEN_TAX)
  rehearsal.executed()
  const outcome = await rehearsal.measure({ store })
  expect(outcome.decision).toMatchObject({ conclusion: 'success' })
  const settled = await branch.repo.git('rev-parse', `${green}^{tree}`)
  expect(rehearsal.executed().filter((tree) => tree === settled)).toHaveLength(1)
})

test('evidence that says it is worth nothing is measured anew', async () => {
  await using branch = await createBranch(SHOP, SHARED)
  const red = await branch.red(RED)
  const rehearsal = rehearse(branch)
  await rehearsal.measure()
  const problems = [{ code: 'timeout', message: 'too slow' }] as const
  const broken = await rehearsal.judge({ fit: (evidence) => ({ ...evidence, problems }) })
  const result = await rehearsal.measure({ store: getStore(broken) })
  expect(result.measured.map(({ commit, reused }) => [commit, reused])).toEqual([
    [result.base, null],
    [red, null],
  ])
})

test('evidence that a store offers for another tree, policy or key is not taken', async () => {
  await using branch = await createBranch(SHOP, SHARED)
  await branch.red(RED)
  const rehearsal = rehearse(branch)
  await rehearsal.measure()
  const result = await rehearsal.judge()
  const given = getStore(result)
  const forged = [{ tree: 'f'.repeat(40) }, { policyDigest: 'weaker' }, { key: 'f'.repeat(64) }].map((other) => ({
    ...given,
    find: (key: string) => ({ ...given.find(key)!, ...other }),
  }))
  for (const store of forged) {
    expect((await rehearsal.measure({ store })).measured.map(({ reused }) => reused)).toEqual([null, null])
  }
})

test('what was measured before an error is kept, and nothing is said of the whole', async () => {
  const config = `version: 1\ntest: { setup: test ! -e broken/package.json, command: 'node --test --test-reporter=junit --test-reporter-destination={reports}/r.xml {files}', reports: ['{reports}/r.xml'] }\n`
  await using branch = await createBranch({ ...SHOP, '.github/tdd-gate.yml': config })
  const red = await branch.red(RED)
  await branch.commit('chore: broken\n\nPhase: neutral\n', { 'broken/package.json': '{}\n' })
  const result = await rehearse(branch).measure()
  expect(result.measured.map(({ commit }) => commit)).toEqual([result.base, red])
  expect(result).toMatchObject({ decision: null, error: { code: 'setup-failed' } })
})

test('who stops it in the middle keeps what was measured', async () => {
  await using branch = await createBranch(SHOP, { cacheDir: getFolder({}) })
  const red = await branch.red(RED)
  const green = await branch.green(GREEN)
  const stop = new AbortController()
  const hooks = {
    signal: stop.signal,
    onProgress: (event: ProgressEvent) => {
      if ('sha' in event && event.sha === green) stop.abort(new Error('cancelled'))
    },
  }
  const result = await rehearse(branch).measure({ hooks })
  expect(result.measured.map(({ commit }) => commit)).toEqual([result.base, red])
  expect(result).toMatchObject({ decision: null, error: { message: 'cancelled' } })
})
