import { chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openRepository, uncommittedPaths } from '../../src/git/repository.ts'
import { countGit } from '../support/counted-git.ts'
import { fingerprint } from '../support/fingerprint.ts'
import { makeHostile } from '../support/hostile.ts'
import { createRepository } from '../support/repository.ts'

const isRoot = process.getuid?.() === 0
const SOMEBODY = 12_345

describe('a repository is opened', () => {
  test.each(['repository', 'with space', '-dash', 'new\nline'])(
    'a repository is opened from a folder deep inside %j',
    async (name) => {
      await using repo = await createRepository({ name })
      await repo.commit('first', { 'a/b/c': '1' })
      expect(await openRepository(join(repo.dir, 'a/b'))).toMatchObject({
        top: repo.dir,
        gitDir: join(repo.dir, '.git'),
        commonDir: join(repo.dir, '.git'),
        objectFormat: 'sha1',
        isShallow: false,
      })
    },
  )

  test('a repository without a working tree is opened', async () => {
    await using repo = await createRepository()
    await repo.commit('first')
    await repo.git('clone', '--quiet', '--bare', '.', 'bare.git')
    const dir = join(repo.dir, 'bare.git')
    expect(await openRepository(dir)).toMatchObject({ top: null, gitDir: dir, commonDir: dir })
  })

  test('a further worktree of another repository is opened', async () => {
    await using repo = await createRepository()
    await repo.commit('first')
    await repo.git('worktree', 'add', '--quiet', '--detach', 'other')
    expect(await openRepository(join(repo.dir, 'other'))).toMatchObject({
      top: join(repo.dir, 'other'),
      gitDir: join(repo.dir, '.git/worktrees/other'),
      commonDir: join(repo.dir, '.git'),
    })
  })

  test('although its configuration says that its working tree is elsewhere', async () => {
    await using repo = await createRepository()
    const sha = await repo.commit('first')
    await repo.git('config', 'core.worktree', tmpdir())
    const opened = await openRepository(repo.dir)
    expect((await opened.git(['rev-parse', 'HEAD'])).toString().trim()).toBe(sha)
  })

  test('a repository with SHA-256 objects is opened', async () => {
    await using repo = await createRepository({ objectFormat: 'sha256' })
    expect(await openRepository(repo.dir)).toMatchObject({ objectFormat: 'sha256' })
  })

  test('a shallow repository is recognised', async () => {
    await using repo = await createRepository()
    await repo.commit('first')
    await repo.commit('second')
    await repo.git('clone', '--quiet', '--depth=1', `file://${repo.dir}`, 'shallow')
    expect(await openRepository(join(repo.dir, 'shallow'))).toMatchObject({ isShallow: true })
  })

  test.skipIf(process.platform === 'win32')(
    'one git process opens a repository, whatever the folders are called',
    async () => {
      await using repo = await createRepository({ name: 'new\nline\nfalse\n' })
      const gits = countGit()
      expect(await openRepository(repo.dir)).toMatchObject({ top: repo.dir, gitDir: join(repo.dir, '.git') })
      expect(gits()).toBe(1)
    },
  )

  test('a folder without a repository is not opened', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'tdd-gate-nothing-'))
    await expect(openRepository(dir)).rejects.toMatchObject({
      code: 'not-a-repository',
      message: expect.stringContaining(dir),
    })
    await expect(openRepository(join(dir, 'missing'))).rejects.toMatchObject({ code: 'not-a-repository' })
    await rm(dir, { recursive: true })
  })
})

describe.runIf(isRoot)('a repository of another user', () => {
  test('is refused with the command that trusts it', async () => {
    await using repo = await createRepository()
    await chown(repo.dir, SOMEBODY, SOMEBODY)
    await chown(join(repo.dir, '.git'), SOMEBODY, SOMEBODY)
    await expect(openRepository(repo.dir)).rejects.toMatchObject({
      code: 'git-failed',
      suggestion: expect.objectContaining({ text: expect.stringContaining(`safe.directory ${repo.dir}`) }),
    })
  })

  test('is opened once the user trusts it', async () => {
    await using repo = await createRepository()
    const sha = await repo.commit('first')
    await writeFile(join(repo.dir, 'home'), `[safe]\n\tdirectory = ${repo.dir}\n`)
    await chown(repo.dir, SOMEBODY, SOMEBODY)
    await chown(join(repo.dir, '.git'), SOMEBODY, SOMEBODY)
    process.env['GIT_CONFIG_GLOBAL'] = join(repo.dir, 'home')
    try {
      const opened = await openRepository(repo.dir)
      expect((await opened.git(['rev-parse', 'HEAD'])).toString().trim()).toBe(sha)
    } finally {
      delete process.env['GIT_CONFIG_GLOBAL']
    }
  })
})

describe('uncommitted work', () => {
  test.each([
    ['a changed file', { 'a.txt': 'changed' }, true],
    ['a removed file', { 'a.txt': null }, true],
    ['a new file', { 'b.txt': 'new' }, true],
    ['an ignored file', { 'b.log': 'new' }, false],
    ['nothing', {}, false],
  ])('%s is seen', async (_, files, dirty) => {
    await using repo = await createRepository()
    await repo.commit('first', { 'a.txt': 'a', '.gitignore': '*.log\n' })
    await repo.write(files)
    const paths = await uncommittedPaths(await openRepository(repo.dir))
    expect(paths).toEqual(dirty ? Object.keys(files) : [])
  })

  test('is never there in a bare repository', async () => {
    await using repo = await createRepository()
    await repo.git('clone', '--quiet', '--bare', '.', 'bare.git')
    expect(await uncommittedPaths(await openRepository(join(repo.dir, 'bare.git')))).toEqual([])
  })

  test('is looked for without running the filters of a hostile repository, or writing its index', async () => {
    await using repo = await createRepository()
    await repo.commit('first', {
      '.gitattributes': '*.txt filter=evil\n*.md filter=e=v"il\n',
      'a.txt': 'a',
      'a.md': 'a',
    })
    const traces = await makeHostile(repo)
    await mkdir(join(repo.dir, 'new'))
    await repo.write({ 'a.txt': 'b', 'a.md': 'b' })
    const before = await fingerprint(repo.dir)
    expect(await uncommittedPaths(await openRepository(repo.dir))).toEqual(['a.md', 'a.txt'])
    expect(await fingerprint(repo.dir)).toEqual(before)
    expect(await readdir(traces)).toEqual(['program'])
    await rm(traces, { recursive: true })
  })
})
