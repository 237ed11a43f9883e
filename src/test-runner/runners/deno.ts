/** deno test: its own JUnit leaves out files that do not load; the console names them. */
import { canaryTests } from './canary-tests.ts'
import { canaryPath, matches } from './javascript.ts'
import { readPackageJson, testCommands } from './package-json.ts'
import {
  asOperand,
  CANARY_FAILS,
  CANARY_PASSES,
  type ConsoleError,
  type Detection,
  type Project,
  type Runner,
} from './runner.ts'

/** Types are no behaviour, and one wrong type keeps every test from running. */
const OPTIONS = 'test --allow-all --no-check --junit-path={reports}/deno.xml {files}'
const CONFIGURATIONS = ['deno.json', 'deno.jsonc']
const CANARY = `Deno.test('${CANARY_PASSES}', () => {})
Deno.test('${CANARY_FAILS}', () => {
  throw new Error('canary')
})
`
const isCommand = (command: string) => /(?:^|[\s/])deno\s+(?:\S+\s+)*?test(?:\s|$)/.test(command)
/** How many test files are searched for imports. */
const MAX_LOOKED_INTO = 50

// https://docs.deno.com/runtime/fundamentals/testing/#running-tests
const isTestFile = matches(/(?:^|\/|[._])test\.[cm]?[jt]sx?$/)

export const deno: Runner = {
  name: 'deno test',
  format: 'junit',
  language: 'javascript',
  isCommand,
  detect,
  isTestFile,
  shuffle: ['--shuffle=9'],
  byHand: 'deno test --allow-all',
  toTargets: (files) => files.map(asOperand),
  canary: (file) => ({ path: canaryPath(file), text: CANARY }),
  canaryTests: canaryTests({ define: (call) => `Deno.test${call}` }),
  consoleErrors,
}

function detect(project: Project): Detection | null {
  const { files, read } = project
  const manifest = readPackageJson(project)
  const isNamed = manifest !== null && testCommands(manifest).some(isCommand)
  const uses = (path: string) => /\bDeno\.test\b|["']jsr:@std\/testing/.test(read(path) ?? '')
  const isConfigured = CONFIGURATIONS.some((path) => files.includes(path))
  if (!isNamed && !(isConfigured && files.filter(isTestFile).slice(0, MAX_LOOKED_INTO).some(uses))) return null
  const isInstalled = manifest?.dependencies.has('deno') === true
  return {
    directory: '.',
    command: `${isInstalled ? 'node_modules/.bin/' : ''}deno ${OPTIONS}`,
    reports: ['{reports}/deno.xml'],
    why: `deno test, because ${isNamed ? 'package.json runs it as its test script' : 'test files use it'}`,
    isNamed: true,
  }
}

const UNCAUGHT = /^(\S+) \(uncaught error\)\nerror: ([^\n]{1,1000})/gm
/** Nothing runs when one of the modules is not there, or is no JavaScript. */
const NOT_LOADED =
  /^error: ([^\n]{1,1000})(?:\n(?! {4}at )[^\n]{0,300}){0,4}\n {4}at file:\/\/(\/[^\n]{1,500}?):\d+:\d+$/m
/** Matches the last line of a run that loaded its files. */
const SUMMARY = /^(?:ok|FAILED) \| \d+ passed/m

function consoleErrors(output: string): readonly ConsoleError[] {
  const found = [...output.matchAll(UNCAUGHT)].map(([, file = '', message = '']) => ({ file, message }))
  if (found.length > 0) return [...new Map(found.map((error) => [error.file, error])).values()]
  // A test that failed says its error in the same form.
  const [, message, file] = (!SUMMARY.test(output) && NOT_LOADED.exec(output)) || []
  return message === undefined || file === undefined ? [] : [{ file, message }]
}
