/** The pull requests of a merge group, for each method of the queue, and for groups of any size. */
import { describe, expect, test } from 'vitest'
import { readMergeGroup } from '../../../../src/github/read/pull-request/merge-group.ts'
import { openGitHub } from '../../../support/github/in-process.ts'
import { addPull, type CommitRecord } from '../../../support/github/state.ts'

const NAME = { owner: 'acme', repo: 'shop' }
const BASE = 'b'.repeat(40)
type Method = 'MERGE' | 'SQUASH' | 'REBASE'
interface Written extends Pick<CommitRecord, 'message' | 'author'> {
  /** It merges the base, or changes nothing. */
  readonly kind?: 'merge' | 'empty'
}
interface Queued {
  readonly number: number
  readonly commits: readonly Written[]
  /** The commits that the queue makes of them; its own, or those that a test gives. */
  readonly rebased?: readonly Written[]
}

const toSha = (...parts: readonly number[]) =>
  parts
    .map((part) => part.toString(16).padStart(4, '0'))
    .join('')
    .padEnd(40, 'e')
const queued = (number: number, count = 1): Queued => ({
  number,
  commits: Array.from({ length: count }, (_, n) => ({ message: `feat: ${number}.${n}`, author: 'mona' })),
})

function chain(start: string, of: number, some: Queued['commits']): CommitRecord[] {
  return some.map(({ kind, ...one }, n) => {
    const parents = [n === 0 ? start : toSha(of, n - 1), ...(kind === 'merge' ? [BASE] : [])]
    return { ...one, sha: toSha(of, n), tree: toSha(of, kind === 'empty' ? n - 1 : n), parents }
  })
}

/** A GitHub whose queue built one group of these pull requests, in this order. */
function openQueue(pulls: readonly Queued[], { makes, shows = makes }: { makes: Method; shows?: Method | null }) {
  const heads = new Map<string, readonly CommitRecord[]>()
  const group: CommitRecord[] = []
  const branches = new Map<string, string>()
  for (const { number, commits, rebased = commits } of pulls) {
    const own = chain(BASE, number, commits)
    const head = own.at(-1)?.sha ?? ''
    const before = group.at(-1)?.sha ?? BASE
    const one = { sha: toSha(number, 9999), author: 'mona' }
    if (makes === 'MERGE') {
      const message = `Merge pull request #${number} from acme/work`
      group.push(...own, { ...one, message, parents: [before, head] })
    }
    if (makes === 'SQUASH') group.push({ ...one, message: `A cart (#${number})`, parents: [before] })
    if (makes === 'REBASE') group.push(...chain(before, number + 1000, rebased))
    heads.set(head, own)
    branches.set(`gh-readonly-queue/main/pr-${number}-${before}`, group.at(-1)?.sha ?? '')
  }
  const end = group.at(-1)?.sha ?? ''
  heads.set(end, group)
  const base = { sha: BASE, parents: [], message: '', author: 'mona' }
  const github = openGitHub({
    branches,
    queueMethod: shows,
    compare: (head) => ({ base, mergeBase: base, commits: heads.get(head) ?? [] }),
  })
  for (const { number, commits } of pulls)
    addPull(github, { number, headBranch: `work-${number}`, head: toSha(number, commits.length - 1) })
  const headRef = `refs/heads/gh-readonly-queue/main/pr-${pulls.at(-1)?.number}-${BASE}`
  const read = () => readMergeGroup(github.github, NAME, { head: end, base: BASE, headRef, baseBranch: 'main' }, null)
  return { github, read, end }
}

const known = (...numbers: readonly number[]) => ({
  members: numbers.map((number) => ({ number })),
  unknown: [],
  obstacle: null,
})

describe.each(['MERGE', 'SQUASH', 'REBASE'] as const)('a queue of method %s', (makes) => {
  test.each([1, 99, 100, 101, 250, 1000])('a pull request of %i commits is found', async (count) => {
    expect(await openQueue([queued(1, count)], { makes }).read()).toMatchObject(known(1))
  })

  test('several pull requests of a group are found in their order', async () => {
    const { read } = openQueue([queued(3, 120), queued(1), queued(2, 99)], { makes })
    expect(await read()).toMatchObject(known(3, 1, 2))
  })

  test('the pull requests are found where GitHub does not show the method', async () => {
    expect(await openQueue([queued(1, 101), queued(2)], { makes, shows: null }).read()).toMatchObject(known(1, 2))
  })

  test('an unknown head of a group is listed once', async () => {
    const { github, read, end } = openQueue([queued(1, 3)], { makes })
    github.pulls.clear()
    expect((await read()).unknown.filter((sha) => sha === end)).toEqual([end])
  })
})

test('a group of more commits than the App reads names that limit', async () => {
  const { read } = openQueue(
    [1, 2, 3, 4, 5, 6].map((number) => queued(number, 900)),
    { makes: 'MERGE' },
  )
  expect(await read()).toMatchObject({ members: [], obstacle: { kind: 'too-many-commits', count: 5406 } })
})

describe('a queue that rebases', () => {
  const mona = (message: string) => ({ message, author: 'mona' })

  test('a commit that names another pull request does not count as that one', async () => {
    const evil = { number: 1, commits: [mona('feat: a cart (#2)')] }
    expect(await openQueue([evil, queued(2)], { makes: 'REBASE' }).read()).toMatchObject(known(1, 2))
  })

  test('merges of the base, and empty commits that the queue leaves out, hide no pull request', async () => {
    const commits: Written[] = [mona('one'), { ...mona('merge'), kind: 'merge' }, { ...mona('again'), kind: 'empty' }]
    const left = { number: 1, commits, rebased: [mona('one')] }
    const kept = { number: 2, commits, rebased: [mona('one'), mona('again')] }
    expect(await openQueue([left, kept], { makes: 'REBASE' }).read()).toMatchObject(known(1, 2))
  })

  test.each([
    ['another message', [mona('feat: other')]],
    ['another author', [{ message: 'feat: 1.0', author: 'eve' }]],
    ['one commit more', [mona('slipped in'), mona('feat: 1.0')]],
  ])('a group with %s than its pull request has unknown commits', async (_, rebased) => {
    const { unknown, obstacle } = await openQueue([{ ...queued(1), rebased }], { makes: 'REBASE' }).read()
    expect(unknown).not.toEqual([])
    expect(obstacle).toMatchObject({ kind: 'rebased' })
  })

  test('two pull requests of the queue that end at one commit are both named, or neither', async () => {
    const { github, read } = openQueue([queued(1), queued(2)], { makes: 'REBASE' })
    const end = [...github.branches.values()][0] ?? ''
    addPull(github, { number: 3, headBranch: 'work-3', head: toSha(2, 0) })
    github.branches.set(`gh-readonly-queue/main/pr-3-${BASE}`, end)
    const { unknown } = await read()
    expect(unknown).not.toEqual([])
  })
})
