import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findStoreFile } from '../../src/app/queue/settings.ts'
import { readHook } from '../../src/app/set-up/settings.ts'
import { type Environment, isFirstStart, readSettings } from '../../src/app/settings.ts'
import { findIneffective, SETTINGS } from '../../src/app/telemetry/ineffective.ts'
import { GateError } from '../../src/core/model/errors.ts'
import { KEY } from './hub.ts'
import { place } from './queue/conformance.ts'

const SECRET = '9f2c81d07be64a35c1f08e7d42b6a953'
const ENV: Environment = { APP_ID: '4242', PRIVATE_KEY: KEY, WEBHOOK_SECRET: SECRET }

const OWN_WORKFLOW = expect.stringMatching(/^[\w.-]+\/[\w.-]+\/\.github\/workflows\/tdd-gate\.yml$/)
const SHA = expect.stringMatching(/^[0-9a-f]{40}$/)

function getRefusal(env: Environment): GateError {
  try {
    readSettings(env)
  } catch (error) {
    if (error instanceof GateError) return error
    throw error
  }
  throw new Error('it was taken')
}

test('optional settings may be left out', () => {
  expect(readSettings(ENV)).toEqual({
    appId: 4242,
    privateKey: KEY,
    secret: SECRET,
    previousSecret: null,
    baseUrl: 'https://api.github.com',
    serverUrl: 'https://github.com',
    // That of this clone, wherever it comes from, or of a release.
    workflows: [
      { path: OWN_WORKFLOW, ref: expect.toBeOneOf([null, 'refs/tags/v0']), sha: expect.toBeOneOf([null, SHA]) },
    ],
    host: 'localhost',
    port: 3000,
    webhookPath: '/api/github/webhooks',
    channel: null,
    storeFile: expect.stringMatching(/tdd-gate\/store\.sqlite$/),
    databaseUrl: null,
    metricsToken: null,
    pages: null,
    isTraced: false,
    workers: 4,
    sweepMs: 3_600_000,
    allowsWeaker: true,
    organisations: [],
    logLevel: 'info',
  })
})

test.each([
  [
    { GHE_HOST: 'github.acme.test' },
    { baseUrl: 'https://github.acme.test/api/v3', serverUrl: 'https://github.acme.test' },
  ],
  [
    {
      TDD_GATE_WORKFLOWS: `acme/gate/.github/workflows/gate.yml@${'a'.repeat(40)}, acme/gate/.github/workflows/old.yml@refs/tags/v0`,
    },
    {
      workflows: [
        { path: 'acme/gate/.github/workflows/gate.yml', ref: null, sha: 'a'.repeat(40) },
        { path: 'acme/gate/.github/workflows/old.yml', ref: 'refs/tags/v0', sha: null },
      ],
    },
  ],
  [{ GHE_HOST: 'acme.ghe.com' }, { baseUrl: 'https://api.acme.ghe.com', serverUrl: 'https://acme.ghe.com' }],
  [{ GHE_HOST: '127.0.0.1:8080', GHE_PROTOCOL: 'http' }, { baseUrl: 'http://127.0.0.1:8080/api/v3' }],
  [
    { PORT: '0', HOST: '0.0.0.0' },
    { port: 0, host: '0.0.0.0' },
  ],
  [
    { TDD_GATE_STORE: '/tmp/x', TDD_GATE_WORKERS: '9', TDD_GATE_SWEEP_MINUTES: '5' },
    { storeFile: '/tmp/x', workers: 9, sweepMs: 300_000 },
  ],
  [{ TDD_GATE_ORGANISATIONS: 'acme, acme-labs' }, { organisations: ['acme', 'acme-labs'] }],
])('%j', (env, wanted) => {
  expect(readSettings({ ...ENV, ...env })).toMatchObject(wanted)
})

