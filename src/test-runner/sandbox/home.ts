/** Decides what an execution may read of a person's HOME: toolchains and package caches, never credentials. */
import { existsSync, lstatSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, delimiter, dirname, join, relative } from 'node:path'
import { ifThere, readIfThere } from '../../disk.ts'
import { withoutSecrets } from '../process/credentials.ts'
import { isBelow } from './view.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** An allow-list, below HOME: an unknown name stays out. Folders that also contain keys are shown in parts. */
const SHOWN = [
  // Version managers and toolchains.
  ...['.nvm', '.n', '.fnm', '.volta', '.nodenv', '.asdf', '.proto', '.pyenv', '.rbenv', '.rvm', '.goenv', '.sdkman'],
  ...['.jabba', '.ghcup', '.rustup', '.elan', '.juliaup', '.opam', '.swiftly', '.bun', '.deno', '.poetry', '.conda'],
  ...['miniconda3', 'anaconda3', 'miniforge3', 'sdk', '.dotnet/dotnet', '.dotnet/host', '.dotnet/packs', '.dotnet/sdk'],
  ...['.dotnet/shared', '.dotnet/tools', '.cargo/bin', '.cargo/env', '.local/bin', '.local/lib'],
  ...[
    '.local/pipx',
    '.local/share/uv/python',
    '.local/share/uv/tools',
    '.local/share/mise',
    '.local/share/fnm',
    '.local/share/pipx',
  ],
  ...['.local/share/pnpm', '.local/share/virtualenvs', '.local/share/rtx', '.config/composer/vendor'],
  // Package caches.
  ...['.cargo/registry', '.cargo/git', '.m2/repository', '.m2/wrapper', '.gradle/caches', '.gradle/wrapper'],
  ...['.gradle/jdks', '.gradle/native', 'go/pkg', 'go/bin', '.npm/_cacache', '.yarn/berry/cache', '.nuget/packages'],
  ...['.composer/cache', '.composer/vendor', '.pub-cache/hosted', '.gem/ruby', '.hex/packages', '.mix/archives'],
  ...['.mix/elixir', '.ivy2/cache', '.ivy2/local', '.sbt/boot', '.cabal/packages', '.cabal/store', '.stack/programs'],
  ...['.stack/snapshots', '.cache/go-build', '.cache/pip', '.cache/uv', '.cache/yarn', '.cache/pnpm', '.cache/node'],
  ...[
    '.cache/deno',
    '.cache/ms-playwright',
    '.cache/Cypress',
    '.cache/puppeteer',
    '.cache/selenium',
    '.cache/coursier',
  ],
  ...['.cache/ccache', '.cache/sccache', '.cache/zig', '.cache/pypoetry', '.cache/pipenv', '.cache/virtualenv'],
  ...[
    '.cache/electron',
    '.cache/node-gyp',
    '.cache/composer',
    '.cache/prisma',
    '.cache/huggingface/hub',
    '.cache/torch',
  ],
]

/** Variables that name such a folder elsewhere, and which parts are shown; an empty name is the whole folder. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  CARGO_HOME: ['bin', 'env', 'registry', 'git'],
  GRADLE_USER_HOME: ['caches', 'wrapper', 'jdks', 'native'],
  GOPATH: ['pkg', 'bin'],
  npm_config_cache: ['_cacache'],
  BUN_INSTALL: ['bin', 'install'],
  ...Object.fromEntries(
    [
      ...['PYENV_ROOT', 'VIRTUAL_ENV', 'CONDA_PREFIX', 'GOROOT', 'GOCACHE', 'GOMODCACHE', 'JAVA_HOME', 'MAVEN_HOME'],
      ...['RUSTUP_HOME', 'NVM_DIR', 'VOLTA_HOME', 'FNM_DIR', 'PNPM_HOME', 'COREPACK_HOME', 'DENO_DIR', 'RBENV_ROOT'],
      ...['GEM_HOME', 'DOTNET_ROOT'],
    ].map((name) => [name, ['']]),
  ),
}

/** Folders beside the `bin` of a PATH folder, from which its programs load. */
const BESIDE_BIN = ['bin', 'lib', 'lib64', 'libexec', 'share', 'include']

/**
 * Returns absolute paths that exist, outermost only.
 * @param path the tests' own PATH
 * @param home absolute; null: there is none
 */
export function shownPaths(source: Variables, path: string, home: string | null): readonly string[] {
  const below = home === null ? [] : SHOWN.map((name) => join(home, name))
  const named = Object.entries(NAMED).flatMap(([variable, parts]) => {
    const folder = source[variable]
    return folder?.startsWith('/') ? parts.map((part) => join(folder, part)) : []
  })
  const known = [...below, ...named]
  const isKnown = (path: string) => known.some((one) => path === one || isBelow(path, one))
  const onPath = path.split(delimiter).filter((entry) => entry.startsWith('/') && !isKnown(entry))
  return outermost([...known, ...onPath.flatMap((entry) => getPrograms(entry, home))].filter(existsSync))
}

