import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const run = (...words: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/test.ts', ...words], {
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', PATH: `node_modules/.bin:${process.env['PATH']}` },
  })
  return { status, output: `${stdout}${stderr}` }
}

test('`npm test -- <file>` runs that file, and checks neither types nor lint', () => {
  const { status, output } = run('test/core/util/nearest.test.ts', '--reporter', 'default')
  expect([status, output]).toEqual([0, expect.stringMatching(/Test Files {2}1 passed/)])
  expect(output).not.toContain('Checked')
})

test('a file that does not exist fails', () => {
  expect(run('test/no-such.test.ts').status).toBe(1)
})
