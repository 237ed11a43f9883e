/** mocha: its xunit names files; a file that does not load leaves no report, only console output. */
import { canaryTests } from './canary-tests.ts'
import { calls, canaryPath, detectTool, matches } from './javascript.ts'
import { asOperand, CANARY_FAILS, CANARY_PASSES, type ConsoleError, type Runner } from './runner.ts'
import { filesOr, toCommand } from './test-script.ts'

/** Where chai is not installed, its import fails as its assertion would. */
const CANARY = `// @ts-nocheck
const define = globalThis.it ?? globalThis.test
define('${CANARY_PASSES}', () => undefined)
define('${CANARY_FAILS}', () => {
  throw new Error('canary')
})
define('${CANARY_FAILS} in chai', async () => {
  (await import('chai')).expect(1).to.equal(2)
})
`

const KEPT = {
  '--require': true,
  '-r': true,
  '--import': true,
  '--loader': true,
  '--experimental-loader': true,
  '--config': true,
  '--spec': true,
  '--extension': true,
  '--recursive': false,
  '--ui': true,
  '-u': true,
  '--file': true,
  '--exit': false,
  '--timeout': true,
  '--node-option': true,
  '-n': true,
  '--ignore': true,
}

const isTestFile = matches(/^test\/[^/]+\.[cm]?[jt]sx?$/, /\.(?:test|spec)\.[cm]?[jt]sx?$/)

export const mocha: Runner = {
  name: 'mocha',
  format: 'junit',
  language: 'javascript',
  isCommand: calls('mocha'),
  detect: detectTool({
    name: 'mocha',
    dependency: 'mocha',
    kept: KEPT,
    report: 'mocha.xml',
    command: (script) => {
      // Before version 6 mocha knows the long name only.
      const options =
        '--require {assets}/mocha-rejections.mjs --reporter {assets}/mocha-files.cjs --reporter-options output={reports}/mocha.xml --retries 0'
      return `${toCommand('node_modules/.bin/mocha', options, script)} ${filesOr(script)}`
    },
  }),
  // https://mochajs.org/#the-test-directory, and other common names.
  isTestFile,
  toTargets: (files) => files.map(asOperand),
  byHand: 'npx mocha',
  canary: (file) => ({ path: canaryPath(file), text: CANARY }),
  // Tests outside of a suite run before those of all suites.
  canaryTests: canaryTests({
    define: (call) =>
      `(globalThis.describe ?? globalThis.suite)?.('tdd-gate canary', () => (globalThis.it ?? globalThis.test)${call})`,
  }),
  consoleErrors,
}

/** mocha stops at the first file that does not load: there is at most one error. */
function consoleErrors(output: string): readonly ConsoleError[] {
  const [, text] = output.split(/^ ?Exception during run: /m, 2)
  if (text === undefined) return []
  const message = text.split(/\n {4}at |\n\n/, 1)[0]?.trim() ?? ''
  const paths = [/ imported from (\S+)/, /^\w+\[ @(.+?) \]:/].flatMap((pattern) => pattern.exec(message)?.[1] ?? [])
  const required = [...message.matchAll(/^- (.+)$/gm)].map((match) => match[1] ?? '')
  const frames = [...text.slice(message.length).matchAll(/\((?:file:\/\/)?(\/[^():]+):\d+:\d+\)/g)].map(
    (m) => m[1] ?? '',
  )
  const all = [...paths, ...required, ...frames]
  return [{ file: all.find(looksLikeTest) ?? paths[0] ?? null, message }]
}

/** The console has absolute paths, and the tree's own part of them is unknown here. */
function looksLikeTest(path: string): boolean {
  return matches(/\/test\/[^/]+\.[cm]?[jt]sx?$/, /\.(?:test|spec)\.[cm]?[jt]sx?$/)(path)
}
