/** jest: its JSON, because its JUnit omits files that do not load. */
import { canaryTests, EXPECT, load } from './canary-tests.ts'
import { calls, canaryPath, detectTool, matches } from './javascript.ts'
import { asOperand, CANARY_FAILS, CANARY_PASSES, type MeasuringCommand, type Runner, withOptions } from './runner.ts'
import { filesOr, toCommand } from './test-script.ts'

/** Uses globals only: valid in CommonJS, ES modules and TypeScript. */
const CANARY = `// @ts-nocheck
test('${CANARY_PASSES}', () => expect(1).toBe(1))
test('${CANARY_FAILS}', () => expect(1).toBe(2))
`

export const jest: Runner = {
  name: 'jest',
  format: 'jest-json',
  language: 'javascript',
  isCommand: calls('jest'),
  detect: detectTool({
    name: 'jest',
    dependency: 'jest',
    kept: {
      '--config': true,
      '-c': true,
      '--selectProjects': true,
      '--rootDir': true,
      '--env': true,
      '--preset': true,
    },
    report: 'jest.json',
    command: (script) => {
      // --ci: a missing snapshot fails instead of being written and passing.
      const options = '--ci --json --outputFile={reports}/jest.json --testLocationInResults --passWithNoTests=false'
      return `${toCommand('node {assets}/jest.cjs', options, script)} ${filesOr(script)}`
    },
  }),
  // https://jestjs.io/docs/configuration#testmatch-arraystring
  isTestFile: matches(/(?:^|\/)__tests__\/.*\.[cm]?[jt]sx?$/, /(?:^|[/.])(?:test|spec)\.[cm]?[jt]sx?$/),
  toTargets: (files) => ['--runTestsByPath', ...files.map(asOperand)],
  measuring,
  shuffle: ['--randomize', '--seed=6'],
  byHand: 'npx jest',
  canary: (file) => ({ path: canaryPath(file), text: CANARY }),
  canaryTests: canaryTests({
    define: (call, file, text) =>
      text.includes('@jest/globals')
        ? `${load(file, text, '@jest/globals', '{ test: tddGateTest, expect: tddGateExpect }')} tddGateTest${call}`
        : `const tddGateExpect = expect; test${call}`,
    own: EXPECT.map((assertion) => `tddGateExpect${assertion}`),
  }),
}

/** Jest brings its provider. Its own thresholds must not decide the exit code. */
function measuring(command: string): readonly MeasuringCommand[] {
  const options = "--coverage --coverageReporters=lcovonly --coverageDirectory={coverage} --coverageThreshold='{}'"
  const call = /(?<=^|[\s/])jest(?:\.c?js)?(?=\s|$)/g
  const measured = withOptions(command, call, { options, own: /--(?:collectC|c)overage|(?:^|\s)nyc\s/ })
  return measured === null ? [] : [{ command: measured, file: 'lcov.info' }]
}
