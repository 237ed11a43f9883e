import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BIN } from '../support/run-cli.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tdd-gate-tutorials-')))
const bin = join(folder, 'bin')
const environment = {
  ...process.env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
  PATH: [bin, dirname(process.execPath), process.env['PATH']].join(':'),
  TDD_GATE_CACHE: join(folder, 'cache'),
}
const FENCED = /^```sh\n(.*?)^```$/gms
const EXPECTED = /^(tdd-gate .*?) +# exit code (\d)$/gm

beforeAll(() => {
  mkdirSync(bin)
  const command = join(bin, 'tdd-gate')
  writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${BIN}' "$@"\n`)
  chmodSync(command, 0o755)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The commands of a page as one script, which ends at the first line that does not do what the page says. */
function toScript(page: string): string {
  const blocks = getBlocks(join('docs/start', page))
  const held = '{ code=0; $1 || code=$$?; test $$code = $2 || { echo "exit code $$code: $1" >&2; exit 9; }; }'
  return `set -e\n${blocks.join('').replaceAll(EXPECTED, held)}`
}

function getBlocks(path: string): readonly string[] {
  return [...readFileSync(resolve(path), 'utf8').matchAll(FENCED)].map(([, block = '']) => block)
}

function follow(page: string, cwd: string): { readonly status: number | null; readonly stderr: string } {
  return spawnSync('bash', ['-c', toScript(page)], { cwd, env: environment, encoding: 'utf8' })
}

describe('a tutorial does what it says, command by command', () => {
  test('a first gated branch', () => {
    const { status, stderr } = follow('first-branch.md', folder)
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' })
  })

  test('a first task, step by step, and the loop of the README as its last round', () => {
    const cwd = mkdtempSync(join(folder, 'loop-'))
    const { status, stderr } = follow('agent-loop.md', cwd)
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' })
    const loop = getBlocks('README.md').find((block) => block.includes('tdd-gate start task.yml')) ?? ''
    const work = `cat > test/tax.test.js <<'END'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tax } from '../src/tax.js'

test('a fifth', () => assert.equal(tax(100), 20))
END`
    const script = `set -e\ngit switch --quiet main\ngit branch -D master/task-7-discounts\n${loop.replace('# (write the test)', work)}`
    const read = spawnSync('bash', ['-c', script], { cwd: join(cwd, 'shop'), env: environment, encoding: 'utf8' })
    expect(read).toMatchObject({ status: 0, stdout: expect.stringContaining('red accepted') })
    expect(loop).toContain('# (write the test)')
  })

  test('a first gated pull request, up to what people do on GitHub', () => {
    const project = join(folder, 'project')
    const git = (...args: string[]) => execFileSync('git', args, { cwd: project, env: environment, stdio: 'ignore' })
    execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', join(folder, 'origin.git')])
    execFileSync('git', ['clone', '--quiet', join(folder, 'origin.git'), project], { stdio: 'ignore' })
    writeFileSync(
      join(project, 'package.json'),
      '{ "name": "shop", "type": "module", "scripts": { "test": "node --test" } }\n',
    )
    mkdirSync(join(project, 'test'))
    writeFileSync(join(project, 'test/one.test.js'), "import test from 'node:test'\n\ntest('one', () => {})\n")
    git('add', '.')
    git('commit', '-m', 'A small shop')
    git('push', 'origin', 'HEAD')
    git('remote', 'set-head', 'origin', 'main')
    const { status, stderr } = follow('first-pull-request.md', project)
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' })
  })
})
