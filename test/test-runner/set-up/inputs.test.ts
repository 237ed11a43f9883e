import { expect, test } from 'vitest'
import { getInputs, listAttempts, pathsToInspect } from '../../../src/test-runner/set-up/inputs.ts'

const NPM = 'npm ci --no-audit --no-fund --prefer-offline'

/** Returns the sorted paths that lie in the tree while the set-up runs, or `whole`. */
function inputs(setup: string, texts: Readonly<Record<string, string>>): readonly string[] | 'whole' {
  const files = new Map(Object.keys(texts).map((path) => [path, { mode: '100644', id: path }]))
  const setups = [{ command: setup, directory: '.' }]
  const inspected = new Set(pathsToInspect(setups, files))
  // A text that was not asked for is not there: a decision that rests on it would be wrong.
  const read = (path: string) => (inspected.has(path) ? (texts[path] ?? null) : null)
  const found = getInputs(setups, files, read)
  return found === null ? 'whole' : [...found.keys()].toSorted()
}

const manifest = (more: object = {}) => JSON.stringify({ name: 'shop', ...more })
const SOURCES = { 'src/cart.js': '', 'tools/post.cjs': '', 'README.md': '' }

test.each([
  [NPM, { 'package.json': manifest(), 'package-lock.json': '{}', '.npmrc': '', '.nvmrc': '24' }],
  [`cd ../.. && ${NPM}`, { 'package.json': manifest({ scripts: { test: 'node --test' } }), 'package-lock.json': '{}' }],
  ['npm ci --ignore-scripts', { 'package.json': manifest({ scripts: { prepare: 'node build.js' } }) }],
  [NPM, { 'package.json': manifest({ scripts: { prepare: 'husky || true' } }), 'patches/a.patch': '' }],
  ['pnpm install --frozen-lockfile', { 'package.json': manifest(), 'pnpm-lock.yaml': '', 'pnpm-workspace.yaml': '' }],
  ['yarn install --immutable', { 'package.json': manifest(), '.yarnrc.yml': '', '.yarn/releases/yarn-4.cjs': '' }],
  ['bun install --frozen-lockfile', { 'package.json': manifest(), 'bun.lock': '', 'bunfig.toml': '' }],
  [
    'pip install -r requirements-dev.txt',
    { 'requirements-dev.txt': 'pytest==8\n-r requirements.txt\n', 'requirements.txt': '' },
  ],
  ['python3 -m venv .venv && .venv/bin/pip install -r reqs/all.txt', { 'reqs/all.txt': 'pytest==8' }],
  ['poetry install --no-root', { 'pyproject.toml': '[tool.poetry]', 'poetry.lock': '' }],
  ['uv sync --frozen --no-install-project', { 'pyproject.toml': '[project]', 'uv.lock': '' }],
  ['go mod download', { 'go.mod': 'module shop', 'go.sum': '' }],
  ['cargo fetch --locked', { 'Cargo.toml': '[package]', 'Cargo.lock': '', 'src/lib.rs': '', 'a/src/main.rs': '' }],
  ['bundle install', { Gemfile: "gem 'rspec'", 'Gemfile.lock': '' }],
  ['composer install --no-interaction', { 'composer.json': manifest(), 'composer.lock': '' }],
  [
    './mvnw -q dependency:go-offline',
    { 'pom.xml': '<project/>', mvnw: '', '.mvn/wrapper/maven-wrapper.properties': '' },
  ],
  [
    'dotnet restore',
    { 'shop.sln': '', 'src/shop.csproj': '<Project/>', 'Directory.Build.props': '', 'nuget.config': '' },
  ],
  ['mix deps.get', { 'mix.exs': 'defmodule Shop do end', 'mix.lock': '' }],
])('`%s` sees the files of its package manager, and no source', (setup, files) => {
  expect(inputs(setup, { ...files, ...SOURCES, '.gitattributes': '' })).toEqual(
    [...Object.keys(files), '.gitattributes'].toSorted(),
  )
})

