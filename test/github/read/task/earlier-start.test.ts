import { expect, test } from 'vitest'
import { DEFAULT_BRANCH_PATTERN } from '../../../../src/core/model/config.ts'
import { getStart } from '../../../../src/core/task/start.ts'
import { toDigest } from '../../../../src/evidence/digest.ts'
import { writeTaskRecordText } from '../../../../src/evidence/task-record.ts'
import { findEarlierStart } from '../../../../src/github/read/task/earlier-start.ts'
import { formatStartHint } from '../../../../src/github/read/task/task-record.ts'
import { startTask } from '../../../../src/github/write/start.ts'
import { toPlan } from '../../../../src/tasks/issue-to-plan.ts'
import { Died, dieAt } from '../../../support/github/death.ts'
import { type OpenGitHub, openGitHub } from '../../../support/github/in-process.ts'

const app = { id: 7, slug: 'tdd-gate' }
const repository = { owner: 'acme', repo: 'shop' }
const base = { branch: 'main', sha: 'b'.repeat(40), tree: 't'.repeat(40) }
const BRANCH = 'master/task-42-sums'

const planFor = (number: number, title: string, body: string) => toPlan({ number, title, body }, [])
const FIRST = planFor(42, 'Sums', '- [ ] one\n- [ ] two')
const RETITLED = planFor(42, 'Something else', '- [ ] one')
const RETAGGED = planFor(42, 'Sums', 'Tag: other\n\n- [ ] one')

const startFor = (plan = FIRST, issue = 42) =>
  getStart({
    plan,
    issue,
    base,
    policyDigest: 'd'.repeat(64),
    planDigest: toDigest(plan),
    branchPattern: DEFAULT_BRANCH_PATTERN,
  })
const workFor = (plan = FIRST, issue = 42) => ({
  app,
  start: startFor(plan, issue),
  planDigest: toDigest(plan),
  toText: writeTaskRecordText,
  toBody: formatStartHint,
})

const find = (world: OpenGitHub, plan = RETITLED, issue = 42) =>
  findEarlierStart(world.github, repository, {
    app,
    start: startFor(plan, issue),
    branchPattern: DEFAULT_BRANCH_PATTERN,
  })

async function started() {
  const world = openGitHub({ self: app })
  return { world, ...(await startTask(world.github, repository, workFor())) }
}

const close = (world: OpenGitHub, isMerged = false) => {
  for (const pull of world.pulls.values()) {
    const merged = isMerged ? { mergedBy: 'mona' } : {}
    Object.assign(pull, { state: 'closed', head: world.branches.get(pull.headBranch), ...merged })
  }
}
const work = (world: OpenGitHub, author = 'ada') => {
  const sha = 'e'.repeat(40)
  world.commits.push({ sha, message: 'test: more', parents: [], author })
  world.branches.set(BRANCH, sha)
}

test('an issue that was never started has no earlier start', async () => {
  expect(await find(openGitHub({ self: app }))).toBeNull()
})

test.each([
  ['the same words', FIRST],
  ['a new title, and a subtask less', RETITLED],
  ['another tag', RETAGGED],
])('%s: the open pull request is the task', async (_, plan) => {
  const { world, pull } = await started()
  expect(await find(world, plan)).toEqual({ kind: 'open', pull, branch: BRANCH })
  work(world)
  expect(await find(world, plan)).toEqual({ kind: 'open', pull, branch: BRANCH })
})

test('a pull request whose text was wiped is still the one of its task', async () => {
  const { world, pull } = await started()
  Object.assign(world.pulls.get(pull) ?? {}, { body: '' })
  expect(await find(world)).toMatchObject({ kind: 'open', pull })
})

test('a task document of the same number is another task', async () => {
  const { world } = await started()
  expect(await find(world, RETITLED, 5)).toBeNull()
})

test('what a longer number starts is another task', async () => {
  const { world } = await started()
  expect(await find(world, planFor(4, 'Sums', ''), 4)).toBeNull()
  expect(await find(world, planFor(421, 'Sums', ''), 421)).toBeNull()
})

/** Requests of a start: ref, commit, ref; its record is the fifth, the pull request the seventh. */
test.each([
  ['the branch', 2],
  ['the record', 4],
])('killed after %s was made, it goes on with the plan that it began with', async (_, at) => {
  const world = openGitHub({ self: app })
  await startTask(dieAt(world.github, { at, after: true }), repository, workFor()).catch((error) =>
    expect(error).toBeInstanceOf(Died),
  )
  expect([world.branches.size, world.pulls.size]).toEqual([1, 0])
  expect(await find(world)).toEqual({ kind: 'unfinished', branch: BRANCH, plan: FIRST })
  const { pull } = await startTask(world.github, repository, workFor())
  expect(await find(world)).toEqual({ kind: 'open', pull, branch: BRANCH })
  expect([world.branches.size, world.checks.length, world.pulls.size]).toEqual([1, 1, 1])
})

test('a start commit in the words of another version is recognised by its trailers', async () => {
  const world = openGitHub({ self: app })
  await startTask(dieAt(world.github, { at: 2, after: true }), repository, workFor()).catch(() => {})
  const [start] = world.commits.splice(0, 1)
  const message = start?.message.replace(/^.*$/m, 'start: the task begins here') ?? ''
  if (start) world.commits.push({ ...start, message })
  expect(await find(world)).toEqual({ kind: 'unfinished', branch: BRANCH, plan: FIRST })
})

test('a forged start is not continued', async () => {
  const world = openGitHub({ self: app })
  world.commits.push({ sha: 'e'.repeat(40), message: startFor().message, parents: [], author: 'mallory' })
  world.branches.set(BRANCH, 'e'.repeat(40))
  expect(await find(world)).toBeNull()
  expect(await find(world, FIRST)).toMatchObject({ kind: 'blocked', problem: expect.stringContaining(BRANCH) })
})

test.each([
  ['closed', false, 'Reopen it'],
  ['merged', true, 'was merged'],
])('a pull request that was %s, whose branch is still there, is not begun anew', async (_, isMerged, words) => {
  const { world, pull } = await started()
  close(world, isMerged)
  const said = { kind: 'blocked', problem: expect.stringContaining(words) }
  expect(await find(world)).toEqual(said)
  work(world)
  const { problem } = (await find(world)) as { problem: string }
  for (const word of [words, `#${pull}`, BRANCH, 'delete the branch']) expect(problem).toContain(word)
})

test('begun anew after the branch was deleted, it says what no longer holds', async () => {
  const { world, pull } = await started()
  close(world)
  world.branches.clear()
  expect(await find(world, FIRST)).toEqual({ kind: 'closed', pull })
})

test('the same issue begun anew and killed: that start is finished, not the one that was closed', async () => {
  const { world } = await started()
  close(world)
  world.branches.clear()
  await startTask(dieAt(world.github, { at: 4, after: true }), repository, workFor()).catch(() => {})
  expect(await find(world)).toEqual({ kind: 'unfinished', branch: BRANCH, plan: FIRST })
})

test('more branches of a task than are looked at: nothing is begun', async () => {
  const world = openGitHub({ self: app })
  for (let n = 0; n < 30; n += 1) world.branches.set(`master/task-42-x${n}`, 'e'.repeat(40))
  await expect(find(world)).rejects.toMatchObject({ code: 'limit-exceeded' })
})
