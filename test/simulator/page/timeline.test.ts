import { expect, test } from 'vitest'
import type { Activity, CheckSuite, Comment, Pull } from '../world.ts'
import type { PageCommit } from './commits.ts'
import { getPhase } from './phase-chip.ts'
import { getEntries } from './timeline.ts'

const at = (hour: number) => `2026-01-01T0${hour}:00:00Z`
const commit = (sha: string, date = at(1)) => ({ sha, subject: sha, date }) as PageCommit
const said = (id: number, createdAt: string, issue = 1) =>
  [id, { id, issue, createdAt, body: `c${id}` } as Comment] as const
const suite = (id: number, sha: string, createdAt: string) => ({ id, sha, createdAt }) as CheckSuite

interface Given {
  readonly commits: readonly PageCommit[]
  readonly comments: readonly (readonly [number, Comment])[]
  readonly suites?: readonly CheckSuite[]
  readonly closedAt?: string
  readonly activities?: readonly Activity[]
}

function getOrder({ commits, comments, suites = [], closedAt, activities = [] }: Given) {
  const repository = { id: 3, comments: new Map(comments), checkSuites: [...suites], activities: [...activities] }
  const issue = { number: 1, closedAt: closedAt ?? null, pull: { headRepositoryId: 3, headBranch: 'task' } as Pull }
  return getEntries(repository, issue, commits, at(9)).map((entry) => {
    if (entry.kind === 'commits') return entry.commits.map(({ subject }) => subject).join('+')
    if (entry.kind === 'force-push') return `${entry.push.before}..${entry.push.after}`
    return entry.kind === 'comment' ? entry.comment.body : 'end'
  })
}

test('commits came when their head was pushed, whatever their dates say', () => {
  const commits = [commit('red', at(8)), commit('green'), commit('more', '2099-01-01T00:00:00Z')]
  const suites = [suite(2, 'green', at(2)), suite(6, 'more', at(4)), suite(9, 'red', at(8))]
  const comments = [said(4, at(3)), said(7, at(5)), said(8, at(2), 8)]
  expect(getOrder({ commits, comments, suites, closedAt: at(6) })).toEqual(['red+green', 'c4', 'more', 'c7', 'end'])
})

test('within a second ids tell the order', () => {
  const suites = [suite(2, 'red', at(2)), suite(4, 'green', at(2))]
  const result = getOrder({
    commits: [commit('red'), commit('green')],
    comments: [said(3, at(2)), said(5, at(2))],
    suites,
    closedAt: at(2),
  })
  expect(result).toEqual(['red', 'c3', 'green', 'c5', 'end'])
})

test('a force-push of the head leaves a trace before the commits that it brought', () => {
  const moved = (id: number, ref: string, isForced: boolean) =>
    ({ id, ref: `refs/heads/${ref}`, before: 'old', after: 'new', isForced, at: at(4) }) as Activity
  const activities = [moved(5, 'other', true), moved(6, 'task', true), moved(7, 'task', false)]
  const suites = [suite(8, 'new', at(4))]
  const comments = [said(4, at(3))]
  expect(getOrder({ commits: [commit('new')], comments, suites, activities })).toEqual(['c4', 'old..new', 'new'])
})

test('where the push is unknown, dates count, but none later than now or than its successor', () => {
  const commits = [commit('red', at(5)), commit('green', at(1)), commit('later', '2099-01-01T00:00:00Z')]
  const outcome = getOrder({ commits, comments: [said(1, at(0)), said(2, at(6))] })
  expect(outcome).toEqual(['c1', 'red+green', 'c2', 'later'])
})

test.each([
  ['Red', false, 'RED', 'red'],
  ['GREEN', false, 'GREEN', 'green'],
  [null, false, 'no phase', 'unstated'],
  ['purple" onclick', false, 'purple" onclick', 'unstated'],
  ['red', true, 'MERGE', 'merge'],
])('the phase %s is a word and a colour', (phase, isMerge, word, tone) => {
  expect(getPhase({ phase, isMerge })).toEqual({ word, tone })
})
