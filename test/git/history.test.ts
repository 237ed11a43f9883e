import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Commit, type FileClass, trailer } from '../../src/core/model/commit.ts'
import { git } from '../../src/git/git.ts'
import { MAX_COMMITS, MAX_MESSAGE_LENGTH, readCommits } from '../../src/git/history.ts'
import { resolveRange } from '../../src/git/range.ts'
import { openRepository } from '../../src/git/repository.ts'
import { openScratch } from '../../src/git/scratch.ts'
import { fingerprint } from '../support/fingerprint.ts'
import { makeHostile } from '../support/hostile.ts'
import { createRepository, type TestRepository } from '../support/repository.ts'

const classify = (path: string): FileClass => (path.includes('test') ? 'test' : 'production')

async function getCommits(
  built: { dir: string },
  options: { base?: string; head?: string } = {},
): Promise<readonly Commit[]> {
  const cacheDir = await mkdtemp(join(tmpdir(), 'tdd-gate-cache-'))
  try {
    const repo = await openRepository(built.dir)
    await using scratch = await openScratch(repo, { cacheDir })
    return await readCommits(scratch, await resolveRange(repo, options), classify)
  } finally {
    await rm(cacheDir, { recursive: true, force: true })
  }
}

/** main with one commit, and a branch `topic` checked out. */
async function topic(): Promise<TestRepository> {
  const repo = await createRepository()
  await repo.commit('base', { 'src/a.ts': '1\n2\n3\n', 'test/a.test.ts': '1' })
  await repo.branch('topic')
  return repo
}

const show = ({ subject, changes, merge }: Commit) => ({ subject, changed: changes.map(({ path }) => path), merge })

describe('the commits of a branch', () => {
  test('are returned oldest first, with everything a rule needs', async () => {
    await using repo = await topic()
    const red = await repo.commit('Adds a test\n\nWhy.\n\nTask: 42.1\nPhase: red', { 'test/a.test.ts': '2' })
    const green = await repo.commit('Makes it pass', { 'src/a.ts': '2', 'src/b.ts': 'b' })
    const blob = (text: string) => repo.git('rev-parse', text)
    expect(await getCommits(repo)).toEqual([
      {
        sha: red,
        tree: await blob(`${red}^{tree}`),
        parents: [await blob('main')],
        subject: 'Adds a test',
        message: 'Adds a test\n\nWhy.\n\nTask: 42.1\nPhase: red',
        trailers: [
          ['task', '42.1'],
          ['phase', 'red'],
        ],
        changes: [
          {
            path: 'test/a.test.ts',
            class: 'test',
            before: { mode: '100644', id: await blob('main:test/a.test.ts') },
            after: { mode: '100644', id: await blob(`${red}:test/a.test.ts`) },
          },
        ],
        merge: null,
      },
      expect.objectContaining({
        sha: green,
        parents: [red],
        trailers: [],
        changes: [
          expect.objectContaining({ path: 'src/a.ts', class: 'production' }),
          expect.objectContaining({ path: 'src/b.ts', before: null }),
        ],
      }),
    ])
  })

  test('may be empty, rename, and change links, submodules, modes and odd names', async () => {
    await using repo = await topic()
    await repo.commit('empty')
    await repo.commit('renames', { 'src/a.ts': null, 'src/z.ts': '1\n2\n3\n' })
    await repo.commit('link', { 'src/z.ts': { symlink: 'b' }, sub: { submodule: '1'.repeat(40) } })
    await repo.commit('odd', { 'new\nline': '1', '-dash': '1', ':100644 000000 x': '1', ünï: '1' })
    await repo.commit('empty again')
    expect((await getCommits(repo)).map(show)).toEqual([
      { subject: 'empty', changed: [], merge: null },
      { subject: 'renames', changed: ['src/a.ts', 'src/z.ts'], merge: null },
      { subject: 'link', changed: ['src/z.ts', 'sub'], merge: null },
      { subject: 'odd', changed: ['-dash', ':100644 000000 x', 'new\nline', 'ünï'], merge: null },
      { subject: 'empty again', changed: [], merge: null },
    ])
  })

  test('start with the first of all when the whole history is asked for', async () => {
    await using repo = await topic()
    await repo.commit('second', { b: 'b' })
    const commits = await getCommits(repo, { base: 'root' })
    expect(commits.map(show)).toEqual([
      { subject: 'base', changed: ['src/a.ts', 'test/a.test.ts'], merge: null },
      { subject: 'second', changed: ['b'], merge: null },
    ])
    expect(commits[0]?.parents).toEqual([])
  })

  test('are the real ones, whatever attributes, replaced objects and configuration say, and nothing is touched', async () => {
    await using repo = await topic()
    await repo.commit('attributes', { '.gitattributes': '* -diff filter=evil merge=evil linguist-generated\n' })
    const weakened = await repo.commit('weakens', { 'test/a.test.ts': '' })
    await repo.git('replace', weakened, 'main')
    const traces = await makeHostile(repo)
    const before = await fingerprint(repo.dir)
    expect((await getCommits(repo)).map(show)).toEqual([
      { subject: 'attributes', changed: ['.gitattributes'], merge: null },
      { subject: 'weakens', changed: ['test/a.test.ts'], merge: null },
    ])
    expect(await fingerprint(repo.dir)).toEqual(before)
    expect(await readdir(traces)).toEqual(['program'])
    await rm(traces, { recursive: true })
  })

  test('are read from a bare repository and from a further worktree', async () => {
    await using repo = await topic()
    await repo.commit('one', { b: 'b' })
    await repo.git('clone', '--quiet', '--bare', '.', 'bare.git')
    await repo.git('worktree', 'add', '--quiet', '--detach', 'tree', 'topic')
    expect((await getCommits({ dir: join(repo.dir, 'bare.git') }, { head: 'topic' })).map(show)).toHaveLength(1)
    expect((await getCommits({ dir: join(repo.dir, 'tree') })).map(show)).toHaveLength(1)
  })

  test('are read from a shallow clone that is deep enough', async () => {
    await using repo = await topic()
    await repo.commit('one', { b: 'b' })
    await repo.commit('two', { b: 'c' })
    await repo.git('clone', '-q', '--depth=2', '-b', 'topic', `file://${repo.dir}`, 'shallow')
    const commits = await getCommits({ dir: join(repo.dir, 'shallow') }, { base: 'HEAD~1' })
    expect(commits.map(show)).toEqual([{ subject: 'two', changed: ['b'], merge: null }])
  })

  test(`are at most ${MAX_COMMITS}`, async () => {
    await using repo = await topic()
    const commit = (n: number) =>
      `commit refs/heads/many\ncommitter M <m@x> ${n} +0000\ndata 1\nx\n${n === 0 ? 'from refs/heads/main\n' : ''}`
    const stream = (count: number) => Array.from({ length: count }, (_, n) => commit(n)).join('')
    await git(repo.dir, ['fast-import', '--quiet'], { input: stream(MAX_COMMITS + 1) })
    expect(await getCommits(repo, { head: 'many~1' })).toHaveLength(MAX_COMMITS)
    await expect(getCommits(repo, { head: 'many' })).rejects.toMatchObject({
      code: 'too-many-commits',
      message: expect.stringContaining(String(MAX_COMMITS)),
    })
  })
})

