/** Offers `test-policy`. */
import * as z from 'zod'
import { toPolicyTestsText } from '../../render/test-report/policy-tests.ts'
import { define, EXIT } from '../operation.ts'
import { runCases } from '../policy-tests/run-cases.ts'
import { FLAGS, repo, SCHEMA_VERSION, text } from './inputs.ts'

export const testPolicyOperation = define({
  input: z.strictObject({
    repo,
    dir: text.exactOptional().describe('folder of the cases (default: .github/tdd-gate-tests)'),
    config: text.exactOptional().describe('a configuration instead of the one of the working tree'),
  }),
  output: z.looseObject({ schemaVersion: SCHEMA_VERSION, cases: z.array(z.looseObject({ holds: z.boolean() })) }),
  flags: { repo: FLAGS.repo, dir: '[dir]', config: FLAGS.config },
  run: async (input) => {
    const cases = await runCases(input)
    return {
      json: { schemaVersion: 1, cases },
      toText: (page) => toPolicyTestsText(cases, page),
      exit: cases.every(({ holds }) => holds) ? EXIT.SUCCESS : EXIT.BROKEN,
    }
  },
})
