/** tape: runs each file in a process of its own and reads tape's own rows, because its TAP names no file. */
import { handedCanaryTests } from './canary-tests.ts'
import { canaryPath, detectTool, isCommonJs, matches } from './javascript.ts'
import { asOperand, CANARY_FAILS, CANARY_PASSES, quote, type Runner } from './runner.ts'
import { filesOr, getVariables } from './test-script.ts'

const canaryText = (head: string) => `// @ts-nocheck
${head}
test('${CANARY_PASSES}', (t) => t.end())
test('${CANARY_FAILS}', (t) => {
  t.fail()
  t.end()
})
`

const SCRIPT = 'tape-files.mjs'

export const tape: Runner = {
  name: 'tape',
  format: 'node-events',
  language: 'javascript',
  isCommand: (command) => command.includes(SCRIPT),
  detect: detectTool({
    name: 'tape',
    dependency: 'tape',
    kept: { '-r': true, '--require': true, '-i': true, '--ignore': true },
    report: 'tape.ndjson',
    command: (script) => {
      const files = script.operands.length === 0 ? "'test/**/*.js'" : script.operands.join(' ')
      const run = `node {assets}/${SCRIPT} {reports}/tape.ndjson`
      return [
        ...getVariables(script),
        run,
        ...script.options.map(quote),
        filesOr({ ...script, operands: [files] }),
      ].join(' ')
    },
  }),
  isTestFile: matches(
    /^(?:[^/]+\/)*tests?\/(?!(?:.*\/)?fixtures\/).*\.[cm]?[jt]s$/,
    /^tests?\.[cm]?[jt]s$/,
    /\.(?:test|spec)\.[cm]?[jt]s$/,
  ),
  toTargets: (files) => files.map(asOperand),
  canary: (file, neighbour) => ({
    path: canaryPath(file),
    text: canaryText(isCommonJs(file, neighbour) ? "const test = require('tape')" : "import test from 'tape'"),
  }),
  canaryTests: handedCanaryTests({
    module: 'tape',
    name: 'tddGateTest',
    define: 'tddGateTest',
    checks: ['t.equal(1, 2)', 't.deepEqual({ a: 1 }, { a: 2 })', 't.throws(() => {})', 't.ok(false)'],
    truth: 't.ok',
    end: 't.end()',
  }),
}
