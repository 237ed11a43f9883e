import { describe, expect, test } from 'vitest'
import { DEFAULT_CONFIG, parseConfig } from '../../src/config/parse.ts'
import { DEFAULT_POLICY } from '../../src/core/model/policy.ts'
import { getMistakes } from '../support/bad-config.ts'

const ruleCodes = ['red-has-driver', 'suite-is-green']
const file = '.github/tdd-gate.yml'
const read = (text: string) => parseConfig(text, { file, ruleCodes })
const getTest = (text: string) => read(`version: 1\ntest:\n${text}`).test
const getPolicy = (text: string) => read(`version: 1\npolicy:\n${text}`).policy

const refusal = (text: string) => getMistakes(() => read(text))

describe('shards', () => {
  const withShards = (shards: string, command = 'run --shard={shard}') =>
    `version: 1\ntest:\n  command: '${command}'\n  shards: ${shards}\n`

  test('are as many as the command is started in', () => {
    expect(read(withShards('4')).test.shards).toBe(4)
  })

  test.each(['0', '65', '1.5', 'many'])('%s is no number of shards', (shards) => {
    expect(refusal(withShards(shards))).toContain('expected a whole number from 1 to 64')
  })

  test('without a command that takes its shard, every shard would run the same tests', () => {
    expect(refusal(withShards('2', 'run'))).toContain('test.shards: no command has `{shard}`')
  })
})

describe('what is not said stays at its default', () => {
  test('only the version is required', () => {
    expect(read('version: 1')).toEqual(DEFAULT_CONFIG)
    expect(DEFAULT_CONFIG).toEqual({
      version: 1,
      test: {
        suites: [],
        preparation: { setup: null, build: null },
        timeoutSeconds: 300,
        reruns: 2,
        env: [],
        setupEnv: [],
        isolation: 'preferred',
        network: 'host',
        shards: 1,
      },
      paths: { tests: [], harness: [], docs: [] },
      policy: DEFAULT_POLICY,
      git: { branchPattern: '{tag}/task-{id}-{slug}', pr: { draft: true, title: 'Task #{id} [{tag}]: {title}' } },
      tasks: { path: null, rules: {} },
      commit: { template: '{type}({scope}): {msg}', scopes: {} },
      prompts: { rules: [], red: null, green: null, refactor: null },
      run: { onMaxAttempts: 'pause', maxCommits: null, maxMinutes: null },
      check: 'job',
      advice: 'tried',
      maxMinutes: null,
      trust: { level: 'attested', runners: 'github-hosted' },
      override: { roles: ['maintain', 'admin'] },
    })
  })

  test('sections left empty are as good as absent', () => {
    expect(read('version: 1\ntest:\npaths:\npolicy:\n  red:\ngit:\n')).toEqual(DEFAULT_CONFIG)
  })

  test('JSON is YAML', () => {
    expect(read('{"version": 1, "test": {"reruns": 3}}').test.reruns).toBe(3)
  })
})

describe('test', () => {
  test('the files that set-ups read are a list of globs; none declared is not an empty list', () => {
    expect(getTest('  inputs: vendor/**').inputs).toEqual(['vendor/**'])
    expect(getTest('  inputs: []').inputs).toEqual([])
    expect(getTest('  setup: npm ci').inputs).toBeUndefined()
  })

  test('a single command is one suite without a name', () => {
    expect(getTest('  setup: npm ci\n  command: npx vitest run {files}\n  reports: junit.xml').suites).toEqual([
      {
        name: '',
        directory: '.',
        setup: 'npm ci',
        build: null,
        command: 'npx vitest run {files}',
        reports: ['junit.xml'],
        coverage: [],
      },
    ])
  })

  test('suites take the common set-up and build unless they have their own', () => {
    const { suites } = getTest(`  setup: npm ci
  build: npm run build
  suites:
    - { name: web, directory: ./packages/web/, command: npm test, coverage: [cov.json] }
    - { name: api, directory: api, setup: make deps, build: make all, command: make test, reports: [r/*.xml] }`)
    expect(suites).toEqual([
      {
        name: 'web',
        directory: 'packages/web',
        setup: 'npm ci',
        build: 'npm run build',
        command: 'npm test',
        reports: [],
        coverage: ['cov.json'],
      },
      {
        name: 'api',
        directory: 'api',
        setup: 'make deps',
        build: 'make all',
        command: 'make test',
        reports: ['r/*.xml'],
        coverage: [],
      },
    ])
  })

  test('set-up and build alone prepare what is detected', () => {
    expect(getTest('  setup: make deps')).toMatchObject({
      suites: [],
      preparation: { setup: 'make deps', build: null },
    })
    expect(getTest('  build: make')).toMatchObject({ suites: [], preparation: { setup: null, build: 'make' } })
    expect(getTest('  setup: npm ci\n  command: make test').preparation).toEqual({ setup: null, build: null })
  })

  test.each([
    ['90', 90],
    ['45s', 45],
    ['5m', 300],
    ['"2h"', 7_200],
  ])('a timeout of %s is %i seconds', (timeout, seconds) => {
    expect(getTest(`  timeout: ${timeout}`).timeoutSeconds).toBe(seconds)
  })

  test('environment variables are handed on by name', () => {
    expect(getTest('  env: [TZ, DATABASE_URL]').env).toEqual(['TZ', 'DATABASE_URL'])
  })
})