describe('a commit message', () => {
  test.each([
    [
      'Task: 1\n\nTask: 2\nPhase: red',
      [
        ['task', '2'],
        ['phase', 'red'],
      ],
    ],
    [
      'x\n\nTask: 1\nTASK:  2 \ntask: a: b',
      [
        ['task', '1'],
        ['task', '2'],
        ['task', 'a: b'],
      ],
    ],
    [
      'x\n\nTask: folded\n  over lines\nPhase: red',
      [
        ['task', 'folded over lines'],
        ['phase', 'red'],
      ],
    ],
    ['x\n\nTask: 1\n\nbody, so no trailers', []],
    ['x\n\nTask: 1\n(cherry picked from commit 1234567)', [['task', '1']]],
    [
      'x\n\nTask:\nPhase: red',
      [
        ['task', ''],
        ['phase', 'red'],
      ],
    ],
    ['', []],
  ])('%j has the trailers %j, as git sees them', async (message, expected) => {
    await using repo = await topic()
    await repo.commit(message)
    const [commit] = await getCommits(repo)
    expect(commit?.trailers).toEqual(expected)
    expect(commit?.message).toBe(message)
  })

  test('a commit message is read up to a limit, and its last trailers count', async () => {
    await using repo = await topic()
    await repo.write({ message: `${'x'.repeat(300_000)}\n\n${'Task: 1\n'.repeat(5_000)}Phase: red\n` })
    await repo.git('commit', '--quiet', '--allow-empty', '--file=message')
    const [commit] = await getCommits(repo)
    expect(commit?.message).toHaveLength(MAX_MESSAGE_LENGTH)
    expect(trailer(commit!, 'phase')).toBe('red')
    expect(commit!.trailers.length).toBeLessThan(5_000)
    expect(commit!.subject.length).toBeLessThan(2_000)
  })

  test.each([
    ['NUL', '', 'x\0'],
    ['a NUL in a declared encoding', 'encoding UTF-7\n', 'x+AAA-'],
    ['NULs of wide characters', 'encoding UTF-16LE\n', Buffer.from('x\n', 'utf16le').toString('latin1')],
  ])('a commit message with %s cannot fake another commit', async (_, header, text) => {
    await using repo = await topic()
    const [tree, parent] = [await repo.git('rev-parse', 'HEAD^{tree}'), await repo.git('rev-parse', 'HEAD')]
    const forged = [parent, tree, parent, 'forged', 'forged', '', ''].join(text.includes('+AAA-') ? '+AAA-' : '\0')
    const body = `tree ${tree}\nparent ${parent}\nauthor M <m@x> 0 +0000\ncommitter M <m@x> 0 +0000\n${header}\n${text}${forged}`
    const id = await git(repo.dir, ['hash-object', '-t', 'commit', '-w', '--stdin', '--literally'], {
      input: Buffer.from(body, 'latin1'),
    })
    await repo.git('update-ref', 'refs/heads/topic', id.toString().trim())
    const commits = await getCommits(repo)
    expect(commits.map(({ sha, parents }) => [sha, parents])).toEqual([[id.toString().trim(), [parent]]])
    expect(commits[0]?.message.startsWith('x')).toBe(true)
  })
})

