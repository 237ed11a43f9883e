/** What a reader may assume, and what the App reads for it. */
import { expect, test } from 'vitest'
import { readFacts } from '../../../src/app/facts-reader.ts'
import { readAssumption, toAnswer } from '../../../src/app/web/assumption.ts'
import { openPull } from '../../core/story.ts'
import { REPOSITORY } from '../../support/github/story-world.ts'
import { keptWorld } from '../gate/kept-world.ts'

function getFacts() {
  const pull = openPull({ policy: { sequence: 'commits', rules: { 'changes-are-pinned': 'off' } } })
  pull.red({ 'cart.test.ts': 'v1' }, { 'cart.test.ts > adds': 'failed' })
  return pull.facts()
}
const read = (query: Record<string, string>) => readAssumption(new URLSearchParams(query), getFacts())

test('a level, a threshold and a number of attempts replace those of the policy', () => {
  const { policy, notes } = read({ rule: 'green-keeps-tests', level: 'warn', metric: 'patch', percent: '95' })
  expect(policy.rules).toEqual({ 'changes-are-pinned': 'off', 'green-keeps-tests': 'warn' })
  expect(policy.coverage).toMatchObject({ lines: 80, patch: 95 })
  expect(notes).toEqual([])
})

test('a pasted file is the policy, apart from what the job measured by', () => {
  const text =
    'version: 1\npolicy:\n  sequence: pull-request\n  refactor: required\n  rules: { changes-are-pinned: error }\n'
  const { policy, notes } = read({ file: text })
  expect(policy).toMatchObject({ sequence: 'commits', refactor: 'required', rules: { 'changes-are-pinned': 'off' } })
  expect(notes).toEqual([])
})

test('a rule by whose level jobs measure is assumed with a note', () => {
  expect(read({ rule: 'changes-are-pinned', level: 'error' }).notes).toEqual([expect.stringContaining('measure')])
})

test.each([
  ['an unknown rule', { rule: '__proto__', level: 'off' }],
  ['an unknown level', { rule: 'green-keeps-tests', level: 'fatal' }],
  ['an unknown metric', { metric: 'constructor', percent: '1' }],
  ['a percentage above 100', { metric: 'lines', percent: '101' }],
  ['a commit of another branch', { commit: 'f'.repeat(40) }],
  ['a file with mistakes', { file: 'version: 1\npolicy: { refactor: maybe }' }],
  ['a file that is too large', { file: `version: 1\n#${'x'.repeat(10_000)}` }],
])('%s is ignored, and a note names it', (_what, query) => {
  const { policy, head, notes } = read(query)
  expect({ policy, head }).toEqual({ policy: getFacts().policy, head: getFacts().head })
  expect(notes).toHaveLength(1)
})

test('a branch with more commits than a page decides in time is refused with a note', () => {
  const facts = getFacts()
  const [commit] = facts.commits
  const commits = Array.from({ length: 201 }, () => commit).filter((one) => one !== undefined)
  const { notes, simulation } = toAnswer(new URLSearchParams({ rule: 'red-has-driver', level: 'off' }), {
    ...facts,
    commits,
  })
  expect([notes, simulation]).toEqual([[expect.stringContaining('200 commits')], null])
})

async function openJudged() {
  const { world, head } = await keptWorld()
  world.record(head, { kind: 'pause' })
  const target = { github: world.github, repository: REPOSITORY, number: 1, context: world.context }
  return { world, head, read: () => readFacts(target) }
}

test('facts are those of the gate, with the decisions of people, and reading writes nothing', async () => {
  const { world, head, read } = await openJudged()
  const written = world.writes().length
  const facts = await read()
  expect([facts?.head, facts?.commits.length, facts?.people?.decisions.map(({ kind }) => kind)]).toEqual([
    head,
    2,
    ['pause'],
  ])
  expect(world.writes().length).toBe(written)
})

test('the stored evidence of a closed pull request counts', async () => {
  const { world, head, read } = await openJudged()
  Object.assign(world.pulls.get(1) ?? {}, { state: 'closed' })
  expect((await read())?.head).toBe(head)
})

test('a pull request without evidence has no facts', async () => {
  const { world, read } = await openJudged()
  world.runs.splice(0)
  world.artifacts.splice(0)
  world.checks.splice(0)
  expect(await read()).toBe(null)
})
