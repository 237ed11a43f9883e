import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DEFAULT_CONFIG } from '../../../src/config/parse.ts'
import type { Config } from '../../../src/core/model/config.ts'
import { resolveRange } from '../../../src/git/range.ts'
import { openRepository } from '../../../src/git/repository.ts'
import { openScratch } from '../../../src/git/scratch.ts'
import { detectInWorkingTree } from '../../../src/operations/doctor/working-tree.ts'
import { openProject } from '../../../src/operations/verify/project.ts'
import { createRepository, type Files } from '../../support/repository.ts'

const NODE_TEST = "import { test } from 'node:test'\ntest('a', () => undefined)\n"
const package_ = (content: object) => `${JSON.stringify(content)}\n`

/** Returns the project with this base and head, and the content of its scratch folder. */
async function evaluation(base: Files, head: Files = { 'README.md': 'a change\n' }, config = DEFAULT_CONFIG) {
  await using repo = await createRepository()
  await repo.commit('base', base)
  await repo.branch('work')
  await repo.commit('head', head)
  const cacheDir = await mkdtemp(join(tmpdir(), 'tdd-gate-project-'))
  try {
    const repository = await openRepository(repo.dir)
    await using scratch = await openScratch(repository, { cacheDir })
    const facts = await openProject(scratch, await resolveRange(repository, { base: 'main' }), config)
    return { ...facts, checkedOut: await readdir(scratch.tree), detected: await detectInWorkingTree(repo.dir) }
  } finally {
    await rm(cacheDir, { recursive: true, force: true })
  }
}

describe('a project is read without being checked out', () => {
  test.each<[string, Files]>([
    ['a test script', { 'package.json': package_({ name: 'shop', scripts: { test: 'node --test' } }) }],
    ['a test script that calls another', { 'package.json': package_({ scripts: { test: 'npm run t', t: 'mocha' } }) }],
    [
      'a dependency and a lock file',
      { 'package.json': package_({ devDependencies: { jest: '30' } }), 'yarn.lock': '' },
    ],
    [
      'a lock file of old',
      { 'package.json': package_({ devDependencies: { ava: '6' } }), 'yarn.lock': '# yarn lockfile v1' },
    ],
    ['test files', { 'test/a.test.js': NODE_TEST }],
    [
      'one of many test files',
      Object.fromEntries(Array.from({ length: 19 }, (_, n) => [`test/a${n}.js`, n === 18 ? NODE_TEST : `// ${n}\n`])),
    ],
    ['settings of a tool', { 'setup.cfg': '[tool:pytest]\n', 'a.py': '' }],
    ['settings of another tool', { 'pyproject.toml': '[tool.pytest.ini_options]\n' }],
    ['a module', { 'go.mod': 'module example.com/shop\n', 'cart_test.go': 'package shop\n' }],
    ['two languages', { 'test_a.py': '', 'package.json': package_({ devDependencies: { vitest: '5' } }) }],
  ])('by %s', async (_, base) => {
    const { suites, notes, checkedOut, detected } = await evaluation(base)
    expect(suites).toEqual(detected?.suites)
    expect(notes).toEqual(detected?.explanations)
    expect(checkedOut).toEqual([])
  })

  test('its packages have their names from every manifest of base and head', async () => {
    const base = {
      'package.json': package_({ name: 'shop' }),
      'api/go.mod': 'module example.com/api\n',
      'a/a.test.js': NODE_TEST,
    }
    const head = {
      'ml/pyproject.toml': '[project]\nname = "ml"\n',
      'node_modules/x/package.json': package_({ name: 'x' }),
    }
    const { names, paths } = await evaluation(base, head)
    expect(names.toSorted()).toEqual(['example.com/api', 'ml', 'shop'])
    expect(paths).toContain('ml/pyproject.toml')
  })

  test('the head is asked where the base has no tests yet', async () => {
    const { suites, notes } = await evaluation({ 'README.md': '' }, { 'test/a.test.js': NODE_TEST })
    expect(suites).toMatchObject([{ command: expect.stringContaining('node') }])
    expect(notes.join('\n')).toContain('The base has no tests yet')
  })

  test('where nothing is found the error says so', async () => {
    await expect(evaluation({ 'README.md': '' })).rejects.toMatchObject({ code: 'runner-not-found' })
  })

  test('what is detected is prepared as the configuration says, and else as it is detected', async () => {
    const files = { 'package.json': package_({ scripts: { test: 'node --test' } }), 'package-lock.json': '{}' }
    const withPreparation = (preparation: Config['test']['preparation']) =>
      evaluation(
        { ...files, 'a.test.js': NODE_TEST },
        {},
        { ...DEFAULT_CONFIG, test: { ...DEFAULT_CONFIG.test, preparation } },
      )
    const own = await withPreparation({ setup: 'make deps', build: 'make' })
    expect(own.suites).toMatchObject([
      { setup: 'make deps', build: 'make', command: expect.stringContaining('--test') },
    ])
    const detected = await withPreparation({ setup: null, build: null })
    expect(detected.suites).toMatchObject([{ setup: expect.stringContaining('npm ci'), build: null }])
  })

  test('a configured suite is not looked for', async () => {
    const suite = {
      name: '',
      directory: '.',
      setup: null,
      build: null,
      command: 'make',
      reports: ['r.xml'],
      coverage: [],
    }
    const config = { ...DEFAULT_CONFIG, test: { ...DEFAULT_CONFIG.test, suites: [suite] } }
    expect(await evaluation({ 'README.md': '' }, { 'go.mod': 'module m\n' }, config)).toMatchObject({
      suites: [suite],
      names: ['m'],
      notes: [],
    })
  })
})

