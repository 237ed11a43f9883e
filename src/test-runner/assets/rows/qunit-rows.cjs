/** Runs as `qunit --require <this file>`: writes a row for each test, with the value that it threw. */
const { inspect } = require('node:util')
const { toError, writeRow } = require('./row.cjs')

const { QUnit } = globalThis
// In a run of all files, one without tests is a helper.
QUnit.config.failOnZeroTests = false
/** What the running test threw, and its first failure. */
let thrown
let failure

QUnit.on('testStart', ({ name, fullName }) => {
  thrown = failure = undefined
  writeRow({ type: 'start', suite: fullName.slice(0, -1), name })
})
// QUnit keeps only the message of what a test throws.
QUnit.testStart(() => {
  const { current } = QUnit.config
  const { callback } = current
  current.callback = function (...args) {
    return watch(() => callback.apply(this, args))
  }
})
QUnit.log((details) => {
  if (!details.result) failure ??= toFailure(details)
})
QUnit.on('testEnd', ({ name, fullName, status }) => {
  const test = { type: 'test', suite: fullName.slice(0, -1), name }
  const marks = { skip: status === 'skipped' || undefined, todo: status === 'todo' || undefined }
  // A test that is to be done fails when nothing in it fails.
  const error = failure ?? { failureType: 'expectedFailure', message: 'nothing in it fails' }
  writeRow({ ...test, ...marks, error: status === 'failed' ? error : undefined })
})
QUnit.on('error', (error) => writeRow({ type: 'failure', error: toError(error) }))
QUnit.on('runEnd', () => writeRow({ type: 'end' }))

function watch(run) {
  const note = (error) => {
    thrown = { error }
    throw error
  }
  try {
    const result = run()
    return typeof result?.then === 'function' ? Promise.resolve(result).catch(note) : result
  } catch (error) {
    return note(error)
  }
}

/** An assertion has an expected value, even if that is `undefined`. */
function toFailure(details) {
  const { message, source, actual, expected } = details
  if (!Object.hasOwn(details, 'expected'))
    return thrown ? toError(thrown.error) : toError({ message: message ?? 'failed', stack: source })
  const values = `expected ${show(expected)}, got ${show(actual)}`
  const text = message ? `${message}: ${values}` : values
  return toError({ message: text, code: 'ERR_ASSERTION', stack: source })
}

function show(value) {
  return inspect(value, { depth: 2, breakLength: Infinity }).slice(0, 1_000)
}
