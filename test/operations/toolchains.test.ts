import { describe, expect, test } from 'vitest'
import { detectToolchains } from '../../src/operations/toolchains.ts'

type Files = Readonly<Record<string, string>>
const detect = (files: Files) =>
  detectToolchains({ files: Object.keys(files), read: (path) => (Object.hasOwn(files, path) ? files[path]! : null) })
const MANIFEST = 'package.json'

describe('the languages that CI sets up', () => {
  test.each<readonly [string, Files, string]>([
    ['nothing, for a project without a known language', { Makefile: 'test:' }, ''],
    ["the runner's own Node, where no file names a version", { [MANIFEST]: '{}' }, ''],
    ['the Node of .nvmrc', { [MANIFEST]: '{}', '.nvmrc': 'v22' }, 'node-version-file=.nvmrc'],
    ['the Node of .node-version', { [MANIFEST]: '{}', '.node-version': '22' }, 'node-version-file=.node-version'],
    ['the Node of engines', { [MANIFEST]: '{"engines":{"node":">=22"}}' }, 'node-version-file=package.json'],
    ['the Node of volta', { [MANIFEST]: '{"volta":{"node":"22.1.0"}}' }, 'node-version-file=package.json'],
    ['no Node of a manifest that is no JSON', { [MANIFEST]: '{"engines":' }, ''],
    [
      'the tools that .tool-versions names',
      { [MANIFEST]: '{}', 'pyproject.toml': '', '.tool-versions': 'nodejs 22.1.0\n# go 1\npython  3.12.1\n' },
      'node-version-file=.tool-versions python-version-file=.tool-versions',
    ],
    ['the newest Python, where no file names one', { 'requirements-dev.txt': 'pytest' }, 'python-version=3.x'],
    [
      'the Python of .python-version',
      { 'setup.py': '', '.python-version': '3.12' },
      'python-version-file=.python-version',
    ],
    [
      'the Python of pyproject.toml',
      { 'pyproject.toml': '[project]\nrequires-python = ">=3.11"\n' },
      'python-version-file=pyproject.toml',
    ],
    ['the Go of go.mod', { 'go.mod': 'module m\n\ngo 1.24\n' }, 'go-version-file=go.mod'],
    ['the Go of go.work before go.mod', { 'go.mod': '', 'go.work': 'go 1.24' }, 'go-version-file=go.work'],
    ['the Java of .java-version', { 'pom.xml': '', '.java-version': '21' }, 'java-version-file=.java-version'],
    [
      'the Java of .sdkmanrc',
      { 'build.gradle.kts': '', '.sdkmanrc': 'java=21.0.5-tem' },
      'java-version-file=.sdkmanrc',
    ],
    ["the runner's own Java", { 'build.gradle': '' }, ''],
    ['the .NET of global.json', { 'global.json': '{}', 'shop.sln': '' }, 'global-json-file=global.json'],
    ['the Ruby of .ruby-version', { Gemfile: '', '.ruby-version': '3.4' }, 'ruby-version=.ruby-version'],
    ['the PHP of .php-version', { 'composer.json': '{}', '.php-version': '8.4' }, 'php-version-file=.php-version'],
    ['nothing for Rust, whose rustup reads the toolchain file', { 'Cargo.toml': '', 'rust-toolchain.toml': '' }, ''],
  ])('are %s', (_, files, expected) => {
    expect(
      detect(files)
        .languages.map(({ input, value }) => `${input}=${value}`)
        .join(' '),
    ).toBe(expected)
  })
})

describe('the package manager that CI installs', () => {
  const LOCK = 'pnpm-lock.yaml'
  const named = (packageManager: string) => JSON.stringify({ packageManager })
  test.each<readonly [string, Files, string | null]>([
    ['none for npm', { [MANIFEST]: '{}', 'package-lock.json': '{}' }, null],
    ['the one that package.json names', { [MANIFEST]: named('pnpm@9.1.0+sha512.ab') }, 'pnpm@9.1.0'],
    ['yarn as package.json names it', { [MANIFEST]: named('yarn@4.5.0'), 'yarn.lock': '' }, 'yarn@4.5.0'],
    ['none where the manifest names npm', { [MANIFEST]: named('npm@11.0.0') }, null],
    ['none from an address', { [MANIFEST]: named('pnpm@https://example.com/x.tgz') }, null],
    ['none of another name', { [MANIFEST]: named('left-pad@1.0.0') }, null],
    ['pnpm 10 for its present lock file', { [MANIFEST]: '{}', [LOCK]: "lockfileVersion: '9.0'\n" }, 'pnpm@10'],
    ['pnpm 8 for the lock file before', { [MANIFEST]: '{}', [LOCK]: "lockfileVersion: '6.0'\n" }, 'pnpm@8'],
    ['yarn 4 for a lock file of the new kind', { [MANIFEST]: '{}', 'yarn.lock': '__metadata:\n' }, 'yarn@4'],
    ['none for yarn 1, which runners have', { [MANIFEST]: '{}', 'yarn.lock': '# yarn lockfile v1\n' }, null],
    ['bun for its lock file', { [MANIFEST]: '{}', 'bun.lock': '{}' }, 'bun@1'],
  ])('is %s', (_, files, expected) => expect(detect(files).packageManager).toBe(expected))
})
