import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { makePresent } from '../../src/action/fetch.ts'
import { resolveRange } from '../../src/git/range.ts'
import { openRepository } from '../../src/git/repository.ts'
import { getSharedFolder } from '../support/folder.ts'
import { makeHostile } from '../support/hostile.ts'
import { copyRepository, createRepository, type TestRepository } from '../support/repository.ts'
import { copyServer, type Remote, serve, serveHttp, subject } from './remote.ts'

const git = (dir: string, ...args: readonly string[]) =>
  execFileSync('git', [...args], { cwd: dir, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
const commits = async (repo: TestRepository, name: string, count: number) => {
  let sha = ''
  for (let n = 1; n <= count; n += 1) sha = await repo.commit(`${name} ${n}`, { [`${name}.txt`]: `${n}` })
  return sha
}
/** main: 3 commits; work: 4 on top of the second of main, with a merge from main in between. */
async function tell() {
  const repo = await createRepository()
  await commits(repo, 'main', 2)
  await repo.branch('work')
  await commits(repo, 'work', 2)
  await repo.checkout('main')
  const base = await repo.commit('main moves', { 'main.txt': 'moved' })
  await repo.checkout('work')
  await repo.merge('main')
  const head = await commits(repo, 'more', 2)
  return { repo, base, head, remote: serve(repo, SERVER) }
}

const SERVER = getSharedFolder({})
let result: Awaited<ReturnType<typeof tell>>
beforeAll(async () => {
  result = await tell()
  return () => result.repo[Symbol.asyncDispose]()
})
/** A copy of it for one test, which may do with it what it likes. */
const story = async () => ({ ...result, repo: await copyRepository(result.repo), remote: copyServer(result.remote) })

/** The commits that are judged, seen through the same code that judges them; every blob of them can be read. */
async function judged(dir: string, { base, head }: { readonly base: string; readonly head: string }) {
  const repo = await openRepository(dir)
  const range = await resolveRange(repo, { base, head })
  const shas = (await repo.git(['rev-list', '--first-parent', range.head, `^${range.base}`]))
    .toString()
    .trim()
    .split('\n')
  await repo.git(['rev-list', '--objects', '--missing=error', range.head])
  return shas.length
}
const present = (remote: Pick<Remote, 'serverUrl'>, dir: string, ...about: Parameters<typeof subject>) =>
  makePresent({ dir, subject: subject(...about), serverUrl: remote.serverUrl, token: null })
const config = (dir: string) => readFileSync(join(dir, '.git/config'), 'utf8')

describe('whatever a job has cloned, the commits to judge are there', () => {
  test.each([
    ['all of it', []],
    ['one commit of the head', ['--depth=1', '--branch=work']],
    ['one commit of the base', ['--depth=1', '--branch=main']],
    ['two commits of every branch', ['--depth=2', '--no-single-branch']],
    ['one branch', ['--single-branch', '--branch=main']],
    ['no blobs', ['--filter=blob:none', '--no-checkout']],
    ['no trees, one commit', ['--filter=tree:0', '--depth=1', '--no-checkout']],
  ])('%s', async (_, options) => {
    const { repo, base, head, remote } = await story()
    await using _repo = repo
    const dir = remote.clone(...options)
    const before = config(dir)
    const refs = git(dir, 'for-each-ref')
    expect(await present(remote, dir, base, head)).toEqual({ base, head })
    expect(await judged(dir, { base, head })).toBe(5)
    expect(git(dir, 'for-each-ref')).toBe(refs)
    expect(config(dir)).toBe(before)
    expect(readdirSync(join(dir, '.git'))).not.toContain('FETCH_HEAD')
  })

  test.each([[[]], [['--depth=1', '--branch=work']]])('on a push, whose base only has a name: %j', async (options) => {
    const { repo, base, head, remote } = await story()
    await using _repo = repo
    const dir = remote.clone(...options)
    expect(await present(remote, dir, null, head)).toEqual({ base, head })
    expect(await judged(dir, { base, head })).toBe(5)
  })

  test('a base that moved on since it was cloned is the base that the server has now', async () => {
    const { repo, head, remote } = await story()
    await using _repo = repo
    const dir = remote.clone()
    await repo.checkout('main')
    const moved = await repo.commit('main moves again', { 'main.txt': 'again' })
    git(repo.dir, 'push', '--quiet', remote.dir, 'main')
    expect(await present(remote, dir, null, head)).toEqual({ base: moved, head })
  })

  test('what was pushed over is still judged', async () => {
    const { repo, base, head, remote } = await story()
    await using _repo = repo
    remote.git('update-ref', 'refs/heads/work', base)
    const dir = remote.clone('--depth=1', '--branch=main')
    expect(await present(remote, dir, base, head)).toEqual({ base, head })
    expect(await judged(dir, { base, head })).toBe(5)
  })

  test.each([true, false])("a fork's head comes by the pull request; by its id: %s", async (anyId) => {
    const { repo, base, head, remote } = await story()
    await using _repo = repo
    remote.git('update-ref', 'refs/pull/7/head', head)
    remote.git('update-ref', '-d', 'refs/heads/work')
    if (!anyId)
      for (const name of ['protocol.version', 'uploadpack.allowAnySHA1InWant'])
        remote.git('config', name, name === 'protocol.version' ? '0' : 'false')
    const dir = remote.clone('--depth=1')
    if (!anyId) git(dir, 'config', 'protocol.version', '0')
    const fork = { head: { branch: 'main', sha: head, isFork: true } }
    expect(await present(remote, dir, base, head, fork)).toEqual({ base, head })
    expect(await judged(dir, { base, head })).toBe(5)
  })

  test('more commits than any list of GitHub holds, in a job that cloned one', async () => {
    await using repo = await createRepository()
    const base = await repo.commit('base')
    await repo.branch('work')
    const tree = await repo.git('rev-parse', 'HEAD^{tree}')
    const stream = Array.from(
      { length: 300 },
      (_, n) =>
        `commit refs/heads/work\ncommitter M <m@e.co> ${n + 1} +0000\ndata 1\nx\n${n === 0 ? `from ${base}\n` : ''}`,
    )
    execFileSync('git', ['fast-import', '--quiet', '--force'], { cwd: repo.dir, input: stream.join('\n') })
    const head = await repo.git('rev-parse', 'work')
    expect(await repo.git('rev-parse', 'work^{tree}')).toBe(tree)
    const remote = serve(repo)
    const dir = remote.clone('--depth=1', '--branch=work')
    await present(remote, dir, base, head)
    expect(await judged(dir, { base, head })).toBe(300)
  })

  test('nothing is asked of a server when all is there', async () => {
    const { repo, base, head, remote } = await story()
    await using _repo = repo
    const dir = remote.clone()
    await rm(remote.folder, { recursive: true })
    expect(await present(remote, dir, base, head)).toEqual({ base, head })
  })
})

describe('what cannot be fetched is an error with its fix', () => {
  test('a commit that is nowhere', async () => {
    const { repo, base, remote } = await story()
    await using _repo = repo
    const dir = remote.clone('--depth=1')
    const nowhere = present(remote, dir, base, 'd'.repeat(40))
    await expect(nowhere).rejects.toMatchObject({
      code: 'shallow-clone',
      suggestion: expect.objectContaining({ text: expect.stringContaining('fetch-depth: 0') }),
    })
    await expect(nowhere).rejects.toThrow('dddddddd')
  })

  test('a base branch that is gone', async () => {
    const { repo, head, remote } = await story()
    await using _repo = repo
    const dir = remote.clone('--depth=1', '--branch=work')
    remote.git('update-ref', '-d', 'refs/heads/main')
    await expect(present(remote, dir, null, head)).rejects.toMatchObject({
      code: 'unknown-revision',
      message: expect.stringContaining('main'),
      suggestion: expect.objectContaining({ text: expect.stringMatching(/^(?!.*fetch-depth).*base/) }),
    })
  })

  test('a server that is away', async () => {
    const { repo, base, head, remote } = await story()
    await using _repo = repo
    const dir = remote.clone('--depth=1')
    await rm(remote.folder, { recursive: true })
    await expect(present(remote, dir, base, head)).rejects.toMatchObject({
      code: 'shallow-clone',
      suggestion: expect.objectContaining({ text: expect.stringContaining('fetch-depth: 0') }),
    })
  })

  test.each(['ssh://github.com', 'ext::sh -c true', 'nonsense', ''])('a server named %j', async (serverUrl) => {
    const { repo, base, head, remote } = await story()
    await using _repo = repo
    const dir = remote.clone('--depth=1')
    await expect(present({ serverUrl }, dir, base, head)).rejects.toMatchObject({ code: 'bad-usage' })
  })

  test('a folder without a checkout is refused', async () => {
    const { repo, base, head, remote } = await story()
    await using _repo = repo
    await expect(present(remote, remote.folder, base, head)).rejects.toMatchObject({
      code: 'not-a-repository',
      suggestion: expect.objectContaining({ text: expect.stringContaining('actions/checkout') }),
    })
  })

  test('histories that never met', async () => {
    const { repo, base, remote } = await story()
    await using _repo = repo
    await repo.git('checkout', '--quiet', '--orphan', 'other')
    const head = await repo.commit('other root')
    git(repo.dir, 'push', '--quiet', remote.dir, 'other')
    const dir = remote.clone('--depth=1')
    await expect(present(remote, dir, base, head)).rejects.toMatchObject({ code: 'no-merge-base' })
  })
})

test('a hostile repository gets no program started', async () => {
  const { repo, base, head, remote } = await story()
  await using _repo = repo
  const dir = remote.clone('--depth=1')
  const clone: TestRepository = { ...repo, dir, git: async (...args) => git(dir, ...args) }
  const traces = await makeHostile(clone)
  const url = `${remote.serverUrl}/acme/shop.git`
  for (const name of [`remote.${url}.uploadpack`, 'remote.origin.uploadpack', 'core.gitProxy'])
    git(dir, 'config', name, join(traces, 'program'))
  git(dir, 'config', 'gc.auto', '1')
  git(dir, 'config', 'fetch.recurseSubmodules', 'true')
  await present(remote, dir, base, head)
  expect(readdirSync(traces)).toEqual(['program'])
  await rm(traces, { recursive: true })
})

describe('credentials', () => {
  const header = (token: string) => `basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`

  test("the job's token opens the server and is written nowhere", async () => {
    const { repo, base, head, remote } = await story()
    await using _repo = repo
    await using http = await serveHttp(remote.folder, header('ghs_right'))
    const dir = remote.clone('--depth=1')
    const about = { dir, subject: subject(base, head), serverUrl: http.url }
    await makePresent({ ...about, token: 'ghs_right' })
    expect(await judged(dir, { base, head })).toBe(5)
    expect(config(dir)).not.toMatch(/ghs_right|extraheader/)
  })

  test('those that the checkout holds already go alone: two headers would be refused', async () => {
    const { repo, base, head, remote } = await story()
    await using _repo = repo
    await using http = await serveHttp(remote.folder, header('ghs_configured'))
    const dir = remote.clone('--depth=1')
    git(dir, 'config', `http.${http.url}/.extraheader`, `AUTHORIZATION: ${header('ghs_configured')}`)
    await makePresent({ dir, subject: subject(base, head), serverUrl: http.url, token: 'ghs_job' })
    expect(new Set(http.seen)).toEqual(new Set([header('ghs_configured')]))
  })

  test('a wrong token prompts for no other one, and is in no message', async () => {
    const { repo, base, head, remote } = await story()
    await using _repo = repo
    await using http = await serveHttp(remote.folder, header('ghs_right'))
    const dir = remote.clone('--depth=1')
    const asked = join(dir, 'asked')
    writeFileSync(join(dir, 'ask.sh'), `#!/bin/sh\ntouch '${asked}'\n`, { mode: 0o755 })
    git(dir, 'config', 'core.askPass', join(dir, 'ask.sh'))
    const wrong = makePresent({ dir, subject: subject(base, head), serverUrl: http.url, token: 'ghs_wrong' })
    await expect(wrong).rejects.toMatchObject({ code: 'shallow-clone' })
    await expect(wrong).rejects.not.toThrow(/ghs_wrong|x-access-token/)
    expect(readdirSync(dir)).not.toContain('asked')
  })
})
