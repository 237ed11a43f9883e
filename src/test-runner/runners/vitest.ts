/** vitest: its JSON has load errors, hooks and retries that its JUnit drops. */
import { canaryTests, EXPECT } from './canary-tests.ts'
import { calls, canaryPath, detectTool, isInstalled, matches } from './javascript.ts'
import { asOperand, CANARY_FAILS, CANARY_PASSES, type MeasuringCommand, type Runner, withOptions } from './runner.ts'
import { filesOr, toCommand } from './test-script.ts'

const CANARY = `// @ts-nocheck
import { expect, test } from 'vitest'
test('${CANARY_PASSES}', () => expect(1).toBe(1))
test('${CANARY_FAILS}', () => expect(1).toBe(2))
`

export const vitest: Runner = {
  name: 'vitest',
  format: 'vitest-json',
  language: 'javascript',
  isCommand: calls('vitest'),
  detect: detectTool({
    name: 'vitest',
    dependency: 'vitest',
    kept: {
      '--config': true,
      '-c': true,
      '--project': true,
      '--dir': true,
      '--root': true,
      '-r': true,
      '--environment': true,
    },
    report: 'vitest.json',
    command: (script) => {
      const options =
        '--reporter={assets}/vitest-projects.mjs --reporter=json --outputFile={reports}/vitest.json --retry=0'
      const operands = script.operands.filter((word) => !['run', 'watch', 'dev'].includes(word))
      return `${toCommand('node_modules/.bin/vitest run', options, script)} ${filesOr({ ...script, operands })}`
    },
  }),
  // https://vitest.dev/config/include
  isSetUpIn: (path) => /(?:^|\/)(?:vite(?:st)?\.config|vitest\.workspace)\.\w+$/.test(path),
  isTestFile: matches(/\.(?:test|spec)\.[cm]?[jt]sx?$/),
  toTargets: (files) => files.map(asOperand),
  measuring,
  shuffle: ['--sequence.shuffle', '--sequence.seed=9'],
  byHand: 'npx vitest run',
  canary: (file) => ({ path: canaryPath(file), text: CANARY }),
  canaryTests: canaryTests({
    define: (call) => `import { test as tddGateTest, expect as tddGateExpect } from 'vitest'; tddGateTest${call}`,
    own: EXPECT.map((assertion) => `tddGateExpect${assertion}`),
  }),
}

/** Its own thresholds must not decide the exit code. */
const NO_THRESHOLDS = ['lines', 'branches', 'functions', 'statements']
  .map((metric) => `--coverage.thresholds.${metric}=0`)
  .join(' ')

/** Without a provider, Vitest would ask for one. */
function measuring(command: string): readonly MeasuringCommand[] {
  return ['v8', 'istanbul'].flatMap((provider) => {
    const options = `--coverage.enabled --coverage.provider=${provider} --coverage.reporter=lcovonly --coverage.reportsDirectory={coverage} ${NO_THRESHOLDS}`
    const call = /(?<=^|[\s/])vitest(?:\.mjs)?(?:\s+(?:run|--run))?(?=\s|$)/g
    const measured = withOptions(command, call, { options, own: /--coverage/ })
    return measured === null
      ? []
      : [{ needs: isInstalled(`@vitest/coverage-${provider}`), command: measured, file: 'lcov.info' }]
  })
}
