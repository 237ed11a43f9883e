/** QUnit: runs each file in a process of its own and writes rows, because its TAP names no file. */
import { handedCanaryTests } from './canary-tests.ts'
import { canaryPath, detectTool, matches } from './javascript.ts'
import { readPackageJson } from './package-json.ts'
import { asOperand, CANARY_FAILS, CANARY_PASSES, type Detection, type Project, quote, type Runner } from './runner.ts'
import { filesOr, getVariables } from './test-script.ts'

const COMMAND = 'rows/row-files.mjs qunit'
const CANARY = `// @ts-nocheck
globalThis.QUnit.test('${CANARY_PASSES}', (assert) => assert.ok(true))
globalThis.QUnit.test('${CANARY_FAILS}', (assert) => assert.ok(false))
`

const detectQUnit = detectTool({
  name: 'QUnit',
  dependency: 'qunit',
  kept: { '--require': true },
  report: 'qunit.ndjson',
  command: (script) =>
    [
      ...getVariables(script),
      `node {assets}/${COMMAND} {reports}/qunit.ndjson {timeout}`,
      ...script.options.map(quote),
      filesOr(script),
    ].join(' '),
})

export const qunit: Runner = {
  name: 'QUnit',
  format: 'node-events',
  language: 'javascript',
  isCommand: (command) => command.includes(COMMAND),
  detect,
  // https://qunitjs.com/cli/ and the names of its own documentation
  isTestFile: matches(/^(?:[^/]+\/)*tests?\/(?!(?:.*\/)?fixtures\/).*\.[cm]?js$/, /(?:^|[/._-])tests?\.[cm]?js$/),
  toTargets: (files) => files.map(asOperand),
  shuffle: ['--seed', '8'],
  canary: (file) => ({ path: canaryPath(file), text: CANARY }),
  canaryTests: handedCanaryTests({
    module: null,
    define: 'globalThis.QUnit.test',
    checks: [
      't.equal(1, 2)',
      't.strictEqual(1, 2)',
      't.deepEqual({ a: 1 }, { a: 2 })',
      't.throws(() => {})',
      't.ok(false)',
    ],
    truth: 't.ok',
  }),
}

/** Another test script runs QUnit in a browser, as Ember and Karma do. */
function detect(project: Project): Detection | null {
  const found = detectQUnit(project)
  const isOther = readPackageJson(project)?.scripts.has('test') === true
  return found === null || found.isNamed || !isOther ? found : null
}
