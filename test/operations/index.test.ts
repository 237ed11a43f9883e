import { describe, expect, test } from 'vitest'
import { COMMANDS } from '../../src/cli/commands.ts'
import { OPERATIONS } from '../../src/operations/index.ts'

describe('the list of operations', () => {
  test('names every operation with its effect: a new one is a decision', () => {
    expect(OPERATIONS.map(({ name, effect }) => `${name}: ${effect}`)).toEqual([
      'init: writes',
      'doctor: reads',
      'plan: writes',
      'start: writes',
      'claim: writes',
      'next: reads',
      'status: reads',
      'runs: reads',
      'complete: writes',
      'commit: writes',
      'pause: writes',
      'resume: writes',
      'skip: writes',
      'override: writes',
      'revert: writes',
      'abort: writes',
      'run: writes',
      'verify: reads',
      'test-policy: reads',
      'hook: reads',
      'explain: reads',
      'report: reads',
    ])
  })

  test('each one is a command of the command line, and its options have a description', async () => {
    const names = COMMANDS.map(({ name }) => name)
    for (const { name, load } of OPERATIONS) {
      expect(names).toContain(name)
      const { input, output } = await load()
      expect(Object.entries(input.shape).filter(([, option]) => !option.description)).toEqual([])
      expect(Object.keys(output.shape)).toContain('schemaVersion')
    }
  })
})