test.each([
  ['a vendored installer', 'sh vendor/install.sh', { 'vendor/install.sh': '' }],
  ['a make target', 'make deps', { Makefile: '' }],
  ['an installer behind an install', `${NPM} && node tools/post.cjs`, {}],
  ['a condition of the shell', `${NPM}; [ -f tools/x ] && sh tools/x`, {}],
  ['a value that the shell computes', 'npm ci $(cat options)', {}],
  ['an option that names a file', 'npm ci --userconfig=./tools/npmrc', {}],
  ['an install of the project itself', 'pip install -e .', { 'setup.cfg': '' }],
  ['a build backend', 'uv sync', { 'pyproject.toml': '' }],
  [
    'packages from a folder',
    'pip install --no-index --find-links vendor -r requirements.txt',
    { 'requirements.txt': '' },
  ],
  ['a postinstall script', NPM, { 'package.json': manifest({ scripts: { postinstall: 'node tools/post.cjs' } }) }],
  [
    'a script whose failure is hidden',
    NPM,
    { 'package.json': manifest({ scripts: { postinstall: 'node tools/post.cjs || true' } }) },
  ],
  [
    'a script of a workspace',
    NPM,
    { 'package.json': manifest({ workspaces: ['a'] }), 'a/package.json': manifest({ scripts: { prepare: 'tsc' } }) },
  ],
  ['a native addon, which npm builds without a script', NPM, { 'binding.gyp': '' }],
  [
    'a package that is copied from a folder',
    NPM,
    { 'package.json': manifest({ dependencies: { chk: 'file:vendor/chk' } }) },
  ],
  ['a package that is a folder', NPM, { 'package.json': manifest({ devDependencies: { chk: './vendor/chk' } }) }],
  [
    'a workspace that is copied',
    'pnpm install',
    { 'package.json': manifest({ dependenciesMeta: { chk: { injected: true } } }) },
  ],
  ['code of the installer', 'pnpm install --frozen-lockfile', { '.pnpmfile.cjs': '' }],
  ['committed packages', NPM, { 'node_modules/chk/index.js': '' }],
  ['a manifest that nobody can read', NPM, { 'package.json': '{' }],
  ['a requirement that is a folder', 'pip install -r requirements.txt', { 'requirements.txt': '-e ./lib\n' }],
  ['a gem that is a folder', 'bundle install', { Gemfile: "gem 'chk', path: 'vendor/chk'" }],
  ['a Gemfile that reads the tree', 'bundle install', { Gemfile: "eval_gemfile 'x' if File.exist?('x')" }],
  [
    'a script of composer',
    'composer install',
    { 'composer.json': manifest({ scripts: { 'post-install-cmd': 'php tools/x.php' } }) },
  ],
  ['a class map of sources', 'composer install', { 'composer.json': manifest({ autoload: { classmap: ['src/'] } }) }],
  ['a project file that reads the tree', 'mix deps.get', { 'mix.exs': 'File.read!("VERSION")' }],
])('%s sees the whole tree', (_, setup, files) => {
  expect(inputs(setup, { 'package.json': manifest(), ...files, ...SOURCES })).toBe('whole')
})

test('programs of workspaces lie there, because npm links only those that exist', () => {
  const files = {
    'package.json': manifest({ workspaces: ['packages/*'] }),
    'packages/cli/package.json': manifest({ bin: { shop: './bin/shop.js' } }),
    'packages/cli/bin/shop.js': '',
  }
  expect(inputs(NPM, { ...files, ...SOURCES })).toEqual(Object.keys(files).toSorted())
})

test('several set-ups see the files of all of them, and one that may read more makes all see the whole tree', () => {
  const files = { 'package.json': manifest(), 'requirements.txt': 'pytest' }
  expect(inputs(`${NPM}\npip install -r requirements.txt`, { ...files, ...SOURCES })).toEqual(
    Object.keys(files).toSorted(),
  )
  const both = [NPM, 'sh vendor/install.sh'].map((command) => ({ command, directory: '.' }))
  const tree = new Map(Object.keys(files).map((path) => [path, { mode: '100644', id: path }]))
  expect(getInputs(both, tree, () => manifest())).toBeNull()
})

const VENDORED = {
  'package.json': manifest(),
  'vendor/install.sh': 'cp vendor/chk.cjs node_modules',
  'vendor/chk.cjs': 'good',
}
const POSTINSTALL = {
  'package.json': manifest({ scripts: { postinstall: 'node tools/post.cjs' } }),
  'tools/post.cjs': 'good',
}
const HIDDEN = { 'package.json': manifest({ scripts: { postinstall: '[ -f tools/x ] && sh tools/x || true' } }) }
const SH = 'sh vendor/install.sh'
const EVIL = { 'vendor/chk.cjs': 'evil' }

interface KeyedTree {
  readonly files: Readonly<Record<string, string>>
  readonly modes?: Readonly<Record<string, string>>
  readonly setup?: string
  readonly machine?: unknown
  readonly globs?: readonly string[]
}

/** Returns the keys of the results that may be used for a tree, in the order of the attempts. */
function keys({ files: texts, modes = {}, setup = SH, machine = 'linux', globs }: KeyedTree): readonly string[] {
  const files = new Map(Object.entries(texts).map(([path, id]) => [path, { mode: modes[path] ?? '100644', id }]))
  const tree = JSON.stringify([...files])
  const isInput = globs === undefined ? null : (path: string) => globs.some((glob) => path.startsWith(glob))
  const suites = [{ setup, directory: '.' }]
  return listAttempts({ suites, tree, files, isInput, read: (path) => texts[path] ?? null, machine }).map(
    ({ key }) => key,
  )
}