function getPrograms(entry: string, home: string | null): readonly string[] {
  const above = dirname(entry)
  if (basename(entry) !== 'bin' || above === '/' || above === home || above.endsWith('/.local'))
    return [entry, ...nodeIn(entry)]
  return BESIDE_BIN.map((name) => join(above, name))
}

/** Returns where the `node` of a folder really is: it may be a single link. */
function nodeIn(folder: string): readonly string[] {
  const node = join(folder, 'node')
  return existsSync(node) ? [dirname(realpathSync(node))] : []
}

export function outermost(paths: readonly string[]): readonly string[] {
  const all = [...new Set(paths)].toSorted()
  return all.filter((path) => !all.some((other) => isBelow(path, other)))
}

/** Returns the paths below a folder, relative to it. */
export function partsBelow(paths: readonly string[], folder: string): readonly string[] {
  return paths.filter((path) => isBelow(path, folder)).map((path) => relative(folder, path))
}

/** Settings that name a package source, without a user, a key or an option that could run something. */
const NPM_SETTING = /^\s*(?:@[\w.-]+:)?(?:registry|cafile|strict-ssl|proxy|https-proxy|noproxy)\s*=/
const PIP_SETTING = /^\s*(?:\[[\w-]+\]|(?:index-url|extra-index-url|find-links|cert|proxy|timeout|trusted-host)\s*=)/
const GIT_SETTING = /^\s*(?:\[(?:user|init)\]|(?:name|email|defaultBranch)\s*=)/i
const ANY_SETTING = /^/
const SETTINGS: readonly (readonly [string, RegExp])[] = [
  ['.npmrc', NPM_SETTING],
  ['.config/pip/pip.conf', PIP_SETTING],
  ['.pip/pip.conf', PIP_SETTING],
  ['.gitconfig', GIT_SETTING],
  ['.cargo/config.toml', ANY_SETTING],
]

/**
 * Copies settings of package sources and of the git author into another HOME; existing settings there win.
 * @param source names the folder of cargo, which may be another one below HOME
 */
export function copySettings(from: string, to: string, source: Variables = {}): void {
  const cargo = partsBelow([join(source['CARGO_HOME'] ?? '/', 'config.toml')], from)
  for (const [name, pattern] of [...SETTINGS, ...cargo.map((path) => [path, ANY_SETTING] as const)]) {
    const text = existsSync(join(to, name)) || leadsThroughLink(to, name) ? null : readIfThere(join(from, name))
    if (text === null) continue
    const lines = (withoutSecrets(text) ?? '').split('\n')
    const kept = getSections(name, lines).filter((line) => pattern.test(line))
    mkdirSync(dirname(join(to, name)), { recursive: true })
    writeFileSync(join(to, name), `${kept.join('\n')}\n`)
  }
}

/** Copies whole sections of git's settings only: a `name` of another section is not a person's. */
function getSections(name: string, lines: readonly string[]): readonly string[] {
  if (name !== '.gitconfig') return lines
  let isWanted = false
  return lines.filter((line) => {
    if (line.trimStart().startsWith('[')) isWanted = /^\s*\[(?:user|init)\]\s*$/i.test(line)
    return isWanted
  })
}

/** Settings with tokens of package sources beside programs, below the folder above a `bin`, and in that of cargo. */
const BESIDE_PROGRAMS = ['etc/npmrc', 'pip.conf', '.condarc']
const OF_CARGO = ['config.toml', 'config', 'credentials.toml', 'credentials']
const OF_SYSTEM = ['/etc/npmrc', '/etc/pip.conf', '/usr/etc/npmrc']

/**
 * Returns the files with secrets that an execution would see, of this machine and of its toolchains.
 * @param path the tests' own PATH
 */
export function secretFiles(source: Variables, path: string): readonly string[] {
  const entries = path.split(delimiter).filter((entry) => entry.startsWith('/') && basename(entry) === 'bin')
  const tops = [...entries.map(dirname), source['VIRTUAL_ENV'], source['CONDA_PREFIX']]
  const beside = tops.flatMap((top) => (top ? BESIDE_PROGRAMS.map((name) => join(top, name)) : []))
  const cargo = source['CARGO_HOME']
  const ofCargo = cargo?.startsWith('/') ? OF_CARGO.map((name) => join(cargo, name)) : []
  return [...new Set([...OF_SYSTEM, ...beside, ...ofCargo])].filter((file) => {
    const text = readIfThere(file)
    return text !== null && withoutSecrets(text) !== text
  })
}

/** Without mounts: creates links from a fresh HOME to toolchains and caches. */
export function linkShown(shown: readonly string[], from: string, to: string): void {
  for (const part of partsBelow(shown, from)) {
    mkdirSync(dirname(join(to, part)), { recursive: true })
    symlinkSync(join(from, part), join(to, part))
  }
}

/** Returns whether a part of `path` is a symbolic link, or a file above it: a write there would reach another place. */
export function leadsThroughLink(folder: string, path: string): boolean {
  const parts = path.split('/')
  return parts.some((_, index) => {
    const part = join(folder, ...parts.slice(0, index + 1))
    const found = ifThere(() => lstatSync(part))
    return found !== undefined && (found.isSymbolicLink() || (index < parts.length - 1 && !found.isDirectory()))
  })
}
