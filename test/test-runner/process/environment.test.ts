import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { addVariables, testEnvironment } from '../../../src/test-runner/process/environment.ts'
import { getSharedFolder } from '../../support/folder.ts'

const folder = getSharedFolder({})
const places = { checkout: '/home/ada/shop', home: '/home/ada', temporary: '/tmp' }
const make = (source: Record<string, string>, extra: readonly string[] = []) =>
  testEnvironment({ source, folder, places, extra, node: process.execPath })

test('tests get the neutral variables, and a HOME and a temporary folder of their own', () => {
  expect(make({ PATH: '/bin', HOME: '/home/eve', LANG: 'de_DE.UTF-8', GOPATH: '/go' })).toMatchObject({
    HOME: '/home/ada',
    LANG: 'de_DE.UTF-8',
    GOPATH: '/go',
    CI: 'true',
    TZ: 'UTC',
    NO_COLOR: '1',
    TERM: 'dumb',
    TMPDIR: '/tmp',
    GIT_CEILING_DIRECTORIES: '/home/ada',
  })
})

test.each([
  'GITHUB_TOKEN',
  'GITHUB_SHA',
  'GITHUB_ACTIONS',
  'GH_TOKEN',
  'NPM_TOKEN',
  'AWS_SECRET_ACCESS_KEY',
  'ACTIONS_ID_TOKEN_REQUEST_TOKEN',
  'NODE_OPTIONS',
  'NODE_TEST_CONTEXT',
  'VITEST',
  'JEST_WORKER_ID',
  'PYTEST_ADDOPTS',
  'GOFLAGS',
  'npm_lifecycle_event',
  'GIT_DIR',
  'TDD_GATE_PHASE',
  'LD_PRELOAD',
])('%s does not reach a test', (name) => {
  expect(make({ PATH: '/bin', [name]: 'x' })[name]).toBeUndefined()
})

test('Python keeps no compiled files, because two commits may share their second and size', () => {
  expect(make({ PATH: '/bin' })['PYTHONDONTWRITEBYTECODE']).toBe('1')
})

test('Python orders its sets alike in every run, unless the configuration hands on another seed', () => {
  expect(make({ PATH: '/bin', PYTHONHASHSEED: '7' })['PYTHONHASHSEED']).toBe('0')
  expect(make({ PATH: '/bin', PYTHONHASHSEED: '7' }, ['PYTHONHASHSEED'])['PYTHONHASHSEED']).toBe('7')
})

test('a name in the configuration is handed on, even a secret one', () => {
  expect(make({ PATH: '/bin', DATABASE_URL: 'postgres:' }, ['DATABASE_URL', 'ABSENT'])).toMatchObject({
    DATABASE_URL: 'postgres:',
  })
  expect('ABSENT' in make({ PATH: '/bin' }, ['ABSENT'])).toBe(false)
})

test('a configured name beats the neutral value', () => {
  expect(make({ PATH: '/bin', TZ: 'Asia/Tokyo' }, ['TZ'])['TZ']).toBe('Asia/Tokyo')
})

const getPath = (entries: readonly string[]) => make({ PATH: entries.join(delimiter) })['PATH']?.split(delimiter)

test("npm's own additions to the path are gone", () => {
  expect(
    getPath(['/a/node_modules/.bin', '/a/node_modules/npm/node-gyp-bin', dirname(process.execPath), '/bin']),
  ).toEqual([dirname(process.execPath), '/bin'])
})

test('where such a folder held our node, its node stays at the same place, alone', () => {
  const bin = join(folder, 'node_modules/.bin')
  mkdirSync(bin, { recursive: true })
  symlinkSync(process.execPath, join(bin, 'node'))
  writeFileSync(join(bin, 'vitest'), '')
  expect(getPath(['/first', bin, '/bin'])).toEqual(['/first', join(folder, 'node'), '/bin'])
})

test('a path without any node gets ours last', () => {
  expect(getPath(['/nowhere'])).toEqual(['/nowhere', join(folder, 'node')])
})

test('variables of a caller reach what the configuration names, and replace none of the machine', () => {
  const named = { env: ['A', 'PATH'], setupEnv: ['B'] }
  const given = { A: '1', B: '2', PATH: '/evil', NODE_OPTIONS: '--import=/evil' }
  expect(addVariables({ PATH: '/bin' }, given, named)).toEqual({ PATH: '/bin', A: '1', B: '2' })
})
