import { expect, test } from 'vitest'
import { CHEATS } from '../../src/operations/demo/cheats.ts'
import { HONEST } from '../../src/operations/demo/honest.ts'
import { runCli } from '../support/run-cli.ts'

test('the demo accepts honest work, refuses every cheat for its own reason, and says so', async () => {
  const { code, stdout } = await runCli(['demo'])
  expect(stdout).toContain(`demo: ${HONEST.length} honest accepted, ${CHEATS.length} cheats refused\n`)
  expect(code).toBe(0)
})
