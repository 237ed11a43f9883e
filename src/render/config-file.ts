/** A first `.github/tdd-gate.yml`: what was detected, pinned, and everything else as commented defaults. */

export interface Detected {
  /** A configuration that says what was detected: `version` and `test`. */
  readonly pin: string
  /** What was seen and why, for people. */
  readonly explanations: readonly string[]
}

const HEAD = `# What tdd-gate measures and demands. Read from the base branch only: a change cannot loosen its own rules.
`

const NOT_DETECTED = `# No test runner was detected. Say how tests run, and where the command writes its report:
version: 1
#test:
#   command: make test
#   reports: build/junit.xml
`

const DEFAULTS = `
# Everything below is the default; take the # away to change it. What it says of coverage holds where a suite names its
# reports under test.coverage, for example: coverage: [coverage/lcov.info]. By default none is named, and none is judged.
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
#commit:
#  template: "{type}({scope}): {msg} (task {taskId})"
`

export function toConfigFile(detected: Detected | null): string {
  if (detected === null) return HEAD + NOT_DETECTED + DEFAULTS
  const seen = detected.explanations.map((line) => `# ${line.replace(/\s+/g, ' ')}\n`).join('')
  return `${HEAD}${seen}${detected.pin.trimEnd()}\n${DEFAULTS}`
}
