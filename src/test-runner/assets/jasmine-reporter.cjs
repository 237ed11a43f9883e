/** Runs as `jasmine --reporter=<this file>`: appends one JSON object a line for each spec, and one at the end. */
const { appendFileSync } = require('node:fs')

const MAX_TEXT = 16_000

module.exports = class Rows {
  groups = []

  suiteStarted({ description }) {
    this.groups.push(text(description))
  }

  suiteDone({ failedExpectations }) {
    this.groups.pop()
    for (const failure of failedExpectations ?? []) write({ type: 'hook', error: toError(failure) })
  }

  specDone({ description, status, failedExpectations, pendingReason }) {
    const [failure] = failedExpectations ?? []
    const isSkipped = status === 'pending' || status === 'excluded'
    const error = status === 'failed' ? toError(failure ?? { message: pendingReason ?? 'failed' }) : undefined
    write({ type: 'spec', name: text(description), suite: this.groups, skip: isSkipped || undefined, error })
  }

  jasmineDone({ overallStatus, failedExpectations }) {
    for (const failure of failedExpectations ?? []) write({ type: 'hook', error: toError(failure) })
    write({ type: 'end', status: overallStatus })
  }
}

/** An exception has no matcher. */
function toError({ message, stack, matcherName, globalErrorType }) {
  const isAssertion = (matcherName ?? '') !== '' && globalErrorType === undefined
  const [, name, rest] = /^([\w$.]*(?:Error|Exception)): ([\s\S]*)$/.exec(message ?? '') ?? []
  const code = isAssertion ? 'ERR_ASSERTION' : undefined
  return {
    failureType: 'testCodeFailure',
    name: isAssertion ? undefined : name,
    message: text(isAssertion ? message : (rest ?? message)),
    code,
    stack: text(stack),
  }
}

function text(value) {
  return typeof value === 'string' ? value.slice(0, MAX_TEXT) : ''
}

function write(row) {
  appendFileSync(process.env.TDD_GATE_REPORT, `${JSON.stringify(row)}\n`)
}
