import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { git, gitFailure, runGit } from '../../src/git/git.ts'
import { makeHostile } from '../support/hostile.ts'
import { createRepository } from '../support/repository.ts'

describe('git is run', () => {
  test('git returns its output as bytes', async () => {
    await using repo = await createRepository()
    await repo.commit('first', { 'a.bin': new Uint8Array([0, 255, 10]) })
    expect([...(await git(repo.dir, ['cat-file', 'blob', 'HEAD:a.bin']))]).toEqual([0, 255, 10])
  })

  test('git reads its standard input', async () => {
    await using repo = await createRepository()
    const id = await git(repo.dir, ['hash-object', '--stdin'], { input: 'hello\n' })
    expect(id.toString().trim()).toBe('ce013625030ba8dba906f756967f9e9ca394464a')
  })

  test.each(['with space', '-dash', 'ünï-☃', 'quote\'"$(x)', 'new\nline'])(
    'git runs in a folder named %j',
    async (name) => {
      await using repo = await createRepository({ name })
      const sha = await repo.commit('first')
      expect((await git(repo.dir, ['rev-parse', 'HEAD'])).toString().trim()).toBe(sha)
    },
  )

  test('runs without the GIT_ variables of its caller', async () => {
    await using repo = await createRepository()
    await using other = await createRepository()
    const sha = await repo.commit('mine')
    await other.commit('theirs')
    process.env['GIT_DIR'] = join(other.dir, '.git')
    process.env['GIT_CONFIG_PARAMETERS'] = "'core.hooksPath'='/tmp'"
    try {
      expect((await git(repo.dir, ['rev-parse', 'HEAD'])).toString().trim()).toBe(sha)
    } finally {
      delete process.env['GIT_DIR']
      delete process.env['GIT_CONFIG_PARAMETERS']
    }
  })

  test('git ignores replaced and grafted commits', async () => {
    await using repo = await createRepository()
    const first = await repo.commit('first')
    const real = await repo.commit('real')
    await repo.checkout(first)
    const forged = await repo.commit('forged')
    await repo.git('replace', real, forged)
    await mkdir(join(repo.dir, '.git/info'), { recursive: true })
    await writeFile(join(repo.dir, '.git/info/grafts'), `${real}\n`)
    expect((await git(repo.dir, ['log', '--format=%s', real])).toString()).toBe('real\nfirst\n')
  })

  test.each([
    ['log', ['log', '-p', '--raw', '--no-ext-diff', '--no-textconv', 'HEAD']],
    ['diff-tree', ['diff-tree', '-r', '--root', '--raw', 'HEAD']],
    ['fetch', ['fetch', 'ssh://localhost/nowhere']],
    ['fetch of a local path', ['fetch', '.', 'HEAD']],
    ['rev-parse', ['rev-parse', 'HEAD']],
  ])('git starts no program of a hostile repository by %s', async (_, args) => {
    await using repo = await createRepository()
    await repo.commit('first', {
      '.gitattributes': '*.txt diff=evil filter=evil\n*.md filter=e=v"il\n',
      'a.txt': 'a\n',
    })
    await repo.commit('second', { 'a.txt': 'b\n', 'c.md': 'c\n' })
    const traces = await makeHostile(repo)
    await repo.write({ 'a.txt': 'c\n', 'c.md': 'd\n' })
    await runGit(repo.dir, args)
    expect(await readdir(traces)).toEqual(['program'])
    await rm(traces, { recursive: true })
  })
})

describe('git that fails becomes an error', () => {
  test("the error quotes git's last line", async () => {
    await using repo = await createRepository()
    await expect(git(repo.dir, ['cat-file', 'blob', 'nothing'])).rejects.toMatchObject({
      code: 'git-failed',
      message: expect.stringContaining('Not a valid object name nothing'),
    })
  })

  test('git fails when it takes longer than its time', async () => {
    await using repo = await createRepository()
    const waiting = git(repo.dir, ['-c', 'alias.wait=!sleep 30', 'wait'], { timeoutMs: 200 })
    await expect(waiting).rejects.toMatchObject({ code: 'git-failed', message: expect.stringContaining('200 ms') })
  })

  test('git fails when its output exceeds the limit', async () => {
    await using repo = await createRepository()
    await repo.commit('big', { big: 'x'.repeat(5_000) })
    await expect(git(repo.dir, ['cat-file', 'blob', 'HEAD:big'], { maxBytes: 4_999 })).rejects.toMatchObject({
      code: 'limit-exceeded',
      message: expect.stringContaining('4999 bytes'),
    })
  })

  test('git fails when the folder does not exist', async () => {
    await expect(git('/nowhere/at/all', ['status'])).rejects.toMatchObject({ code: 'not-a-repository' })
  })

  test('git fails when it is not installed', async () => {
    await expect(git(tmpdir(), ['status'], { env: { PATH: '/nowhere' } })).rejects.toMatchObject({
      code: 'command-not-found',
    })
  })

  test.each([
    ['fatal: write error: No space left on device', 'disk-full'],
    ['error: file write error: Disk quota exceeded', 'disk-full'],
    ['error: unable to write file src/a.ts', 'disk-full'],
    ['error: unable to create temporary file: Read-only file system\nfatal: x', 'disk-full'],
    ['fatal: Unable to write new index file', 'disk-full'],
    ['fatal: bad object HEAD', 'git-failed'],
    ['', 'git-failed'],
  ])('%j has the code %s', (stderr, code) => {
    expect(gitFailure(['log'], 128, stderr)).toMatchObject({ code })
  })

  test('the error is one short line without control characters', () => {
    const { message } = gitFailure(['log'], 128, `hint: x\nfatal: \u001b[31m${'y'.repeat(9_000)}\n`)
    expect(message).toMatch(/^git log failed \(128\): fatal: \[31my+…$/)
    expect(message.length).toBeLessThan(600)
  })

  test.each([
    'error: unable to read sha1 file of f3 (00750edc07d6415dcc07ae0351e9397b0222b7ba)',
    'fatal: could not fetch d00491fd7e5bb6fa28c517a0bb32b8b506539d4d from promisor remote',
    'fatal: unable to read tree (d00491fd7e5bb6fa28c517a0bb32b8b506539d4d)',
    'fatal: bad object d00491fd7e5bb6fa28c517a0bb32b8b506539d4d',
  ])('says how to get objects that a partial clone left out: %s', (stderr) => {
    const failure = gitFailure(['read-tree'], 128, stderr)
    expect(failure).toMatchObject({
      code: 'git-failed',
      suggestion: expect.objectContaining({ text: expect.stringContaining('git fetch --refetch --no-filter') }),
    })
  })

  test('shows how to trust a repository of another user', () => {
    const stderr = [
      "fatal: detected dubious ownership in repository at '/srv/shop'",
      'To add an exception for this directory, call:',
      '',
      '\tgit config --global --add safe.directory /srv/shop',
    ].join('\n')
    expect(gitFailure(['rev-parse'], 128, stderr)).toMatchObject({
      code: 'git-failed',
      message: expect.stringContaining('/srv/shop'),
      suggestion: expect.objectContaining({
        text: expect.stringContaining('git config --global --add safe.directory /srv/shop'),
      }),
    })
  })
})
