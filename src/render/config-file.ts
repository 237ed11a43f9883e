/** Renders a first `.github/tdd-gate.yml`: the detected runner, and all defaults as comments. */

export interface Detected {
  /** The detected part of the configuration: `version` and `test`. */
  readonly pin: string
  /** The reasons for the detection, for readers. */
  readonly explanations: readonly string[]
  /** True where no runner was detected: the author completes the pin. */
  readonly isAsked?: true
  /** Whether package.json names StrykerJS; absent: no. */
  readonly hasStryker?: boolean
}

const HEAD = `# The configuration of tdd-gate. It is read from the base branch only, so a change cannot loosen its own rules.
# Settings behind a # are the defaults: to change one, remove its # and those of the keys above it. With test.coverage: auto the gate
# measures coverage where the runner can, and rejects only a fall below 80 %. Written thresholds are demanded. test.coverage also takes
# files, such as [coverage/lcov.info]. Tests that loop much take several times as long with it: then write off.
`

const DEFAULTS = `policy:
  sequence: commits
  red:
    accept: [assertion, missing-symbol, error, timeout, crash, unknown]
  green:
    maxAttempts: 3
  refactor: optional
  coverage:
    lines: 80
    branches: 80
    functions: 80
    statements: 80
    patch: 80
paths:
  tests: []
  harness: []
  docs: []
git:
  branchPattern: "{tag}/task-{id}-{slug}"
check: job
`

const HAS_STRYKER =
  'package.json names StrykerJS. Without its #, test.mutation runs it for the changed files of each GREEN, when changes-are-pinned is on.'
const STRYKER = `test:
  mutation:
    command: npx stryker run --reporters json --mutate "$(echo {files} | tr ' ' ',')"
    reports: reports/mutation/mutation.json
`

const SCHEMA = 'schema/tdd-gate.schema.json'

/** Leads editors to the schema. @param uses `<owner>/<repository>@<ref>`; null: unknown */
function toSchemaLine(uses: string | null): string {
  if (uses === null) return ''
  return `# yaml-language-server: $schema=https://raw.githubusercontent.com/${uses.replace('@', '/')}/${SCHEMA}\n`
}

/** @param edit changes the settings before the defaults */
export function toConfigFile(
  { pin, explanations, hasStryker = false }: Detected,
  uses: string | null,
  edit = (text: string): string => text,
): string {
  const seen = [...explanations, ...(hasStryker ? [HAS_STRYKER] : [])]
  const sentences = seen.map((line) => `# ${line.replace(/\s+/g, ' ')}\n`).join('')
  const settings = edit(pin.replaceAll(/^#.*\n/gm, ''))
  const examples = pin.match(/^#.*\n/gm)?.map((line) => line.slice(1)) ?? []
  const commented = [[...examples, hasStryker ? STRYKER : ''].join(''), DEFAULTS]
  return `${toSchemaLine(uses)}${HEAD}${sentences}${addCommented(settings, commented)}`
}

interface YamlLine {
  readonly text: string
  /** Of the key to which it belongs, such as `policy.red`. */
  readonly path: string
  readonly isKey: boolean
}

/** Reads a block of YAML that this program wrote, with two spaces for each level. */
function outline(yaml: string): readonly YamlLine[] {
  const keys: string[] = []
  return yaml
    .split('\n')
    .filter((text) => text !== '')
    .map((text) => {
      const [, indent = '', key] = /^((?: {2}|- )*)(\w+):/.exec(text) ?? []
      if (key !== undefined) {
        keys.length = indent.length / 2
        keys.push(key)
      }
      return { text, path: keys.join('.'), isKey: key !== undefined }
    })
}

/**
 * Adds settings as comments, each below the last line of the section that has it. So a file stays valid when their marks
 * go: no key stands twice.
 */
function addCommented(settings: string, [examples = '', defaults = '']: readonly string[]): string {
  const lines = outline(settings)
  const known = new Set(lines.map(({ path }) => path))
  const toAdded = (yaml: string) =>
    outline(yaml).filter(
      ({ path, isKey }, at, all) => !known.has(path) && !(isKey && all.findIndex((one) => one.path === path) < at),
    )
  const [shown, others] = [toAdded(examples), toAdded(defaults)]
  const under = (section: string, added: readonly YamlLine[]) =>
    added.filter(({ path }) => findSection(path, known) === section).map(({ text }) => `#${text}`)
  const endingAt = (at: number) =>
    [...known]
      .filter((section) => lines.findLastIndex(({ path }) => `${path}.`.startsWith(`${section}.`)) === at)
      .toSorted((a, b) => b.length - a.length)
  const body = lines.flatMap(({ text }, at) => [
    text,
    ...endingAt(at).flatMap((section) => under(section, [...shown, ...others])),
  ])
  return [...body, ...under('', shown), '', ...under('', others), ''].join('\n')
}

/** Returns the nearest section around a key that is there; empty at the top. */
function findSection(path: string, known: ReadonlySet<string>): string {
  const parent = path.slice(0, Math.max(0, path.lastIndexOf('.')))
  return parent === '' || known.has(parent) ? parent : findSection(parent, known)
}

interface Reasons {
  readonly [key: string]: string | Reasons
}

/** Why a key of Task Master has no counterpart; a section may have one reason for all its keys. */
const REASONS: Reasons = {
  autopilot: {
    enabled: 'a task is gated once it is started',
    requireCleanWorkingTree: 'a start always needs a clean tree',
    defaultCommitType: 'the type follows the phase: test, feat or refactor',
  },
  storage: 'runs are kept in the state folder of the user, outside of the repository',
  test: {
    runner: 'write the command, and its reports, under test.command',
    targetedRunPattern: 'the runner decides which files are tests; paths.tests names further ones',
  },
  git: {
    defaultRemote: 'the remote is that of the base branch',
    pr: {
      enabled: 'run asks before it opens a pull request',
      base: 'the base is the default branch, or the one that start names',
      bodyTemplate: 'the gate writes what was measured; git.pr.title sets the title',
    },
  },
}
const UNKNOWN = 'the key is unknown here, or its value is not valid'

function toReason(key: string): string {
  const found = key
    .split('.')
    .reduce<string | Reasons | undefined>(
      (at, name) => (typeof at === 'object' ? (Object.hasOwn(at, name) ? at[name] : undefined) : at),
      REASONS,
    )
  return typeof found === 'string' ? found : UNKNOWN
}

/** @param file of another program @param left its keys that were not taken over */
export function formatLeft(file: string, left: readonly string[]): string {
  const keys = left.map((key) => `${key} (${toReason(key)})`)
  return `These keys of ${file} have no counterpart here: ${keys.join(', ')}`
}
