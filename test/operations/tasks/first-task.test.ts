import { describe, expect, test } from 'vitest'
import { GateError } from '../../../src/core/model/errors.ts'
import { findNextStep } from '../../../src/operations/next.ts'
import { getTaskOutlook } from '../../../src/operations/plan.ts'
import { beginTask } from '../../../src/operations/start.ts'
import { getSharedCache } from '../../support/branch.ts'
import { KEPT } from '../../support/kept-runs.ts'
import { createRepository, type Files } from '../../support/repository.ts'
import { SHOP } from '../../support/shop.ts'

const toTask = (id: number) => `id: ${id}\ntitle: Tax\nsubtasks: [{ id: ${id}.1, title: A fifth }]\n`
const TASKS = JSON.stringify({
  tasks: [
    { id: 6, title: 'Done', status: 'done' },
    { id: 7, title: 'Waits', dependencies: [8] },
    { id: 8, title: 'Open', dependencies: [6] },
  ],
})
const IN_FOLDER = { '.github/tdd-gate.yml': 'version: 1\ntasks: { path: "work/{id}.yml" }\n' }
const SAMPLE =
  "echo '{ id: 1, title: The task, subtasks: [{ id: 1.1, title: The first behaviour }] }' > task.yml && tdd-gate start task.yml"
const OWN = 'git switch -c tdd/work'

async function refuse(asked: Promise<unknown>): Promise<readonly unknown[]> {
  const error = await asked.catch((thrown: unknown) => thrown)
  if (!(error instanceof GateError)) throw error
  return [error.code, error.message, error.suggestion.commands]
}

const ON_MAIN = 'You are on main, the default branch. Work happens on a branch of its own.'

describe('the default branch has no next step: the answer is how to begin', () => {
  test.each<readonly [string, { readonly committed?: Files; readonly left?: Files; readonly command: string }]>([
    ['without a task: write one', { command: SAMPLE }],
    ['the first open task of TaskMaster', { committed: { 'tasks/tasks.json': TASKS }, command: 'tdd-gate start 8' }],
    [
      'the first task of the configured folder that no commit names',
      {
        committed: { ...IN_FOLDER, 'work/7.yml': toTask(7), 'work/10.yml': toTask(10) },
        command: 'tdd-gate start 10',
      },
    ],
    ['a document that is not committed', { left: { 'task.yml': toTask(3) }, command: 'tdd-gate start task.yml' }],
    [
      'one of several tasks that are not committed',
      { left: { 'tasks.json': TASKS }, command: "tdd-gate start 'tasks.json#8'" },
    ],
    [
      'a document with a mistake: start names it',
      { left: { 'task.yml': 'id: [' }, command: 'tdd-gate start task.yml' },
    ],
    ['a foreign file of that name stays as it is', { committed: { 'task.yml': 'platform: linux\n' }, command: OWN }],
    ['changes come along', { left: { 'src/a.js': '1\n' }, command: `${OWN} && tdd-gate complete` }],
  ])('%s', async (_, { committed = {}, left = {}, command }) => {
    await using repo = await createRepository()
    await repo.commit('base', SHOP)
    await repo.commit('feat: done before\n\nTask: 7.1\nPhase: green\n', committed)
    await repo.write(left)
    const asked = findNextStep({ repo: repo.dir, cacheDir: getSharedCache() }, KEPT)
    expect(await refuse(asked)).toEqual(['on-default-branch', ON_MAIN, [command]])
  })
})

test('a new branch without a task, its plan, and an id that only an uncommitted document has, lead to its start', async () => {
  await using repo = await createRepository()
  await repo.commit('base', SHOP)
  await repo.branch('tax')
  const asked = { repo: repo.dir, cacheDir: getSharedCache() }
  await repo.write({ 'task.yml': toTask(3) })
  const start = 'tdd-gate start task.yml'
  const message = 'The branch tax has no commit of its own yet.'
  expect(await refuse(findNextStep(asked, KEPT))).toEqual(['no-commits', message, [start]])
  const { preconditions } = await getTaskOutlook(asked, KEPT)
  expect(preconditions.find(({ id }) => id === 'plan')?.suggestion?.commands).toEqual([start])
  await expect(beginTask({ ...asked, task: '3' }, KEPT)).rejects.toSatisfy(
    (error) => error instanceof GateError && error.suggestFor('tdd-gate start').commands[0] === start,
  )
})

test('a repository without a commit, and its only branch, lead to the first commit and the first task', async () => {
  await using repo = await createRepository()
  await repo.write(SHOP)
  const asked = { repo: repo.dir, cacheDir: getSharedCache() }
  const first = 'git add --all && git commit --allow-empty -m "Start"'
  expect(await refuse(findNextStep(asked, KEPT))).toEqual(['no-commits', 'There is no commit yet.', [first]])
  await repo.commit('base')
  const { preconditions } = await getTaskOutlook(asked, KEPT)
  expect(preconditions.find(({ id }) => id === 'plan')?.suggestion?.commands).toEqual([SAMPLE])
})
