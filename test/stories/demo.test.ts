import { chmodSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { CHEATS } from '../../src/operations/demo/cheats.ts'
import { HONEST } from '../../src/operations/demo/honest.ts'
import { getFolder } from '../support/folder.ts'
import { runCli } from '../support/run-cli.ts'

test('the demo accepts honest work, rejects every cheat for its own reason, and says so, whatever Node is on the PATH', async () => {
  const bin = getFolder({ node: '#!/bin/sh\necho "this Node is too old" >&2\nexit 9\n' })
  chmodSync(join(bin, 'node'), 0o755)
  const env = { PATH: `${bin}${delimiter}${process.env['PATH']}` }
  const { code, stdout } = await runCli(['demo'], { entry: 'src/cli/bin.mjs', env })
  expect(stdout).toContain(`demo: ${HONEST.length} honest accepted, ${CHEATS.length} cheats rejected\n`)
  expect(code).toBe(0)
})
