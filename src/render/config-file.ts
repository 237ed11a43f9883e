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
`

const DEFAULTS = `
# Everything below is the default; remove the # to change it. Coverage thresholds apply where a suite names its
# reports under test.coverage, for example: coverage: [coverage/lcov.info]. By default there are no reports, and coverage is not judged.
#policy:
#  sequence: commits
#  red:
#    accept: [assertion, missing-symbol, error, timeout, crash, unknown]
#  green:
#    maxAttempts: 3
#  refactor: optional
#  coverage:
#    lines: 80
#    branches: 80
#    functions: 80
#    statements: 80
#    patch: 80
#paths:
#  tests: []
#  harness: []
#  docs: []
#git:
#  branchPattern: "{tag}/task-{id}-{slug}"
#check: job
`

/** Stands at the end of the key `test`. */
const STRYKER = `# package.json names StrykerJS. Without the # it runs for the changed files of each GREEN, when changes-are-pinned is on.
#  mutation:
#    command: npx stryker run --reporters json --mutate "$(echo {files} | tr ' ' ',')"
#    reports: reports/mutation/mutation.json
`

/** @param edit changes the settings before the defaults */
export function toConfigFile(detected: Detected, edit = (text: string): string => text): string {
  const seen = detected.explanations.map((line) => `# ${line.replace(/\s+/g, ' ')}\n`).join('')
  return `${HEAD}${seen}${edit(detected.pin).trimEnd()}\n${detected.hasStryker ? STRYKER : ''}${DEFAULTS}`
}

/** @param file of another program @param left its keys that were not taken over */
export function formatLeft(file: string, left: readonly string[]): string {
  return `These keys of ${file} have no counterpart here: ${left.join(', ')}`
}
