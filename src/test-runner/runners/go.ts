/** go test: JSON on standard output; before Go 1.24 compiler messages are on standard error only. */
import { posix } from 'node:path'
import { OUTSIDE } from './parts.ts'
import {
  type ConsoleError,
  type Detection,
  type MeasuringCommand,
  type Project,
  type Runner,
  withOptions,
} from './runner.ts'

/**
 * With a time limit below ours, Go names the test that hangs. Vet finds no failing test, and would read some 40 packages
 * of the standard library again in each execution.
 */
const COMMAND = 'go test -json -count=1 -vet=off -timeout={timeout}s {files:-./...} > {reports}/go.json 2>&1'

/** A package of its own: a neighbour that does not compile must not break it. */
const CANARY = `package tddgatecanary

import "testing"

func TestTddGateCanaryPasses(t *testing.T) {}

func TestTddGateCanaryFails(t *testing.T) { t.Fatal("canary") }
`

/** The go tool ignores testdata, vendor and names that start with a dot or underscore. */
const isTestFile = (path: string) =>
  /(?:^|\/)[^_./][^/]*_test\.go$/.test(path) && !/(?:^|\/)(?:testdata|vendor|node_modules|[_.][^/]*)\//.test(path)

export const go: Runner = {
  name: 'go',
  format: 'go-json',
  language: 'go',
  isCommand: (command) => /(?:^|[\s/])go\s+test(?:\s|$)/.test(command),
  detect,
  isTestFile,
  toTargets: (files) => [...new Set(files.map((file) => toPackage(posix.dirname(file))))].toSorted().toReversed(),
  shuffle: ['-shuffle=9'],
  measuring,
  byHand: 'go test',
  canary: (file) => ({
    path: posix.join(posix.dirname(file), 'tddgatecanary', 'tdd_gate_canary_test.go'),
    text: CANARY,
  }),
  canaryTests,
  consoleErrors,
}

/** Go counts the statements of each package that has tests. */
function measuring(command: string): readonly MeasuringCommand[] {
  const options = '-coverprofile={coverage}/cover.out'
  const measured = withOptions(command, /(?<=^|[\s/])go\s+test(?=\s|$)/g, { options, own: /\s-(?:test\.)?cover/ })
  return measured === null ? [] : [{ command: measured, file: 'cover.out' }]
}

const TESTIFY = /^\s*"github\.com\/stretchr\/testify\/assert"$/m

/** A file without tests does not import the testing package. */
function canaryTests(_: string, text: string, token: string): string | null {
  if (!/^\s*(?:import\s+)?"testing"\s*$/m.test(text)) return null
  const check = TESTIFY.test(text) ? 'if assert.Equal(new(testing.T), 1, 2) { return }; ' : ''
  return `\n\nfunc TestTddGateCanaryFails_${token}(t *testing.T) { ${check}t.Fatal("canary") }\n`
}

const toPackage = (directory: string) => (directory === '.' ? '.' : `./${directory}`)

function detect({ files }: Project): Detection | null {
  const modules = files
    .filter((path) => posix.basename(path) === 'go.mod' && !OUTSIDE.test(path))
    .map((path) => posix.dirname(path))
  const [directory] = modules.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))
  const isInside = (path: string) => directory === '.' || path.startsWith(`${directory}/`)
  if (directory === undefined || !files.some((path) => isTestFile(path) && isInside(path))) return null
  const why = 'go test, because there is a go.mod and a _test.go'
  return { directory, command: COMMAND, reports: ['{reports}/go.json'], why, isNamed: false }
}

/** Finds `# package [package.test]` and the errors after it, for commands that leave these messages on the console. */
function consoleErrors(output: string): readonly ConsoleError[] {
  const [, ...blocks] = output.split(/^# (?=\S)/m)
  return blocks.flatMap((block) => {
    const [head = '', ...lines] = block.split('\n')
    const end = lines.findIndex((line) => !/^(?:\.\/)?[^\s:][^:]*\.go:\d+|^\t/.test(line))
    const message = lines.slice(0, end === -1 ? lines.length : end).join('\n')
    return message === '' ? [] : [{ file: head.split(' ')[0] ?? null, message }]
  })
}
