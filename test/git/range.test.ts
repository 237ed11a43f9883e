import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { GateError } from '../../src/core/model/errors.ts'
import { getStartBase, isDefaultBranch, resolveRange } from '../../src/git/range.ts'
import { openRepository } from '../../src/git/repository.ts'
import { createRepository, type TestRepository } from '../support/repository.ts'

const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'
const getRange = async (repo: { readonly dir: string }, options: { base?: string; head?: string } = {}) =>
  resolveRange(await openRepository(repo.dir), options)

/** main: A - B; topic: A - C - D, checked out. */
async function forked(): Promise<{ repo: TestRepository; shas: Record<'a' | 'b' | 'c' | 'd', string> }> {
  const repo = await createRepository()
  const a = await repo.commit('A', { a: '1' })
  await repo.branch('topic')
  const c = await repo.commit('C', { c: '1' })
  const d = await repo.commit('D', { c: '2' })
  await repo.checkout('main')
  const b = await repo.commit('B', { b: '1' })
  await repo.checkout('topic')
  return { repo, shas: { a, b, c, d } }
}

describe('what is judged starts', () => {
  test('the range starts where the branch left the local main branch', async () => {
    const { repo, shas } = await forked()
    await using _ = repo
    expect(await getRange(repo)).toMatchObject({ base: shas.a, baseTip: shas.b, baseName: 'main', head: shas.d })
  })

  test('the range starts at the named base, or where the branch left it', async () => {
    const { repo, shas } = await forked()
    await using _ = repo
    expect(await getRange(repo, { base: shas.c })).toMatchObject({ base: shas.c, baseTip: shas.c, head: shas.d })
    expect(await getRange(repo, { base: 'main', head: 'topic~1' })).toMatchObject({ base: shas.a, head: shas.c })
    expect(await getRange(repo, { base: shas.b })).toMatchObject({ base: shas.a, baseTip: shas.b })
  })

  test('the range starts at the newest commit that a merge of the base brought', async () => {
    const { repo, shas } = await forked()
    await using _ = repo
    await repo.merge('main')
    expect(await getRange(repo)).toMatchObject({ base: shas.b, baseTip: shas.b })
  })

  test('the range starts before the first commit for the whole history', async () => {
    const { repo, shas } = await forked()
    await using _ = repo
    expect(await getRange(repo, { base: 'root' })).toEqual({
      base: null,
      baseTip: null,
      baseTree: EMPTY_TREE,
      baseName: 'root',
      head: shas.d,
      headTree: await repo.git('rev-parse', `${shas.d}^{tree}`),
    })
  })

  test.each([
    ['origin/HEAD', ['origin/HEAD', 'origin/main', 'origin/master', 'main'], 'origin/HEAD'],
    ['origin/main', ['origin/main', 'origin/master', 'main'], 'origin/main'],
    ['origin/master', ['origin/master', 'main'], 'origin/master'],
  ])('the range starts at %s rather than at later candidates', async (_, refs, expected) => {
    const { repo, shas } = await forked()
    await using _repo = repo
    for (const ref of refs.filter((name) => name !== 'main'))
      await repo.git('update-ref', `refs/remotes/${ref}`, ref === expected ? shas.c : shas.a)
    expect(await getRange(repo)).toMatchObject({ baseName: expected, base: shas.c })
  })

  test.each([
    ['origin/trunk', ['refs/remotes/origin/trunk', 'refs/heads/trunk']],
    ['upstream/HEAD', ['refs/remotes/upstream/HEAD', 'refs/heads/trunk']],
    ['upstream/trunk', ['refs/remotes/upstream/trunk', 'refs/heads/trunk']],
    ['trunk', ['refs/heads/trunk', 'refs/heads/other']],
    ['stable', ['refs/heads/stable']],
  ])('the range starts at %s where there is no main branch', async (expected, refs) => {
    const { repo, shas } = await forked()
    await using _ = repo
    await repo.git('branch', '-D', 'main')
    for (const ref of refs) await repo.git('update-ref', ref, ref.endsWith(`/${expected}`) ? shas.c : shas.a)
    expect(await getRange(repo)).toMatchObject({ baseName: expected, base: shas.c })
  })

  test('the range starts at the pushed main branch on the main branch itself', async () => {
    const { repo, shas } = await forked()
    await using _ = repo
    await repo.git('update-ref', 'refs/remotes/origin/main', shas.a)
    expect(await getRange(repo, { head: 'main' })).toMatchObject({ base: shas.a, head: shas.b })
  })

  test('the same with a detached head, a worktree, a bare repository and a tag called like the branch', async () => {
    const { repo, shas } = await forked()
    await using _ = repo
    await repo.git('tag', 'main', shas.d)
    await repo.git('clone', '--quiet', '--bare', '.', 'bare.git')
    await repo.git('worktree', 'add', '--quiet', '--detach', 'tree', 'topic')
    await repo.git('checkout', '--quiet', '--detach')
    const expected = { base: shas.a, baseTip: shas.b, head: shas.d }
    expect(await getRange(repo)).toMatchObject(expected)
    expect(await getRange({ dir: join(repo.dir, 'tree') })).toMatchObject(expected)
    expect(await getRange({ dir: join(repo.dir, 'bare.git') }, { head: 'topic' })).toMatchObject(expected)
  })
})

