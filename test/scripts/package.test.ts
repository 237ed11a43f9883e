import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { assemble } from '../../scripts/package.ts'
import { getFolder, getSharedFolder } from '../support/folder.ts'

/** The program with its types, and the parsers of twelve languages. */
const MAX_BYTES = { program: 2_250_000, grammars: 1_500_000 }
const folder = getSharedFolder({})
const project = join(folder, 'project')
const getTarball = () => join(folder, globSync('*.tgz', { cwd: folder })[0] ?? '')
const installed = join(project, 'node_modules/tdd-gate')
const read = (path: string) => readFileSync(join(installed, path), 'utf8')

/** From its tarball, by npm, into a folder with nothing else and without a network. */
beforeAll(async () => {
  const source = join(folder, 'package')
  await assemble(resolve('.'), source)
  execFileSync('npm', ['pack', '--offline', '--pack-destination', folder, source], { stdio: 'ignore' })
  const words = ['install', '--offline', '--prefix', project, '--no-audit', '--no-fund', getTarball()]
  execFileSync('npm', words, { cwd: folder, stdio: 'ignore' })
}, 240_000)

test('the package installs a command, and nothing beside itself', () => {
  expect(globSync('*/package.json', { cwd: join(project, 'node_modules') })).toEqual(['tdd-gate/package.json'])
  const { stdout } = spawnSync(join(project, 'node_modules/.bin/tdd-gate'), ['--version'], { encoding: 'utf8' })
  expect(stdout).toBe('0.1.0\n')
})

test('its package.json has no scripts and no dependencies, and says where the project is', () => {
  const manifest = JSON.parse(read('package.json'))
  for (const key of ['scripts', 'dependencies', 'devDependencies', 'optionalDependencies', 'workspaces'])
    expect(manifest, key).not.toHaveProperty(key)
  expect(manifest).toMatchObject({ repository: { type: 'git' }, bugs: {}, engines: { node: '>=24' } })
  expect(manifest.keywords.length).toBeGreaterThan(3)
})

test('it stays small: the program, and the parsers beside it', () => {
  const paths = globSync('**/*', { cwd: installed, withFileTypes: true }).filter((entry) => entry.isFile())
  const getSize = (files: typeof paths) =>
    files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
  const [grammars, program] = [true, false].map((isOne) =>
    paths.filter(({ parentPath }) => parentPath.endsWith('/grammars') === isOne),
  )
  expect(getSize(program ?? [])).toBeLessThanOrEqual(MAX_BYTES.program)
  expect(getSize(grammars ?? [])).toBeLessThanOrEqual(MAX_BYTES.grammars)
  expect(paths.filter(({ name }) => name.endsWith('.ts') && !name.endsWith('.d.ts'))).toEqual([])
})

test('the readers of reports and of evidence are libraries', async () => {
  const { exports } = JSON.parse(read('package.json'))
  const load = (name: string) => import(pathToFileURL(join(installed, exports[name].default)).href)
  const { detectFormat, reportFormats } = await load('./reports')
  const tap = 'TAP version 13\n1..1\nok 1 - adds\n'
  expect(detectFormat(tap)).toBe('tap')
  expect([...reportFormats.tap.parse([Buffer.from(tap)]).cases]).toMatchObject([{ name: 'adds', outcome: 'passed' }])
  const { readDocument, verifyLog } = await load('./evidence')
  expect(() => readDocument('{}')).toThrow(/evidence/i)
  expect(verifyLog('')).toEqual(['the log is empty'])
})

test('users compile against their types, strictly and without any other package', () => {
  const text = `import { detectFormat, type FormatName, reportFormats } from 'tdd-gate/reports'
import { type EvidenceDocument, readDocument } from 'tdd-gate/evidence'
export const name: FormatName | null = detectFormat('')
export const names: readonly string[] = reportFormats.junit.parse([]).cases.map(({ name }) => name)
export const document: EvidenceDocument = readDocument('')
// @ts-expect-error: a document is no number
export const wrong: number = readDocument('')
`
  writeFileSync(join(project, 'user.mts'), text)
  const words = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--types', '', 'user.mts']
  const { status, stdout } = spawnSync(resolve('node_modules/.bin/tsc'), words, { cwd: project, encoding: 'utf8' })
  expect([status, stdout]).toEqual([0, ''])
})

test('the schemas are at the same place as before', () => {
  expect(existsSync(join(installed, 'schema/tdd-gate.schema.json'))).toBe(true)
})

/** A registry on this machine with this package alone. */
async function startRegistry() {
  const tarball = readFileSync(getTarball())
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
  const manifest = JSON.parse(read('package.json'))
  const server = createServer(({ url }, response) => {
    if (url?.endsWith('.tgz')) return void response.end(tarball)
    if (url !== '/tdd-gate') return void response.writeHead(404).end('{}')
    const dist = { tarball: `${address}/tdd-gate/-/tdd-gate.tgz`, integrity }
    const versions = { [manifest.version]: { ...manifest, dist } }
    response.end(JSON.stringify({ name: 'tdd-gate', 'dist-tags': { latest: manifest.version }, versions }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return address
}

test('npx, and npm install --global, fetch it from a registry into an empty home and run it', async () => {
  const registry = await startRegistry()
  const home = getFolder({})
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    npm_config_registry: registry,
    npm_config_update_notifier: 'false',
  }
  const run = promisify(execFile)
  const npx = await run('npx', ['--yes', 'tdd-gate', '--version'], { cwd: home, env })
  expect(npx.stdout).toBe('0.1.0\n')
  await run('npm', ['install', '--global', '--prefix', join(home, 'global'), 'tdd-gate'], { cwd: home, env })
  const { stdout } = await run(join(home, 'global/bin/tdd-gate'), ['completion', 'bash'], { cwd: home, env })
  expect(stdout).toContain('complete -o default -F _tdd_gate tdd-gate')
  expect(existsSync(join(home, 'global/share/man/man1/tdd-gate.1'))).toBe(true)
})

test('a dry run of a release says what it would publish, and changes nothing', () => {
  const before = execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' })
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/release.ts', 'prepare', '--dry-run'], {
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^A release of 0\.1\.0 would publish .+ Nothing is written or sent\.\n/)
  for (const line of [
    /\n {2}tags v0\.1\.0 and v0 +the commit with dist\/: \d+ files, \d+\.\d MB\n/,
    /\n {2}tdd-gate-0\.1\.0\.tgz +the npm package: \d+ files, \d+\.\d MB, to the registry, the GitHub Release and the tag package\/v0\.1\.0\n/,
    /\n {2}tdd-gate\.cdx\.json +the \d+ packages that run\n/,
    /\n {2}the image of the App +dist\/app: \d+ files, \d+\.\d MB\n/,
    /\n {2}CHANGELOG\.md +\d+ new, \d+ fixed, \d+ faster\n/,
    /\nTo make it: npm run release -- 0\.1\.0\n$/,
  ])
    expect(stdout).toMatch(line)
  expect(execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' })).toBe(before)
}, 240_000)
