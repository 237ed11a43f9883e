/** Writes a `go test -json` stream as large as wanted: packages with tests, output lines, a failure here and there. */
import { closeSync, openSync, writeSync } from 'node:fs'

const TESTS_IN_PACKAGE = 50
const LINES = 12

/** @returns the number of tests in it */
export function writeBigGoJson(path: string, bytes: number): number {
  const file = openSync(path, 'w')
  let packages = 0
  for (let written = 0; written < bytes; packages += 1) written += writeSync(file, getPackage(packages))
  closeSync(file)
  return packages * TESTS_IN_PACKAGE
}

function getPackage(n: number): string {
  const name = `example.com/shop/module${n}`
  const tests = Array.from({ length: TESTS_IN_PACKAGE }, (_, test) => getTest(name, test))
  const isFailing = Array.from({ length: TESTS_IN_PACKAGE }, (_, test) => test).some(fails)
  const end = { Time: TIME, Action: isFailing ? 'fail' : 'pass', Package: name, Elapsed: 1.5 }
  return `${[line({ Time: TIME, Action: 'start', Package: name }), ...tests, line(end)].join('\n')}\n`
}

const TIME = '2026-01-01T00:00:00.123456789Z'
const fails = (test: number) => test % 25 === 7
const line = (event: object) => JSON.stringify(event)

/** Members in the order in which go writes them. */
function getTest(name: string, test: number): string {
  const event = (action: string, more: object = {}) =>
    line({ Time: TIME, Action: action, Package: name, Test: `TestTotals/with_${test}_items_and_ünïcödé`, ...more })
  const said = Array.from({ length: LINES }, (_, n) =>
    event('output', { Output: `    totals_test.go:${n + 10}: request ${test}-${n} GET /items -> 200\n` }),
  )
  return [event('run'), ...said, event(fails(test) ? 'fail' : 'pass', { Elapsed: 0.01 })].join('\n')
}
