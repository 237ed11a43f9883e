import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type Branch, createBranch } from '../support/branch.ts'
import { BIN, runCli } from '../support/run-cli.ts'
import { GREEN, RED, SHOP, SHOP_ONCE } from '../support/shop.ts'

const folder = mkdtempSync(join(tmpdir(), 'tdd-gate-bad-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Refusal {
  readonly code: number | null
  readonly error: { readonly code: string; readonly message: string; readonly suggestion: string }
}

/** `verify --json` by the real program: the exit code and the error object that is all of standard output. */
async function refuse(dir: string, args: readonly string[] = [], env: Record<string, string> = {}): Promise<Refusal> {
  const cache = mkdtempSync(join(folder, 'cache-'))
  const { code, stdout } = await runCli(['verify', '--repo', dir, '--json', ...args], {
    env: { TDD_GATE_CACHE: cache, ...env },
  })
  const { error } = JSON.parse(stdout)
  expect(
    existsSync(join(cache, 'scratch')) ? readdirSync(join(cache, 'scratch')) : [],
    'nothing is left behind',
  ).toEqual([])
  return { code, error }
}

async function shopWith(config: string): Promise<Branch> {
  const branch = await createBranch({ ...SHOP, '.github/tdd-gate.yml': config })
  await branch.red(RED)
  return branch
}

describe('where there is nothing to judge', () => {
  test('a folder without a repository is refused', async () => {
    expect(await refuse(folder)).toMatchObject({ code: 2, error: { code: 'not-a-repository' } })
  })

  test('a revision that names no commit', async () => {
    await using branch = await createBranch(SHOP_ONCE)
    const { code, error } = await refuse(branch.repo.dir, ['--base', 'mian'])
    expect(code).toBe(2)
    expect(error).toMatchObject({ code: 'unknown-revision', message: expect.stringContaining('mian') })
  })

  test('a branch without a commit after the base is refused', async () => {
    await using branch = await createBranch(SHOP_ONCE)
    expect(await refuse(branch.repo.dir, ['--base', 'main'])).toMatchObject({ code: 2, error: { code: 'no-commits' } })
  })

  test('a clone that is cut off: the command that completes it is named', async () => {
    await using branch = await createBranch(SHOP_ONCE)
    await branch.red(RED)
    await branch.green(GREEN)
    const clone = join(folder, 'shallow')
    execFileSync('git', ['clone', '--quiet', '--depth=1', '--no-single-branch', `file://${branch.repo.dir}`, clone], {
      stdio: 'pipe',
    })
    const { code, error } = await refuse(clone, ['--base', 'origin/main'])
    expect(code).toBe(2)
    expect(error).toMatchObject({ code: 'shallow-clone', suggestion: expect.stringContaining('git fetch --unshallow') })
  })

  test('a project without any tests that are known', async () => {
    await using branch = await createBranch({ 'main.c': 'int main(void) { return 0; }\n' })
    await branch.commit('more', { 'more.c': 'int more;\n' })
    const { code, error } = await refuse(branch.repo.dir, ['--base', 'main'])
    expect(code).toBe(2)
    expect(error).toMatchObject({ code: 'runner-not-found', suggestion: expect.stringContaining('reports:') })
  })
})

describe('configuration', () => {
  test('every mistake is named with line, column and the nearest key', async () => {
    await using branch = await shopWith('version: 1\ntest:\n  comand: npm test\n  timeout: soon\n')
    const { code, error } = await refuse(branch.repo.dir, ['--base', 'main'])
    expect(code).toBe(2)
    expect(error.code).toBe('bad-config')
    expect(error.message).toMatch(/tdd-gate\.yml:3:3 .*`command`/)
    expect(error.message).toMatch(/tdd-gate\.yml:4:12 /)
  })

  test('a file that is not there', async () => {
    await using branch = await createBranch(SHOP_ONCE)
    await branch.red(RED)
    expect(await refuse(branch.repo.dir, ['--base', 'main', '--config', 'nowhere.yml'])).toMatchObject({
      code: 2,
      error: { code: 'bad-config' },
    })
  })

  test('a test command that does not exist', async () => {
    await using branch = await shopWith('version: 1\ntest: { command: run-my-tests, reports: [junit.xml] }\n')
    const { code, error } = await refuse(branch.repo.dir, ['--base', 'main'])
    expect(code).toBe(3)
    expect(error).toMatchObject({ code: 'command-not-found', message: expect.stringContaining('run-my-tests') })
  })

  test('a set-up that fails: its last words are shown', async () => {
    await using branch = await shopWith(
      'version: 1\ntest: { setup: "echo no network >&2; exit 7", command: node --test, reports: [junit.xml] }\n',
    )
    const { code, error } = await refuse(branch.repo.dir, ['--base', 'main'])
    expect(code).toBe(3)
    expect(error).toMatchObject({ code: 'setup-failed', message: expect.stringContaining('no network') })
  })

  test('an unreadable report gives no verdict: unmeasurable, exit code 3', async () => {
    await using branch = await shopWith(
      'version: 1\ntest: { command: "echo \'<testsuites><testsuite>\' > junit.xml", reports: [junit.xml] }\n',
    )
    const { code, stdout } = await runCli(['verify', '--repo', branch.repo.dir, '--base', 'main', '--json'], {
      env: { TDD_GATE_CACHE: join(folder, 'unreadable') },
    })
    expect(code).toBe(3)
    expect(JSON.parse(stdout)).toMatchObject({ conclusion: 'unmeasurable', commits: [{ verdict: 'unmeasured' }] })
  })
})

describe('the machine', () => {
  test('a cache that cannot be written', async () => {
    await using branch = await createBranch(SHOP_ONCE)
    await branch.red(RED)
    writeFileSync(join(folder, 'file'), '')
    const { code, stdout } = await runCli(['verify', '--repo', branch.repo.dir, '--base', 'main', '--json'], {
      env: { TDD_GATE_CACHE: join(folder, 'file', 'cache') },
    })
    expect(code).toBe(3)
    expect(JSON.parse(stdout).error).toMatchObject({
      code: 'disk-full',
      suggestion: expect.stringContaining('TDD_GATE_CACHE'),
    })
  })

  test.skipIf(!existsSync('/proc/self'))(
    'a cache where nothing can be created, without endless retries',
    async () => {
      await using branch = await createBranch(SHOP_ONCE)
      await branch.red(RED)
      // As outside of the tests, which keep their compiled modules in a folder of their own.
      const env = { TDD_GATE_CACHE: '/proc/nope', NODE_COMPILE_CACHE: '' }
      const { code, error } = await refuse(branch.repo.dir, ['--base', 'main'], env)
      expect(code).toBe(3)
      expect(error.code).toBe('disk-full')
    },
    20_000,
  )

  test.skipIf(!existsSync('/dev/full'))('an output that cannot be written is no verdict', () => {
    const { status, stderr } = spawnSync('sh', ['-c', `"$0" "$1" explain > /dev/full`, process.execPath, BIN], {
      encoding: 'utf8',
    })
    expect(status).toBe(3)
    expect(stderr).toMatch(/^error \[disk-full\] /)
    expect(stderr).not.toContain('    at ')
  })

  test.skipIf(!canMount())('a disk that is full', async () => {
    await using branch = await createBranch({ ...SHOP_ONCE, 'large.bin': 'x'.repeat(3_000_000) })
    await branch.red(RED)
    const disk = join(folder, 'disk')
    mkdirSync(disk)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk])
    try {
      const { code, stdout } = await runCli(['verify', '--repo', branch.repo.dir, '--base', 'main', '--json'], {
        env: { TDD_GATE_CACHE: disk },
      })
      expect(code).toBe(3)
      expect(JSON.parse(stdout).error.code).toBe('disk-full')
    } finally {
      execFileSync('umount', [disk])
    }
  })
})

/** Only root may, and not in every container. */
function canMount(): boolean {
  const probe = join(folder, 'probe')
  mkdirSync(probe)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', probe], { stdio: 'pipe' })
    execFileSync('umount', [probe], { stdio: 'pipe' })
    return true
  } catch (error) {
    expect(error).toBeInstanceOf(Error)
    return false
  }
}
