/**
 * Knows the commands that only install packages, and every file that they read. What may read more is not listed: it
 * sees the whole tree.
 */
import { posix } from 'node:path'

export interface PackageManager {
  /** One command of a shell, as a whole. */
  readonly command: RegExp
  /** Paths that the command reads. */
  readonly reads: RegExp
  /** Paths of the manifests whose texts decide. */
  readonly manifest: RegExp
  /** Returns whether the command may read further files because of this manifest. */
  readonly mayReadMore: (text: string, command: string) => boolean
  /** Files that make it read or run others. */
  readonly readsMoreWith?: RegExp
  /** Returns globless paths that the manifest names, relative to it. */
  readonly getNamed?: (text: string) => readonly string[]
}

/** Options without a path: another file could stand there. */
const OPTIONS = String.raw`(?: --?[\w.-]+(?:=(?:[\w.@,-]*|https?:\/\/\S+))?)*`
const whole = (source: string) => new RegExp(`^${source}$`)
const named = (names: string) => new RegExp(`(?:^|/)(?:${names})$`)

const LIFECYCLE = [
  ...['preinstall', 'install', 'postinstall', 'prepublish', 'preprepare', 'prepare', 'postprepare', 'dependencies'],
  'pnpm:devPreinstall',
]
/** Scripts that read nothing, or only files that are listed below. */
const KNOWN_SCRIPT =
  /^(?:npx (?:-y |--yes )?)?(?:husky(?: install)?|is-ci|patch-package|simple-git-hooks|lefthook install|only-allow (?:npm|pnpm|yarn|bun)|ts-patch install(?: -s)?|prisma generate|exit 0|true|:)$/
const LOCAL_PACKAGE = /^(?:file:|link:|portal:|\.{0,2}\/|~\/)/
const DEPENDENCIES = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']
const JAVASCRIPT = String.raw`package\.json|\.npmrc|\.nvmrc|\.node-version|\.tool-versions|\.env|\.lefthook\.ya?ml|lefthook\.ya?ml|\.simple-git-hooks\.json|[^/]+\.prisma|patches/.+`

type JsonObject = Readonly<Record<string, unknown>>
const toObject = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null ? (value as JsonObject) : {}

function readJson(text: string): JsonObject | null {
  try {
    return toObject(JSON.parse(text))
  } catch {
    return null
  }
}

function mayPackageReadMore(text: string, command: string): boolean {
  const manifest = readJson(text)
  if (manifest === null || /"injected"\s*:\s*true|":\s*"(?:file|link|portal):/.test(text)) return true
  const specs = DEPENDENCIES.flatMap((name) => Object.values(toObject(manifest[name])))
  if (specs.some((spec) => typeof spec !== 'string' || LOCAL_PACKAGE.test(spec))) return true
  if (/ --ignore-scripts(?: |$)/.test(command)) return false
  const steps = getInstallScripts(text).flatMap((script) => script.split(/\s*(?:&&|\|\|)\s*/))
  return steps.some((step) => !KNOWN_SCRIPT.test(step.trim()))
}

/** Returns the scripts of a `package.json` that run when its packages are installed. */
export function getInstallScripts(text: string): readonly string[] {
  const scripts = toObject(readJson(text)?.['scripts'])
  return LIFECYCLE.flatMap((name) => (name in scripts ? [`${scripts[name]}`] : []))
}

/** Package managers link a program of a workspace only when its file exists. */
function getPrograms(text: string): readonly string[] {
  const bin = readJson(text)?.['bin']
  return [bin, ...Object.values(toObject(bin))].filter((path) => typeof path === 'string')
}

const javaScript = (command: string, reads: string): PackageManager => ({
  command: whole(command),
  reads: named(`${JAVASCRIPT}|${reads}`),
  manifest: named(String.raw`package\.json`),
  mayReadMore: mayPackageReadMore,
  readsMoreWith: /(?:^|\/)(?:binding\.gyp|\.pnpmfile\.[cm]?js|prisma\.config\.\w+)$|(?:^|\/)node_modules\//,
  getNamed: getPrograms,
})

const python = (command: string, reads: string, mayReadMore: RegExp): PackageManager => ({
  command: whole(command),
  reads: named(String.raw`${reads}|\.python-version|\.tool-versions`),
  manifest: named(reads),
  mayReadMore: (text) => mayReadMore.test(text),
})

const REQUIREMENTS = String.raw`[^/]*(?:requirements|constraints)[^/]*\.(?:txt|in)|(?:requirements|reqs)/[^/]+\.(?:txt|in)`
const LOCAL_REQUIREMENT = /^\s*(?:-e\b|--editable\b|-f\b|--find-links\b|\.|\/|file:)|@\s*file:/m
const LOCAL_SOURCE = /\bpath\s*=|\beditable\s*=|\bworkspace\s*=|file:/
const PIP = String.raw`(?:(?:\S+/)?python3? -m |\.?v?env/bin/)?(?:\S+/)?pip3?|uv pip`

/** Sets up what other commands use, and reads no file of the commit. */
const NEUTRAL = [
  whole(String.raw`cd (?:\.|\.\.|[\w./-]+)`),
  whole(`corepack enable${OPTIONS}`),
  whole(String.raw`(?:python3?|uv) (?:-m )?venv(?: [\w.-]+)?`),
  whole(String.raw`(?:\.|source) [\w.-]+/bin/activate`),
  whole(`(?:${PIP}) install${OPTIONS}(?: (?:pip|setuptools|wheel))+`),
  whole(`mix local\\.(?:hex|rebar)${OPTIONS}`),
]

