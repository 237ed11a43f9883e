/** Writes a JUnit XML as large as wanted, the way large projects write it: failures with stacks, and much output. */
import { closeSync, openSync, writeSync } from 'node:fs'

const TESTS_IN_SUITE = 50
const FRAMES = 30
const LOG_LINES = 8
const OUTPUT_OF_SUITE = 99

/** @returns the number of tests in it */
export function writeBigJunit(path: string, bytes: number): number {
  const file = openSync(path, 'w')
  let written = writeSync(file, '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="big">\n')
  let suites = 0
  for (; written < bytes; suites += 1) written += writeSync(file, getSuite(suites))
  writeSync(file, '</testsuites>\n')
  closeSync(file)
  return suites * TESTS_IN_SUITE
}

function getSuite(suite: number): string {
  const kinds = Array.from({ length: TESTS_IN_SUITE }, (_, test) => getKind(suite, test))
  const count = (kind: Kind) => kinds.filter((one) => one === kind).length
  const counts = `tests="${TESTS_IN_SUITE}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`
  const cases = kinds.map((kind, test) => getCase(suite, test, kind))
  const properties = `    <properties><property name="seed" value="${suite}"/></properties>\n`
  const output = `    <system-out><![CDATA[${getLog(suite, OUTPUT_OF_SUITE)}]]></system-out>\n`
  const head = `  <testsuite name="${className(suite)}" ${counts} time="1.5" timestamp="2026-01-01T00:00:00">\n`
  return `${head}${properties}${cases.join('')}${output}  </testsuite>\n`
}

type Kind = 'failure' | 'error' | 'skipped' | 'talks' | 'passed'

/** One in ten fails, one in fifty errs, one or two in fifty are skipped, one in five talks. */
function getKind(suite: number, test: number): Kind {
  if (test % 10 === 3) return 'failure'
  if (test === 17) return 'error'
  if (test === 29 || (test === 31 && suite % 2 === 1)) return 'skipped'
  return test % 5 === 0 ? 'talks' : 'passed'
}

function getCase(suite: number, test: number, kind: Kind): string {
  const name = `does thing ${test} with value ${(suite * 31 + test) % 1000} &amp; &quot;quotes&quot; ünïcödé`
  const time = `0.${String(test).padStart(3, '0')}`
  const place = `file="src/module${suite % 97}/file${suite % 31}.test.ts" line="${10 + test * 4}"`
  const tag = `    <testcase classname="${className(suite)}" name="${name}" time="${time}" ${place}`
  const inside = getInside(suite, test, kind)
  return inside === '' ? `${tag}/>\n` : `${tag}>\n      ${inside}\n    </testcase>\n`
}

function className(suite: number): string {
  return `com.example.module${suite % 97}.Suite${suite}Test`
}

function getInside(suite: number, test: number, kind: Kind): string {
  const expected = `expected ${test} to equal ${test + 1}`
  if (kind === 'failure')
    return `<failure message="${expected}: &lt;diff&gt;" type="AssertionError">AssertionError: ${expected}\n${escaped(getStack(suite, test))}\n      </failure>`
  if (kind === 'error')
    return `<error message="boom" type="TypeError"><![CDATA[TypeError: boom <b>\n${getStack(suite, test)}\n]]></error>`
  if (kind === 'skipped') return '<skipped message="not on this platform"/>'
  return kind === 'talks' ? `<system-out><![CDATA[${getLog(suite, test)}]]></system-out>` : ''
}

function escaped(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function getStack(suite: number, test: number): string {
  const frame = (n: number) =>
    `    at Object.<anonymous> (/srv/runner/work/app/app/src/module${suite % 97}/file${(test + n) % 31}.test.ts:${100 + n}:${7 + n})`
  return Array.from({ length: FRAMES }, (_, n) => frame(n)).join('\n')
}

function getLog(suite: number, test: number): string {
  const line = (n: number) =>
    `[info] 2026-01-01T00:00:0${n}.123Z request ${suite}-${test}-${n} GET /api/v1/items?id=${test} -> 200 in ${n}ms`
  return Array.from({ length: LOG_LINES }, (_, n) => line(n)).join('\n')
}
