import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, globSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sign } from '@octokit/webhooks-methods'
import { expect, test } from 'vitest'
import { build } from '../scripts/build.ts'
import { differences } from '../scripts/check-dist.ts'
import { KEY, startHub } from './app/hub.ts'
import { launchProgram } from './app/launch.ts'
import { bundledAction } from './support/bundle.ts'
import { getFolder } from './support/folder.ts'
import { runCli } from './support/run-cli.ts'
import { TELL_LOADED } from './support/tell-loaded.ts'

const ROOT = resolve('.')
const SAMPLE = resolve('test/fixtures/reports/pytest-7/out/junit-xunit1.xml')
const builtIn = async (root: string) => {
  const folder = join(getFolder({}), 'dist')
  await build(root, folder)
  return folder
}
/** What the Dockerfile copies: enough to build. */
const inImage = () =>
  readFileSync(join(ROOT, '.dockerignore'), 'utf8')
    .split('\n')
    .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []))
/** Built once for all tests: who changes it takes a copy. */
const OURS = join(await bundledAction(), 'dist')
const getFiles = (folder: string) =>
  Object.fromEntries(
    globSync('**/*.*', { cwd: folder })
      .toSorted()
      .map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  )
/** The text of everything that the built program loads to answer. */
const loadedBy = async (folder: string, ...args: readonly string[]) => {
  const { stderr } = await runCli(args, {
    entry: join(folder, 'cli/bin.mjs'),
    nodeOptions: ['--import', TELL_LOADED],
  })
  const urls = stderr.split('\n').filter((url) => url.startsWith(pathToFileURL(folder).href))
  return urls.map((url) => readFileSync(new URL(url), 'utf8')).join('\n')
}

