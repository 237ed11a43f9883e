/** Our xunit reporter of mocha, on top of the project's own: before version 8 mocha names no files. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ASSETS } from '../../../src/test-runner/command.ts'
import { getFolder } from '../../support/folder.ts'

/** As in mocha 6: a constructor of old, `test` and `write` on its prototype. */
const OLD_MOCHA = `
function XUnit(runner) { this.runner = runner }
XUnit.prototype.write = function (line) { console.log(line) }
XUnit.prototype.test = function (test) {
  this.write('<testcase classname="' + test.parent.fullTitle() + '" name="' + test.title + '"' + (test.isNew ? ' file="own"' : '') + '/>')
}
exports.reporters = { XUnit }
`
const USE = `
const Reporter = require(process.argv[1])
const reporter = new Reporter({}, {})
const parent = { fullTitle: () => 'Shop' }
reporter.write('<testsuite name="a">')
reporter.test({ parent, title: 'adds <testcase ', file: process.cwd() + '/test/a&b.js' })
reporter.test({ parent, title: 'takes', file: '/elsewhere.js', isNew: true })
reporter.write('</testsuite>')
`

test('names the file of each test where mocha itself does not', () => {
  const dir = getFolder({})
  mkdirSync(join(dir, 'node_modules/mocha'), { recursive: true })
  writeFileSync(join(dir, 'node_modules/mocha/index.js'), OLD_MOCHA)
  const output = execFileSync(process.execPath, ['-e', USE, join(ASSETS, 'mocha-files.cjs')], { cwd: dir })
  expect(output.toString().trim().split('\n')).toEqual([
    '<testsuite name="a">',
    `<testcase file="${dir}/test/a&amp;b.js" classname="Shop" name="adds <testcase "/>`,
    '<testcase classname="Shop" name="takes" file="own"/>',
    '</testsuite>',
  ])
})
