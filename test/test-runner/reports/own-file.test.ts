/** Every process that reports with a reporter of ours has a file of its own. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ASSETS } from '../../../src/test-runner/command.ts'
import { getFolder } from '../../support/folder.ts'

const { ownFile } = createRequire(import.meta.url)(join(ASSETS, 'own-file.cjs'))

test('the first has the name that the command says, and the others a number', () => {
  const folder = getFolder({ 'a.b/other.ndjson': '' })
  const path = join(folder, 'a.b', 'rows.ndjson')
  expect([ownFile(path), ownFile(path), ownFile(path)]).toEqual([
    path,
    join(folder, 'a.b', 'rows-2.ndjson'),
    join(folder, 'a.b', 'rows-3.ndjson'),
  ])
})

const SCRIPTS: readonly (readonly [name: string, command: (report: string) => readonly string[]])[] = [
  ['script-files.mjs', (report) => ['node', 'script-files.mjs', 'shunit2', report, '60']],
  ['tape-files.mjs', (report) => ['node', 'tape-files.mjs', report]],
  ['row-files.mjs', (report) => ['node', 'rows/row-files.mjs', 'uvu', report, '60']],
  ['unittest-files.py', (report) => ['python3', 'unittest-files.py', report]],
  ['test-unit-files.rb', (report) => ['ruby', 'ruby/test-unit-files.rb', report]],
  ['minitest-files.rb', (report) => ['ruby', 'minitest-files.rb', report]],
]
const isThere = (program = '') => spawnSync(program, ['--version']).status === 0

test.each(SCRIPTS)('%s never writes over the report of another start', (name, command) => {
  const folder = getFolder({
    'node_modules/tape/bin/tape': '',
    'node_modules/uvu/parse/index.js': 'exports.parse = async () => ({ suites: [] })',
    'out/x': '',
  })
  const [program = '', script = '', ...words] = command(join(folder, 'out', 'rows.ndjson'))
  if (!isThere(program)) return
  for (const _ of [1, 2]) spawnSync(program, [join(ASSETS, script), ...words], { cwd: folder })
  const made = readdirSync(join(folder, 'out')).filter((one) => one.endsWith('.ndjson'))
  expect([name, made.toSorted()]).toEqual([name, ['rows-2.ndjson', 'rows.ndjson']])
})

test('the reporter of node:test leaves in the named file only that it began and ended', () => {
  const folder = getFolder({ 'a.test.mjs': "import test from 'node:test'\ntest('adds', () => undefined)", 'out/x': '' })
  const own = [`--test-reporter=${join(ASSETS, 'node-reporter.mjs')}`, '--test-reporter-destination=out/node.ndjson']
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  for (const _ of [1, 2]) spawnSync(process.execPath, ['--test', ...own, 'a.test.mjs'], { cwd: folder, env })
  const read = (name: string) => readFileSync(join(folder, 'out', name), 'utf8')
  expect(
    read('node.ndjson')
      .split('\n')
      .map((line) => line && JSON.parse(line).type),
  ).toEqual(['tdd-gate:node-events', 'tdd-gate:end', ''])
  for (const name of ['node-1.ndjson', 'node-2.ndjson']) expect(read(name)).toContain('"name":"adds"')
})
