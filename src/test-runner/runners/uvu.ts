/** uvu: runs each file in a process of its own and writes rows, because uvu prints a test that passes without its name. */
import { canaryTests, load } from './canary-tests.ts'
import { canaryPath, detectTool, isCommonJs, matches } from './javascript.ts'
import { asOperand, CANARY_FAILS, CANARY_PASSES, quote, type Runner } from './runner.ts'
import { filesOr, getVariables } from './test-script.ts'

const COMMAND = 'rows/row-files.mjs uvu'
const ASSERTIONS = '{ is: tddGateIs, equal: tddGateEqual, ok: tddGateOk, throws: tddGateThrows }'

const canaryText = (head: string) => `// @ts-nocheck
${head}
test('${CANARY_PASSES}', () => {})
test('${CANARY_FAILS}', () => { throw new Error('canary') })
test.run()
`

export const uvu: Runner = {
  name: 'uvu',
  format: 'node-events',
  language: 'javascript',
  isCommand: (command) => command.includes(COMMAND),
  detect: detectTool({
    name: 'uvu',
    dependency: 'uvu',
    kept: { '-r': true, '--require': true, '-i': true, '--ignore': true, '-C': true, '--cwd': true },
    report: 'uvu.ndjson',
    command: (script) =>
      [
        ...getVariables(script),
        `node {assets}/${COMMAND} {reports}/uvu.ndjson {timeout}`,
        ...script.options.map(quote),
        filesOr(script),
      ].join(' '),
  }),
  // https://github.com/lukeed/uvu/blob/master/docs/cli.md and node_modules/uvu/parse/index.js
  isTestFile: matches(
    /^(?:[^/]+\/)*(?:tests?|__tests?__)\/(?!(?:.*\/)?fixtures\/).*\.(?:[cm]js|[jt]sx?)$/i,
    /\.(?:tests?|spec)\.(?:[cm]js|[jt]sx?)$/i,
    /^tests?\.(?:[cm]js|[jt]sx?)$/i,
  ),
  toTargets: (files) => files.map(asOperand),
  canary: (file, neighbour) => ({
    path: canaryPath(file),
    text: canaryText(isCommonJs(file, neighbour) ? "const { test } = require('uvu')" : "import { test } from 'uvu'"),
  }),
  canaryTests: canaryTests({
    define: (call, file, text) =>
      `${load(file, text, 'uvu', '{ suite: tddGateSuite }')} ${load(file, text, 'uvu/assert', ASSERTIONS)} ` +
      `{ const tddGateTest = tddGateSuite('tdd-gate'); tddGateTest${call}; tddGateTest.run() }`,
    own: ['tddGateIs(1, 2)', 'tddGateEqual({ a: 1 }, { a: 2 })', 'tddGateOk(false)', 'tddGateThrows(() => {})'],
  }),
}
