import { spawnSync } from 'node:child_process'
import { mkdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { getStart } from '../../../src/core/task/start.ts'
import { toDigest } from '../../../src/evidence/digest.ts'
import { toPlan } from '../../../src/tasks/issue-to-plan.ts'
import { createBranch, getSharedCache } from '../../support/branch.ts'
import { countGit } from '../../support/counted-git.ts'
import { getFolder } from '../../support/folder.ts'
import { GREEN, RED, SHOP } from '../../support/shop.ts'

/** Branches of the same commits: each of their trees runs once. */
const SHARED = { cacheDir: getSharedCache() }

test('an honest cycle is measured, accepted, and not run again', async () => {
  await using branch = await createBranch(SHOP, { cacheDir: getFolder({}) })
  await branch.red(RED)
  await branch.green(GREEN)
  const result = await branch.verify()
  expect(result).toMatchObject({ conclusion: 'success', verdicts: ['red accepted', 'green accepted'] })
  expect(result.decision.subtasks).toMatchObject([
    { id: '1', status: 'done', drivers: ['test/discount.test.js > takes a tenth'] },
  ])
  expect(await branch.verify()).toEqual(result)
  const { stdout } = spawnSync('node', ['--version'], { encoding: 'utf8' })
  expect(result.notes).toContain(`Tests ran with node ${stdout.trim()}.`)
})

/**
 * What a branch takes, however long it is; each measured commit (packed once, checked out twice); texts of the tree, which one
 * process reads, and what is tried with other production code: each tree is composed (2) and listed (1), and packed (1) and
 * checked out (1) where it runs.
 */
const GITS = { branch: 12, measured: 3, tries: 3, composed: 3, run: 2 }
const MEASURED = ['base', 'red', 'green'].length
/** The functions of GREEN emptied, and with other values. */
const TRIED = 2
const AGAIN_GITS = GITS.branch + GITS.tries + TRIED * GITS.composed
const ALL_GITS = AGAIN_GITS + MEASURED * GITS.measured + TRIED * GITS.run

test.skipIf(process.platform === 'win32')('no more git processes than needed', async () => {
  await using branch = await createBranch(SHOP, { cacheDir: getFolder({}) })
  await branch.red(RED)
  await branch.green(GREEN)
  const gits = countGit()
  expect((await branch.verify()).conclusion).toBe('success')
  expect(gits()).toBeLessThanOrEqual(ALL_GITS)
  await branch.verify()
  expect(gits(), 'measured before').toBeLessThanOrEqual(AGAIN_GITS)
})

test('what a killed run left and tdd-gate cannot remove is named', async () => {
  const cacheDir = getFolder({})
  await using branch = await createBranch(SHOP, { cacheDir })
  const stuck = join(cacheDir, 'scratch/stuck.json')
  mkdirSync(join(stuck, 'in the way'), { recursive: true })
  const longAgo = new Date(Date.now() - 25 * 3_600_000)
  utimesSync(stuck, longAgo, longAgo)
  await branch.green(GREEN)
  expect((await branch.verify()).notes).toContainEqual(expect.stringContaining('Cannot remove what a killed run left'))
})

test('code without a test is refused', async () => {
  await using branch = await createBranch(SHOP, SHARED)
  await branch.green(GREEN)
  expect(await branch.verify()).toMatchObject({ conclusion: 'failure', verdicts: ['green rejected: red-before-green'] })
})

test('the configuration comes from the base, never from the branch that it judges', async () => {
  await using branch = await createBranch(SHOP, SHARED)
  await branch.commit('chore: loosen', {
    '.github/tdd-gate.yml': 'version: 1\npolicy: { rules: { red-before-green: off } }\n',
  })
  await branch.green(GREEN)
  const outcome = await branch.verify()
  expect(outcome.conclusion).toBe('failure')
  expect(outcome.notes.join('\n')).toContain('does not apply')
})

describe('a configuration that the branch changes', () => {
  const base = { ...SHOP, '.github/tdd-gate.yml': 'version: 1\n' }
  const notesWith = async (text: string) => {
    await using branch = await createBranch(base, SHARED)
    await branch.commit('chore: other rules', { '.github/tdd-gate.yml': text })
    return (await branch.verify()).notes.join('\n')
  }

  test('is reported to apply after the merge', async () => {
    const notes = await notesWith('version: 1\npolicy: { refactor: off }\n')
    expect(notes).toMatch(/\.github\/tdd-gate\.yml .*the change applies after the merge/)
    expect(notes).not.toContain('is invalid')
  })

  test('is read in any case: a mistake that would block every later branch is reported before the merge', async () => {
    expect(await notesWith('version: 1\ntest:\n  comand: x\n')).toMatch(
      /is invalid.* \.github\/tdd-gate\.yml:3:3 unknown key `test\.comand`; did you mean `command`\?/,
    )
  })
})

test('a plan says what is still to be done', async () => {
  await using branch = await createBranch({
    ...SHOP,
    'plan.yml': 'id: 7\ntitle: Shop\nsubtasks:\n  - { id: "7.1", title: Discounts }\n  - { id: "7.2", title: Tax }\n',
  })
  await branch.red(RED, '7.1')
  await branch.green(GREEN, '7.1')
  const result = await branch.verify({ task: `${branch.repo.dir}/plan.yml` })
  expect(result.conclusion).toBe('in_progress')
  expect(result.decision.subtasks.map(({ id, status }) => `${id} ${status}`)).toEqual(['7.1 done', '7.2 pending'])
  expect(result.decision.next).toMatchObject({ action: 'write-failing-test', subtask: '7.2' })
})

describe('a branch named after a task', () => {
  const config = 'version: 1\ntasks: { path: "tasks/{id}.yml" }\n'
  const plan = 'id: 7\ntitle: Shop\nsubtasks:\n  - { id: "7.1", title: Discounts }\n  - { id: "7.2", title: Tax }\n'
  const base = { ...SHOP, '.github/tdd-gate.yml': config, 'tasks/7.yml': plan }

  test.each([
    ['has its plan', 'feat/task-7-discounts', ['7.1 done', '7.2 pending'], 'Task 7'],
    ['of which the base knows nothing has none', 'feat/task-8-discounts', ['7.1 done'], ''],
    ['has none where its name is of another form', 'discounts', ['7.1 done'], ''],
    ['has none where its name is a path', 'feat/task-../../tasks/7-x', ['7.1 done'], ''],
  ])('%s', async (_, name, subtasks, note) => {
    await using branch = await createBranch(base, SHARED)
    await branch.red(RED, '7.1')
    await branch.green(GREEN, '7.1')
    const result = await branch.verify({ branch: name })
    expect(result.decision.subtasks.map(({ id, status }) => `${id} ${status}`)).toEqual(subtasks)
    expect(result.notes.join('\n')).toContain(note)
  })

  test('is judged by the task that the command names, where it names one', async () => {
    await using branch = await createBranch(base, SHARED)
    await branch.red(RED, '7.1')
    await expect(branch.verify({ branch: 'feat/task-7-x', task: '9' })).rejects.toMatchObject({
      code: 'bad-plan',
      message: expect.stringContaining('"9" names no task document'),
    })
  })
})

test('a policy may allow stubs in RED: the tests must fail all the same, and again without what GREEN did', async () => {
  const config = 'version: 1\npolicy:\n  red: { stubs: ["src/discount.js"] }\n'
  await using branch = await createBranch({ ...SHOP, '.github/tdd-gate.yml': config }, SHARED)
  await branch.red({ ...RED, 'src/discount.js': 'export const discount = () => undefined\n' })
  await branch.green(GREEN)
  expect(await branch.verify()).toMatchObject({ conclusion: 'success', verdicts: ['red accepted', 'green accepted'] })
})

test('what could not be proved about the measurement is said: a command of no known runner has no canary', async () => {
  const report = '<testsuite><testcase name="a" file="a.check"/></testsuite>'
  const config = `version: 1\ntest: { command: sh run.sh, reports: [junit.xml] }\n`
  await using branch = await createBranch({
    '.github/tdd-gate.yml': config,
    'a.check': '',
    'run.sh': `echo '${report}' > junit.xml\n`,
  })
  await branch.commit('chore: a note\n\nPhase: neutral\n', { Makefile: 'all:\n' })
  expect((await branch.verify()).notes.join('\n')).toContain('canary')
})

test('so does the commit that opened the task', async () => {
  const plan = toPlan({ number: 7, title: 'Shop', body: '- [ ] Discounts\n- [ ] Tax' }, [])
  const base = { branch: 'main', sha: '', tree: '' }
  const terms = { plan, issue: 7, base, policyDigest: '', planDigest: toDigest(plan), branchPattern: '{tag}/task-{id}' }
  await using branch = await createBranch(SHOP)
  await branch.commit(getStart(terms).message, {})
  await branch.red(RED, '7.1')
  await branch.green(GREEN, '7.1')
  const result = await branch.verify()
  expect(result).toMatchObject({
    conclusion: 'in_progress',
    verdicts: ['start accepted', 'red accepted', 'green accepted'],
  })
  expect(result.decision.next).toMatchObject({
    action: 'write-failing-test',
    subtask: '7.2',
    title: 'Write a failing test for 7.2: Tax',
  })
  expect(result.notes.join('\n')).toContain('comes from the first commit of the branch')
})
