/**
 * The project's own uvu, which also writes a row for each test. uvu itself names no test that passes, is skipped or never
 * runs, and ends with success when a hook throws.
 */
const { createRequire } = require('node:module')
const { join } = require('node:path')
const { toError, writeRow } = require('./row.cjs')

const uvu = createRequire(join(process.cwd(), 'index.js'))('uvu')
/** All tests that the file defines. */
const defined = []

exports.suite = (name = '', state = {}) => observe(uvu.suite(name, state), name === '' ? [] : [String(name)])
exports.test = exports.suite()
exports.exec = uvu.exec

/** Writes what never ran: without `run()`, or beside a test that runs alone. */
exports.finish = () => {
  for (const test of defined.filter(({ isBegun }) => !isBegun)) writeTest({ ...test, skip: true })
  writeRow({ type: 'end' })
}

function observe(define, suite) {
  let round = openRound(define)
  const add = (key) => (name, handler) => {
    const test = { suite, name: String(name) }
    defined.push(test)
    round[key].push(test)
    const at = key === 'only' ? define.only : define
    at(name, watch(round, handler))
  }
  const hook = (set) => (handler) => set(watch(round, handler))
  return Object.assign(add('tests'), {
    only: add('only'),
    skip: (name, ...rest) => {
      writeTest({ suite, name: String(name), skip: true })
      define.skip(name, ...rest)
    },
    before: Object.assign(hook(define.before), { each: hook(define.before.each) }),
    after: Object.assign(hook(define.after), { each: hook(define.after.each) }),
    run: () => {
      define.run()
      round = openRound(define)
    },
  })
}

/** The tests until the next `run()`. Our hooks come first. */
function openRound(define) {
  const round = { tests: [], only: [], at: 0, current: null }
  define.before.each(() => begin(round))
  define.after(() => settle(round))
  return round
}

function begin(round) {
  settle(round)
  const test = (round.only.length > 0 ? round.only : round.tests)[round.at]
  round.at += 1
  round.current = test
  test.isBegun = true
  writeRow({ type: 'start', suite: test.suite, name: test.name })
}

/** A test has its result when its hooks have run. */
function settle(round) {
  if (round.current) writeTest(round.current)
  round.current = null
}

function watch(round, run) {
  return async (...args) => {
    try {
      return await run(...args)
    } catch (thrown) {
      const error = toError(thrown)
      if (round.current) round.current.error ??= error
      else writeRow({ type: 'failure', error })
      throw thrown
    }
  }
}

function writeTest({ suite, name, skip, error }) {
  writeRow({ type: 'test', suite, name, skip, error })
}
