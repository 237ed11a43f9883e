/**
 * Runs as `node <this file> OPTIONS`: starts the project's own jest with our options off the process's command line.
 * Where all tests run in one process, a program under test reads that line as its own.
 */
const { createRequire } = require('node:module')
const { join } = require('node:path')

const NOT_FOUND = 127

const { resolve } = createRequire(join(process.cwd(), 'index.js'))
const options = [...process.argv.splice(2), `--testResultsProcessor=${join(__dirname, 'jest-projects.cjs')}`]
const jest = find('jest') ?? find('jest-cli')
if (jest === null) {
  console.error('jest: not found')
  process.exit(NOT_FOUND)
}
// As jest's own command does (jest-cli/bin/jest.js).
process.env.NODE_ENV ??= 'test'
require(jest).run(options)

function find(name) {
  try {
    return resolve(name)
  } catch {
    return null
  }
}