test('a store of an earlier version is found by its old variable, and at its old place', () => {
  const [home, file] = [place(), join(place(), 'mine.sqlite')]
  const old = join(home, '.local/state/tdd-gate/inbox.sqlite')
  expect(readSettings({ ...ENV, TDD_GATE_INBOX: file }).storeFile).toBe(file)
  expect(readSettings({ ...ENV, TDD_GATE_INBOX: file, TDD_GATE_STORE: '/tmp/x' }).storeFile).toBe('/tmp/x')
  expect(findIneffective({ TDD_GATE_INBOX: file })).toEqual([])
  expect(findStoreFile({}, home)).toBe(join(dirname(old), 'store.sqlite'))
  mkdirSync(dirname(old), { recursive: true })
  writeFileSync(old, '')
  expect(findStoreFile({}, home)).toBe(old)
})

describe('the key', () => {
  test('the key stands in one line, in base64, or in a file', () => {
    const file = join(place(), 'key.pem')
    writeFileSync(file, KEY)
    for (const env of [
      { PRIVATE_KEY: KEY.replaceAll('\n', '\\n') },
      { PRIVATE_KEY: Buffer.from(KEY).toString('base64') },
      { PRIVATE_KEY: undefined, PRIVATE_KEY_PATH: file },
    ])
      expect(readSettings({ ...ENV, ...env }).privateKey).toBe(KEY)
  })

  test.each([
    [{ PRIVATE_KEY: 'nonsense' }, 'PRIVATE_KEY'],
    [{ PRIVATE_KEY: undefined }, 'PRIVATE_KEY'],
    [{ PRIVATE_KEY: undefined, PRIVATE_KEY_PATH: '/nowhere' }, 'PRIVATE_KEY_PATH'],
    [
      {
        PRIVATE_KEY: generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      },
      'PRIVATE_KEY',
    ],
  ])('%# is refused without showing its value', (env, name) => {
    const error = getRefusal({ ...ENV, ...env })
    expect(error).toMatchObject({ code: 'bad-environment', exit: 2 })
    expect(error.message).toContain(` ${name} `)
    expect(error.suggestion.text).toContain('export PRIVATE_KEY_PATH=')
    expect(error.message).not.toContain('nonsense')
  })
})