const MANAGERS: readonly PackageManager[] = [
  javaScript(
    `npm (?:ci|i|install|clean-install)${OPTIONS}(?: --prefix [\\w./-]+)?`,
    String.raw`package-lock\.json|npm-shrinkwrap\.json`,
  ),
  javaScript(`pnpm (?:i|install)${OPTIONS}`, String.raw`pnpm-lock\.yaml|pnpm-workspace\.yaml`),
  javaScript(`yarn(?: install)?${OPTIONS}`, String.raw`yarn\.lock|\.yarnrc(?:\.yml)?|\.yarn/.+`),
  javaScript(`bun (?:i|install)${OPTIONS}`, String.raw`bun\.lockb?|bunfig\.toml`),
  python(
    `(?:${PIP}) (?:install|sync)${OPTIONS}(?: (?:-r|-c|--requirement|--constraint) [\\w./-]+${OPTIONS})+`,
    REQUIREMENTS,
    LOCAL_REQUIREMENT,
  ),
  python(
    `poetry install${OPTIONS} --no-root${OPTIONS}`,
    String.raw`pyproject\.toml|poetry\.lock|poetry\.toml`,
    LOCAL_SOURCE,
  ),
  python(
    `uv sync${OPTIONS} --no-install-(?:project|workspace)${OPTIONS}`,
    String.raw`pyproject\.toml|uv\.lock|uv\.toml`,
    LOCAL_SOURCE,
  ),
  {
    command: whole('go mod download'),
    reads: named(String.raw`go\.(?:mod|sum|work|work\.sum)`),
    manifest: named(String.raw`go\.mod`),
    mayReadMore: () => false,
  },
  {
    command: whole(`cargo fetch${OPTIONS}`),
    // A manifest without a target is an error.
    reads: /(?:^|\/)(?:Cargo\.(?:toml|lock)|rust-toolchain(?:\.toml)?|\.cargo\/.+|src\/(?:lib|main)\.rs)$/,
    manifest: named(String.raw`Cargo\.toml`),
    mayReadMore: () => false,
  },
  {
    command: whole(`bundle(?: install)?${OPTIONS}`),
    reads: named(String.raw`Gemfile(?:\.lock)?|gems\.(?:rb|locked)|\.ruby-version|\.tool-versions|\.bundle/config`),
    manifest: named(String.raw`Gemfile|gems\.rb`),
    mayReadMore: (text) =>
      /\b(?:path|gemspec|File|Dir|IO|Pathname|eval\w*|require\w*|load|system|exec|open)\b|`/.test(text),
  },
  {
    command: whole(`composer install${OPTIONS}`),
    reads: named(String.raw`composer\.(?:json|lock)|auth\.json|patches/.+`),
    manifest: named(String.raw`composer\.json`),
    mayReadMore: (text, command) =>
      /"(?:classmap|classmap-authoritative|optimize-autoloader|path)"|"(?:pre|post)-[\w-]+-cmd"|"(?:post|pre)-autoload-dump"/.test(
        text,
      ) || / (?:-o|-a|--optimi[sz]e\S*|--classmap\S*)(?: |$)/.test(command),
  },
  {
    command: whole(`(?:mvn|\\./mvnw)${OPTIONS} dependency:(?:go-offline|resolve|resolve-plugins)${OPTIONS}`),
    reads: named(String.raw`pom\.xml|mvnw|\.mvn/.+`),
    manifest: named(String.raw`pom\.xml`),
    mayReadMore: () => false,
  },
  {
    command: whole(`dotnet restore${OPTIONS}`),
    reads:
      /(?:^|\/)(?:[^/]+\.(?:[cfv][sb]proj|slnx?|slnf|props|targets)|global\.json|packages\.(?:lock\.json|config)|\.config\/dotnet-tools\.json)$|(?:^|\/)nuget\.config$/i,
    manifest: named(String.raw`[^/]+\.[cfv][sb]proj`),
    mayReadMore: () => false,
  },
  {
    command: whole(`mix deps\\.get${OPTIONS}`),
    reads: named(String.raw`mix\.(?:exs|lock)|config/[^/]+\.exs|\.tool-versions`),
    manifest: named(String.raw`mix\.exs`),
    mayReadMore: (text) => /\b(?:File|Path|Code|System|IO)\.|path:/.test(text),
  },
]

/** Returns the managers that a set-up calls; null when it also calls what may read any file. */
export function findManagers(setup: string): readonly (readonly [manager: PackageManager, command: string])[] | null {
  const steps = setup.split(/&&|\n|;/).map((step) => step.trim().replaceAll(/ +/g, ' '))
  const found = steps
    .filter((step) => step !== '' && !NEUTRAL.some((one) => one.test(step)))
    .map((step) => [MANAGERS.find(({ command }) => command.test(step)), step] as const)
  return found.every((one): one is readonly [PackageManager, string] => one[0] !== undefined) ? found : null
}

/** Returns the paths that a manifest names. */
export function getNamedPaths({ getNamed }: PackageManager, path: string, text: string): readonly string[] {
  return (getNamed?.(text) ?? []).map((name) => posix.join(posix.dirname(path), name))
}
