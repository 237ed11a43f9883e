/** Types what takes a minute or two in a clone: its packages come from the registry, and its scripts read every file. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { getSharedFolder } from './support/folder.ts'
import { startLine } from './support/fresh-clone.ts'

const folder = getSharedFolder({})
const clone = join(folder, 'clone')
const global = join(folder, 'global')
/** Of a registry that the machine of the tests uses, and of what it has fetched before. */
const HOME = process.env['HOME'] ?? folder
const LIMIT = 900_000
const ENV = {
  HOME,
  TDD_GATE_CACHE: join(folder, 'cache'),
  XDG_STATE_HOME: join(folder, 'state'),
  npm_config_prefix: global,
}
const git = (...words: readonly string[]) => execFileSync('git', words, { cwd: clone, encoding: 'utf8' })

beforeAll(() => execFileSync('git', ['clone', '--quiet', resolve('.'), clone]))

/** Fails with the output of the line. */
async function expectSuccess(line: string): Promise<string> {
  const { exit, text } = startLine(line, clone, ENV)
  expect(await exit, text()).toBe(0)
  return text()
}

test('`npm ci && npm link` installs the command', { timeout: LIMIT }, async () => {
  await expectSuccess('npm ci && npm link')
  expect(await expectSuccess(`${global}/bin/tdd-gate --version`)).toBe('0.1.0\n')
})

test.each([
  { line: 'npm run check', leaves: 'package.json' },
  { line: 'npm run format', leaves: 'biome.json' },
  { line: 'npm run docs', leaves: 'schema/evidence.schema.json' },
  { line: 'npm run package', leaves: 'dist/package/package.json' },
  { line: 'npm run build', leaves: 'dist/app/bin.mjs' },
  { line: 'npm run docs:build', leaves: 'site/index.html' },
])('`$line` ends with 0 in a clone: $leaves', { timeout: LIMIT }, async ({ line, leaves }) => {
  await expectSuccess(line)
  expect(existsSync(join(clone, leaves))).toBe(true)
  expect(git('status', '--porcelain')).toBe('')
})

test('`node dist/app/bin.mjs` offers the set-up', async () => {
  const [address = ''] = await startLine('node dist/app/bin.mjs', clone, { PORT: '0' }).says(
    /The set-up is at (http:\/\/localhost:\d+\/probot)/,
  )
  expect((await fetch(address)).status).toBe(200)
})

test('`node dist/app/bin.mjs admin` prints the commands of a ruleset', async () => {
  const answer = await expectSuccess('APP_ID=7 node dist/app/bin.mjs admin ruleset acme shop')
  expect(answer).toContain('required_status_checks')
})

test('`node src/cli/bin.mjs app admin` prints the commands of a ruleset', async () => {
  const answer = await expectSuccess('APP_ID=7 node src/cli/bin.mjs app admin ruleset acme shop')
  expect(answer).toContain('required_status_checks')
})

test('`npm run verify` says that a branch has no commit of its own', async () => {
  const { exit, text } = startLine('npm run verify -- --base HEAD', clone, ENV)
  expect(await exit).toBe(2)
  expect(text()).toContain('error [no-commits]')
})
