import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { getFolder } from '../support/folder.ts'
import { runCli } from '../support/run-cli.ts'

/** A repository of a shop that is tested by vitest. */
function newShop(): string {
  const dir = getFolder({})
  mkdirSync(join(dir, 'test'))
  writeFileSync(
    join(dir, 'package.json'),
    '{ "name": "shop", "scripts": { "test": "vitest run" }, "devDependencies": { "vitest": "5.1.0" } }',
  )
  writeFileSync(join(dir, 'test/cart.test.ts'), '')
  writeFileSync(
    join(dir, 'junit.xml'),
    '<testsuite name="s"><testcase name="adds" file="test/cart.test.ts"/><testcase name="removes" file="test/cart.test.ts"><failure type="AssertionError">expected 1</failure></testcase></testsuite>',
  )
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: dir })
  git('init', '-q', '-b', 'main')
  git('add', '-A')
  git('commit', '-q', '-m', 'shop')
  return dir
}

describe('the installed program', () => {
  test('offers every command', async () => {
    const { stdout } = await runCli(['--help'])
    for (const name of [
      'start',
      'next',
      'status',
      'complete',
      'commit',
      'run',
      'mcp',
      'verify',
      'report',
      'explain',
      'init',
      'doctor',
    ])
      expect(stdout).toMatch(new RegExp(`^ +${name} `, 'm'))
  })

  test('reads a report and finds its files in the repository', async () => {
    const { code, stdout } = await runCli(['report', 'junit.xml', '--json'], { cwd: newShop() })
    expect(code).toBe(1)
    expect(JSON.parse(stdout).tests).toMatchObject([
      { file: 'test/cart.test.ts', outcome: 'passed' },
      { file: 'test/cart.test.ts', outcome: 'failed', failure: { kind: 'assertion' } },
    ])
  })

  test('reads a report outside of any repository', async () => {
    const dir = getFolder({})
    const input = '<testsuite><testcase name="a" classname="b"/></testsuite>'
    expect(await runCli(['report', '-'], { cwd: dir, input })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('1 passed'),
    })
  })

  test('prints nothing out of a report that the runner of a job would obey', async () => {
    const evil = '&#10;::error file=a::pwned&#10;##[error]x&#13;::add-mask::s'
    const dir = getFolder({
      'a.xml': `<testsuite name="::group::s"><testcase file="::warning::f" name="::stop-commands::tok"><failure message="boo${evil}"/></testcase><system-out>${evil}</system-out></testsuite>`,
      'cut.tap': 'TAP version 13\n::warning::w\n##[group]g\nok 1 - ::debug::x\nBail out! ::error::b\n',
      '::error::x.xml': '<testsuite><testcase name="##[error]a"/><testcase',
    })
    const args = ['report', 'a.xml', 'cut.tap', '::error::x.xml', '::error::none\n::error::y']
    const [text, json] = await Promise.all([args, [...args, '--json']].map((words) => runCli(words, { cwd: dir })))
    const [one, four] = await Promise.all(
      [args.slice(0, 2), args.slice(0, 4)].map((words) => runCli(words, { cwd: dir })),
    )
    for (const answer of [text, json, one, four]) {
      const lines = `${answer?.stdout}\n${answer?.stderr}`.split(/\r\n|\r|\n/)
      expect(lines.filter((line) => line.trim().startsWith('::') || line.includes('##['))).toEqual([])
    }
    expect(one?.stdout).toContain(': :error file=a::pwned')
  })

  test('explains every rule', async () => {
    expect((await runCli(['explain', 'red-has-driver'])).stdout).toContain('policy:')
    expect(await runCli(['explain', 'red-has-drivers'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('-> tdd-gate explain red-has-driver'),
    })
  })

  test('sets a repository up with the runner that it finds', async () => {
    const dir = newShop()
    expect((await runCli(['init', '--repo', dir])).stdout).toContain('wrote .github/tdd-gate.yml')
    expect(readFileSync(join(dir, '.github/tdd-gate.yml'), 'utf8')).toContain('vitest')
  })

  test('finds out what is missing', async () => {
    const { code, stdout } = await runCli(['doctor', '--repo', newShop(), '--json'])
    expect(code).toBe(3)
    const checks: { id: string; ok: boolean }[] = JSON.parse(stdout).checks
    expect(checks.filter(({ ok }) => !ok).map(({ id }) => id)).toEqual(['command'])
  })

  test('keeps what Node compiled in its cache, for the next call', async () => {
    const cache = getFolder({})
    const env = { TDD_GATE_CACHE: cache, NODE_COMPILE_CACHE: '' }
    await runCli(['explain', 'red-has-driver'], { env })
    const kept = readdirSync(join(cache, 'compiled'), { recursive: true, withFileTypes: true })
    expect(kept.filter((entry) => entry.isFile()).length).toBeGreaterThan(0)
  })

  test('in a clone has nothing left to strip of types when it is called again', async () => {
    const folder = getFolder({
      'loaded.cjs': `process.on('exit', () => console.log(process.moduleLoadList.filter((name) => name.includes('amaro')).length))`,
    })
    const env = { TDD_GATE_CACHE: folder, NODE_COMPILE_CACHE: '', NODE_OPTIONS: `--require ${folder}/loaded.cjs` }
    const entry = resolve('src/cli/bin.mjs')
    const calls = [await runCli(['--version'], { entry, env }), await runCli(['--version'], { entry, env })]
    expect(calls.map(({ stdout }) => stdout.trim().split('\n').at(-1))).toEqual(['1', '0'])
  })

  test('works where its cache cannot be written', async () => {
    const env = { TDD_GATE_CACHE: join(getFolder({ cache: 'a file' }), 'cache'), NODE_COMPILE_CACHE: '' }
    expect(await runCli(['explain', 'red-has-driver'], { env })).toMatchObject({ code: 0, stderr: '' })
  })

  test('in a clone without its packages it says how to install them', async () => {
    const clone = getFolder({ 'package.json': '{ "type": "module" }' })
    cpSync('src', join(clone, 'src'), { recursive: true })
    const bin = join(clone, 'src/cli/bin.mjs')
    const child = spawnSync(process.execPath, [bin, 'verify'], { encoding: 'utf8' })
    expect([child.status, child.stdout]).toEqual([2, ''])
    expect(child.stderr).toBe(
      `error [bad-usage] Packages of tdd-gate are not installed.\n  -> npm ci --prefix ${clone}/\n`,
    )
  })

  test('refuses to judge what is no repository', async () => {
    const dir = getFolder({})
    const { code, stdout } = await runCli(['verify', '--repo', dir, '--json'])
    expect(code).toBe(2)
    expect(JSON.parse(stdout).error.code).toBe('not-a-repository')
  })
})
