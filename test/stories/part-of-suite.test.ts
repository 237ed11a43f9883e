/** A test command that runs the changed files, but not every test without them: the suite is too slow, say. */
import { expect, test } from 'vitest'
import { createBranch } from '../support/branch.ts'
import { GREEN, RED, SHOP, WRONG } from '../support/shop.ts'

const MOVED = { 'test/slow/discount.test.js': String(RED['test/discount.test.js']).replace('../src', '../../src') }
const withCommand = (command: string, more = '') => ({
  ...SHOP,
  '.github/tdd-gate.yml': `version: 1\ntest:\n  command: ${command}\n${more}`,
})
const findError = (commit: { readonly findings: readonly { readonly level: string }[] } | undefined) =>
  commit?.findings.find(({ level }) => level === 'error')

test('a driver that the command leaves out without {files} is no attempt to correct: the advice names the command', async () => {
  await using branch = await createBranch(withCommand('node --test test/cart.test.js {files}'))
  await branch.red(MOVED)
  await branch.green(GREEN)
  const { verdicts, decision } = await branch.verify()
  expect(verdicts).toEqual(['red accepted', 'green attempt: green-passes-drivers'])
  expect(findError(decision.commits[1])).toMatchObject({
    message: 'Still not passing: test/slow/discount.test.js (did not run)',
    suggestion: { text: expect.stringContaining('`test.command`') },
  })
})

test('the same command proves drivers among the tests that it always runs', async () => {
  await using branch = await createBranch(withCommand('node --test "test/*.test.js" {files}'))
  await branch.red(RED)
  await branch.green(WRONG)
  await branch.green(GREEN)
  expect((await branch.verify()).verdicts).toEqual([
    'red accepted',
    'green attempt: green-passes-drivers (superseded)',
    'green accepted',
  ])
})

test('a command that runs nothing without files cannot measure the base, and the advice says what it must run', async () => {
  const run =
    '[ $# -gt 0 ] || exit 1\nexec node --test --test-reporter=tap --test-reporter-destination=report.tap "$@"\n'
  await using branch = await createBranch({
    ...withCommand('sh run.sh {files}', '  reports: [report.tap]\n'),
    '.gitignore': 'report.tap\n',
    'run.sh': run,
  })
  await branch.red(RED)
  const { verdicts, decision } = await branch.verify()
  expect(verdicts).toEqual(['red unmeasured: measurement-agrees'])
  expect(findError(decision.commits[0])).toMatchObject({
    message: expect.stringContaining('ended with exit code 1 and wrote no report'),
    suggestion: { text: expect.stringContaining('Without {files}, test.command must run every test') },
  })
})
