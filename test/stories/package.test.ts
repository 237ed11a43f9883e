import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assemble } from '../../scripts/package.ts'
import { createRepository } from '../support/repository.ts'
import { runCli } from '../support/run-cli.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tdd-gate-package-')))
const installed = join(folder, 'project/node_modules/tdd-gate')
const entry = join(installed, 'dist/cli/bin.mjs')
const env = { TDD_GATE_CACHE: join(folder, 'cache') }

beforeAll(async () => {
  const source = join(folder, 'source')
  await assemble(resolve('.'), source)
  execFileSync('npm', ['pack', '--offline', '--pack-destination', folder, source], { stdio: 'ignore' })
  mkdirSync(installed, { recursive: true })
  const [tarball = ''] = globSync('*.tgz', { cwd: folder })
  execFileSync('tar', ['-xzf', join(folder, tarball), '-C', installed, '--strip-components=1'])
  rmSync(source, { recursive: true })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const getTest = (answer: number) =>
  `import assert from 'node:assert/strict'\nimport test from 'node:test'\nimport { answer } from '../src/answer.js'\ntest('answers', () => assert.equal(answer(), ${answer}))\n`
const BASE = {
  'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }',
  'test/one.test.js': "import test from 'node:test'\ntest('one', () => {})\n",
}

describe('the package, installed where nothing else is', () => {
  test('holds the program, its schema and its licences, and no sources', () => {
    const paths = globSync('**/*.*', { cwd: installed })
    expect(paths).toEqual(
      expect.arrayContaining([
        'package.json',
        'README.md',
        'dist/cli/bin.mjs',
        'dist/cli/assets/node-reporter.mjs',
        'dist/licenses.txt',
        'schema/tdd-gate.schema.json',
        'schema/evidence.schema.json',
      ]),
    )
    expect(paths.filter((path) => /(?<!\.d)\.ts$|^src/.test(path))).toEqual([])
  })

  test('says its version and answers help', async () => {
    expect(await runCli(['--version'], { entry })).toMatchObject({ code: 0, stdout: '0.1.0\n', stderr: '' })
    expect((await runCli(['--help'], { entry })).stdout).toContain('verify')
    expect(await runCli(['verfy'], { entry })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('tdd-gate verify'),
    })
  })

  test.each([
    ['<testsuite><testcase name="a" classname="b"/></testsuite>', 0],
    ['<testsuite><testcase name="a" classname="b"><failure message="no"/></testcase></testsuite>', 1],
    ['hello', 3],
  ])('reads the report %s', async (input, code) => {
    expect((await runCli(['report', '-'], { entry, input, cwd: folder })).code).toBe(code)
  })

  test('verifies a branch from RED to GREEN, with a reporter of its own', async () => {
    await using repo = await createRepository()
    await repo.commit('base', BASE)
    await repo.branch('work')
    await repo.commit('red\n\nPhase: red\n', { 'test/answer.test.js': getTest(42) })
    const verify = () => runCli(['verify', '--repo', repo.dir, '--base', 'main', '--json'], { entry, env, cwd: folder })
    const open = await verify()
    expect(open).toMatchObject({ code: 4, stderr: '' })
    await repo.commit('green\n\nPhase: green\n', { 'src/answer.js': 'export const answer = () => 42\n' })
    const done = await verify()
    expect(done).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(done.stdout).commits.map((commit: { verdict: string }) => commit.verdict)).toEqual([
      'accepted',
      'accepted',
    ])
    await repo.commit('green\n\nPhase: green\n', { 'test/answer.test.js': getTest(43) })
    expect((await verify()).code).toBe(1)
  })

  test('reads a large report in a thread of its own', async () => {
    await using repo = await createRepository()
    const write = `import { writeFileSync } from 'node:fs'
const tests = Array.from({ length: 150_000 }, (_, n) => \`<testcase classname="big" name="does thing number \${n} of very many"/>\`)
writeFileSync(process.argv[2], \`<testsuite>\${tests.join('\\n')}</testsuite>\`)`
    const suites = 'command: node write.mjs {reports}/big.xml\n  reports: ["{reports}/*.xml"]'
    await repo.commit('base', { 'write.mjs': write, '.github/tdd-gate.yml': `version: 1\ntest:\n  ${suites}\n` })
    await repo.branch('work')
    await repo.commit('docs\n\nPhase: neutral\n', { 'README.md': 'words', 'src/a.js': '1' })
    const { stdout } = await runCli(['verify', '--repo', repo.dir, '--base', 'main', '--json'], {
      entry,
      env,
      cwd: folder,
    })
    expect(stdout).not.toContain('unreadable-report')
    expect(JSON.parse(stdout).commits[0]).toMatchObject({ phase: 'neutral', verdict: 'rejected' })
  })

  test('refuses a base with a configuration that is none', async () => {
    await using repo = await createRepository()
    await repo.commit('base', { ...BASE, '.github/tdd-gate.yml': 'version: 1\npaths: { tests: [12] }\n' })
    await repo.branch('work')
    await repo.commit('red\n\nPhase: red\n', { 'test/answer.test.js': getTest(42) })
    const answer = await runCli(['verify', '--repo', repo.dir, '--base', 'main'], { entry, env, cwd: folder })
    expect(answer).toMatchObject({ code: 2, stderr: expect.stringContaining('bad-config') })
  })
})
