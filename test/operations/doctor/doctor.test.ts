import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { doctorTools } from '../../../src/operations/catalog/doctor.ts'
import { type DoctorTools, doctor } from '../../../src/operations/doctor/doctor.ts'
import { getFolder, getSharedFolder } from '../../support/folder.ts'
import { runCli, STAGE } from '../../support/run-cli.ts'
import { runGit } from '../../support/run-git.ts'

const newDir = () => getFolder({})

function newRepository(files: Readonly<Record<string, string>> = {}): string {
  const dir = newDir()
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: dir })
  git('init', '-q', '-b', 'main')
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(dir, path, '..'), { recursive: true })
    writeFileSync(join(dir, path), text)
  }
  git('add', '-A')
  git('commit', '-q', '--allow-empty', '-m', 'first')
  return dir
}

const TOOLS: DoctorTools = {
  runGit,
  detect: () => ({ commands: ['sh -c true'], explanations: ['Detected sh.'] }),
  ruleCodes: [],
  nodeVersion: '24.21.0',
  readVersions: async () => ['node v20.20.2'],
  env: { PATH: process.env['PATH'] ?? '' },
  cacheDir: getSharedFolder({}),
  findSandbox: async () => 'bubblewrap',
}

async function check(id: string, dir: string, tools: Partial<DoctorTools> = {}) {
  return (await doctor(dir, { ...TOOLS, ...tools })).find((one) => one.id === id)
}

test.each([
  [{ GH_TOKEN: 't' }, {}, false, 'GitHub: a token is set'],
  [{ GITHUB_TOKEN: 't' }, {}, false, 'GitHub: a token is set'],
  [{}, { gh: '#!/bin/sh\n' }, false, 'GitHub: gh is found, and `--github` uses its login'],
  [{}, {}, true, 'GitHub: neither a token nor gh is found: `--github` needs `gh auth login` or GH_TOKEN'],
])('with %j and %j, the way to GitHub is shown', async (variables, programs, isSkipped, message) => {
  const bin = getFolder(programs)
  for (const name of Object.keys(programs)) chmodSync(join(bin, name), 0o755)
  const login = await check('login', newRepository(), { env: { ...variables, PATH: bin } })
  expect(login).toMatchObject({ ok: true, message, ...(isSkipped ? { isSkipped } : {}) })
})

test('a sound machine and repository pass every check', async () => {
  const checks = await doctor(newRepository(), TOOLS)
  expect(checks.map(({ id }) => id)).toEqual([
    'node',
    'git',
    'repository',
    'history',
    'base',
    'config',
    'runner',
    'command',
    'isolation',
    'cache',
    'login',
  ])
  expect(checks.filter(({ ok }) => !ok)).toEqual([])
})

test('the doctor names what tests run with: it need not be the Node of tdd-gate', async () => {
  const found = await check('command', newRepository())
  expect(found?.message).toBe('found: sh; tests run with node v20.20.2')
  const [own = ''] = await doctorTools.readVersions(['node --test'])
  expect(own).toBe(`node ${process.version}`)
})

test.each([
  ['it', '.github/tdd-gate.yml', '../shared/tdd-gate.yml'],
  ['one that leads nowhere', '.github/tdd-gate.yml', 'missing.yml'],
  ['its folder', '.github', 'shared'],
])('the doctor reports a configuration that is not read, because %s is a link', async (_, path, target) => {
  const dir = newRepository({ 'shared/tdd-gate.yml': 'version: 1\n' })
  if (path !== '.github') mkdirSync(join(dir, '.github'))
  symlinkSync(target, join(dir, path))
  const found = await check('config', dir)
  expect(found).toMatchObject({
    ok: false,
    message: `${path} is a symbolic link: tdd-gate does not read it and uses the defaults`,
  })
  expect(found?.suggestion?.text).toContain(path)
})

