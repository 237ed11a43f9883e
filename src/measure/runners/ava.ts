/** ava: TAP on standard output is the only machine report it has. */
import { calls, canaryPath, detectTool, isCommonJs, matches } from './javascript.ts'
import { asOperand, CANARY_FAILS, CANARY_PASSES, type Runner } from './runner.ts'
import { filesOr, toCommand } from './test-script.ts'

const canaryText = (head: string) => `${head}
test('${CANARY_PASSES}', (t) => t.pass())
test('${CANARY_FAILS}', (t) => t.fail())
`

const isCandidate = matches(
  /^(?:src\/|source\/)?test\.[cm]?[jt]s$/,
  /(?:^|\/)test-[^/]+\.[cm]?[jt]s$/,
  /\.(?:test|spec)\.[cm]?[jt]s$/,
  /(?:^|\/)(?:test|tests|__tests__)\/(?:.*\/)?[^/]+\.[cm]?[jt]s$/,
)
const HELPER = /(?:^|\/)_[^/]*$|(?:^|\/)(?:helpers|__helpers__|fixtures|__fixtures__)\//

export const ava: Runner = {
  name: 'ava',
  format: 'tap',
  language: 'javascript',
  isCommand: calls('ava'),
  detect: detectTool({
    name: 'ava',
    dependency: 'ava',
    kept: { '--config': true, '--node-arguments': true, '--serial': false, '-s': false, '--timeout': true, '-T': true },
    report: 'ava.tap',
    command: (script) =>
      `${toCommand('node_modules/.bin/ava', '--tap', script)} ${filesOr(script.operands)} > {reports}/ava.tap`,
  }),
  // https://github.com/avajs/ava/blob/main/docs/05-command-line.md and node_modules/ava/lib/glob-helpers.cjs
  isTestFile: (path) => isCandidate(path) && !HELPER.test(path),
  toTargets: (files) => files.map(asOperand),
  canary: (file, neighbour) => ({
    path: canaryPath(file),
    text: canaryText(isCommonJs(file, neighbour) ? "const test = require('ava')" : "import test from 'ava'"),
  }),
  consoleErrors: () => [],
}
