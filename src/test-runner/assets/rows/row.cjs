/** Writes one JSON object a line into the file that `row-files.mjs` names. */
const { appendFileSync } = require('node:fs')

const MAX_TEXT = 16_000
const report = process.env.TDD_GATE_REPORT

const writeRow = (row) => appendFileSync(report, `${JSON.stringify(row)}\n`)

/** Whatever was thrown: also nothing. */
function toError(thrown) {
  const { name, message, code, stack } = Object(thrown)
  return {
    failureType: 'testCodeFailure',
    name: toText(name),
    message: toText(message) ?? String(thrown).slice(0, MAX_TEXT),
    code: code === 'ERR_ASSERTION' ? code : undefined,
    stack: toText(stack),
  }
}

function toText(value) {
  return typeof value === 'string' ? value.slice(0, MAX_TEXT) : undefined
}

module.exports = { toError, writeRow }