test('a build in another folder is the same, byte for byte, and knows no path of this machine', async () => {
  const copy = join(getFolder({}), 'a copy')
  for (const path of inImage()) cpSync(join(ROOT, path), join(copy, path), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  const [here, there] = [getFiles(OURS), getFiles(await builtIn(copy))]
  expect(Object.keys(here)).toEqual(
    expect.arrayContaining([
      'action/assets/node-reporter.mjs',
      'action/index.mjs',
      'action/read-worker.mjs',
      'app/app.yml',
      'app/bin.mjs',
      'app/comment-parser-thread.mjs',
      'cli/assets/node-reporter.mjs',
      'cli/bin.mjs',
      'licenses.txt',
    ]),
  )
  expect(there).toEqual(here)
  expect(Object.values(here).filter((text) => text.includes(ROOT))).toEqual([])
  expect(Object.values(here).filter((text) => /^\/\/ (?:\/|\.\.)/m.test(text))).toEqual([])
})

test('each built program can be started by its name', () => {
  const programs = globSync('{cli,app}/bin.mjs', { cwd: OURS }).toSorted()
  expect(programs).toEqual(['app/bin.mjs', 'cli/bin.mjs'])
  expect(programs.map((path) => (statSync(join(OURS, path)).mode & 0o111).toString(8))).toEqual(['111', '111'])
})

test('the build keeps the names of functions, and the licences of everything in it', () => {
  const files = getFiles(OURS)
  const code = Object.values(files).join('\n')
  expect(code).toContain('function resolveRange(')
  const licences = files['licenses.txt'] ?? ''
  const names = [...licences.matchAll(/^(\S+)@\S+ \(/gm)].map(([, name]) => name)
  const inCode = new Set(
    [...code.matchAll(/^\/\/ (?:node_modules\/.*\/)?node_modules\/((?:@[^/\s]+\/)?[^/\s]+)/gm)].map(([, name]) => name),
  )
  // Of some there are two versions, each with its licence.
  expect([...new Set(names)]).toEqual([...inCode].toSorted())
  expect(licences.match(/permission|permitted/gi)?.length).toBeGreaterThanOrEqual(names.length)
})

test('a command loads what it needs and nothing else', async () => {
  const report = await loadedBy(OURS, 'report', SAMPLE)
  expect(report).toContain('function readTokens')
  for (const unused of ['// node_modules/zod/', '// node_modules/yaml/', 'function openScratch('])
    expect(report).not.toContain(unused)
  const version = await loadedBy(OURS, '--version')
  expect(version).toContain('function readVersion(')
  expect(version).not.toContain('// node_modules/')
})

test('the action needs node and nothing else, parses a small part of itself to refuse, and loads no HTTP before it asks', () => {
  const folder = getFolder({ 'event.json': '{}', output: '', summary: '' })
  const { stderr } = spawnSync(process.execPath, ['--import', TELL_LOADED, join(OURS, 'action/index.mjs')], {
    encoding: 'utf8',
    env: {
      GITHUB_WORKSPACE: folder,
      RUNNER_TEMP: folder,
      GITHUB_EVENT_NAME: 'issues',
      GITHUB_REPOSITORY: 'a/b',
      GITHUB_EVENT_PATH: join(folder, 'event.json'),
      GITHUB_RUN_ID: '1',
      GITHUB_RUN_ATTEMPT: '1',
      GITHUB_OUTPUT: join(folder, 'output'),
      GITHUB_STEP_SUMMARY: join(folder, 'summary'),
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_API_URL: 'https://api.github.com',
    },
  })
  const loaded = stderr.split('\n').filter((url) => url.startsWith(pathToFileURL(OURS).href))
  expect(loaded.length).toBeGreaterThan(1)
  const bytes = loaded.reduce((sum, url) => sum + statSync(new URL(url)).size, 0)
  expect(bytes).toBeLessThan(1_000_000)
  const chunks = Object.entries(getFiles(OURS)).filter(([path]) => /^action\/[^/]+\.mjs$/.test(path))
  const code = chunks.map(([, text]) => text).join('\n')
  const imported = [...code.matchAll(/^import .*"([^".][^"]*)";$/gm)].map(([, name = '']) => name)
  expect(imported.filter((name) => !builtinModules.includes(name.replace(/^node:/, '')))).toEqual([])
  const started = loaded.map((url) => readFileSync(new URL(url), 'utf8')).join('\n')
  expect(started).not.toMatch(/^import .*"(?:node:)?https?";$/m)
  // A function in parentheses is compiled when it is parsed: what may never run must not be (CommonJS is always so).
  expect(code.match(/^var \w+ = .*__esmMin\(\(\(/gm) ?? []).toEqual([])
  expect(code).toContain('// node_modules/@actions/github/')
  expect(code).not.toContain('// node_modules/@octokit/plugin-rest-endpoint-methods/')
  expect(code.length).toBeLessThan(2_900_000)
})

test('no other client for HTTP is in the build: Node has one', () => {
  const code = Object.values(getFiles(OURS)).join('\n')
  expect(code.match(/^\/\/.*node_modules\/undici\/.*/gm) ?? []).toEqual([])
})

test('a dist that differs from the build of the sources is named file by file', async () => {
  const folder = getFolder({})
  cpSync(OURS, folder, { recursive: true })
  appendFileSync(join(folder, 'action/index.mjs'), '\n')
  rmSync(join(folder, 'licenses.txt'))
  writeFileSync(join(folder, 'cli/.hidden'), '')
  expect(await differences(ROOT, folder)).toEqual([
    'action/index.mjs differs',
    'cli/.hidden is built by nothing',
    'licenses.txt is missing',
  ])
})

test('the grammars lie beside the program with their licence, and stay small', () => {
  for (const door of ['cli', 'action']) {
    const folder = join(OURS, door, 'grammars')
    expect(readFileSync(join(folder, 'LICENSE'), 'utf8')).toContain('MIT License')
    const bytes = globSync('*', { cwd: folder }).reduce((sum, path) => sum + statSync(join(folder, path)).size, 0)
    expect(bytes).toBeLessThan(1_600_000)
  }
})

const SECRET = '9f2c81d07be64a35c1f08e7d42b6a953'
const ADA = { login: 'ada', id: 3, type: 'User' }
const COMMAND = {
  action: 'created',
  installation: { id: 7 },
  sender: ADA,
  issue: { number: 9 },
  repository: { id: 99, name: 'shop', owner: { login: 'acme' } },
  comment: { id: 1, user: ADA, body: '/tdd status', created_at: '2026-01-01T00:00:00Z' },
}

test('the App starts from its folder alone, reads a command in a thread, and answers the health check of the image', async () => {
  const hub = await startHub()
  const folder = getFolder({})
  const app = launchProgram(join(OURS, 'app/bin.mjs'), folder, {
    APP_ID: '1',
    PRIVATE_KEY: KEY,
    WEBHOOK_SECRET: SECRET,
    GHE_HOST: hub.host,
    GHE_PROTOCOL: 'http',
    PORT: '0',
    HOST: '127.0.0.1',
    NODE_ENV: 'production',
    TDD_GATE_STORE: join(folder, 'store.sqlite'),
  })
  const { port } = await app.says('listening')
  const [, command = '[]'] = /^HEALTHCHECK .*CMD (.*)$/m.exec(readFileSync('Dockerfile', 'utf8')) ?? []
  const [, ...words] = JSON.parse(command)
  const isHealthy = () => spawnSync(process.execPath, words, { env: { PORT: String(port) } }).status === 0
  expect(isHealthy()).toBe(true)
  const body = JSON.stringify(COMMAND)
  const headers = {
    'content-type': 'application/json',
    'x-github-event': 'issue_comment',
    'x-github-delivery': 'd1',
    'x-hub-signature-256': await sign(SECRET, body),
  }
  expect((await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers })).status).toBe(202)
  // The local GitHub has no such issue: the App asked for it, so it read the command.
  await app.says('event failed')
  expect(hub.paths().join('\n')).toContain('/repos/acme/shop')
  app.child.kill('SIGKILL')
  await app.exit
  expect(isHealthy()).toBe(false)
})
