import { execFile, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { defaultCacheDir } from '../../src/folders.mjs'
import { openRepository } from '../../src/git/repository.ts'
import { openScratch, type Scratch } from '../../src/git/scratch.ts'
import { listTree, readBlob } from '../../src/git/trees.ts'
import { fingerprint } from '../support/fingerprint.ts'
import { makeHostile } from '../support/hostile.ts'
import { end, TIME_LIMIT_MS, untilPrints } from '../support/processes.ts'
import { createRepository, type Files, type TestRepository } from '../support/repository.ts'

interface World extends AsyncDisposable {
  readonly built: TestRepository
  readonly cacheDir: string
  readonly open: () => Promise<Scratch>
}

async function createWorld(options: Parameters<typeof createRepository>[0] = {}): Promise<World> {
  const built = await createRepository(options)
  const cacheDir = await mkdtemp(join(tmpdir(), 'tdd-gate-cache-'))
  return {
    built,
    cacheDir,
    open: async () => openScratch(await openRepository(built.dir), { cacheDir }),
    [Symbol.asyncDispose]: async () => {
      await built[Symbol.asyncDispose]()
      await rm(cacheDir, { recursive: true, force: true })
    },
  }
}

const filesIn = async (dir: string) =>
  (await readdir(dir, { recursive: true })).filter((path) => !/^\.git(?:\/|$)/.test(path)).toSorted()
/** Runs git in a folder as a test would: with no variable that names a repository. */
const gitIn = async (cwd: string, ...args: readonly string[]) => {
  const env = { PATH: process.env['PATH'], HOME: cwd, GIT_CEILING_DIRECTORIES: join(cwd, '..') }
  return (await promisify(execFile)('git', args, { cwd, env })).stdout.trim()
}
const NOTHING = { keep: [] }

describe('a commit is checked out', () => {
  test('a checkout has files, executables, links and empty submodules', async () => {
    await using world = await createWorld({ name: '-odd name' })
    const files: Files = {
      'a/b.txt': 'b',
      'run.sh': { executable: '#!/bin/sh' },
      link: { symlink: 'a/b.txt' },
      sub: { submodule: '1'.repeat(40) },
      'new\nline': 'n',
      '.gitattributes': '*.txt filter=evil\n',
    }
    const sha = await world.built.commit('first', files)
    const traces = await makeHostile(world.built)
    await using scratch = await world.open()
    await scratch.checkout(sha, NOTHING)
    expect(await filesIn(scratch.tree)).toEqual([
      '.gitattributes',
      'a',
      'a/b.txt',
      'link',
      'new\nline',
      'run.sh',
      'sub',
    ])
    expect(await readlink(join(scratch.tree, 'link'))).toBe('a/b.txt')
    expect((await lstat(join(scratch.tree, 'run.sh'))).mode & 0o100).toBe(0o100)
    expect(await readdir(traces)).toEqual(['program'])
    await rm(traces, { recursive: true })
  })

  test('a checkout leaves only kept folders of the checkout before it', async () => {
    await using world = await createWorld()
    const first = await world.built.commit('first', {
      'src/a': '1',
      'src/old/deep': '1',
      'packages/x/f': '1',
      same: 's',
    })
    const second = await world.built.commit('second', { 'src/a': '2', 'src/old': null, 'packages/x/f': '2' })
    await using scratch = await world.open()
    const at = (path: string) => join(scratch.tree, path)
    const keep = ['node_modules', 'packages/x/node_modules']
    await scratch.checkout(first, { keep })
    for (const dir of ['node_modules/dep', 'packages/x/node_modules/dep', 'coverage/sub', 'src/node_modules']) {
      await mkdir(at(dir), { recursive: true })
      await writeFile(at(`${dir}/file`), 'made by a test')
    }
    await writeFile(at('same'), 'changed by a test')
    await writeFile(at('src/a'), '9')
    await scratch.checkout(second, { keep })
    expect(await filesIn(scratch.tree)).toEqual(
      [
        ...['node_modules', 'node_modules/dep', 'node_modules/dep/file', 'packages', 'packages/x', 'packages/x/f'],
        ...['packages/x/node_modules', 'packages/x/node_modules/dep', 'packages/x/node_modules/dep/file'],
        ...['same', 'src', 'src/a'],
      ].toSorted(),
    )
    expect(await readFile(at('same'), 'utf8')).toBe('s')
    expect(await readFile(at('src/a'), 'utf8')).toBe('2')
  })

  test('again, with every file that a test changed, removed or replaced as it was', async () => {
    await using world = await createWorld()
    const files = { a: 'aaaa', b: 'b', 'dir/c': 'c', 'dir/d': 'd', run: { executable: 'x' }, link: { symlink: 'a' } }
    const sha = await world.built.commit('first', files)
    await using scratch = await world.open()
    await scratch.checkout(sha, NOTHING)
    const before = await fingerprintOfContents(scratch.tree)
    const at = (path: string) => join(scratch.tree, path)
    const { atime, mtime } = await lstat(at('a'))
    await writeFile(at('a'), 'bbbb')
    await utimes(at('a'), atime, mtime)
    await rm(at('b'))
    await mkdir(at('b'))
    await writeFile(at('b/inner'), '')
    await rename(at('dir'), at('moved'))
    await symlink('moved', at('dir'))
    await chmod(at('run'), 0o000)
    await rm(at('link'))
    await writeFile(at('link'), 'a')
    await rm(at('.git'), { recursive: true, force: true })
    await mkdir(at('.git/hooks'), { recursive: true })
    await writeFile(at('.git/HEAD'), 'ref: refs/heads/left-by-a-test')
    await scratch.checkout(sha, NOTHING)
    expect(await fingerprintOfContents(scratch.tree)).toEqual(before)
  })

  test('again, with folders that tell nothing of what tests did to them', async () => {
    await using world = await createWorld()
    const sha = await world.built.commit('first', { a: 'a', 'dir/b': 'b', 'dir/sub/c': 'c', 'same/d': 'd' })
    await using scratch = await world.open()
    const folders = ['', 'dir', 'dir/sub', 'same'].map((path) => join(scratch.tree, path))
    const modes = () => Promise.all(folders.map(async (path) => (await lstat(path)).mode))
    await scratch.checkout(sha, { keep: ['dir/node_modules'] })
    const before = [await modes(), await fingerprintOfContents(scratch.tree)]
    await mkdir(join(scratch.tree, 'dir/node_modules'))
    const kept = (await lstat(join(scratch.tree, 'dir/node_modules'))).ino
    await chmod(join(scratch.tree, 'dir'), 0o701)
    await chmod(scratch.tree, 0o1755)
    await utimes(join(scratch.tree, 'dir/sub'), 0, 4711)
    await scratch.checkout(sha, { keep: ['dir/node_modules'] })
    expect((await lstat(join(scratch.tree, 'dir/node_modules'))).ino).toBe(kept)
    await scratch.checkout(sha, NOTHING)
    expect([await modes(), await fingerprintOfContents(scratch.tree)]).toEqual(before)
    expect((await lstat(join(scratch.tree, 'dir/sub'))).mtimeMs).not.toBe(4_711_000)
  })

  test('a checkout never removes what links point to outside', async () => {
    await using world = await createWorld()
    const sha = await world.built.commit('first', { 'dir/a': 'a' })
    await using scratch = await world.open()
    await scratch.checkout(sha, NOTHING)
    const outside = join(world.cacheDir, 'outside')
    await mkdir(outside)
    await writeFile(join(outside, 'a'), 'precious')
    await writeFile(join(outside, 'b'), 'precious too')
    await rm(join(scratch.tree, 'dir'), { recursive: true })
    await symlink(outside, join(scratch.tree, 'dir'))
    await symlink(outside, join(scratch.tree, 'more'))
    await mkdir(join(scratch.tree, 'deep'))
    await symlink(outside, join(scratch.tree, 'deep/more'))
    await scratch.checkout(sha, NOTHING)
    expect(await filesIn(scratch.tree)).toEqual(['dir', 'dir/a'])
    expect(await readFile(join(outside, 'a'), 'utf8')).toBe('precious')
    expect(await readFile(join(outside, 'b'), 'utf8')).toBe('precious too')
  })

  test('although tests left read-only folders', async () => {
    await using world = await createWorld()
    const sha = await world.built.commit('first', { 'dir/a': 'a' })
    await chmod(world.cacheDir, 0o777)
    await chmod(join(world.built.dir, '..'), 0o755)
    const script = join(import.meta.dirname, '../support/checkout-locked.ts')
    const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
    const env = { ...process.env, HOME: world.cacheDir, GIT_CONFIG_GLOBAL: join(world.cacheDir, 'trust') }
    await writeFile(env.GIT_CONFIG_GLOBAL, '[safe]\n\tdirectory = *\n')
    const args = [script, world.built.dir, join(world.cacheDir, 'own'), sha]
    const { stdout } = await promisify(execFile)(process.execPath, args, { ...user, env })
    expect(JSON.parse(stdout)).toEqual(['dir', 'dir/a'])
    expect(await readdir(join(world.cacheDir, 'own/scratch'))).toEqual([])
  })

  test('although tests nested folders deeper than a path can be long', async () => {
    await using world = await createWorld()
    const sha = await world.built.commit('first', { 'dir/a': 'a' })
    const scratch = await world.open()
    await scratch.checkout(sha, NOTHING)
    const nest =
      "for (let n = 0; n < 60; n++) { fs.mkdirSync('x'.repeat(200)); process.chdir('x'.repeat(200)) } fs.writeFileSync('f', '')"
    const nestIn = (cwd: string) => promisify(execFile)(process.execPath, ['-e', nest], { cwd })
    await nestIn(scratch.tree)
    await nestIn(join(scratch.tree, 'dir'))
    await scratch.checkout(sha, NOTHING)
    expect(await filesIn(scratch.tree)).toEqual(['dir', 'dir/a'])
    await nestIn(scratch.tree)
    await scratch[Symbol.asyncDispose]()
    expect(await readdir(join(world.cacheDir, 'scratch'))).toEqual([])
  })

  test('a checkout keeps folders however they are spelt', async () => {
    await using world = await createWorld()
    const sha = await world.built.commit('first', { 'dir/a': 'a' })
    await using scratch = await world.open()
    await scratch.checkout(sha, NOTHING)
    for (const path of ['one', 'dir/two', 'three']) await mkdir(join(scratch.tree, path))
    await scratch.checkout(sha, { keep: ['one/', './dir//two', '', '.', '/three', '..'] })
    expect(await filesIn(scratch.tree)).toEqual(['dir', 'dir/a', 'dir/two', 'one'])
  })

  test('a checkout that fails has ended everything that it started', async () => {
    await using world = await createWorld()
    const sha = await world.built.commit('first', { large: randomBytes(2_000_000).toString('hex') })
    await using scratch = await world.open()
    await writeFile(join(scratch.dir, 'git/index.lock'), '')
    await expect(scratch.checkout(sha, NOTHING)).rejects.toThrow('index.lock')
    const packed = await readdir(join(scratch.dir, 'git/packs'), { recursive: true })
    expect(
      packed.filter((path) => path.endsWith('.idx')),
      'what runs on would write while it is removed',
    ).toHaveLength(1)
  })

  test('a checkout refuses a tree that would write outside', async () => {
    await using world = await createWorld()
    const sha = await world.built.commit('first', { a: 'a' })
    const blob = await world.built.git('rev-parse', 'HEAD:a')
    await using scratch = await world.open()
    for (const path of ['../escape', '.git/config', 'a/../../b', '/etc/x', '.GIT/config'])
      await expect(scratch.composeTree(sha, [{ path, blob: { mode: '100644', id: blob } }])).rejects.toMatchObject({
        code: 'git-failed',
      })
  })
})

describe('a checkout is a repository', () => {
  const FILES: Files = {
    'a.txt': 'a',
    'src/run.sh': { executable: 'x' },
    link: { symlink: 'a.txt' },
    '.gitignore': 'x/',
  }

  test.each(['sha1', 'sha256'] as const)(
    'with one commit of its own tree, and no other object: %s',
    async (objectFormat) => {
      await using world = await createWorld({ objectFormat })
      await world.built.commit('first', { 'secret.txt': 'history', 'src/old.txt': 'old' })
      const sha = await world.built.commit('second', { ...FILES, 'secret.txt': null, 'src/old.txt': null })
      await using scratch = await world.open()
      await scratch.checkout(sha, NOTHING)
      const inTree = (...args: readonly string[]) => gitIn(scratch.tree, ...args)
      expect(await inTree('rev-parse', 'HEAD^{tree}')).toBe(await world.built.git('rev-parse', `${sha}^{tree}`))
      expect(await inTree('status', '--porcelain', '--branch')).toBe('## main')
      expect(await inTree('log', '--format=%P|%an|%ae|%s', '--all')).toBe('|author|author@example.com|snapshot')
      expect((await inTree('ls-files')).split('\n')).toEqual(['.gitignore', 'a.txt', 'link', 'src/run.sh'])
      expect(await inTree('show', 'HEAD:a.txt')).toBe('a')
      expect(await inTree('remote')).toBe('')
      expect(await inTree('fsck', '--strict', '--no-progress')).toBe('')
      const objects = await inTree('cat-file', '--batch-all-objects', '--batch-check=%(objectname)')
      const reached = await inTree('rev-list', '--objects', '--no-object-names', 'HEAD')
      expect(objects.split('\n').toSorted()).toEqual(reached.split('\n').toSorted())
      expect((await readdir(join(scratch.tree, '.git'))).toSorted()).toEqual([
        ...['HEAD', 'config', 'index', 'objects', 'refs'],
      ])
    },
  )

  test('the same tree has the same commit in every scratch repository', async () => {
    await using world = await createWorld()
    const first = await world.built.commit('first', FILES)
    const other = await world.built.commit('other', { more: '1' })
    const again = await world.built.commit('again', { more: null })
    await using one = await world.open()
    await using two = await world.open()
    const getHead = async (scratch: Scratch, sha: string) => {
      await scratch.checkout(sha, NOTHING)
      return gitIn(scratch.tree, 'rev-parse', 'HEAD')
    }
    const head = await getHead(one, first)
    expect(await getHead(one, other)).not.toBe(head)
    expect([await getHead(one, again), await getHead(two, first)]).toEqual([head, head])
  })

  test('a test may commit, branch and collect garbage, and the next checkout shows nothing of it', async () => {
    await using world = await createWorld()
    const sha = await world.built.commit('first', FILES)
    await using scratch = await world.open()
    await scratch.checkout(sha, NOTHING)
    const before = await fingerprint(join(world.built.dir, '.git'))
    await writeFile(join(scratch.tree, 'a.txt'), 'changed')
    const who = ['-c', 'user.name=t', '-c', 'user.email=t@example.com']
    await gitIn(scratch.tree, ...who, 'commit', '--quiet', '-am', 'by a test')
    await gitIn(scratch.tree, 'branch', 'left')
    await gitIn(scratch.tree, 'gc', '--quiet', '--prune=now')
    await scratch.checkout(sha, NOTHING)
    expect(await gitIn(scratch.tree, 'for-each-ref', '--format=%(refname)')).toBe('refs/heads/main')
    expect(await gitIn(scratch.tree, 'rev-list', '--count', '--all')).toBe('1')
    expect(await gitIn(scratch.tree, 'status', '--porcelain')).toBe('')
    expect(await fingerprint(join(world.built.dir, '.git'))).toEqual(before)
  })
})

async function fingerprintOfContents(dir: string): Promise<Readonly<Record<string, string>>> {
  const all = Object.entries(await fingerprint(dir))
  // The index holds times of files.
  const timeless = all.filter(([path]) => path !== '.git/index')
  return Object.fromEntries(timeless.map(([path, value]) => [path, value.replace(/ [\d.]+ /, ' ')]))
}

describe('composed trees and commits', () => {
  test('are composed from a tree and edits', async () => {
    await using world = await createWorld()
    const base = await world.built.commit('first', { a: 'a', 'd/b': 'b', 'd/c': 'c', file: 'f' })
    await using scratch = await world.open()
    const blob = (await listTree(scratch, base)).get('a')!
    const tree = await scratch.composeTree(base, [
      { path: 'd/b', blob: null },
      { path: 'file/now a\nfolder', blob },
      { path: 'file', blob: null },
      { path: 'link', blob: { ...blob, mode: '120000' } },
      { path: 'never-there', blob: null },
    ])
    const listed = [...(await listTree(scratch, tree))].map(([path, { mode }]) => `${mode} ${path}`)
    expect(listed).toEqual(['100644 a', '100644 d/c', '100644 file/now a\nfolder', '120000 link'])
    expect((await readBlob(scratch, tree, 'file/now a\nfolder'))?.toString()).toBe('a')
    expect(await scratch.composeTree(base, [])).toBe(await world.built.git('rev-parse', `${base}^{tree}`))
    await scratch.checkout(tree, NOTHING)
    expect(await filesIn(scratch.tree)).toEqual(['a', 'd', 'd/c', 'file', 'file/now a\nfolder', 'link'])
  })

  test('are committed with the same SHA every time', async () => {
    await using world = await createWorld()
    const parent = await world.built.commit('first', { a: 'a' })
    await using one = await world.open()
    await using two = await world.open()
    const sha = await one.commitTree(`${parent}^{tree}`, [parent], 'synthetic\n\nTask: 1.1')
    expect(await two.commitTree(`${parent}^{tree}`, [parent], 'synthetic\n\nTask: 1.1')).toBe(sha)
    expect((await one.git(['log', '--format=%P %B', '-n1', sha])).toString().trim()).toBe(
      `${parent} synthetic\n\nTask: 1.1`,
    )
  })

  test('come from merges as git itself makes them, or not at all', async () => {
    await using world = await createWorld()
    const { built } = world
    await built.commit('A', { a: '1', b: '1' })
    await built.branch('topic')
    const ours = await built.commit('B', { a: '2' })
    await built.checkout('main')
    const theirs = await built.commit('C', { b: '2' })
    const conflicting = await built.commit('D', { a: '3' })
    await built.git('checkout', '--quiet', '--orphan', 'island')
    const island = await built.commit('island')
    await built.checkout('topic')
    const merged = await built.merge(theirs)
    await using scratch = await world.open()
    expect(await scratch.mergeTree(ours, theirs)).toBe(await built.git('rev-parse', `${merged}^{tree}`))
    expect(await scratch.mergeTree(ours, conflicting)).toBeNull()
    expect(await scratch.mergeTree(ours, island)).toBeNull()
  })

  test('in a repository with SHA-256 objects too', async () => {
    await using world = await createWorld({ objectFormat: 'sha256' })
    const base = await world.built.commit('first', { a: 'a' })
    await using scratch = await world.open()
    const blob = (await listTree(scratch, base)).get('a')!
    const tree = await scratch.composeTree(base, [{ path: 'b', blob }])
    expect(tree).toMatch(/^[0-9a-f]{64}$/)
    await scratch.checkout(tree, NOTHING)
    expect(await filesIn(scratch.tree)).toEqual(['a', 'b'])
  })

  test('where objects are borrowed from further repositories, in folders with odd names', async () => {
    await using world = await createWorld({ name: 'odd "name"\nhere' })
    const sha = await world.built.commit('first', { a: 'a' })
    const borrower = join(world.cacheDir, '# borrower')
    await world.built.git('init', '--quiet', borrower)
    await writeFile(
      join(borrower, '.git/objects/info/alternates'),
      `${JSON.stringify(join(world.built.dir, '.git/objects'))}\n`,
    )
    await using scratch = await openScratch(await openRepository(borrower), { cacheDir: world.cacheDir })
    await scratch.checkout(sha, NOTHING)
    expect(await filesIn(scratch.tree)).toEqual(['a'])
  })
})

describe("the user's repository", () => {
  /** Everything a scratch repository can do. */
  async function work(scratch: Scratch, first: string, second: string): Promise<void> {
    await scratch.checkout(first, NOTHING)
    await scratch.checkout(second, NOTHING)
    const tree = await scratch.composeTree(first, [
      { path: 'x', blob: { mode: '100644', id: 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391' } },
    ])
    await scratch.commitTree(tree, [second], 'synthetic')
    await scratch.mergeTree(first, second)
  }

  test('is the same, bit for bit, afterwards', async () => {
    await using world = await createWorld()
    const first = await world.built.commit('first', { a: 'a', x: '' })
    await world.built.branch('topic')
    const second = await world.built.commit('second', { b: 'b' })
    await world.built.checkout('main')
    const third = await world.built.commit('third', { c: 'c' })
    await world.built.write({ a: 'uncommitted', new: 'untracked' })
    await world.built.git('stash', '--quiet')
    await world.built.write({ a: 'more' })
    const before = await fingerprint(world.built.dir)
    await using scratch = await world.open()
    await work(scratch, third, second)
    await scratch.checkout(first, NOTHING)
    expect(await fingerprint(world.built.dir)).toEqual(before)
    await world.built.git('fsck', '--strict')
  })

  test('is the same when the gate is killed in the middle, and the next start clears up', async () => {
    await using world = await createWorld()
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`dir${n % 20}/file${n}`, `${n}`]))
    const sha = await world.built.commit('first', many)
    const before = await fingerprint(world.built.dir)
    const script = join(import.meta.dirname, '../support/checkout-forever.ts')
    const child = spawn(process.execPath, [script, world.built.dir, world.cacheDir, sha], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => end(child))
    await untilPrints(child)
    await end(child)
    expect(await fingerprint(world.built.dir)).toEqual(before)
    expect((await readdir(join(world.cacheDir, 'scratch'))).length).toBeGreaterThan(0)
    await using alive = await world.open()
    await using scratch = await world.open()
    await scratch.checkout(sha, NOTHING)
    const left = (await readdir(join(world.cacheDir, 'scratch'), { withFileTypes: true })).filter((entry) =>
      entry.isDirectory(),
    )
    expect(left.map((entry) => join(world.cacheDir, 'scratch', entry.name)).toSorted()).toEqual(
      [alive.dir, scratch.dir].toSorted(),
    )
    await alive.checkout(sha, NOTHING)
  })
})

