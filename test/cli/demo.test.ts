import { expect, test } from 'vitest'
import { runCli } from '../support/run-cli.ts'

test('the demo is one of the commands', async () => {
  expect((await runCli(['--help'])).stdout).toMatch(/^ +demo /m)
  expect((await runCli(['demo', '--help'])).stdout).toContain('demo')
})
