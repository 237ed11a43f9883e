import { describe, expect, test } from 'vitest'
import { getCredentials, withoutCredentials, withoutSecrets } from '../../../src/test-runner/process/credentials.ts'
import { credentialVariables, testEnvironment } from '../../../src/test-runner/process/environment.ts'
import { createRedactor } from '../../../src/test-runner/process/redact-secrets.ts'
import { getSharedFolder } from '../../support/folder.ts'

const SECRET = 'S3CRET@/1'
const CODED = encodeURIComponent(SECRET)

/** Values as package managers and proxies take them, and what tests may know of them. */
const VALUES = [
  ['a password', `http://me:${CODED}@proxy:8080`, 'http://proxy:8080'],
  ['a raw password', `http://me:${SECRET}@proxy:8080/`, 'http://proxy:8080/'],
  ['a token as the user', `https://${CODED}@host/simple`, 'https://host/simple'],
  ['a password without a user', `https://:${CODED}@host/simple`, 'https://host/simple'],
  [
    'a list',
    `https://a:${CODED}@one,https://two|https://b:${CODED}@three,direct`,
    'https://one,https://two|https://three,direct',
  ],
  ['several words', `https://a:${CODED}@one https://b:${CODED}@two`, 'https://one https://two'],
  ['another scheme', `socks5h://me:${CODED}@proxy:1080`, 'socks5h://proxy:1080'],
  ['a named index', `corp=https://me:${CODED}@host/simple`, 'corp=https://host/simple'],
  ['no scheme', 'me:S3CRET@proxy:8080', 'proxy:8080'],
] as const

/** Every name that is handed on, in one call. */
const NAMES = [
  'HTTPS_PROXY',
  'http_proxy',
  'ALL_PROXY',
  'npm_config_registry',
  'NPM_CONFIG_REGISTRY',
  'PIP_INDEX_URL',
  'PIP_EXTRA_INDEX_URL',
  'UV_INDEX',
  'GOPROXY',
  'GOPATH',
  'LANG',
]

const folder = getSharedFolder({})
const places = { checkout: '/c', home: '/h', temporary: '/t' }
const seenByTests = (source: Readonly<Record<string, string>>, extra: readonly string[] = []) =>
  testEnvironment({ source, folder, places, extra, node: process.execPath })

describe('a user and a password in a URL', () => {
  test.each(VALUES)('%s: tests do not see them', (_, value, rest) => {
    const source = Object.fromEntries(NAMES.map((name) => [name, value]))
    const seen = seenByTests({ PATH: '/bin', ...source })
    expect(NAMES.map((name) => seen[name])).toEqual(NAMES.map(() => rest))
    expect(JSON.stringify(seen)).not.toContain('S3CRET')
    expect(credentialVariables(source, [])).toEqual(source)
  })

  test.each(VALUES)('%s: the redactor knows them, as written and decoded', (_, value) => {
    const { text } = createRedactor([value])
    for (const found of getCredentials(value)) expect(text(`401 for ${found}!`)).not.toContain('S3CRET')
    expect(getCredentials(value).some((found) => found.includes('S3CRET'))).toBe(true)
  })

  test.each([
    'https://registry.example.com:8080/@scope/pkg',
    'https://host/@scope',
    'http://proxy:8080',
    'https://one,direct',
    'localhost,.example.com,10.0.0.0/8',
    '/usr/bin:/opt/a@1/bin',
    'ada@example.com',
    'de_DE.UTF-8@euro',
    'C:/Users/ada',
  ])('%s has none', (value) => {
    expect([withoutCredentials(value), getCredentials(value)]).toEqual([value, []])
    expect(credentialVariables({ HTTPS_PROXY: value }, [])).toEqual({})
  })

  test('a variable that the configuration hands on reaches tests as it is', () => {
    const [, value] = VALUES[0]
    expect(seenByTests({ HTTPS_PROXY: value }, ['HTTPS_PROXY'])['HTTPS_PROXY']).toBe(value)
    expect(credentialVariables({ HTTPS_PROXY: value }, ['HTTPS_PROXY'])).toEqual({})
  })

  test('a hostile value takes no time', () => {
    const long = `${'http://a:'.repeat(20_000)}${'@'.repeat(20_000)}x:`
    const before = performance.now()
    withoutCredentials(long)
    expect(performance.now() - before).toBeLessThan(1_000)
  })
})

describe('settings without secrets', () => {
  test.each([
    [
      '[registries.corp]\nindex = "sparse+https://host/"\ntoken = "S3CRET"\n',
      '[registries.corp]\nindex = "sparse+https://host/"\n',
    ],
    ['registries.corp.token = "S3CRET"\n[build]\njobs = 2', '[build]\njobs = 2'],
    ['corp = { index = "https://host", token = "S3CRET" }\n[net]', '[net]'],
    ['[http]\nproxy = "http://me:S3CRET@host"\ntimeout = 3', '[http]\ntimeout = 3'],
    ['[env]\nGITHUB_TOKEN = "S3CRET"\nRUST_BACKTRACE = "1"', '[env]\nRUST_BACKTRACE = "1"'],
    ['//host/:_authToken=S3CRET\nregistry=https://host/', 'registry=https://host/'],
    ['[build]\nrustflags = ["-C", "debuginfo=0"]\n', '[build]\nrustflags = ["-C", "debuginfo=0"]\n'],
    ['token = """\nS3CRET\n"""', null],
    ['proxies = ["http://me:S3CRET@host",\n"http://other"]', null],
  ])('%j', (text, kept) => {
    expect(withoutSecrets(text)).toBe(kept)
  })
})