describe('the scratch folder', () => {
  test('is gone afterwards', async () => {
    await using world = await createWorld()
    const sha = await world.built.commit('first', { a: 'a' })
    const scratch = await world.open()
    await scratch.checkout(sha, NOTHING)
    await scratch[Symbol.asyncDispose]()
    expect(await readdir(join(world.cacheDir, 'scratch'))).toEqual([])
  })

  test('the scratch folder of an unknown process is kept for a day', async () => {
    await using world = await createWorld()
    const folder = join(world.cacheDir, 'scratch')
    for (const name of ['fresh', 'old', 'garbled']) {
      await mkdir(join(folder, name), { recursive: true })
      await writeFile(
        join(folder, `${name}.json`),
        name === 'garbled' ? '{' : JSON.stringify({ pid: 1, start: '0', place: 'elsewhere' }),
      )
    }
    const yesterday = new Date(Date.now() - 25 * 3_600_000)
    await utimes(join(folder, 'old.json'), yesterday, yesterday)
    await utimes(join(folder, 'garbled.json'), yesterday, yesterday)
    await using scratch = await world.open()
    const left = (await readdir(folder)).filter((name) => !scratch.dir.includes(name.replace('.json', '')))
    expect(left.toSorted()).toEqual(['fresh', 'fresh.json'])
  })

  test('a scratch folder that cannot be removed stops no run, and is named', async () => {
    await using world = await createWorld()
    const stuck = join(world.cacheDir, 'scratch/stuck.json')
    await mkdir(join(stuck, 'in the way'), { recursive: true })
    const yesterday = new Date(Date.now() - 25 * 3_600_000)
    await utimes(stuck, yesterday, yesterday)
    await using scratch = await world.open()
    expect(scratch.warnings).toEqual([expect.stringContaining('stuck')])
    await using _ = await createWorld()
    await using clean = await _.open()
    expect(clean.warnings).toEqual([])
  })

  test.each([
    [{ TDD_GATE_CACHE: '/cache', XDG_CACHE_HOME: '/xdg', HOME: '/home/mona' }, '/cache'],
    [{ XDG_CACHE_HOME: '/xdg', HOME: '/home/mona' }, '/xdg/tdd-gate'],
    [{ XDG_CACHE_HOME: 'relative', HOME: '/home/mona' }, '/home/mona/.cache/tdd-gate'],
    [{ TDD_GATE_CACHE: '', HOME: '/home/mona' }, '/home/mona/.cache/tdd-gate'],
  ])('for %j is in %s', (env, expected) => {
    expect(defaultCacheDir(env)).toBe(expected)
  })

  test('is never inside the repository, where the tests would find what is not committed', async () => {
    await using world = await createWorld()
    const repo = await openRepository(world.built.dir)
    for (const cacheDir of [repo.top!, join(repo.top!, 'cache'), join(repo.gitDir, 'cache')])
      await expect(openScratch(repo, { cacheDir })).rejects.toMatchObject({ code: 'bad-usage' })
    expect(await readdir(world.built.dir)).toEqual(['.git'])
  })

  test('a scratch folder that cannot be made is an error with a next step', async () => {
    await using world = await createWorld()
    const file = join(world.cacheDir, 'file')
    await writeFile(file, '')
    const opening = openScratch(await openRepository(world.built.dir), { cacheDir: join(file, 'below') })
    await expect(opening).rejects.toMatchObject({
      code: 'disk-full',
      message: expect.stringContaining(file),
      suggestion: expect.objectContaining({ text: expect.stringContaining('TDD_GATE_CACHE') }),
    })
  })
})

test.skipIf(!existsSync('/proc/self'))('a cache folder that cannot be made is refused at once', () => {
  const script = `const { openScratch } = await import(process.argv[1]); await openScratch({ top: null, gitDir: '/', commonDir: '/', objectFormat: 'sha1', isShallow: false }, { cacheDir: '/proc/nope' })`
  const source = join(import.meta.dirname, '../../src/git/scratch.ts')
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script, source], {
    encoding: 'utf8',
    timeout: TIME_LIMIT_MS,
  })
  expect(status).toBe(1)
  expect(stderr).toContain('TDD_GATE_CACHE')
})
