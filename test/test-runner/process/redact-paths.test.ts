import { expect, test } from 'vitest'
import { redactPlace } from '../../../src/test-runner/process/redact-paths.ts'
import { failure, testCase, testRun } from '../../support/test-run.ts'

const PLACE = '/cache/tdd-gate/tree-1'

test('no text of a run or of its retries names the folder of the checkout', () => {
  const said = failure(`Cannot find ${PLACE}/src/cart.js`)
  const run = testRun({
    output: `rm: ${PLACE}/build: no such folder`,
    cases: [
      testCase({ name: 'fails', outcome: 'failed', failure: said }),
      testCase({ name: 'passes at last', attempts: [said, { ...said, stack: `at file://${PLACE}/src/cart.js:3:1` }] }),
    ],
  })
  const clean = redactPlace(run, [PLACE])
  expect(JSON.stringify(clean)).not.toContain(PLACE)
  expect(clean.output).toBe('rm: ./build: no such folder')
  expect(clean.cases[1]?.attempts.map(({ message, stack }) => [message, stack])).toEqual([
    ['Cannot find ./src/cart.js', said.stack],
    ['Cannot find ./src/cart.js', 'at ./src/cart.js:3:1'],
  ])
})
