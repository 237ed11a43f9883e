/** Reads what a test program of Rust prints: stable Rust writes no other report. */

const HEADER = /^running (\d+) tests?$/
const RESULT = /^test (.+?)(?: - (?:should panic|compile(?: fail)?))? \.\.\. (ok|FAILED|ignored|bench:)(?:,? [^\n]*)?$/
const STARTED = /^test (.+?)(?: - (?:should panic|compile(?: fail)?))? \.\.\. (?!(?:ok|FAILED)$|ignored|bench:)/
const SUMMARY = /^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored; (\d+) measured;/
const SLOW = /^test (.+?) has been running for over \d+ seconds$/
const BLOCK = /^---- (.+?) stdout ----$/
const PANIC = /panicked at (?:'([\s\S]*?)', )?([^\n:']{1,500}\.rs):(\d{1,7}):\d{1,7}:?(?:\n([\s\S]*))?/
const AFTER_PANIC = /\n(?:stack backtrace:|note: )[\s\S]*/
const LINE_OF_DOC = / \(line \d+\)$/
const FAILURES = 'failures:'
/** cargo-nextest writes `package::program$module::test`. */
const PROGRAM = /^[^$]*\$/
/** `nextest-test.sh` writes it. */
const ENDED = 'tdd-gate: the process ended before its test did'

/**
 * Returns the tests with their results, and which ones were running when the program ended.
 * @returns `isWhole`: the program wrote as many results as it announced and closes with
 */
export function readLibtest(text) {
  const lines = text.split('\n')
  const end = lines.indexOf(FAILURES)
  const before = end === -1 ? lines : lines.slice(0, end)
  const results = getResults(before)
  const texts = getTexts(lines.slice(before.length))
  const tests = [...results].map(([name, result]) => ({
    name: name.replace(LINE_OF_DOC, ''),
    ...toResult(result, texts.get(name)),
  }))
  const found = (pattern) => before.map((line) => pattern.exec(line)?.[1]).filter((name) => name && !results.has(name))
  const slow = found(SLOW)
  return {
    hasHeader: lines.some((line) => HEADER.test(line)),
    tests,
    isWhole: isWhole(lines, tests),
    running: [...new Set(slow.length > 0 ? slow : found(STARTED).slice(-1))],
  }
}

/** Of two lines about one test the worse one counts: a test may print the better one itself. */
function getResults(lines) {
  const results = new Map()
  for (const line of lines) {
    const [, name, result] = RESULT.exec(line) ?? []
    if (name !== undefined && results.get(name) !== 'FAILED') results.set(name, result)
  }
  return results
}

/** A program of documentation tests may have several parts, each with its own sums. */
function isWhole(lines, tests) {
  const announced = sum(lines.map((line) => HEADER.exec(line)?.[1]))
  const sums = lines.map((line) => SUMMARY.exec(line)).filter((found) => found !== null)
  const [passed, failed, ignored, measured] = [1, 2, 3, 4].map((n) => sum(sums.map((found) => found[n])))
  const count = (state) => tests.filter((test) => test.state === state).length
  return (
    sums.length > 0 &&
    announced === tests.length &&
    announced === passed + failed + ignored + measured &&
    count('failed') === failed &&
    count('ignored') === ignored
  )
}

const sum = (numbers) => numbers.reduce((total, number) => total + Number(number ?? 0), 0)

/** The output of each failed test. */
function getTexts(lines) {
  const texts = new Map()
  let own = []
  for (const line of lines) {
    const name = BLOCK.exec(line)?.[1]
    if (name === undefined && line !== FAILURES) own.push(line)
    else own = []
    if (name !== undefined) texts.set(name, own)
  }
  return texts
}

function toResult(result, lines = []) {
  if (result !== 'FAILED') return { state: result === 'ignored' ? 'ignored' : 'passed' }
  const output = lines.join('\n').trim()
  const [, quoted, file, line, after = ''] = PANIC.exec(output) ?? []
  const message = quoted ?? (after.replace(AFTER_PANIC, '').trim() || output.replace(/^note: /, ''))
  return { state: 'failed', message, output, file, line: Number(line) || undefined }
}

/** Returns the same from the events of cargo-nextest, which runs each test in a process of its own. */
export function readNextest(text) {
  const events = text.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))
  const of = (kind, isStart) => events.filter(({ type, event }) => type === kind && (event === 'started') === isStart)
  const results = of('test', false).map((one) => ({ ...one, name: one.name.replace(PROGRAM, '') }))
  const running = results.filter(({ stdout }) => stdout?.includes(ENDED)).map(({ name }) => name)
  const tests = results.filter(({ name }) => !running.includes(name)).map(toTest)
  const [opened, ends] = [of('suite', true), of('suite', false)]
  const counts = (name) => sum(ends.map((end) => end[name]))
  const failed = results.filter(({ event }) => event === 'failed').length
  const isWhole =
    running.length === 0 &&
    opened.length === ends.length &&
    sum(opened.map(({ test_count: announced }) => announced)) === results.length &&
    counts('passed') + counts('failed') + counts('ignored') === results.length &&
    counts('failed') === failed
  return { hasHeader: true, tests, isWhole, running }
}

const toTest = ({ name, event, stdout, reason = '' }) => ({
  name,
  ...toResult(event === 'failed' ? 'FAILED' : event, (stdout ?? reason).split('\n')),
})

/**
 * Returns the compiler's errors by the path that they name.
 * @param text the output of cargo with `--message-format json`; other lines are ignored
 */
export function readErrors(text) {
  const errors = new Map()
  for (const line of text.split('\n')) {
    const { message } = line.startsWith('{"reason":"compiler-message"') ? JSON.parse(line) : {}
    if (!message?.level.startsWith('error') || message.spans.length === 0) continue
    const place = message.spans.find((span) => span.is_primary) ?? message.spans[0]
    errors.set(place.file_name, [...(errors.get(place.file_name) ?? []), message.rendered.trim()])
  }
  return errors
}
