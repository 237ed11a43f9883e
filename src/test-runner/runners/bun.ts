/** bun test: its own JUnit leaves out files that do not load; the console names them. */
import { canaryTests, EXPECT } from './canary-tests.ts'
import { canaryPath, matches } from './javascript.ts'
import { readPackageJson, testCommands } from './package-json.ts'
import { CANARY_FAILS, CANARY_PASSES, type ConsoleError, type Detection, type Project, type Runner } from './runner.ts'

const OPTIONS = 'test --reporter=junit --reporter-outfile={reports}/bun.xml {files}'
const CANARY = `import { expect, test } from 'bun:test'

test('${CANARY_PASSES}', () => expect(1).toBe(1))
test('${CANARY_FAILS}', () => expect(1).toBe(2))
`
const isCommand = (command: string) => /(?:^|[\s/])bun\s+(?:-\S+\s+)*test(?:\s|$)/.test(command)
/** How many test files are searched for imports. */
const MAX_LOOKED_INTO = 50

// https://bun.com/docs/test/discovery
const isTestFile = matches(/[._](?:test|spec)\.[cm]?[jt]sx?$/)

export const bun: Runner = {
  name: 'bun test',
  format: 'junit',
  language: 'javascript',
  isCommand,
  detect,
  isTestFile,
  // Without the dot a word is a part of a name.
  toTargets: (files) => files.map((file) => `./${file}`),
  canary: (file) => ({ path: canaryPath(file), text: CANARY }),
  canaryTests: canaryTests({
    define: (call) => `import { test as tddGateTest, expect as tddGateExpect } from 'bun:test'; tddGateTest${call}`,
    own: EXPECT.map((call) => `tddGateExpect${call}`),
  }),
  consoleErrors,
}

function detect(project: Project): Detection | null {
  const { files, read } = project
  const manifest = readPackageJson(project)
  const isNamed = manifest !== null && testCommands(manifest).some(isCommand)
  const uses = (path: string) => /['"]bun:test['"]/.test(read(path) ?? '')
  if (!isNamed && !files.filter(isTestFile).slice(0, MAX_LOOKED_INTO).some(uses)) return null
  const isInstalled = manifest?.dependencies.has('bun') === true
  return {
    directory: '.',
    command: `${isInstalled ? 'node_modules/.bin/' : ''}bun ${OPTIONS}`,
    reports: ['{reports}/bun.xml'],
    why: `bun test, because ${isNamed ? 'package.json runs it as its test script' : 'test files import it'}`,
    isNamed: true,
  }
}

/** A file and its error outside of tests, before its results. */
const UNHANDLED = /^(\S[^\n]{0,500}):\n\n# Unhandled error between tests\n-{10,}\n([\s\S]{0,2000}?)\n-{10,}$/gm

function consoleErrors(output: string): readonly ConsoleError[] {
  return [...output.matchAll(UNHANDLED)].map(([, file = '', text = '']) => {
    const message = text.split('\n').find((line) => /^\w*[eE]rror: /.test(line)) ?? text
    return { file, message }
  })
}