describe('policy', () => {
  test('every part can differ on its own', () => {
    expect(
      getPolicy(`  sequence: pull-request
  rules: { red-has-driver: warn, suite-is-green: off }
  red: { accept: [assertion], stubs: ["src/**/*.h"], maxNewTests: 5 }
  green: { maxAttempts: 7 }
  refactor: required`),
    ).toEqual({
      ...DEFAULT_POLICY,
      sequence: 'pull-request',
      rules: { 'red-has-driver': 'warn', 'suite-is-green': 'off' },
      red: { accept: ['assertion'], stubs: ['src/**/*.h'], maxNewTests: 5 },
      green: { maxAttempts: 7 },
      refactor: 'required',
    })
  })

  test.each([
    ['90', { lines: 90, branches: 90, functions: 90, statements: 90, patch: 90 }],
    ['false', { lines: null, branches: null, functions: null, statements: null, patch: null }],
    ['{ lines: 70, branch: 60, patch: off }', { lines: 70, branches: 60, functions: 80, statements: 80, patch: null }],
    ['{ line: 1, function: 2, statement: 3 }', { lines: 1, branches: 80, functions: 2, statements: 3, patch: 80 }],
    ['{ lines: null }', { lines: null, branches: 80, functions: 80, statements: 80, patch: 80 }],
  ])('coverage: %s', (text, coverage) => {
    expect(getPolicy(`  coverage: ${text}`)).toMatchObject({ coverage, demandsCoverage: true })
  })

  test('default thresholds are no demand', () => {
    expect(getPolicy('  refactor: required')).not.toHaveProperty('demandsCoverage')
  })
})

test.each([
  ['auto', 'auto'],
  ['off', undefined],
])('coverage is measured where the configuration asks for it: %s', (mode, coverage) => {
  const { test: alone } = read(`version: 1\ntest: { coverage: ${mode} }`)
  expect(alone).toMatchObject({ suites: [], ...(coverage && { coverage }) })
  const beside = read(`version: 1\ntest:\n  coverage: ${mode}\n  suites: [{ name: a, command: c }]`).test
  expect(beside.coverage).toBe(coverage)
  expect(beside.suites).toMatchObject([{ coverage: [] }])
})

test('paths, git and tasks', () => {
  const config = read(`version: 1
paths: { tests: "checks/**", harness: [a.js], docs: [] }
git: { branchPattern: "work/{id}" }
tasks: { path: tasks/42.yml }`)
  expect(config.paths).toEqual({ tests: ['checks/**'], harness: ['a.js'], docs: [] })
  expect(config.git.branchPattern).toBe('work/{id}')
  expect(config.tasks).toEqual({ path: 'tasks/42.yml', rules: {} })
})