test.each<[string, KeyedTree, KeyedTree]>([
  ...['vendor/schema.prisma', 'requirements-docs.txt', 'package.json', 'setup.cfg', 'patches/a.patch'].map(
    (planted): [string, KeyedTree, KeyedTree] => [
      `an installer beside which ${planted} is planted, and taken back to good with it`,
      { files: { ...VENDORED, ...EVIL, [planted]: manifest({ version: '1.0.1' }) } },
      { files: { ...VENDORED, [planted]: manifest({ version: '1.0.1' }) } },
    ],
  ),
  ['a vendored package', { files: VENDORED }, { files: { ...VENDORED, ...EVIL } }],
  ['the vendored installer', { files: VENDORED }, { files: { ...VENDORED, 'vendor/install.sh': 'evil' } }],
  [
    'what postinstall runs',
    { files: POSTINSTALL, setup: NPM },
    { files: { ...POSTINSTALL, 'tools/post.cjs': 'evil' }, setup: NPM },
  ],
  [
    'a file whose absence a script hides',
    { files: HIDDEN, setup: NPM },
    { files: { ...HIDDEN, 'tools/x': '' }, setup: NPM },
  ],
  ['a name in a folder that is listed', { files: VENDORED }, { files: { ...VENDORED, 'plugins/evil': '' } }],
  ['the target of a link', { files: { ...VENDORED, link: 'vendor/a' } }, { files: { ...VENDORED, link: 'vendor/b' } }],
  [
    'what a link leads to',
    { files: { ...VENDORED, a: 'good' }, modes: { l: '120000' } },
    { files: { ...VENDORED, a: 'evil' } },
  ],
  ['a link in place of a file', { files: VENDORED }, { files: VENDORED, modes: { 'vendor/chk.cjs': '120000' } }],
  ['the mode of a file', { files: VENDORED }, { files: VENDORED, modes: { 'vendor/chk.cjs': '100755' } }],
  [
    'the commit of a submodule',
    { files: { ...VENDORED, sub: 'a' }, modes: { sub: '160000' } },
    { files: { ...VENDORED, sub: 'b' }, modes: { sub: '160000' } },
  ],
  [
    'the sources of an editable package',
    { files: { 'setup.py': '' }, setup: 'pip install -e .' },
    { files: { 'setup.py': '', 'shop/hook.py': '' }, setup: 'pip install -e .' },
  ],
  [
    'a build hook',
    { files: { 'pyproject.toml': '' }, setup: 'uv sync' },
    { files: { 'pyproject.toml': '', 'hatch_build.py': '' }, setup: 'uv sync' },
  ],
  [
    'the attributes of files',
    { files: POSTINSTALL, setup: 'npm ci' },
    { files: { ...POSTINSTALL, '.gitattributes': '* eol=crlf' }, setup: 'npm ci' },
  ],
  ['the command', { files: VENDORED }, { files: VENDORED, setup: `${SH} --all` }],
  ['the machine, its variables and programs', { files: VENDORED }, { files: VENDORED, machine: 'darwin' }],
  [
    'a declared input',
    { files: VENDORED, globs: ['vendor/'] },
    { files: { ...VENDORED, ...EVIL }, globs: ['vendor/'] },
  ],
  [
    'a manifest of an install',
    { files: VENDORED, setup: 'npm ci' },
    { files: { ...VENDORED, '.npmrc': '' }, setup: 'npm ci' },
  ],
])('no result serves two trees that differ in %s', (_, one, other) => {
  const others = keys(other)
  expect(keys(one).filter((key) => others.includes(key))).toEqual([])
})

test.each<[string, KeyedTree]>([
  ['of an install', { files: VENDORED, setup: 'npm ci' }],
  ['with declared inputs', { files: VENDORED, globs: ['vendor/'] }],
])('a set-up %s runs once for trees that differ in a file that it does not see', (_, tree) => {
  const [first] = keys(tree)
  expect(keys({ ...tree, files: { ...tree.files, 'src/cart.js': '', 'test/cart.test.js': '' } })[0]).toBe(first)
})

test('a set-up whose folder is not among its declared inputs sees the whole tree', () => {
  const files = new Map([
    ['api/src/a.js', { mode: '100644', id: 'a' }],
    ['top', { mode: '100644', id: 't' }],
  ])
  const suites = [{ setup: SH, directory: './api/' }]
  const attempts = listAttempts({
    suites,
    tree: 't',
    files,
    isInput: (path) => path === 'top',
    read: () => null,
    machine: '',
  })
  expect(attempts.map(({ isWhole }) => isWhole)).toEqual([true])
})