describe('no range is given', () => {
  test('no range is given on the default branch, where only the user knows the base', async () => {
    await using repo = await createRepository()
    await repo.commit('A')
    await expect(getRange(repo)).rejects.toMatchObject({
      code: 'unknown-revision',
      suggestion: expect.objectContaining({ text: expect.stringContaining('tdd-gate verify --base ') }),
    })
  })

  test('on the only branch; the suggestion starts before the first commit that states its phase', async () => {
    await using repo = await createRepository()
    await repo.commit('A')
    const before = await repo.git('rev-parse', '--short=12', 'HEAD')
    await repo.commit('B\n\nTask: 1.1\nPhase: red', { b: 'b' })
    await repo.commit('C\n\nTask: 1.1\nPhase: green', { c: 'c' })
    await expect(getRange(repo)).rejects.toMatchObject({
      code: 'unknown-revision',
      suggestion: expect.objectContaining({ text: expect.stringContaining(`tdd-gate verify --base ${before} `) }),
    })
  })

  test('no range is given when nothing was committed since the base', async () => {
    const { repo } = await forked()
    await using _ = repo
    await expect(getRange(repo, { base: 'topic' })).rejects.toMatchObject({ code: 'no-commits' })
    await expect(getRange(repo, { head: 'main~1' })).rejects.toMatchObject({ code: 'no-commits' })
  })

  test('no range is given for a new branch, and its author is not asked to leave it', async () => {
    await using repo = await createRepository()
    await repo.commit('A', { a: '1' })
    await repo.branch('topic')
    for (const options of [{}, { base: 'main' }, { head: 'topic' }])
      await expect(getRange(repo, options)).rejects.toMatchObject({
        code: 'no-commits',
        message: 'The branch topic has no commit of its own yet.',
        suggestion: { text: expect.not.stringContaining('git switch'), commands: ['tdd-gate complete'] },
      })
    await repo.checkout('main')
    await expect(getRange(repo)).rejects.toMatchObject({
      code: 'no-commits',
      message: '"main" is the branch that others start from, so there is no commit to judge.',
    })
    await expect(getRange(repo, { base: 'HEAD' })).rejects.toMatchObject({
      suggestion: { text: expect.stringContaining('git switch') },
    })
  })

  test('no range is given before the first commit', async () => {
    await using repo = await createRepository()
    await expect(getRange(repo)).rejects.toMatchObject({ code: 'no-commits' })
  })

  test.each(['nothing', '--all', '--output=/tmp/x', '-n1', '', 'main..topic', '^main', 'HEAD:a', 'a\nb'])(
    'for the revision %j, which is no commit',
    async (rev) => {
      const { repo } = await forked()
      await using _ = repo
      await expect(getRange(repo, { base: rev })).rejects.toMatchObject({ code: 'unknown-revision' })
      await expect(getRange(repo, { head: rev })).rejects.toMatchObject({ code: 'unknown-revision' })
    },
  )

  test('no range is given without common history', async () => {
    const { repo } = await forked()
    await using _ = repo
    await repo.git('checkout', '--quiet', '--orphan', 'island')
    await repo.commit('island')
    await expect(getRange(repo)).rejects.toMatchObject({ code: 'no-merge-base' })
  })

  test.each([
    ['of a cut before the merge base', 'topic', 1, 'main'],
    ['the default branch was not fetched', 'topic', 1, undefined],
    ['the first commit was not fetched', 'topic', 2, 'root'],
  ])('because %s', async (_, branch, depth, base) => {
    const { repo } = await forked()
    await using _repo = repo
    await repo.checkout('main')
    const options = base === 'main' ? ['--no-single-branch'] : ['--single-branch']
    await repo.git('clone', '-q', `--depth=${depth}`, ...options, '-b', branch, `file://${repo.dir}`, 'shallow')
    const wanted = base === 'main' ? { base: 'origin/main' } : base === undefined ? {} : { base }
    await expect(getRange({ dir: join(repo.dir, 'shallow') }, wanted)).rejects.toMatchObject({
      code: 'shallow-clone',
      suggestion: expect.objectContaining({ text: expect.stringContaining('git fetch --unshallow') }),
    })
  })

  test('because only the branch itself was cloned: the next step fetches the others', async () => {
    const { repo, shas } = await forked()
    await using _ = repo
    await repo.checkout('main')
    await repo.git('clone', '-q', '--single-branch', '-b', 'topic', `file://${repo.dir}`, 'single')
    const single = { dir: join(repo.dir, 'single') }
    const refused = await getRange(single).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'unknown-revision', message: 'The default branch was not fetched.' })
    const command = /^(git fetch .*)$/m.exec((refused as GateError).suggestion.text)?.[1] ?? ''
    execFileSync('sh', ['-c', command], { cwd: single.dir, stdio: 'pipe' })
    expect(await getRange(single)).toMatchObject({ baseName: 'origin/HEAD', base: shas.a })
  })

  test('because several other branches may be the one: it has to be named', async () => {
    const { repo } = await forked()
    await using _ = repo
    await repo.git('branch', '-m', 'main', 'one')
    await repo.git('branch', 'two', 'one')
    await expect(getRange(repo)).rejects.toMatchObject({
      code: 'unknown-revision',
      suggestion: expect.objectContaining({ text: expect.stringContaining('--base') }),
    })
  })

  test('because a merged side branch was cut', async () => {
    const { repo, shas } = await forked()
    await using _ = repo
    await repo.merge('main')
    await repo.git('clone', '-q', '--depth=2', '-b', 'topic', `file://${repo.dir}`, 'shallow')
    await expect(getRange({ dir: join(repo.dir, 'shallow') }, { base: shas.d })).rejects.toMatchObject({
      code: 'shallow-clone',
    })
  })

  test('a range is given in a shallow clone that reaches below the base', async () => {
    const { repo, shas } = await forked()
    await using _ = repo
    await repo.git('clone', '-q', '--depth=2', '-b', 'topic', `file://${repo.dir}`, 'shallow')
    expect(await getRange({ dir: join(repo.dir, 'shallow') }, { base: shas.c })).toMatchObject({ base: shas.c })
  })
})

test('in a clone, branches start from the branch that `origin/HEAD` names, and a branch of that name is the default one', async () => {
  await using repo = await createRepository()
  await repo.commit('base', { 'a.js': '1' })
  await repo.git('branch', 'develop')
  await repo.git('update-ref', 'refs/remotes/origin/develop', 'HEAD')
  await repo.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/develop')
  const opened = await openRepository(repo.dir)
  expect(await getStartBase(opened)).toBe('refs/remotes/origin/develop')
  expect([await isDefaultBranch(opened, 'develop'), await isDefaultBranch(opened, 'main')]).toEqual([true, false])
})