describe('every mistake is named with its place', () => {
  const head = 'version: 1\n'
  test.each([
    ['', `${file}:1:1 version is missing; write \`version: 1\``],
    ['{}', `${file}:1:1 version is missing; write \`version: 1\``],
    ['version: 2', `${file}:1:10 version: expected 1`],
    ['[]', `${file}:1:1 expected a mapping of keys`],
    [`${head}tst:\n  command: x`, `${file}:2:1 unknown key \`tst\`; did you mean \`test\`?`],
    [`${head}test:\n  comand: x`, `${file}:3:3 unknown key \`test.comand\`; did you mean \`command\`?`],
    [
      `${head}test:\n  suites:\n    - { name: a, command: b, report: c }`,
      `${file}:4:30 unknown key \`test.suites[0].report\`; did you mean \`reports\`?`,
    ],
    [
      `${head}policy:\n  coverage:\n    lins: 3`,
      `${file}:4:5 unknown key \`policy.coverage.lins\`; did you mean \`lines\`?`,
    ],
    [
      `${head}policy:\n  coverage: lots`,
      `${file}:3:13 policy.coverage: expected percent from 0 to 100, false or one of them for each metric`,
    ],
    [
      `${head}policy:\n  coverage: { lines: 101 }`,
      `${file}:3:22 policy.coverage.lines: expected percent from 0 to 100, or false`,
    ],
    [
      `${head}policy:\n  sequence: commit`,
      `${file}:3:13 policy.sequence: expected one of commits, pull-request; did you mean \`commits\`?`,
    ],
    [
      `${head}policy:\n  rules:\n    red-has-drivers: warn`,
      `${file}:4:5 unknown rule \`red-has-drivers\`; did you mean \`red-has-driver\`?`,
    ],
    [
      `${head}policy:\n  rules: { suite-is-green: no }`,
      `${file}:3:28 policy.rules.suite-is-green: expected one of off, warn, error`,
    ],
    [
      `${head}policy:\n  green: { maxAttempts: 0 }`,
      `${file}:3:25 policy.green.maxAttempts: expected a whole number from 1 to 100`,
    ],
    [
      `${head}test:\n  timeout: soon`,
      `${file}:3:12 test.timeout: expected seconds or a text such as 90s, 5m or 1h, at most 6h`,
    ],
    [
      `${head}test:\n  timeout: 7h`,
      `${file}:3:12 test.timeout: expected seconds or a text such as 90s, 5m or 1h, at most 6h`,
    ],
    [`${head}test:\n  reruns: 1.5`, `${file}:3:11 test.reruns: expected a whole number from 1 to 10`],
    [`${head}test:\n  command: 7`, `${file}:3:12 test.command: expected a text`],
    [`${head}test:\n  command: ""`, `${file}:3:12 test.command: expected a text of 1 to 4096 characters`],
    [`${head}test:\n  reports: r.xml`, `${file}:2:1 test.command is missing: reports and coverage do not run tests`],
    [
      `${head}test:\n  command: a\n  suites: [{ name: b, command: c }]`,
      `${file}:3:3 test.command: move it into a suite; with \`suites\` only \`setup\` and \`build\` may stand beside them`,
    ],
    [`${head}test:\n  suites: [{ name: b }]`, `${file}:3:12 test.suites[0].command is missing`],
    [
      `${head}test:\n  suites: [{ name: b, command: c }, { name: b, command: c }]`,
      `${file}:3:45 test.suites[1].name: \`b\` is the name of two suites`,
    ],
    [
      `${head}test:\n  suites: [{ name: b, directory: ../x, command: c }]`,
      `${file}:3:34 test.suites[0].directory: expected a folder inside the repository, relative to its top`,
    ],
    [`${head}test:\n  env: [A=1]`, `${file}:3:9 test.env[0]: expected names of environment variables`],
    [`${head}paths:\n  tests: ["!a"]`, `${file}:3:11 paths.tests[0]: a glob cannot start with \`!\``],
    [
      `${head}paths:\n  tests: [${'a'.repeat(257)}]`,
      `${file}:3:11 paths.tests[0]: expected a text of 1 to 256 characters`,
    ],
    [`${head}paths:\n  docs: [${'a,'.repeat(101)}]`, `${file}:3:9 paths.docs: expected at most 100 entries`],
    [`${head}git: { branchPattern: main }`, `${file}:2:23 git.branchPattern: expected \`{id}\` in it`],
    [`${head}test: 1`, `${file}:2:7 test: expected a mapping of keys`],
    [`${head}test:\n  a: 1\n  a: 2`, `${file}:4:3 Map keys must be unique`],
    [`${head}a: &x [1]\nb: *x`, `${file}:3:4 aliases are not allowed`],
    [`${head}test: {`, `${file}:2:8 `],
    [`${head}---\nversion: 1`, `${file}:2:1 `],
    [`${head}__proto__: { a: 1 }`, `${file}:2:1 unknown key \`__proto__\``],
    ['a: !!js/function x', `${file}:1:4 `],
  ])('%j', (text, message) => {
    expect(refusal(text)).toContain(message)
  })

  test('several mistakes are named at once, in the order of the file, ten at most', () => {
    const message = refusal(
      `policy:\n  refactor: maybe\ntest:\n  reruns: x\n${'abcdefghijklm'.replaceAll(/./g, '$&$&: 1\n')}`,
    )
    const lines = message.split('\n')
    expect(lines).toHaveLength(11)
    expect(lines[0]).toContain(':1:1 version is missing')
    expect(lines[1]).toContain(':2:13 policy.refactor')
    expect(lines.at(-1)).toBe('... and 6 more')
  })

  test.each([
    ['larger than 64 kB', `version: 1\n#${'x'.repeat(65_536)}`, '65536'],
    ['nested too deeply', `version: 1\ntest: ${'['.repeat(20_000)}`, ''],
    ['a bomb of aliases', `a: &a [1]\nb: &b [*a,*a]\nc: [*b,*b]\nversion: 1`, 'aliases are not allowed'],
    ['control characters', 'version: 1\ntest: { command: "a\\u0000b" }', 'control characters'],
  ])('hostile input is refused: %s', (_, text, message) => {
    expect(refusal(text)).not.toBe('accepted')
    expect(refusal(text)).toContain(message)
  })
})
