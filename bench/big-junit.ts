/** Writes a JUnit XML as large as wanted, the way large projects write it: failures with stacks, and much output. */
import { closeSync, openSync, writeSync } from 'node:fs'

const TESTS_IN_SUITE = 50

/** @returns the number of tests in it */
export function writeBigJunit(path: string, bytes: number): number {
  const file = openSync(path, 'w')
  let written = writeSync(file, '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="big">\n')
  let suites = 0
  for (; written < bytes; suites += 1) written += writeSync(file, suiteOf(suites))
  writeSync(file, '</testsuites>\n')
  closeSync(file)
  return suites * TESTS_IN_SUITE
}

function suiteOf(suite: number): string {
  const cases = Array.from({ length: TESTS_IN_SUITE }, (_, test) => caseOf(suite, test))
  const name = `com.example.module${suite % 97}.Suite${suite}Test`
  const output = `<system-out><![CDATA[${logOf(suite, 99)}]]></system-out>`
  return `<testsuite name="${name}" tests="${TESTS_IN_SUITE}" time="1.5">\n${cases.join('')}${output}\n</testsuite>\n`
}

/** One in ten fails, one in fifty errs, one in fifty is skipped, one in five talks. */
function caseOf(suite: number, test: number): string {
  const name = `does thing ${test} with value ${(suite * 31 + test) % 1000} &amp; &quot;quotes&quot; ünïcödé`
  const at = `classname="com.example.module${suite % 97}.Suite${suite}Test" name="${name}" time="0.0${test}" line="${test}"`
  return `<testcase ${at}>${insideOf(suite, test)}</testcase>\n`
}

function insideOf(suite: number, test: number): string {
  if (test % 10 === 3)
    return `<failure message="expected ${test} &lt;diff&gt;" type="AssertionError">${stackOf(suite, test)}</failure>`
  if (test === 17) return `<error message="boom" type="TypeError"><![CDATA[boom <b>\n${stackOf(suite, test)}]]></error>`
  if (test === 29) return '<skipped message="not on this platform"/>'
  return test % 5 === 0 ? `<system-out><![CDATA[${logOf(suite, test)}]]></system-out>` : ''
}

function stackOf(suite: number, test: number): string {
  const frame = (n: number) =>
    `    at run (/srv/app/src/module${suite % 97}/file${(test + n) % 31}.test.ts:${100 + n}:7)`
  return Array.from({ length: 30 }, (_, n) => frame(n)).join('\n')
}

function logOf(suite: number, test: number): string {
  const line = (n: number) => `[info] 2026-01-01T00:00:0${n}.123Z request ${suite}-${test} GET /items?id=${n} -> 200`
  return Array.from({ length: 8 }, (_, n) => line(n)).join('\n')
}
