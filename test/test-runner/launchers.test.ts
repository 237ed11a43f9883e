/** The launchers of runners end as a shell does when the runner is not installed, so that the gate can name it. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ASSETS } from '../../src/test-runner/command.ts'
import { getFolder } from '../support/folder.ts'

const start = (launcher: string, files: Readonly<Record<string, string>>) => {
  const words = [join(ASSETS, launcher), 'report.json', 'test/a.js']
  return spawnSync(process.execPath, words, { cwd: getFolder({ 'test/a.js': '', ...files }), encoding: 'utf8' })
}

test.each([
  ['jest.cjs', 'jest'],
  ['tape-files.mjs', 'tape'],
])('%s says what is not installed', (launcher, runner) => {
  expect(start(launcher, {})).toMatchObject({ status: 127, stderr: `${runner}: not found\n` })
})

test.each(['uvu', 'qunit'])('row-files.mjs says that %s is not installed', (runner) => {
  const words = [join(ASSETS, 'rows', 'row-files.mjs'), runner, 'report.json', '60']
  const ran = spawnSync(process.execPath, words, { cwd: getFolder({ a: '' }), encoding: 'utf8' })
  expect(ran).toMatchObject({ status: 127, stderr: `${runner}: not found\n` })
})

test('jest-cli alone is Jest, with the options that only the launcher was given', () => {
  const run =
    'exports.run = (options) => console.log(JSON.stringify([options, process.argv.length, process.env.NODE_ENV]))'
  const { stdout } = start('jest.cjs', { 'node_modules/jest-cli/index.js': run })
  const processor = `--testResultsProcessor=${join(ASSETS, 'jest-projects.cjs')}`
  expect(JSON.parse(stdout)).toEqual([['report.json', 'test/a.js', processor], 2, 'test'])
})
