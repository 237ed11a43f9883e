/** What a shell test runner prints of a file that it does not run is the reason that people read. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ASSETS } from '../../../src/test-runner/command.ts'
import { getFolder } from '../../support/folder.ts'

const HAS_BATS = spawnSync('bats', ['--version']).status === 0

test.skipIf(!HAS_BATS)('bats names the test whose name stands twice', () => {
  const folder = getFolder({ 'a.bats': "@test 'tax' { true; }\n@test 'tax' { false; }\n" })
  const report = join(folder, 'rows.ndjson')
  spawnSync(process.execPath, [join(ASSETS, 'script-files.mjs'), 'bats', report, '60', 'a.bats'], { cwd: folder })
  const events = readFileSync(report, 'utf8').trim().split('\n')
  expect(events.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({
      name: 'a.bats',
      stderr: expect.stringMatching(/^Error: Duplicate test name.*test_tax$/),
    }),
  )
})
