/**
 * Tests a failure by chance in a test that the change does not touch: a repeated run distinguishes it from a broken
 * one.
 */

import { expect, test } from 'vitest'
import type { TestRun } from '../../../src/core/model/test-run.ts'
import type { OpenMeasurer } from '../../../src/operations/verify/open-measurer.ts'
import { openSession } from '../../../src/operations/verify/session.ts'
import { toVerification, walkBranch } from '../../../src/operations/verify/walk-branch.ts'
import type { ExecutionRequest } from '../../../src/test-runner/execution.ts'
import { type Branch, createBranch } from '../../support/branch.ts'
import { KEPT, openKeptRuns } from '../../support/kept-runs.ts'
import { GREEN, nodeTest, RED, SHOP } from '../../support/shop.ts'

const OLD = 'test/cart.test.js > adds up'

/** A machine on which the old test fails at the head: in whole runs by this number, and alone if it is said. */
function unlucky(head: string, times: readonly number[], failsAlone = false): OpenMeasurer {
  return async (parts) => {
    const measurer = await openKeptRuns(parts)
    const tree = (await parts.checkout.git(['rev-parse', `${head}^{tree}`])).toString().trim()
    return {
      ...measurer,
      execute: async (of, request) => {
        const execution = await measurer.execute(of, request)
        const isHit = of === tree && (request.files === null ? times.includes(request.repeat) : failsAlone)
        return isHit ? { ...execution, run: broken(execution.run) } : execution
      },
    }
  }
}

/** A machine on which the old test fails at the head each time, and in some runs of the base. */
function unreliable(head: string, onBase: (request: ExecutionRequest) => boolean): OpenMeasurer {
  return async (parts) => {
    const measurer = await openKeptRuns(parts)
    const tree = (await parts.checkout.git(['rev-parse', `${head}^{tree}`])).toString().trim()
    const base = (await parts.checkout.git(['rev-parse', `${head}~2^{tree}`])).toString().trim()
    return {
      ...measurer,
      execute: async (of, request) => {
        const execution = await measurer.execute(of, request)
        const isHit = of === tree || (of === base && onBase(request))
        return isHit ? { ...execution, run: broken(execution.run) } : execution
      },
    }
  }
}

function broken(run: TestRun): TestRun {
  const failure = {
    kind: 'assertion',
    message: 'by chance',
    type: null,
    stack: null,
    at: null,
    line: null,
    missing: null,
  } as const
  return { ...run, cases: run.cases.map((one) => (one.id === OLD ? { ...one, outcome: 'failed', failure } : one)) }
}

async function judged(branch: Branch, openMeasurer: OpenMeasurer) {
  const options = { repo: branch.repo.dir, base: 'main', cacheDir: branch.cacheDir }
  await using session = await openSession(options, KEPT, { openMeasurer })
  return toVerification(session, await walkBranch(session)).decision
}

test('what passes when the same run is made again is flaky, and shown; what fails again is broken', async () => {
  await using branch = await createBranch(SHOP)
  await branch.red(RED)
  const head = await branch.green(GREEN)
  const once = await judged(branch, unlucky(head, [1]))
  expect(once.conclusion).toBe('success')
  expect(once.commits.at(-1)?.findings).toMatchObject([{ rule: 'flaky-test-is-shown', level: 'warn', tests: [OLD] }])
  const always = await judged(branch, unlucky(head, [1, 2]))
  expect(always.commits.at(-1)?.findings[0]).toMatchObject({ rule: 'suite-is-green', tests: [OLD] })
  const alone = await judged(branch, unlucky(head, [1], true))
  expect(alone.commits.at(-1)?.findings[0]).toMatchObject({ rule: 'suite-is-green', tests: [OLD] })
})

test('a failure beside the drivers is flaky when the test file also fails without the change', async () => {
  const total = 'export const cart = { total: (items) => items.reduce((sum, price) => sum + price, 0) }\n'
  const old = { 'adds up': 'assert.equal(cart.total([1, 2]), 3)' }
  const tests = { ...old, 'takes a tenth': 'assert.equal(cart.tenth?.(20), 2)' }
  const fileOf = (cases: Readonly<Record<string, string>>) => ({
    'test/cart.test.js': nodeTest('../src/cart.js', 'cart', cases),
  })
  await using branch = await createBranch({ ...SHOP, 'src/cart.js': total, ...fileOf(old) })
  await branch.red(fileOf(tests))
  const head = await branch.green({ 'src/cart.js': `${total}cart.tenth = (price) => price / 10\n` })
  const chance = await judged(
    branch,
    unreliable(head, ({ repeat }) => repeat > 1),
  )
  expect(chance.commits.at(-1)?.findings).toMatchObject([{ rule: 'flaky-test-is-shown', level: 'warn', tests: [OLD] }])
  const always = await judged(
    branch,
    unreliable(head, () => false),
  )
  expect(always.commits.at(-1)?.findings[0]).toMatchObject({ rule: 'suite-is-green', tests: [OLD] })
})

test('a test that fails alone even without the change is broken when the change breaks it among the others', async () => {
  await using branch = await createBranch(SHOP)
  await branch.red(RED)
  const head = await branch.green(GREEN)
  const alone = await judged(
    branch,
    unreliable(head, ({ files }) => files !== null),
  )
  expect(alone.commits.at(-1)?.findings[0]).toMatchObject({ rule: 'suite-is-green', tests: [OLD] })
})