describe('each problem is named with its fix', () => {
  test.each([
    ['node', { nodeVersion: '22.1.0' }, 'Node 22.1.0', 'Install Node 24'],
    ['runner', { detect: (): null => null }, 'No test runner', 'tdd-gate init'],
    [
      'command',
      { detect: () => ({ commands: ['none-such-runner --x'], explanations: [] }) },
      '`none-such-runner` is not',
      'Install',
    ],
  ] as const)('%s', async (id, tools, message, fix) => {
    const found = await check(id, newRepository(), tools)
    expect(found).toMatchObject({
      ok: false,
      message: expect.stringContaining(message),
      suggestion: { text: expect.stringContaining(fix) },
    })
  })

  test.each([
    ['git version 2.37.9', false],
    ['git version 2.38.0', true],
    ['git version 3.0.1.windows.1', true],
    ['nonsense', false],
  ])('git that says %j is enough: %s', async (said, ok) => {
    const old: DoctorTools['runGit'] = async (dir, args) =>
      args[0] === 'version' ? { code: 0, stdout: said, stderr: '' } : runGit(dir, args)
    expect(await check('git', newRepository(), { runGit: old })).toMatchObject({ ok })
  })

  test('a missing git is named', async () => {
    const none: DoctorTools['runGit'] = async () => {
      throw new Error('spawn git ENOENT')
    }
    expect(await check('git', newDir(), { runGit: none })).toMatchObject({
      ok: false,
      message: expect.stringContaining('ENOENT'),
    })
  })

  test('a folder that is no repository', async () => {
    const dir = newDir()
    expect(await check('repository', dir)).toMatchObject({
      ok: false,
      suggestion: { text: expect.stringContaining('git init') },
    })
    expect(await check('base', dir)).toMatchObject({ ok: false })
  })

  test('a shallow clone is named', async () => {
    const origin = newRepository()
    execFileSync(
      'git',
      ['-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '--allow-empty', '-m', 'second'],
      { cwd: origin },
    )
    const dir = join(newDir(), 'clone')
    execFileSync('git', ['clone', '-q', '--depth', '1', `file://${origin}`, dir])
    expect(await check('history', dir)).toMatchObject({
      ok: false,
      suggestion: { text: 'git fetch --unshallow', commands: ['git fetch --unshallow'] },
    })
  })

  test('a repository without a branch to compare with is named', async () => {
    const dir = newRepository()
    execFileSync('git', ['branch', '-m', 'main', 'work'], { cwd: dir })
    expect(await check('base', dir)).toMatchObject({
      ok: false,
      suggestion: { text: expect.stringContaining('--base') },
    })
  })

  test('a mistake in the configuration is named', async () => {
    const dir = newRepository({ '.github/tdd-gate.yml': 'version: 1\ntets: 1\n' })
    expect(await check('config', dir)).toMatchObject({
      ok: false,
      message: expect.stringContaining(':2:1 unknown key'),
    })
  })

  test('the configuration of the base counts, as for verify, and not the one of the branch', async () => {
    const dir = newRepository()
    const path = join(dir, '.github/tdd-gate.yml')
    mkdirSync(join(dir, '.github'))
    writeFileSync(path, 'version: 1\ntest: { command: make test, reports: [r.xml] }\n')
    expect(await check('config', dir)).toMatchObject({
      ok: true,
      message: expect.stringMatching(
        /^no \.github\/tdd-gate\.yml on the base main.*tdd-gate verify --config \.github\/tdd-gate\.yml/s,
      ),
    })
    expect(await check('runner', dir)).toMatchObject({ message: 'Detected sh.' })
    execFileSync('git', ['add', '-A'], { cwd: dir })
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '-m', 'rules'], { cwd: dir })
    expect(await check('config', dir)).toMatchObject({
      ok: true,
      message: '.github/tdd-gate.yml of the base main is valid',
    })
    expect(await check('runner', dir)).toMatchObject({ message: 'the test command is configured' })
    writeFileSync(path, 'version: 1\ntets: 1\n')
    expect(await check('runner', dir)).toMatchObject({ message: 'the test command is configured' })
    expect(await check('config', dir)).toMatchObject({
      ok: false,
      message: expect.stringMatching(/working tree.*:2:1 unknown key/s),
    })
  })

  test('the base is asked for its runner first, as by verify', async () => {
    const dir = newRepository({ 'package.json': '{"scripts":{"test":"node --test"}}', 'a.test.js': '' })
    writeFileSync(join(dir, 'package.json'), '{"scripts":{"test":"vitest run"},"devDependencies":{"vitest":"3"}}')
    const runner = (await doctor(dir, doctorTools)).find(({ id }) => id === 'runner')
    expect(runner).toMatchObject({ ok: true, message: expect.stringContaining('Detected node:test') })
  })

  test('what is detected is prepared as the configuration says', async () => {
    const files = { 'package.json': '{"scripts":{"test":"node --test"}}', 'a.test.js': '' }
    const dir = newRepository({ ...files, '.github/tdd-gate.yml': 'version: 1\ntest: { setup: make deps }\n' })
    expect(await check('runner', dir, doctorTools)).toMatchObject({
      ok: true,
      message: expect.stringContaining('Its set-up is `make deps`'),
    })
  })

  test('a configured command that is in node_modules/.bin is found', async () => {
    const dir = newRepository({
      '.github/tdd-gate.yml': 'version: 1\ntest: { command: "CI=1 npx my-runner run" }\n',
      'node_modules/.bin/my-runner': '#!/bin/sh\n',
    })
    chmodSync(join(dir, 'node_modules/.bin/my-runner'), 0o755)
    expect(await check('command', dir, { detect: () => null })).toMatchObject({ ok: true })
    expect(await check('runner', dir, { detect: () => null })).toMatchObject({ ok: true })
  })

  test('a cache that cannot be written', async () => {
    const file = join(newDir(), 'file')
    writeFileSync(file, '')
    for (const cacheDir of [join(file, 'x'), '/proc/tdd-gate/x/cache'])
      expect(await check('cache', newRepository(), { cacheDir })).toMatchObject({ ok: false })
  })
})

