/** node-tap: TAP on standard output, with a subtest for each file; its coverage must not decide the exit code. */
import { handedCanaryTests } from './canary-tests.ts'
import { calls, canaryPath, detectTool, isCommonJs, matches } from './javascript.ts'
import type { PackageJson } from './package-json.ts'
import { asOperand, CANARY_FAILS, CANARY_PASSES, type Runner } from './runner.ts'
import { filesOr, toCommand } from './test-script.ts'

const canaryText = (head: string) => `// @ts-nocheck
${head}
t.test('${CANARY_PASSES}', async (t) => t.ok(true))
t.test('${CANARY_FAILS}', async (t) => t.ok(false))
`

/** The first major version with options of its own for coverage. */
const DISABLES_SINCE = 18

export const nodeTap: Runner = {
  name: 'tap',
  format: 'tap',
  language: 'javascript',
  isCommand: calls('tap'),
  detect: detectTool({
    name: 'tap',
    dependency: 'tap',
    kept: { '--node-arg': true, '--test-arg': true, '--timeout': true, '-t': true, '--jobs': true, '-j': true },
    report: 'tap.tap',
    command: (script, manifest) => {
      const options = `--reporter=tap --no-bail ${isOld(manifest) ? '--no-coverage' : '--disable-coverage'}`
      const operands = script.operands.filter((word) => word !== 'run')
      return `${toCommand('node_modules/.bin/tap', options, script)} ${filesOr({ ...script, operands })} > {reports}/tap.tap`
    },
  }),
  // https://node-tap.org/config/#include
  isTestFile: matches(
    /^(?:[^/]+\/)*(?:tests?|__tests__)\/(?!(?:.*\/)?(?:fixtures|tap-snapshots)\/).*\.[cm]?[jt]sx?$/,
    /(?:^|[/.])(?:tests?|spec)\.[cm]?[jt]sx?$/,
  ),
  toTargets: (files) => files.map(asOperand),
  canary: (file, neighbour) => ({
    path: canaryPath(file),
    text: canaryText(isCommonJs(file, neighbour) ? "const t = require('tap')" : "import t from 'tap'"),
  }),
  canaryTests: handedCanaryTests({
    module: 'tap',
    name: 'tddGateTap',
    define: 'tddGateTap.test',
    checks: [
      't.equal(1, 2)',
      't.same({ a: 1 }, { a: 2 })',
      't.match({ a: 1 }, { a: 2 })',
      't.throws(() => {})',
      't.ok(false)',
    ],
    truth: 't.ok',
    end: 't.end()',
    // A plan for the whole file would count it, and nothing may follow its end. Both have written a plan.
    condition: 'tddGateTap.parser?.planEnd === -1 && !tddGateTap.ended',
  }),
  mayLackCanary: true,
}

function isOld({ dependencies }: PackageJson): boolean {
  const major = /\d+/.exec(dependencies.get('tap') ?? '')?.[0]
  return major !== undefined && Number(major) < DISABLES_SINCE
}