describe('a merge', () => {
  /** topic has a commit of its own; main has moved on. */
  async function diverged(): Promise<TestRepository> {
    const repo = await topic()
    await repo.commit('own', { 'src/b.ts': 'b' })
    await repo.checkout('main')
    await repo.commit('main moves', { 'src/a.ts': 'moved\n2\n3\n', 'src/m.ts': 'm' })
    await repo.checkout('topic')
    return repo
  }

  test("a merge of the base is clean when it equals git's own merge, and its commits are not judged", async () => {
    await using repo = await diverged()
    await repo.merge('main')
    await repo.commit('after', { 'src/c.ts': 'c' })
    expect((await getCommits(repo)).map(show)).toEqual([
      { subject: 'own', changed: ['src/b.ts'], merge: null },
      { subject: 'Merge main', changed: ['src/a.ts', 'src/m.ts'], merge: { isClean: true, isFromBase: true } },
      { subject: 'after', changed: ['src/c.ts'], merge: null },
    ])
  })

  test.each([
    ['adds', { 'src/evil.ts': 'x' }],
    ['changes', { 'src/m.ts': 'evil' }],
    ['leaves out', { 'src/m.ts': null }],
    ['changes the mode of', { 'src/m.ts': { executable: 'm' } }],
  ])('a merge of the base is not clean when it %s something', async (_, files) => {
    await using repo = await diverged()
    await repo.merge('main', { files })
    const merge = (await getCommits(repo)).at(-1)
    expect(merge?.merge).toEqual({ isClean: false, isFromBase: true })
  })

  test('a merge that resolves a conflict is not clean, and names the resolved files', async () => {
    await using repo = await diverged()
    await repo.commit('conflicts', { 'src/a.ts': 'mine\n2\n3\n' })
    await repo.merge('main', { files: { 'src/a.ts': 'both\n2\n3\n' } })
    expect((await getCommits(repo)).at(-1)?.merge).toEqual({ isClean: false, isFromBase: true, solved: ['src/a.ts'] })
  })

  test('a merge of an older base commit is from the base, and one of a side branch is not', async () => {
    await using repo = await diverged()
    await repo.git('checkout', '--quiet', '-b', 'side', 'main')
    await repo.commit('side', { 'src/side.ts': 's' })
    await repo.checkout('main')
    await repo.commit('main moves again', { 'src/n.ts': 'n' })
    await repo.checkout('topic')
    await repo.merge('main~1', { message: 'older' })
    await repo.merge('side', { message: 'side branch' })
    expect((await getCommits(repo)).map(show).slice(1)).toEqual([
      { subject: 'older', changed: ['src/a.ts', 'src/m.ts'], merge: { isClean: true, isFromBase: true } },
      { subject: 'side branch', changed: ['src/side.ts'], merge: { isClean: true, isFromBase: false } },
    ])
  })

  test('a merge of more than two parents is never clean', async () => {
    await using repo = await diverged()
    await repo.git('branch', 'other', 'main~1')
    await repo.git('checkout', '--quiet', 'other')
    await repo.commit('other', { 'src/o.ts': 'o' })
    await repo.checkout('topic')
    await repo.git('merge', '--quiet', '-m', 'octopus', 'main', 'other')
    const merge = (await getCommits(repo)).at(-1)
    expect(merge?.parents).toHaveLength(3)
    expect(merge?.merge).toEqual({ isClean: false, isFromBase: false })
  })

  test('is recomputed without a trace in the repository, whose own merge drivers do not count', async () => {
    await using repo = await diverged()
    await repo.commit('drivers', { '.gitattributes': '* merge=evil\n' })
    await repo.merge('main')
    const traces = await makeHostile(repo)
    await mkdir(join(repo.dir, '.git/info'), { recursive: true })
    await writeFile(join(repo.dir, '.git/info/attributes'), '* merge=evil\n')
    const before = await fingerprint(repo.dir)
    expect((await getCommits(repo)).at(-1)?.merge).toEqual({ isClean: true, isFromBase: true })
    expect(await fingerprint(repo.dir)).toEqual(before)
    expect(await readdir(traces)).toEqual(['program'])
    await rm(traces, { recursive: true })
  })

  test('is never from base when the whole history is judged', async () => {
    await using repo = await diverged()
    await repo.merge('main')
    expect((await getCommits(repo, { base: 'root' })).at(-1)?.merge).toEqual({ isClean: true, isFromBase: false })
  })
})
