/** How `npm run demo` is called. */
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const call = (...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['test/demo/index.ts', ...args], { encoding: 'utf8' })
  return { status, stdout, stderr }
}

test.each(['--help', '-h'])('%s prints each option with what it does, and plays nothing', (option) => {
  const { status, stdout, stderr } = call(option)
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^usage: npm run demo -- \[--open\] \[--json\] \[--postgres\]\n/)
  for (const name of ['--open', '--json', '--postgres', '--help'])
    expect(stdout).toMatch(new RegExp(`^  ${name} .*\\w`, 'm'))
})

test('an unknown option is named, with the usage', () => {
  const { status, stdout, stderr } = call('--opne')
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(/^Unknown option '--opne'/)
  expect(stderr).toContain('usage: npm run demo -- ')
})
