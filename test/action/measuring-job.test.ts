import { describe, expect, test } from 'vitest'
import { refuseForeignRunner } from '../../src/action/measuring-job.ts'
import type { TrustPolicy } from '../../src/core/model/config.ts'

describe('the runner of the measuring jobs', () => {
  const accept = (labels: readonly string[] | null, runners: TrustPolicy['runners'] = 'github-hosted') =>
    refuseForeignRunner(labels, { level: 'attested', runners })

  test.each([null, ['ubuntu-24.04'], ['ubuntu-latest'], ['ubuntu-24.04-arm']])(
    '%j is a machine that GitHub starts anew, or one of a workflow of its own',
    (labels) => expect(() => accept(labels)).not.toThrow(),
  )
  test.each([[['self-hosted']], [['ubuntu-24.04', 'gpu']], [['ubuntu-large-of-acme']], [['linux']], [[]]])(
    '%j needs the word of the base, which the refusal names',
    (labels) => {
      expect(() => accept(labels)).toThrow(
        expect.objectContaining({
          code: 'bad-evidence',
          suggestion: expect.objectContaining({ text: expect.stringContaining('runners: any') }),
        }),
      )
      expect(() => accept(labels, 'any')).not.toThrow()
    },
  )
})
