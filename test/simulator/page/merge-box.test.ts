import { expect, test } from 'vitest'
import type { App, CheckRun, CommitStatus, Issue, Protection, Pull, Repository, RequiredCheck } from '../world.ts'
import { checksHeadline, countWords, getState } from './check-words.ts'
import { isRefused, mergeBox } from './merge-box.ts'

const HEAD = 'a'.repeat(40)
const GATE = { id: 7, name: 'tdd-gate' } as App
const OTHER = { id: 8, name: 'Forger' } as App

interface Given {
  readonly issue?: Partial<Issue>
  readonly pull?: Partial<Pull>
  readonly required?: readonly RequiredCheck[]
  readonly isStrict?: boolean
  readonly runs?: readonly CheckRun[]
  readonly statuses?: readonly CommitStatus[]
  readonly waiting?: readonly number[]
}

const run = (conclusion: string | null, app = GATE, name = 'tdd-gate', sha = HEAD) =>
  ({
    id: 1,
    app,
    name,
    sha,
    conclusion,
    status: conclusion === null ? 'in_progress' : 'completed',
    output: { title: 'RED 1 accepted', summary: null, text: null },
  }) as CheckRun

function getBox({
  issue = {},
  pull = {},
  required = [],
  isStrict = false,
  runs = [],
  statuses = [],
  waiting = [],
}: Given) {
  const repository = repositoryWith({ required, isStrict, runs, statuses })
  const size = { commits: 1, additions: 1, deletions: 0, files: 1, isBehind: isStrict }
  const own = {
    baseBranch: 'main',
    headBranch: 'tdd/1',
    headSha: HEAD,
    testMergeSha: 'b'.repeat(40),
    mergedAt: null,
    isDraft: false,
    size,
  }
  const appName = (id: number) => (id === GATE.id ? GATE.name : `App ${id}`)
  const open = { number: 2, state: 'open', ...issue, pull: { ...own, ...pull } } as Issue
  return mergeBox(repository, open, { appName, waiting })
}

function repositoryWith({ required = [], isStrict = false, runs = [], statuses = [] }: Given): Repository {
  const protection: Protection = { checks: required, isStrict, enforceAdmins: true }
  const protections = required.length === 0 ? new Map() : new Map([['main', protection]])
  return { protections, rulesets: [], defaultBranch: 'main', checkRuns: runs, statuses } as unknown as Repository
}

const PINNED = [{ context: 'tdd-gate', appId: GATE.id }]
const BLOCKED = 'Merging is blocked'
const CLEAN = 'No conflicts with base branch'

test.each<[string, Given, string, string]>([
  ['nothing is required', {}, CLEAN, 'Merging can be performed automatically.'],
  ['a required check is missing', { required: PINNED }, BLOCKED, 'Required status check "tdd-gate" is expected.'],
  [
    'it is in progress',
    { required: PINNED, runs: [run(null)] },
    BLOCKED,
    'Required status check "tdd-gate" is in progress.',
  ],
  ['it fails', { required: PINNED, runs: [run('failure')] }, BLOCKED, 'Required status check "tdd-gate" is failing.'],
  [
    'a person must act',
    { required: PINNED, runs: [run('action_required')] },
    BLOCKED,
    'Required status check "tdd-gate" is failing.',
  ],
  [
    'another App forged it',
    { required: PINNED, runs: [run('success', OTHER)] },
    BLOCKED,
    'Required status check "tdd-gate" is expected.',
  ],
  ['it passes', { required: PINNED, runs: [run('success')] }, CLEAN, 'Merging can be performed automatically.'],
  [
    'it passed and failed again',
    { required: PINNED, runs: [run('success'), run('failure')] },
    BLOCKED,
    'Required status check "tdd-gate" is failing.',
  ],
  [
    'the base went on',
    { required: PINNED, isStrict: true, runs: [run('success')] },
    BLOCKED,
    'Head branch is out of date.',
  ],
  ['it is in the queue', { waiting: [1, 2] }, 'Queued to merge', 'It is number 2 in the merge queue of main.'],
  [
    'it is a draft',
    { pull: { isDraft: true } },
    'This pull request is still a work in progress',
    'Draft pull requests cannot be merged.',
  ],
  [
    'there is a conflict',
    { pull: { testMergeSha: null } },
    'This branch has conflicts that must be resolved',
    'tdd/1 and main changed the same lines: merge main into tdd/1 and resolve them.',
  ],
  [
    'it is closed',
    { issue: { state: 'closed' } },
    'Closed with unmerged commits',
    'This pull request is closed, and the branch tdd/1 has unmerged commits.',
  ],
  [
    'it is merged',
    { issue: { state: 'closed' }, pull: { mergedAt: '2026-01-01T00:00:00Z' } },
    'Pull request successfully merged and closed',
    'The branch tdd/1 has been merged into main.',
  ],
])('the merge box says what holds when %s', (_, given, title, line) => {
  const box = getBox(given)
  expect(box.title).toBe(title)
  expect(box.lines[0]).toBe(line)
  expect(box.tone === 'good').toBe(title === CLEAN)
})

test('checks are listed with who reported them, what is required first, and what is missing too', () => {
  const runs = [run('success', OTHER), run('skipped', OTHER, 'lint')]
  const status = { id: 1, sha: HEAD, context: 'ci', state: 'pending', author: { login: 'ada' } } as CommitStatus
  const { checks } = getBox({
    required: [...PINNED, ...PINNED, { context: 'ci', appId: -1 }],
    runs,
    statuses: [status],
  })
  const result = checks.map(
    ({ name, source, state, isRequired }) => `${name} of ${source}: ${state.word}${isRequired ? ', required' : ''}`,
  )
  expect(result).toEqual([
    'ci of ada: in progress, required',
    'tdd-gate of tdd-gate: expected, required',
    'tdd-gate of Forger: successful',
    'lint of Forger: skipped',
  ])
  expect(checks[1]?.words).toBe('Waiting for status to be reported')
})

test.each([
  [['success', 'neutral', 'skipped'], 'good', 'All checks have passed', '1 neutral, 1 skipped, 1 successful checks'],
  [['success', 'failure', 'failure'], 'bad', 'Some checks were not successful', '2 failing, 1 successful checks'],
  [['failure', 'cancelled'], 'bad', 'All checks have failed', '1 failing, 1 cancelled checks'],
  [['action_required'], 'due', 'Some checks were not successful', '1 action required check'],
  [[null, 'success'], 'waiting', 'Some checks haven’t completed yet', '1 in progress, 1 successful checks'],
  [['made_up', 'success'], 'bad', 'Some checks were not successful', '1 unknown, 1 successful checks'],
])('checks that concluded %j are summed up', (conclusions, tone, words, counts) => {
  const states = conclusions.map((conclusion) => getState(run(conclusion)))
  expect(checksHeadline(states)).toEqual({ tone, words })
  expect(countWords(states)).toBe(counts)
})

test.each([
  ['the gate refused it', [run('failure')], PINNED, true],
  ['the gate waits for more', [run('action_required')], PINNED, false],
  ['a job failed that is not required', [run('failure', OTHER, 'lint')], PINNED, false],
  ['a job failed and nothing is required', [run('failure', OTHER, 'lint')], [], true],
  ['it was refused and then passed at the same commit', [run('failure'), run('success')], PINNED, false],
])('a commit is refused or not when %s', (_, runs, required, expected) => {
  expect(isRefused(repositoryWith({ runs, required }), 'main', HEAD)).toBe(expected)
})
