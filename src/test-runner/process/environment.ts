/** The environment test commands get: what tools need, and nothing that tells secrets or who is asking. */
import { existsSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

/** An allow-list: a name nobody thought of stays out. */
const HANDED_ON = [
  ...['PATH', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LC_ALL', 'LC_CTYPE', 'SystemRoot', 'ComSpec', 'PATHEXT'],
  ...['PYENV_ROOT', 'PYENV_VERSION', 'VIRTUAL_ENV', 'CONDA_PREFIX', 'GOPATH', 'GOROOT', 'GOCACHE', 'GOMODCACHE'],
  ...['GOPROXY', 'GOTOOLCHAIN', 'JAVA_HOME', 'MAVEN_HOME', 'GRADLE_USER_HOME', 'CARGO_HOME', 'RUSTUP_HOME', 'NVM_DIR'],
  ...['VOLTA_HOME', 'FNM_DIR', 'PNPM_HOME', 'COREPACK_HOME', 'BUN_INSTALL', 'DENO_DIR', 'RBENV_ROOT', 'GEM_HOME'],
  ...['GEM_PATH', 'DOTNET_ROOT', 'npm_config_cache', 'npm_config_registry', 'PIP_INDEX_URL'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'no_proxy', 'all_proxy'],
  ...['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE'],
]

type Variables = Readonly<Record<string, string | undefined>>

interface EnvironmentRequest {
  /** Our own environment. */
  readonly source: Variables
  /** The scratch folder, for a folder of the PATH with nothing but our node. */
  readonly folder: string
  /** What the places of an execution are called for it. */
  readonly places: { readonly checkout: string; readonly home: string; readonly temporary: string }
  /** Names the configuration hands on besides. */
  readonly extra: readonly string[]
  /** The binary we run on. */
  readonly node: string
}

export function testEnvironment({ source, folder, places, extra, node }: EnvironmentRequest): Record<string, string> {
  const { checkout, home, temporary } = places
  return {
    LANG: 'C.UTF-8',
    ...pick(source, HANDED_ON),
    PATH: testPath({ source, folder, node }),
    HOME: home,
    TMPDIR: temporary,
    TEMP: temporary,
    TMP: temporary,
    CI: 'true',
    TZ: 'UTC',
    NO_COLOR: '1',
    TERM: 'dumb',
    // Compiled files are told apart by second and size: two commits may share both.
    PYTHONDONTWRITEBYTECODE: '1',
    // No repository above the checkout is the project's own.
    GIT_CEILING_DIRECTORIES: dirname(checkout),
    ...pick(source, extra),
  }
}

function pick(source: Variables, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (source[name] === undefined ? [] : [[name, source[name]]])))
}

/** Where tests find programs. */
export function testPath({ source, ...own }: Pick<EnvironmentRequest, 'source' | 'folder' | 'node'>): string {
  return neutralPath(source['PATH'] ?? '', own)
}

/** npm puts the tools of OUR package first: a project's own `vitest` must never be found there. */
function neutralPath(path: string, own: { readonly folder: string; readonly node: string }): string {
  const isOurs = (entry: string) => /[\\/]node_modules[\\/](\.bin|.*node-gyp-bin)[\\/]?$/.test(entry)
  const entries = path.split(delimiter).flatMap((entry) => {
    if (!isOurs(entry)) return [entry]
    return isSameFile(join(entry, 'node'), own.node) ? [nodeFolder(own)] : []
  })
  return (entries.some(hasNode) ? entries : [...entries, nodeFolder(own)]).join(delimiter)
}

const hasNode = (folder: string) => existsSync(join(folder, 'node')) || existsSync(join(folder, 'node.exe'))

function isSameFile(path: string, other: string): boolean {
  return existsSync(path) && realpathSync(path) === realpathSync(other)
}

/** A folder with nothing but our node in it, for those who have no other. */
function nodeFolder({ folder, node }: { readonly folder: string; readonly node: string }): string {
  const alone = join(folder, 'node')
  if (process.platform === 'win32') return dirname(node)
  mkdirSync(alone, { recursive: true })
  if (!existsSync(join(alone, 'node'))) symlinkSync(realpathSync(node), join(alone, 'node'))
  return alone
}
