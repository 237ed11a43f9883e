/** node:test, with our own reporter: Node's JUnit and TAP lose hooks and take files for tests. */
import { canaryPath, isCommonJs, matches } from './javascript.ts'
import { readPackageJson, testCommands } from './package-json.ts'
import { asOperand, CANARY_FAILS, CANARY_PASSES, type Detection, type Project, quote, type Runner } from './runner.ts'
import { filesOr, NO_SCRIPT, readScript } from './test-script.ts'

const canaryText = (head: string) => `// @ts-nocheck
${head}
test('${CANARY_PASSES}', () => undefined)
test('${CANARY_FAILS}', () => {
  throw new Error('canary')
})
`

/** Options of Node that change how modules load, or which. */
const KEPT = {
  ...{
    '--import': true,
    '--require': true,
    '-r': true,
    '--loader': true,
    '--experimental-loader': true,
    '--conditions': true,
  },
  ...{ '-C': true, '--env-file': true, '--experimental-strip-types': false, '--experimental-transform-types': false },
  ...{ '--experimental-test-module-mocks': false, '--experimental-vm-modules': false, '--experimental-sqlite': false },
  ...{ '--enable-source-maps': false, '--expose-gc': false, '--no-warnings': false, '--test-timeout': true },
  ...{ '--test-concurrency': true, '--test-isolation': true, '--test-global-setup': true },
}

const EXTENSION = String.raw`\.[cm]?[jt]s$`
const isTestFile = matches(
  new RegExp(`(?:^|/)test/.*${EXTENSION}`),
  new RegExp(`(?:^|/)test${EXTENSION}`),
  new RegExp(`(?:^|/)test-[^/]+${EXTENSION}`),
  new RegExp(`[._-]test${EXTENSION}`),
)
/** How many test files are looked into for their imports. */
const MAX_LOOKED_INTO = 20

const isCommand = (command: string) => /(?:^|[\s/])node(?:\.exe)?\s(?:.*\s)?--test(?:\s|$)/.test(command)

export const nodeTest: Runner = {
  name: 'node:test',
  format: 'node-events',
  language: 'javascript',
  isCommand,
  detect,
  // https://nodejs.org/api/test.html#running-tests-from-the-command-line
  isTestFile,
  toTargets: (files) => files.map(asOperand),
  // https://nodejs.org/api/cli.html#--test-isolationmode
  sharesProcess: (command) => /--(?:experimental-)?test-isolation[= ]none\b/.test(command),
  canary: (file, neighbour) => ({
    path: canaryPath(file),
    text: canaryText(
      isCommonJs(file, neighbour) ? "const test = require('node:test')" : "import test from 'node:test'",
    ),
  }),
  consoleErrors: () => [],
}

function detect(project: Project): Detection | null {
  const manifest = readPackageJson(project)
  const own = (manifest === null ? [] : testCommands(manifest)).find(isCommand)
  if (own === undefined && !importsNodeTest(project)) return null
  const script = (own === undefined ? null : readScript(own, (word) => word === 'node', KEPT)) ?? NO_SCRIPT
  const kept = script.options.map((word) => `${quote(word)} `).join('')
  const reporter = '--test-reporter={assets}/node-reporter.mjs --test-reporter-destination={reports}/node.ndjson'
  const variables = script.variables.map((word) => `${word} `).join('')
  return {
    directory: '.',
    command: `${variables}node ${kept}--test ${reporter} ${filesOr(script.operands)}`,
    reports: ['{reports}/node.ndjson'],
    why: `node:test, because ${own === undefined ? 'test files import it' : 'package.json runs it as its test script'}`,
    isNamed: own !== undefined,
  }
}

function importsNodeTest({ files, read }: Project): boolean {
  return files
    .filter(isTestFile)
    .slice(0, MAX_LOOKED_INTO)
    .some((file) => /['"]node:test['"]/.test(read(file) ?? ''))
}
