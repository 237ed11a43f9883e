/** Jasmine: one process for each file, because one that does not load hides all others, and its reports name no file. */
import { posix } from 'node:path'
import { canaryTests, EXPECT } from './canary-tests.ts'
import { detectTool, matches } from './javascript.ts'
import { asOperand, CANARY_FAILS, CANARY_PASSES, quote, type Runner } from './runner.ts'
import { filesOr, getVariables } from './test-script.ts'

const SCRIPT = 'jasmine-files.mjs'
const CANARY = `// @ts-nocheck
globalThis.it('${CANARY_PASSES}', () => {})
globalThis.it('${CANARY_FAILS}', () => globalThis.expect(1).toBe(2))
`

// https://jasmine.github.io/setup/nodejs.html
const isTestFile = matches(/(?:[._-]|[a-z\d])[sS]pec\.[cm]?[jt]s$/)

export const jasmine: Runner = {
  name: 'Jasmine',
  format: 'node-events',
  language: 'javascript',
  isCommand: (command) => command.includes(SCRIPT),
  detect: detectTool({
    name: 'Jasmine',
    dependency: 'jasmine',
    kept: { '--config': false, '--helper': false, '--require': false },
    report: 'jasmine.ndjson',
    command: (script) =>
      [
        ...getVariables(script),
        `node {assets}/${SCRIPT} {reports}/jasmine.ndjson {timeout}`,
        ...script.options.map(quote),
        filesOr(script),
      ].join(' '),
  }),
  isTestFile,
  toTargets: (files) => files.map(asOperand),
  canary: (file) => ({
    path: posix.join(posix.dirname(file), `tddGateCanarySpec${posix.extname(file)}`),
    text: CANARY,
  }),
  canaryTests: canaryTests({
    define: (call) => `globalThis.describe('tdd-gate canary', () => globalThis.it${call})`,
    own: EXPECT.map((call) => `globalThis.expect${call}`),
  }),
}
