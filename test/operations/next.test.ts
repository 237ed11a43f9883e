import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { nextOperation, statusOperation } from '../../src/operations/catalog/next.ts'
import { findNextStep } from '../../src/operations/next.ts'
import type { Definition } from '../../src/operations/operation.ts'
import { toNextJson } from '../../src/render/work-unit.ts'
import { createBranch, getSharedCache } from '../support/branch.ts'
import { KEPT } from '../support/kept-runs.ts'
import { createRepository } from '../support/repository.ts'
import { GREEN, RED, SHOP } from '../support/shop.ts'

const cacheDir = getSharedCache()
const ask = async (repo: string, more: { base?: string; task?: string } = {}) =>
  toNextJson(await findNextStep({ repo, cacheDir, ...more }, KEPT))

describe('next', () => {
  test('before the first commit, the plan alone gives the first step, and no test runs', async () => {
    await using repo = await createRepository()
    await repo.commit('base', {
      ...SHOP,
      'task.yml':
        'id: 7\ntitle: Tax\nsubtasks: [{ id: 7.1, title: A fifth, description: In src/tax.js, acceptance: [100 gives 20] }]\n',
    })
    const { next: unit, progress } = await ask(repo.dir, { task: join(repo.dir, 'task.yml') })
    expect(unit).toMatchObject({ action: 'write-failing-test', subtask: '7.1', acceptance: ['100 gives 20'] })
    expect(unit?.expectedFiles).toEqual(['test/tax.test.js'])
    expect(unit?.context.testCommands).toMatchObject([{ framework: 'node:test' }])
    expect(progress).toEqual({ completed: 0, total: 1, percentage: 0, skipped: 0, current: '7.1' })
  })

  test('after RED, it names the failing test with its message and the file to leave alone; after GREEN, nothing is left', async () => {
    await using branch = await createBranch(SHOP, { cacheDir })
    await branch.red(RED)
    const { next: unit } = await ask(branch.repo.dir, { base: 'main' })
    expect(unit).toMatchObject({ action: 'make-tests-pass', phase: 'green', frozen: ['test/discount.test.js'] })
    await branch.repo.write({ ...GREEN, 'src/cart.js': 'export const total = () => 0\n' })
    const asked = { repo: branch.repo.dir, base: 'main', cacheDir, diff: true }
    const { json, toText } = await statusOperation.run(asked, KEPT)
    const { diff } = json as { diff: string }
    expect(diff).toContain('\n+export const total = () => 0\n')
    expect(diff).toContain('+++ b/src/discount.js\n')
    expect(diff).not.toContain('discount.test.js')
    expect(toText({ width: 80, paint: (_, words) => words })).toContain('\n+export const total = () => 0\n')
    await branch.repo.git('checkout', '-q', '--', 'src/cart.js')
    await branch.repo.git('clean', '-qf')
    expect(unit?.prompt).toContain('Files that stay as they are:\n- test/discount.test.js\n')
    expect(unit?.prompt).toMatch(/Why they fail:\n- test\/discount\.test\.js: .*Cannot find module/)
    await branch.green(GREEN)
    expect(await ask(branch.repo.dir, { base: 'main' })).toMatchObject({
      conclusion: 'success',
      progress: { completed: 1, total: 1, percentage: 100, current: null },
      next: null,
    })
  })

  test('where coverage is measured, it names the changed lines that no test ran', async () => {
    const command =
      'node --test --experimental-test-coverage --test-reporter=tap --test-reporter-destination={reports}/t.tap'
    const lcov = '--test-reporter=lcov --test-reporter-destination={reports}/lcov.info {files}'
    const config = `version: 1
test:
  command: ${command} ${lcov}
  reports: ['{reports}/t.tap']
  coverage: ['{reports}/lcov.info']
policy: { coverage: false, refactor: required }
`
    await using branch = await createBranch({ ...SHOP, '.github/tdd-gate.yml': config }, { cacheDir })
    await branch.red(RED)
    await branch.green({
      'src/discount.js': `export const discount = (total) => {
  if (total < 0) {
    throw new RangeError('negative')
  }
  return total / 10
}
`,
    })
    const { next: unit } = await ask(branch.repo.dir, { base: 'main' })
    expect(unit).toMatchObject({ phase: 'refactor', context: { leastCovered: ['src/discount.js:3-4'] } })
  })

  test('after a failed attempt, it says why the test still fails', async () => {
    await using branch = await createBranch(SHOP, { cacheDir })
    await branch.red(RED)
    await branch.green({ 'src/discount.js': 'export const discount = (total) => total / 20\n' })
    const { next: unit } = await ask(branch.repo.dir, { base: 'main' })
    expect(unit?.id).toBe('1:green:2')
    expect(unit?.driverFailures).toMatchObject([{ kind: 'assertion', message: expect.stringContaining('10 !== 20') }])
    await branch.green({ 'src/discount.js': 'export const discount = (total => total / 10\n' })
    const { next: third } = await ask(branch.repo.dir, { base: 'main' })
    expect(third?.driverFailures).toMatchObject([{ message: expect.stringContaining('SyntaxError') }])
  })

  test('as JSON takes at most 2,000 characters, and `--prompt` adds the step as one text', async () => {
    await using branch = await createBranch(SHOP, { cacheDir })
    const answer = async (definition: Definition, more: object = {}) => {
      const input = definition.input.parse({ repo: branch.repo.dir, base: 'main', cacheDir, ...more })
      return (await definition.run(input, KEPT)).json as { next: { phase: string; prompt?: string } }
    }
    const size = async (definition: Definition) => JSON.stringify(await answer(definition)).length
    await branch.red(RED)
    for (const definition of [nextOperation, statusOperation]) expect(await size(definition)).toBeLessThan(2_000)
    expect((await answer(nextOperation)).next).toMatchObject({ phase: 'green' })
    expect((await answer(nextOperation, { prompt: true })).next.prompt).toMatch(/Then run:\n\$ tdd-gate commit/)
  })
})
