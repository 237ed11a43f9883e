/** node:test, with our own reporter: Node's JUnit and TAP lose hooks and take files for tests. */
import type { SuiteConfig } from '../../core/model/config.ts'
import { borpAsNode } from './borp.ts'
import { detectBuild } from './build-steps.ts'
import { canaryTests, load } from './canary-tests.ts'
import { canaryPath, isCommonJs, isPathIn, matches } from './javascript.ts'
import { readPackageJson, testCommands } from './package-json.ts'
import {
  asOperand,
  CANARY_FAILS,
  CANARY_PASSES,
  type Detection,
  type MeasuringCommand,
  type Project,
  type Runner,
} from './runner.ts'
import { combineScripts, filesOr, NO_SCRIPT, readScript, toCommand } from './test-script.ts'

const canaryText = (head: string) => `// @ts-nocheck
${head}
test('${CANARY_PASSES}', () => undefined)
test('${CANARY_FAILS}', () => {
  throw new Error('canary')
})
`

/** Options of Node that change how modules load, or which ones. */
const KEPT = {
  '--import': true,
  '--require': true,
  '-r': true,
  '--loader': true,
  '--experimental-loader': true,
  '--conditions': true,
  '-C': true,
  '--env-file': true,
  '--experimental-strip-types': false,
  '--experimental-transform-types': false,
  '--experimental-test-module-mocks': false,
  '--experimental-vm-modules': false,
  '--experimental-sqlite': false,
  '--enable-source-maps': false,
  '--expose-gc': false,
  '--no-warnings': false,
  '--test-timeout': true,
  '--test-concurrency': true,
  '--test-isolation': true,
  '--test-global-setup': true,
}

const EXTENSION = String.raw`\.[cm]?[jt]s$`
const isTestFile = matches(
  new RegExp(`(?:^|/)test/.*${EXTENSION}`),
  new RegExp(`(?:^|/)test${EXTENSION}`),
  new RegExp(`(?:^|/)test-[^/]+${EXTENSION}`),
  new RegExp(`[._-]test${EXTENSION}`),
)
/** How many test files are searched for imports. */
const MAX_LOOKED_INTO = 20

const isCommand = (command: string) => /(?:^|[\s/'"(`])node(?:\.exe)?\s(?:.*\s)?--test(?:[\s;&|)'"`]|$)/.test(command)

export const nodeTest: Runner = {
  name: 'node:test',
  format: 'node-events',
  language: 'javascript',
  isCommand,
  detect,
  // https://nodejs.org/api/test.html#running-tests-from-the-command-line
  isTestFile,
  toTargets: (files) => files.map(asOperand),
  byHand: 'node --test',
  canary: (file, neighbour) => ({
    path: canaryPath(file),
    text: canaryText(
      isCommonJs(file, neighbour) ? "const test = require('node:test')" : "import test from 'node:test'",
    ),
  }),
  canaryTests: canaryTests({
    define: (call, file, text) => `${load(file, text, 'node:test', '{ test: tddGateTest }')} tddGateTest${call}`,
  }),
  adopt,
  measuring,
}

const REPORTER = '--test-reporter={assets}/node-reporter.mjs --test-reporter-destination={reports}/node.ndjson'
const REPORT = '{reports}/node.ndjson'
/** A call of Node, and its words up to an operator, a bracket, or a quote that ends what stands around the call. */
const CALL = /((?:^|[\s/'"(`])node(?:\.exe)?)(?=(\s(?:[^;&|()`\n'"]|(?<=[\s=])(?:'[^']*'|"[^"]*"))*))/g
const IS_TESTING = /\s--test(?:\s|$)/
const STDOUT = '--test-reporter-destination=stdout'

/**
 * Adds our reporter to each call of the command: Node's own reports fold suites into tests, and name files or not by its
 * version. Each reporter needs a destination.
 */
function adopt(suite: SuiteConfig): SuiteConfig {
  const { command, reports } = suite
  const adopted = command.replace(CALL, (_, node, words) => {
    const isToAdopt = IS_TESTING.test(words) && !words.includes(REPORTER)
    return isToAdopt ? `${node} ${REPORTER}${getMissing(words)}` : node
  })
  return { ...suite, command: adopted, reports: reports.includes(REPORT) ? reports : [...reports, REPORT] }
}

/** Returns the options that the command's own reporters lack beside ours. */
function getMissing(words: string): string {
  const count = (option: string) => words.split(new RegExp(`\\s${option}[= ]`)).length - 1
  const theirs = count('--test-reporter')
  if (theirs === 0) return ` --test-reporter=spec ${STDOUT}`
  return theirs - count('--test-reporter-destination') === 1 ? ` ${STDOUT}` : ''
}

const MEASURES = '--experimental-test-coverage --test-reporter=lcov --test-reporter-destination={coverage}/lcov.info'
/** Several processes would write the same file. */
const OWN_COVERAGE = /--experimental-test-coverage|NODE_V8_COVERAGE|(?:^|[\s/])(?:c8|nyc)\s/

/** Node 22 measures no test files; earlier ones may. */
function measuring(command: string): readonly MeasuringCommand[] {
  const calls = [...command.matchAll(CALL)].filter(([, , words = '']) => IS_TESTING.test(words))
  if (calls.length !== 1 || OWN_COVERAGE.test(command)) return []
  const measured = command.replace(CALL, (_, node, words) => (IS_TESTING.test(words) ? `${node} ${MEASURES}` : node))
  return [{ command: measured, file: 'lcov.info' }]
}

/** `tsx --test` is Node with its loader. */
const TSX = /(^|[\s/])tsx\s(?=(?:.*\s)?--test(?:\s|$))/
const asNode = (command: string, project: Project) => borpAsNode(command, project).replace(TSX, '$1node --import tsx ')

function detect(project: Project): Detection | null {
  const manifest = readPackageJson(project)
  const own = (manifest === null ? [] : testCommands(manifest)).map((part) => asNode(part, project)).filter(isCommand)
  if (own.length === 0 && !importsNodeTest(project)) return null
  const parts = { isRunner: (word: string) => word === 'node', kept: KEPT, isPath: isPathIn(project) }
  const script = combineScripts(own.flatMap((command) => readScript(command, parts) ?? [])) ?? NO_SCRIPT
  const isRunner = (part: string) => isCommand(asNode(part, project))
  return {
    directory: '.',
    build: detectBuild({ project, manifest, isRunner }),
    command: `${toCommand('node', '', script)} --test ${REPORTER} ${filesOr(script)}`,
    reports: [REPORT],
    why: `node:test, because ${own.length === 0 ? 'test files import it' : 'package.json runs it as its test script'}`,
    isNamed: own.length > 0,
  }
}

function importsNodeTest({ files, read }: Project): boolean {
  return files
    .filter(isTestFile)
    .slice(0, MAX_LOOKED_INTO)
    .some((file) => /['"]node:test['"]/.test(read(file) ?? ''))
}
