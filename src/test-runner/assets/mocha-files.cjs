/**
 * Runs as `mocha --reporter <this file>`: extends the xunit reporter of the project's own mocha with the file of each
 * test. mocha itself names files only since version 8.
 */
const { createRequire } = require('node:module')
const { join } = require('node:path')

const { ownFile } = require('./own-file.cjs')

const { reporters } = createRequire(join(process.cwd(), 'index.js'))('mocha')
const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

module.exports = class extends reporters.XUnit {
  constructor(runner, options) {
    const { reporterOptions } = options
    const output = reporterOptions?.output && ownFile(reporterOptions.output)
    super(runner, output === undefined ? options : { ...options, reporterOptions: { ...reporterOptions, output } })
  }

  test(test, ...more) {
    this.file = test.file
    super.test(test, ...more)
    this.file = undefined
  }

  write(line) {
    const [opening = ''] = /^<testcase (?:[\w-]+="[^"]*"\s*)*/.exec(line) ?? []
    const isNamed = opening === '' || this.file === undefined || opening.includes(' file="')
    super.write(isNamed ? line : line.replace('<testcase ', () => `<testcase file="${escapeXml(this.file)}" `))
  }
}

const escapeXml = (text) => String(text).replace(/[&<>"]/g, (sign) => ESCAPES[sign])
