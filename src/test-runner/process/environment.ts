/** Builds the environment of test commands: what tools need, without secrets and without signs of the gate. */
import { existsSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { searchablePath } from '../../disk.ts'
import { hasCredentials, withoutCredentials } from './credentials.ts'

/** An allow-list: an unknown name stays out. */
const HANDED_ON = [
  ...['PATH', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LC_ALL', 'LC_CTYPE', 'SystemRoot', 'ComSpec', 'PATHEXT'],
  ...['PYENV_ROOT', 'PYENV_VERSION', 'VIRTUAL_ENV', 'CONDA_PREFIX', 'GOPATH', 'GOROOT', 'GOCACHE', 'GOMODCACHE'],
  ...['GOPROXY', 'GOTOOLCHAIN', 'JAVA_HOME', 'MAVEN_HOME', 'GRADLE_USER_HOME', 'CARGO_HOME', 'RUSTUP_HOME', 'NVM_DIR'],
  ...['VOLTA_HOME', 'FNM_DIR', 'PNPM_HOME', 'COREPACK_HOME', 'BUN_INSTALL', 'DENO_DIR', 'RBENV_ROOT', 'GEM_HOME'],
  ...['GEM_PATH', 'DOTNET_ROOT', 'npm_config_cache', 'npm_config_registry', 'NPM_CONFIG_REGISTRY', 'PIP_INDEX_URL'],
  ...['PIP_EXTRA_INDEX_URL', 'UV_INDEX', 'UV_INDEX_URL', 'UV_DEFAULT_INDEX', 'UV_EXTRA_INDEX_URL'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'no_proxy', 'all_proxy'],
  ...['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE'],
]

type Variables = Readonly<Record<string, string | undefined>>

interface EnvironmentRequest {
  /** Our own environment. */
  readonly source: Variables
  /** The scratch folder, for a PATH folder that contains only our node. */
  readonly folder: string
  /** The paths of an execution as its processes see them. */
  readonly places: { readonly checkout: string; readonly home: string; readonly temporary: string }
  /** Names that the configuration adds. */
  readonly extra: readonly string[]
  /** The binary that runs this process. */
  readonly node: string
}

export function testEnvironment({ source, folder, places, extra, node }: EnvironmentRequest): Record<string, string> {
  const { checkout, home, temporary } = places
  return {
    LANG: 'C.UTF-8',
    ...mapValues(pickVariables(source, HANDED_ON), withoutCredentials),
    PATH: testPath({ source, folder, node }),
    HOME: home,
    TMPDIR: temporary,
    TEMP: temporary,
    TMP: temporary,
    CI: 'true',
    TZ: 'UTC',
    NO_COLOR: '1',
    TERM: 'dumb',
    // Python identifies compiled files by second and size, which two commits may share.
    PYTHONDONTWRITEBYTECODE: '1',
    // The order of a Python set is chance, and a RED by chance proves nothing.
    PYTHONHASHSEED: '0',
    // Stops git from finding a repository above the checkout.
    GIT_CEILING_DIRECTORIES: dirname(checkout),
    ...pickVariables(source, extra),
  }
}

const mapValues = (variables: Readonly<Record<string, string>>, change: (value: string) => string) =>
  Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, change(value)]))

/**
 * Returns the variables that tests get without the users and passwords in them, as they are. Only a set-up gets them so.
 * @param extra names that the configuration hands on as they are
 */
export function credentialVariables(source: Variables, extra: readonly string[]): Readonly<Record<string, string>> {
  const all = Object.entries(pickVariables(source, HANDED_ON))
  return Object.fromEntries(all.filter(([name, value]) => !extra.includes(name) && hasCredentials(value)))
}

/**
 * Returns the variables that a command gets from this machine, without the folders of PATH that npm adds for our package.
 * @param names those that the configuration adds
 */
export function inheritedVariables(source: Variables, names: readonly string[]): Record<string, string> {
  const picked = pickVariables(source, [...HANDED_ON, ...names])
  const path = (picked['PATH'] ?? '').split(delimiter).filter((entry) => !isOfNpm(entry))
  return { ...picked, PATH: path.join(delimiter) }
}

export function pickVariables(source: Variables, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (source[name] === undefined ? [] : [[name, source[name]]])))
}

/** Adds variables that a caller wrote down. They replace none, and count only where the configuration names them. */
export function addVariables(
  source: Variables,
  given: Variables,
  { env, setupEnv }: { readonly env: readonly string[]; readonly setupEnv: readonly string[] },
): Variables {
  return { ...pickVariables(given, [...env, ...setupEnv]), ...source }
}

/** Returns the PATH of tests. */
export function testPath({ source, ...own }: Pick<EnvironmentRequest, 'source' | 'folder' | 'node'>): string {
  return neutralPath(searchablePath(source['PATH'] ?? ''), own)
}

/** Removes the folders that npm adds for OUR package: a project's own `vitest` must never be found there. */
function neutralPath(path: string, own: { readonly folder: string; readonly node: string }): string {
  const entries = path.split(delimiter).flatMap((entry) => {
    if (!isOfNpm(entry)) return [entry]
    return isSameFile(join(entry, 'node'), own.node) ? [nodeFolder(own)] : []
  })
  return (entries.some(hasNode) ? entries : [...entries, nodeFolder(own)]).join(delimiter)
}

const isOfNpm = (entry: string) => /[\\/]node_modules[\\/](\.bin|.*node-gyp-bin)[\\/]?$/.test(entry)
const hasNode = (folder: string) => existsSync(join(folder, 'node')) || existsSync(join(folder, 'node.exe'))

function isSameFile(path: string, other: string): boolean {
  return existsSync(path) && realpathSync(path) === realpathSync(other)
}

/** Creates a folder with nothing but our node in it, for machines without another one. */
function nodeFolder({ folder, node }: { readonly folder: string; readonly node: string }): string {
  const alone = join(folder, 'node')
  if (process.platform === 'win32') return dirname(node)
  mkdirSync(alone, { recursive: true })
  if (!existsSync(join(alone, 'node'))) symlinkSync(realpathSync(node), join(alone, 'node'))
  return alone
}