describe('the webhook secret', () => {
  test('may have a previous one beside it, which is as strong', () => {
    const previous = SECRET.split('').toReversed().join('')
    expect(readSettings({ ...ENV, WEBHOOK_SECRET_PREVIOUS: previous })).toMatchObject({
      secret: SECRET,
      previousSecret: previous,
    })
  })

  test.each([
    ['WEBHOOK_SECRET_PREVIOUS', /^unset WEBHOOK_SECRET_PREVIOUS/],
    ['TDD_GATE_METRICS_TOKEN', /^export TDD_GATE_METRICS_TOKEN=\$\(node -p /],
  ])('is not what the next step changes where %s is weak', (name, next) => {
    for (const value of ['short', 'development'.repeat(3)]) {
      const { message, suggestion } = getRefusal({ ...ENV, [name]: value })
      expect(message).toContain(` ${name} `)
      expect(suggestion.text).toMatch(next)
      expect(suggestion.text).not.toMatch(/WEBHOOK_SECRET=|GitHub/)
    }
  })

  test.each([
    undefined,
    '',
    'development',
    'short',
    'a'.repeat(40),
    '123456781234567812345678',
    'my-webhook-secret-for-tdd-gate-2026',
    '9f2c81d07be64a35c1f08e7',
  ])('%s is refused, with the command that makes one', (secret) => {
    const error = getRefusal({ ...ENV, WEBHOOK_SECRET: secret })
    expect(error.message).toContain('WEBHOOK_SECRET')
    expect(error.suggestion.text).toContain('export WEBHOOK_SECRET=$(node -p')
    if (secret) expect(`${error.message} ${error.suggestion.text}`).not.toContain(` ${secret} `)
  })
})

test.each([
  ['APP_ID', undefined],
  ['APP_ID', '-1'],
  ['APP_ID', '1e3'],
  ['PORT', '70000'],
  ['GHE_HOST', 'github.com/evil?'],
  ['GHE_PROTOCOL', 'file'],
  ['WEBHOOK_PATH', 'no'],
  ['WEBHOOK_PATH', '/healthz'],
  ['LOG_LEVEL', 'loud'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['TDD_GATE_WORKERS', '0'],
  ['TDD_GATE_ORGANISATIONS', 'a b'],
  ['TDD_GATE_ORGANISATIONS', 'acme; labs'],
  ['TDD_GATE_ORGANISATIONS', 'https://github.com/acme'],
])('%s = %s is refused by name, with a command', (name, value) => {
  const error = getRefusal({ ...ENV, [name]: value })
  expect(error.message).toContain(` ${name} `)
  expect(error.suggestion.text).toContain(`export ${name}=`)
})

describe('what the log says about a setting that has no effect', () => {
  const wrote = (env: Environment) => findIneffective({ ...ENV, ...env })

  test('an unknown name of a setting leads to the nearest one', () => {
    expect(wrote({ TDD_GATE_WORKER: '3', TDD_GATE_COLOUR: 'red', TDD_GATE_WORKERS: '3' })).toEqual([
      { level: 'warn', variable: 'TDD_GATE_WORKER', next: 'export TDD_GATE_WORKERS=<value>' },
      { level: 'warn', variable: 'TDD_GATE_COLOUR', next: 'unset TDD_GATE_COLOUR' },
    ])
  })

  test.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASEURL', 'DATABASE_URL'],
    ['WEBHOOK_SECERT', 'WEBHOOK_SECRET'],
    ['WEBHOOK_SECRETS', 'WEBHOOK_SECRET'],
    ['APPID', 'APP_ID'],
    ['PRIVATE_KEY_FILE', 'PRIVATE_KEY_PATH'],
    ['PRIVATEKEY_PATH', 'PRIVATE_KEY_PATH'],
    ['WEBHOOK_PROXI_URL', 'WEBHOOK_PROXY_URL'],
    ['TDDGATE_STORE', 'TDD_GATE_STORE'],
    ['TDD_GAT_URL', 'TDD_GATE_URL'],
    ['LOG_LEVL', 'LOG_LEVEL'],
    ['GITHUB_CLIENT_SECERT', 'GITHUB_CLIENT_SECRET'],
    ['OTEL_EXPORTER_OTLP_ENDPIONT', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    ['GHE_HSOT', 'GHE_HOST'],
  ])('%s, which the App does not read, leads to %s', (variable, setting) => {
    expect(findIneffective({ [variable]: 'x' })).toEqual([
      { level: 'warn', variable, next: `export ${setting}=<value>` },
    ])
  })

  test('a variable near a setting is left alone where that setting is set, or where other programs read it', () => {
    expect(wrote({ APPID: '1', DATABASE_URL: 'x', DATABASE_USER: 'y' })).toEqual([])
    const others = ['GH_HOST', 'FTP_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'no_proxy', 'HOSTNAME', 'HOME']
    const more = [
      'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
      'OTEL_EXPORTER_OTLP_HEADERS',
      'GITHUB_TOKEN',
      'BASE_URL',
      'PATH',
    ]
    expect(findIneffective(Object.fromEntries([...others, ...more].map((name) => [name, 'x'])))).toEqual([])
  })

  test('every setting of .env.example is one, and no other', () => {
    const named = [...readFileSync('.env.example', 'utf8').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name)
    expect(SETTINGS.filter((name) => !['NODE_ENV', 'TDD_GATE_INBOX'].includes(name)).toSorted()).toEqual(
      [...named, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'].toSorted(),
    )
  })

  test('without TDD_GATE_URL the client of the App makes no pages', () => {
    const client = { GITHUB_CLIENT_ID: 'x', GITHUB_CLIENT_SECRET: 'y' }
    const next = 'export TDD_GATE_URL=https://<host>'
    expect(wrote(client)).toEqual(Object.keys(client).map((variable) => ({ level: 'info', variable, next })))
    expect(wrote({ ...client, TDD_GATE_URL: 'https://tdd.acme.test' })).toEqual([])
  })

  test('every setting of the reference is known', () => {
    const names = readFileSync('docs/reference/app.md', 'utf8').match(/(?<=^\| `)TDD_GATE_\w+/gm) ?? []
    expect(names.length).toBeGreaterThan(5)
    expect(wrote(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([])
  })
})

test('the example of the settings names no server that the App refuses', () => {
  const host = /^#GHE_HOST=(.*)$/m.exec(readFileSync('.env.example', 'utf8'))?.[1]
  expect(host).toMatch(/\.ghe\.com$/)
  expect(getRefusal({ ...ENV, GHE_HOST: 'github.com/x' }).suggestion.text).toContain(`GHE_HOST=${host}`)
})

test.each([
  [{}, true],
  [{ WEBHOOK_SECRET: SECRET }, true],
  [{ APP_ID: '1' }, false],
  [{ PRIVATE_KEY: 'x' }, false],
  [{ PRIVATE_KEY_PATH: 'x' }, false],
  [{ APP_ID: '1', PRIVATE_KEY_PATH: 'x' }, false],
  [{ NODE_ENV: 'production' }, false],
  [{ NODE_ENV: 'production', WEBHOOK_PROXY_URL: 'https://tdd.acme.test/' }, true],
  [{ NODE_ENV: 'production', WEBHOOK_PROXY_URL: 'https://tdd.acme.test/', APP_ID: '1' }, false],
])('%j: first start %s', (env, is) => {
  expect(isFirstStart(env)).toBe(is)
})

test.each([
  'gate.yml',
  'acme/gate/.github/workflows/gate.yml',
  'acme/gate/.github/workflows/gate.yml@main',
  'acme/gate/gate.yml@refs/tags/v1',
])('a workflow that nothing fixes is refused: %s', (text) => {
  expect(getRefusal({ ...ENV, TDD_GATE_WORKFLOWS: text })).toMatchObject({
    code: 'bad-environment',
    message: expect.stringContaining('TDD_GATE_WORKFLOWS'),
  })
})

test.each([
  ['https://smee.io/abc', 'https://smee.io/abc'],
  ['https://tdd.acme.test/api/github/webhooks', null],
  ['', null],
])('with WEBHOOK_PROXY_URL=%s the App takes webhooks from the channel %s', (url, channel) => {
  expect(readSettings({ ...ENV, WEBHOOK_PROXY_URL: url }).channel).toBe(channel)
})

describe('where GitHub sends what happens, at the first start', () => {
  test.each([undefined, ''])('is not known: %s', (url) => expect(readHook({ WEBHOOK_PROXY_URL: url })).toBeNull())

  test.each(['https://tdd.acme.test/api/github/webhooks', 'http://10.0.0.7:3000/', 'https://smee.io/abc'])(
    '%s',
    (url) => expect(readHook({ WEBHOOK_PROXY_URL: url })).toBe(url),
  )

  test.each([
    'http://localhost:3000/',
    'http://LOCALHOST./',
    'http://127.1/api/github/webhooks',
    'http://[::1]:3000/',
    'http://0.0.0.0/',
    'https://tdd.localhost/',
    'tdd.acme.test',
    'file:///x',
  ])('%s is refused: GitHub does not reach it', (url) => {
    expect(() => readHook({ WEBHOOK_PROXY_URL: url })).toThrow(
      expect.objectContaining({
        code: 'bad-environment',
        suggestion: expect.objectContaining({ text: expect.stringContaining('export WEBHOOK_PROXY_URL=https://') }),
      }),
    )
  })
})

test('DATABASE_URL is the address of a PostgreSQL server, and its password is in no message', () => {
  const url = 'postgres://gate:hunter2@db.example.com/gate'
  expect(readSettings({ ...ENV, DATABASE_URL: url }).databaseUrl).toBe(url)
  const { message, suggestion } = getRefusal({ ...ENV, DATABASE_URL: 'mysql://gate:hunter2@db.example.com/gate' })
  expect(message).toMatch(/DATABASE_URL is not an address of PostgreSQL/)
  expect(message + suggestion.text).not.toContain('hunter2')
})
