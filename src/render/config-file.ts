/** Renders a first `.github/tdd-gate.yml`: the detected runner, and all defaults as comments. */

export interface Detected {
  /** The detected part of the configuration: `version` and `test`. */
  readonly pin: string
  /** The reasons for the detection, for readers. */
  readonly explanations: readonly string[]
}

const HEAD = `# The configuration of tdd-gate. It is read from the base branch only, so a change cannot loosen its own rules.
`

const NOT_DETECTED = `# No test runner was detected. Set the test command and the path of its report:
version: 1
#test:
#   command: make test
#   reports: build/junit.xml
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

export function toConfigFile(detected: Detected | null): string {
  if (detected === null) return HEAD + NOT_DETECTED + DEFAULTS
  const seen = detected.explanations.map((line) => `# ${line.replace(/\s+/g, ' ')}\n`).join('')
  return `${HEAD}${seen}${detected.pin.trimEnd()}\n${DEFAULTS}`
}
