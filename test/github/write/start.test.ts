import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getStart } from '../../../src/core/task/start.ts'
import { toDigest } from '../../../src/evidence/digest.ts'
import { readTaskRecordText, writeTaskRecordText } from '../../../src/evidence/task-record.ts'
import { readOwnChecks } from '../../../src/github/own-checks.ts'
import { readTaskRecord } from '../../../src/github/read/pull-request/own-checks.ts'
import { findHints, formatStartHint } from '../../../src/github/read/task/task-record.ts'
import { startTask } from '../../../src/github/write/start.ts'
import { toPlan } from '../../../src/tasks/issue-to-plan.ts'
import { Died, dieAt } from '../../support/github/death.ts'
import { openGitHub } from '../../support/github/in-process.ts'

const app = { id: 7, slug: 'tdd-gate' }
const repository = { owner: 'acme', repo: 'shop' }
const plan = toPlan({ number: 42, title: 'Sums', body: '- [ ] Adds' }, [])
const planDigest = toDigest(plan)
const base = { branch: 'main', sha: 'b'.repeat(40), tree: 't'.repeat(40) }
const start = getStart({
  plan,
  issue: 42,
  base,
  policyDigest: 'd'.repeat(64),
  planDigest,
  branchPattern: '{tag}/task-{id}-{slug}',
})
const work = { app, start, planDigest, toText: writeTaskRecordText, toBody: formatStartHint }
const BRANCH = 'master/task-42-sums'

test('an empty commit of the App, the branch, its record, and a draft', async () => {
  const world = openGitHub({ self: app })
  const started = await startTask(world.github, repository, work)
  expect(world.commits).toMatchObject([{ message: start.message, parents: [base.sha] }])
  expect(world.branches.get(BRANCH)).toBe(started.start)
  expect(readTaskRecordText(world.checks[0]?.output.text ?? '')).toMatchObject({
    branch: BRANCH,
    issue: 42,
    start: started.start,
    plan,
  })
  expect([...world.pulls.values()]).toMatchObject([
    { number: started.pull, headBranch: BRANCH, body: formatStartHint(started.start), draft: true },
  ])
})

test('killed anywhere, before or after GitHub did what was asked, the next try finishes it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ at: fc.nat(8), after: fc.boolean() }), { maxLength: 5 }), async (deaths) => {
      const world = openGitHub({ self: app })
      for (const death of deaths) {
        await startTask(dieAt(world.github, death), repository, work).catch((error) =>
          expect(error).toBeInstanceOf(Died),
        )
      }
      const { pull, start: tip } = await startTask(world.github, repository, work)
      expect([...world.branches]).toEqual([[BRANCH, tip]])
      expect(world.checks).toHaveLength(1)
      expect([...world.pulls.keys()]).toEqual([pull])
    }),
  )
})

test('done twice, nothing is written the second time', async () => {
  const world = openGitHub({ self: app })
  const first = await startTask(world.github, repository, work)
  const before = world.writes().length
  expect(await startTask(world.github, repository, work)).toEqual(first)
  expect(world.writes().slice(before)).toEqual([])
})

test('a branch of another account is left alone', async () => {
  const world = openGitHub({ self: app })
  world.commits.push({ sha: 'e'.repeat(40), message: start.message, parents: [], author: 'mallory' })
  world.branches.set(BRANCH, 'e'.repeat(40))
  await expect(startTask(world.github, repository, work)).rejects.toMatchObject({ code: 'branch-taken' })
  expect([world.checks.length, world.pulls.size]).toEqual([0, 0])
})

test('where the configuration wants no draft it is an ordinary pull request', async () => {
  const world = openGitHub({ self: app })
  await startTask(world.github, repository, { ...work, start: { ...start, isDraft: false } })
  expect([...world.pulls.values()]).toMatchObject([{ draft: false }])
})

test('where there are no drafts it is an ordinary pull request', async () => {
  const world = openGitHub({ self: app, hasDrafts: false })
  await startTask(world.github, repository, work)
  expect([...world.pulls.values()]).toMatchObject([{ draft: false }])
})

test('the record is found again by any hint, and believed only where it hangs', async () => {
  const world = openGitHub({ self: app })
  const started = await startTask(world.github, repository, work)
  const ask = (hints: readonly string[], branch = BRANCH) =>
    Promise.all(hints.map((hint) => readOwnChecks(world.github, repository, hint, app.id))).then((found) =>
      readTaskRecord(
        found.flatMap(({ checks }) => checks),
        branch,
      ),
    )
  expect(await ask(['f'.repeat(40), ...findHints([...world.pulls.values()][0]?.body ?? '')])).toMatchObject({
    start: started.start,
    plan,
  })
  expect(await ask(['f'.repeat(40)])).toBeNull()
  expect(await ask([started.start], 'another/branch')).toBeNull()
})

test.each([
  ['another plan', (text: string) => text.replace('Adds', 'Does nothing')],
  ['no JSON', () => '{'],
  ['too much', (text: string) => text + ' '.repeat(70_000)],
  ['something more', (text: string) => text.replace('{', '{"more":1,')],
])('a record with %s is none', async (_, change) => {
  const world = openGitHub({ self: app })
  await startTask(world.github, repository, work)
  expect(readTaskRecordText(change(world.checks[0]?.output.text ?? ''))).toBeNull()
})