describe('what is no manifest is not read', () => {
  const named = package_({ name: 'shop', scripts: { test: 'node --test' } })

  test.each<[string, Files]>([
    ['a link', { 'other.json': named, 'package.json': { symlink: 'other.json' } }],
    ['a submodule', { 'package.json': { submodule: 'a'.repeat(40) } }],
    ['a file of a megabyte and more', { 'package.json': `${' '.repeat(1_048_577)}${named}` }],
    ['a folder', { 'package.json/a': named }],
  ])('%s', async (_, base) => {
    const { names, suites } = await evaluation({ ...base, 'test_a.py': '' })
    expect(names).toEqual([])
    expect(suites).toMatchObject([{ command: expect.stringContaining('pytest') }])
  })

  test('an empty one and one without a line end at its end are', async () => {
    const { names } = await evaluation({
      'a/package.json': '',
      'b/package.json': '{"name":"b"}',
      'c/package.json': package_({ name: 'c' }),
      'test_a.py': '',
    })
    expect(names.toSorted()).toEqual(['b', 'c'])
  })

  test('one that stands in a thousand places is read for each', async () => {
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`p${n}/package.json`, named]))
    const { names } = await evaluation({ ...many, 'test_a.py': '' })
    expect(new Set(names)).toEqual(new Set(['shop']))
  })
})

test('a workflow that names the gate is harness, in the base or at the head, and no other one', async () => {
  const gate = 'jobs: { gate: { uses: tdd-gate/tdd-gate/.github/workflows/tdd-gate.yml@v1 } }\n'
  const { inUse } = await evaluation(
    { 'test/a.test.js': NODE_TEST, '.github/workflows/ci.yml': gate, '.github/workflows/lint.yml': 'jobs: {}\n' },
    { '.github/workflows/ci.yml': 'jobs: {}\n', '.GitHub/workflows/new.yaml': gate },
  )
  expect([...inUse].toSorted()).toEqual([
    ['.GitHub/workflows/new.yaml', 'harness'],
    ['.github/workflows/ci.yml', 'harness'],
  ])
})

test.each<[string, Files, Files, readonly string[]]>([
  ['a file that a test opens', {}, { '_test/extra.txt': 'a\n' }, ['_test/extra.txt']],
  ['a file of a folder that a test names', {}, { '_test/more/b.txt': 'b\n' }, ['_test/more/b.txt']],
  ['a file that only changed', { '_test/extra.txt': 'a\n' }, { '_test/extra.txt': 'b\n' }, ['_test/extra.txt']],
  ['a file that code names, too', { 'src/a.js': "open('_test/extra.txt')\n" }, { '_test/extra.txt': 'a\n' }, []],
  ['a file of a folder that code names, too', { 'src/a.js': "list('_test')\n" }, { '_test/extra.txt': 'a\n' }, []],
  ['a file that no test names', {}, { '_data/other.txt': 'a\n' }, []],
  ['a file beside code', { '_test/a.js': 'a()\n' }, { '_test/extra.txt': 'a\n' }, []],
  ['code that a test names', {}, { '_test/helper.js': 'a()\n' }, []],
])('test data by what tests name: %s', async (_, base, head, expected) => {
  const reads = `${NODE_TEST}open('_test/extra.txt')\nopen('_test/more')\nopen('./_test/helper.js')\n`
  const { inUse } = await evaluation({ 'test/a.test.js': reads, ...base }, head)
  expect([...inUse]).toEqual(expected.map((path) => [path, 'test']))
})

test.each<[string, Files, Files, readonly string[]]>([
  ['settings of a linter', { 'src/a.js': "read('./biome.json')\n" }, { 'biome.json': '{}\n' }, ['biome.json']],
  [
    'data among CI files',
    { 'src/a.js': "read('fee.json')\n" },
    { '.github/lib/fee.json': '1\n' },
    ['.github/lib/fee.json'],
  ],
  ['settings that no code names', { 'src/a.js': 'a()\n' }, { 'biome.json': '{}\n' }, []],
  ['prose, which code may only mention', { 'src/a.js': "say('see README.md')\n" }, { 'README.md': 'b\n' }, []],
])('what code reads is production, whatever its name: %s', async (_, base, head, expected) => {
  const { inUse } = await evaluation({ 'test/a.test.js': NODE_TEST, ...base }, head)
  expect([...inUse]).toEqual(expected.map((path) => [path, 'production']))
})
