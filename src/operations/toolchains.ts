/** Detects which languages and package manager CI sets up for a project, and the files that name their versions. */
import type { SetupLanguage, Toolchain, Toolchains } from '../render/toolchain-steps.ts'
import type { Project } from '../test-runner/runners/runner.ts'

interface Signs {
  readonly language: SetupLanguage
  /** Any of these files at the top shows the language. */
  readonly marks: RegExp
  /** The first one of these that exists names the version. */
  readonly versions: readonly Source[]
  /** Without any: the input and its value; null: what the runner brings. */
  readonly otherwise: readonly [input: string, value: string] | null
}

interface Source {
  readonly file: string
  readonly input: string
  /** Whether the file really names a version of this language. */
  readonly names: (text: string) => boolean
}

const SIGNS: readonly Signs[] = [
  {
    language: 'node',
    marks: /^package\.json$/,
    versions: [
      ...['.nvmrc', '.node-version'].map((file) => from('node-version-file', file)),
      tools('node-version-file', 'nodejs'),
      from('node-version-file', 'package.json', namesNode),
    ],
    otherwise: null,
  },
  {
    language: 'python',
    marks: /^(?:pyproject\.toml|setup\.(?:py|cfg)|pytest\.ini|Pipfile|requirements[\w-]*\.txt|\.python-version)$/,
    versions: [
      from('python-version-file', '.python-version'),
      tools('python-version-file', 'python'),
      from('python-version-file', 'pyproject.toml', (text) => /^requires-python\s*=/m.test(text)),
    ],
    // pip installs nothing into the Python of the runner's system.
    otherwise: ['python-version', '3.x'],
  },
  {
    language: 'go',
    marks: /^go\.(?:mod|work)$/,
    versions: ['go.work', 'go.mod'].map((file) => from('go-version-file', file)),
    otherwise: null,
  },
  {
    language: 'java',
    marks: /^(?:pom\.xml|build\.gradle(?:\.kts)?)$/,
    versions: [
      from('java-version-file', '.java-version'),
      tools('java-version-file', 'java'),
      from('java-version-file', '.sdkmanrc', (text) => /^java=/m.test(text)),
    ],
    otherwise: null,
  },
  {
    language: 'dotnet',
    marks: /^global\.json$/,
    versions: [from('global-json-file', 'global.json')],
    otherwise: null,
  },
  {
    language: 'ruby',
    marks: /^Gemfile$/,
    versions: [from('ruby-version', '.ruby-version'), tools('ruby-version', 'ruby')],
    otherwise: null,
  },
  {
    language: 'php',
    marks: /^composer\.json$/,
    versions: [from('php-version-file', '.php-version')],
    otherwise: null,
  },
]

function from(input: string, file: string, names: Source['names'] = () => true): Source {
  return { file, input, names }
}

function tools(input: string, name: string): Source {
  return from(input, '.tool-versions', (text) => text.split('\n').some((line) => line.startsWith(`${name} `)))
}

export function detectToolchains(project: Project): Toolchains {
  return {
    languages: SIGNS.flatMap((signs) => toToolchain(signs, project) ?? []),
    packageManager: getPackageManager(project),
  }
}

function toToolchain({ language, marks, versions, otherwise }: Signs, { files, read }: Project): Toolchain | null {
  if (!files.some((path) => marks.test(path))) return null
  const source = versions.find(({ file, names }) => files.includes(file) && names(read(file) ?? ''))
  const [input, value] = source === undefined ? (otherwise ?? []) : [source.input, source.file]
  return input === undefined || value === undefined ? null : { language, input, value }
}

function namesNode(text: string): boolean {
  const { engines, volta } = parseManifest(text)
  return [engines, volta].some((one) => typeof (one as { node?: unknown } | undefined)?.node === 'string')
}

const NAMED = /^(?:pnpm|yarn|bun)@\d+\.\d+\.\d+(?=$|\+)/

/** A lock file shows the manager only where package.json does not name one. */
function getPackageManager({ files, read }: Project): string | null {
  const { packageManager } = parseManifest(read('package.json') ?? '')
  if (typeof packageManager === 'string') return NAMED.exec(packageManager)?.[0] ?? null
  if (files.includes('pnpm-lock.yaml'))
    return /^lockfileVersion: '?6/m.test(read('pnpm-lock.yaml') ?? '') ? 'pnpm@8' : 'pnpm@10'
  if (files.includes('yarn.lock')) return (read('yarn.lock') ?? '').includes('yarn lockfile v1') ? null : 'yarn@4'
  return files.includes('bun.lock') || files.includes('bun.lockb') ? 'bun@1' : null
}

/** An invalid manifest names nothing. */
function parseManifest(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
