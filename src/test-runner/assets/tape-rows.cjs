/**
 * Runs as `tape -r <this file>`: writes tape's own rows as one JSON object a line to the pipe that `tape-files.mjs`
 * opened. Its TAP names neither the test of an assertion nor the thrown value.
 */
const { writeSync } = require('node:fs')
const { createRequire } = require('node:module')
const { join } = require('node:path')

const PIPE = 3
const MAX_TEXT = 16_000
const tape = createRequire(join(process.cwd(), 'index.js'))('tape')

/** tape drops a test that is skipped like this, and emits nothing for it. */
const { skip: forget } = tape
tape.skip = function skip(...args) {
  const name = args.find((arg) => typeof arg === 'string') ?? '(anonymous)'
  writeAll(`${JSON.stringify({ type: 'skip', name })}\n`)
  return forget.apply(this, args)
}

/** When a test throws, tape ends the process, and the tests after it do not run. */
const { run } = tape.Test.prototype
tape.Test.prototype.run = function runOrFail(...args) {
  try {
    return run.apply(this, args)
  } catch (error) {
    this.error(error)
    if (!this.ended) this.end()
  }
}

tape.createStream({ objectMode: true }).on('data', (row) => {
  if (row === null || typeof row !== 'object') return
  const { type, name, id, parent, skip, todo, test, ok, operator, error, at, line } = row
  const thrown = error === undefined || ok ? {} : { message: text(error.message), stack: text(error.stack) }
  writeAll(
    `${JSON.stringify({ type, name, id, parent, skip, todo, test, ok, operator, at: text(at), line, ...thrown })}\n`,
  )
})

function text(value) {
  return typeof value === 'string' ? value.slice(0, MAX_TEXT) : undefined
}

/** A pipe may be full for a moment. */
function writeAll(line) {
  for (let bytes = Buffer.from(line); bytes.length > 0; ) {
    try {
      bytes = bytes.subarray(writeSync(PIPE, bytes))
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error
    }
  }
}
