import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hook } from '../../src/operations/hook.ts'
import { writeHookFiles } from '../../src/operations/hook-files.ts'
import type { HookEvent } from '../../src/render/hook-answer.ts'
import { HOOK_FILES } from '../../src/render/hook-files.ts'
import { type Branch, createBranch, getSharedCache } from '../support/branch.ts'
import { getFolder } from '../support/folder.ts'
import { KEPT } from '../support/kept-runs.ts'
import { createRepository } from '../support/repository.ts'
import { BIN } from '../support/run-cli.ts'
import { RED, SHOP } from '../support/shop.ts'

const cacheDir = getSharedCache()
const ask = ({ repo }: Pick<Branch, 'repo'>, event: HookEvent, input: object) =>
  hook({ repo: repo.dir, event, input: JSON.stringify(input), cacheDir }, KEPT)

describe('hooks of agents', () => {
  test('at GREEN a frozen test needs a person, production passes, and the agent does not stop early', async () => {
    await using branch = await createBranch(SHOP, { cacheDir })
    const edit = (file: string) => ({ tool_name: 'Edit', tool_input: { file_path: join(branch.repo.dir, file) } })
    expect(await ask(branch, 'claude-stop', {})).toMatchObject({ decision: 'allow' })
    await branch.red(RED)
    expect(await ask(branch, 'claude-tool', edit('test/discount.test.js'))).toMatchObject({ decision: 'ask' })
    expect(await ask(branch, 'claude-tool', edit('src/discount.js'))).toMatchObject({ decision: 'allow' })
    expect(await ask(branch, 'claude-tool', edit('../other.js'))).toMatchObject({ decision: 'allow' })
    const copilot = {
      toolName: 'edit',
      toolArgs: JSON.stringify({ path: 'test/discount.test.js' }),
      cwd: branch.repo.dir,
    }
    expect(await ask(branch, 'copilot-tool', copilot)).toMatchObject({ decision: 'ask' })
    expect(await ask(branch, 'cursor-tool', { command: 'git commit --no-verify' })).toMatchObject({ decision: 'deny' })
    expect(await ask(branch, 'claude-stop', {})).toMatchObject({ decision: 'deny' })
    expect(await ask(branch, 'claude-stop', { stop_hook_active: true })).toMatchObject({ decision: 'allow' })
  })

  test('outside of a repository, and for input that cannot be read, everything passes', async () => {
    const dir = getFolder({})
    const edit = { tool_name: 'Edit', tool_input: { file_path: 'a.js' } }
    expect(await hook({ repo: dir, event: 'claude-tool', input: JSON.stringify(edit) }, KEPT)).toMatchObject({
      decision: 'allow',
    })
    expect(await hook({ repo: dir, event: 'claude-tool', input: 'no JSON' }, KEPT)).toMatchObject({
      decision: 'allow',
    })
  })
})

function runGit(cwd: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  const who = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b' }
  return spawnSync('git', args, { cwd, encoding: 'utf8', timeout: 60_000, env: { ...process.env, ...who, ...env } })
}

describe('hooks of git', () => {
  test('run for real: a mixed commit and the push of a broken branch are refused', async () => {
    await using branch = await createBranch(SHOP, { cacheDir })
    const { repo } = branch
    const bin = getFolder({ 'tdd-gate': `#!/bin/sh\nexec "${process.execPath}" "${BIN}" "$@"\n` })
    chmodSync(join(bin, 'tdd-gate'), 0o755)
    await repo.git('config', 'core.hooksPath', join(repo.dir, '.git/hooks'))
    expect(await writeHookFiles(repo.dir, ['git'])).toEqual(['.git/hooks/commit-msg', '.git/hooks/pre-push'])
    const remote = await createRepository()
    const git = (...args: readonly string[]) =>
      runGit(repo.dir, args, { PATH: `${bin}:${process.env['PATH']}`, TDD_GATE_CACHE: cacheDir })
    await repo.write({ ...RED, 'src/discount.js': 'export const discount = () => 1\n' })
    await repo.git('add', '--all')
    const mixed = git('commit', '-m', 'test: x', '--trailer', 'Phase: red')
    expect(mixed).toMatchObject({ status: 1, stderr: expect.stringContaining('RED changes tests only') })
    expect(git('commit', '-m', 'test: x', '--trailer', 'Phase: red', '--no-verify').status).toBe(0)
    // The pushed branch is judged, whichever one is checked out.
    await repo.git('branch', 'refused')
    await repo.git('switch', '-q', 'main')
    const pushed = git('push', remote.dir, 'refused:refs/heads/work')
    expect(pushed).toMatchObject({ status: 1, stderr: expect.stringContaining('tdd-gate verify --head') })
    expect(git('push', remote.dir, 'main:refs/heads/other').status).toBe(0)
    await remote[Symbol.asyncDispose]()
  })

  test('a hook that exists keeps its content, and one in another language is refused before anything is written', async () => {
    await using repo = await createRepository()
    await repo.git('config', 'core.hooksPath', join(repo.dir, '.git/hooks'))
    mkdirSync(join(repo.dir, '.git/hooks'), { recursive: true })
    const path = join(repo.dir, '.git/hooks/pre-push')
    writeFileSync(path, '#!/usr/bin/perl\n', { mode: 0o755 })
    await expect(writeHookFiles(repo.dir, ['claude', 'git'])).rejects.toMatchObject({ code: 'file-exists' })
    expect(readFileSync(path, 'utf8')).toBe('#!/usr/bin/perl\n')
  })

  /** What the shell says itself comes first. */
  const NOT_STARTED = /tdd-gate: .+\nThis hook checked nothing: the shell could not start tdd-gate\.$/m

  test.each([
    ['refuses', 0o755, '#!/bin/sh\nexit 1\n', 1, /^$/],
    ['accepts', 0o755, '#!/bin/sh\n', 0, /^$/],
    ['may not be started', 0o644, '#!/bin/sh\n', 0, NOT_STARTED],
    ['has no Node', 0o755, '#!/no/such/node\n', 0, NOT_STARTED],
    ['is not there', null, '', 0, NOT_STARTED],
  ] as const)(
    'where tdd-gate %s, they end and speak accordingly, also in a hook that ends at errors',
    (_, mode, text, code, said) => {
      const bin = getFolder(mode === null ? {} : { 'tdd-gate': text })
      if (mode !== null) chmodSync(join(bin, 'tdd-gate'), mode)
      const hooks = HOOK_FILES.git.map(({ extend }) => extend('#!/bin/sh -e\n') ?? '')
      const ends = hooks.map((script) =>
        spawnSync('/bin/sh', ['-e', '-c', script], { env: { PATH: bin }, encoding: 'utf8', input: '' }),
      )
      const expected = { status: code, stderr: expect.stringMatching(said) }
      expect(ends).toMatchObject([expected, expected])
    },
  )
})