describe('the command', () => {
  test('reads the configuration at the top of the repository, wherever in it', async () => {
    const dir = newRepository({ '.github/tdd-gate.yml': 'version: 9\n', 'packages/api/a.txt': '' })
    const { code, stdout } = await runCli(['doctor', '--repo', join(dir, 'packages/api')], { entry: STAGE })
    expect(code).toBe(3)
    expect(stdout).toMatch(/tdd-gate\.yml.*version/)
  })

  test('exits with 0 when all is well, with 3 when the gate could not measure', async () => {
    const well = await runCli(['doctor', '--repo', newRepository()], { entry: STAGE })
    expect(well).toMatchObject({ code: 0, stdout: expect.stringContaining('✓ git') })
    const ill = await runCli(['doctor', '--repo', newDir(), '--json'], { entry: STAGE })
    expect(ill.code).toBe(3)
    expect(JSON.parse(ill.stdout)).toMatchObject({
      schemaVersion: 1,
      ok: false,
      checks: expect.arrayContaining([expect.objectContaining({ id: 'repository', ok: false })]),
    })
  })
})

describe('how executions are kept apart', () => {
  const tool = async () => 'bubblewrap'
  const none = async () => null

  test('is reported with the tool that isolates', async () => {
    const found = await check('isolation', newRepository(), { findSandbox: tool })
    expect(found).toMatchObject({ ok: true, message: 'executions run in namespaces, made by bubblewrap' })
  })

  test('is no fault where the machine has no namespaces and the policy does not require them', async () => {
    const found = await check('isolation', newRepository(), { findSandbox: none })
    expect(found).toMatchObject({ ok: true, message: expect.stringContaining('no namespaces') })
  })

  test.each([
    ['required', none, false],
    ['required', tool, true],
    ['off', tool, true],
  ] as const)('with policy.isolation: %s', async (policy, findSandbox, ok) => {
    const dir = newRepository({ '.github/tdd-gate.yml': `version: 1\npolicy: { isolation: ${policy} }\n` })
    expect(await check('isolation', dir, { findSandbox })).toMatchObject({ ok })
  })
})

test('hooks of git that find no tdd-gate are named with how to install it', async () => {
  const dir = newRepository()
  expect(await check('hooks', dir)).toBeUndefined()
  writeFileSync(join(dir, '.git/hooks/pre-push'), '#!/bin/sh\ntdd-gate hook pre-push\n')
  const env = { PATH: '/nowhere' }
  expect(await check('hooks', dir, { env })).toMatchObject({
    ok: false,
    suggestion: { text: expect.stringContaining('npm install -g') },
  })
  const bin = getFolder({ 'tdd-gate': '#!/bin/sh\n' })
  chmodSync(join(bin, 'tdd-gate'), 0o755)
  expect(await check('hooks', dir, { env: { PATH: bin } })).toMatchObject({ ok: true })
})
