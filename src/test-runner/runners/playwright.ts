/** Playwright: its JSON has load errors and tries, which its JUnit drops. */
import { canaryTests, EXPECT } from './canary-tests.ts'
import { calls, canaryPath, detectTool, matches } from './javascript.ts'
import { asOperand, CANARY_FAILS, CANARY_PASSES, type Runner } from './runner.ts'
import { filesOr, toCommand } from './test-script.ts'

const MODULE = '@playwright/test'
const CANARY = `// @ts-nocheck
import { expect, test } from '${MODULE}'
test('${CANARY_PASSES}', () => expect(1).toBe(1))
test('${CANARY_FAILS}', () => expect(1).toBe(2))
`

export const playwright: Runner = {
  name: 'Playwright',
  format: 'playwright-json',
  language: 'javascript',
  isCommand: calls('playwright'),
  detect: detectTool({
    name: 'Playwright',
    dependency: MODULE,
    tool: 'playwright',
    kept: { '--config': true, '-c': true, '--project': true },
    report: 'playwright.json',
    command: (script) => {
      const operands = script.operands.filter((word) => word !== 'test')
      const run = toCommand('node_modules/.bin/playwright test', '--reporter=json --retries=0', script)
      return `PLAYWRIGHT_JSON_OUTPUT_NAME={reports}/playwright.json ${run} ${filesOr({ ...script, operands })}`
    },
  }),
  // https://playwright.dev/docs/api/class-testconfig#test-config-test-match
  isTestFile: matches(/\.(?:test|spec)\.[cm]?[jt]sx?$/),
  toTargets: (files) => files.map(asOperand),
  canary: (file) => ({ path: canaryPath(file), text: CANARY }),
  canaryTests: canaryTests({
    define: (call) => `import { test as tddGateTest, expect as tddGateExpect } from '${MODULE}'; tddGateTest${call}`,
    own: EXPECT.map((assertion) => `tddGateExpect${assertion}`),
  }),
}
