/** Reads what test files of Perl and of shells print: TAP, and the lines of shunit2. */

const RESULT = /^(not )?ok\b(?: (\d+))?(?: -)?\s*(.*)$/
const DIRECTIVE = /(?:^|\s)# ?(skip|todo)\b.*$/i
const PLAN = /^1\.\.(\d+)(?:\s*#\s*(skip)\b.*)?/i
/** Errors of a language are no assertions, although the test is reported as failed. */
const RAISED = /command not found|No such file or directory|Undefined subroutine|Can't locate /
const SHUNIT_END = /^Ran (\d+) tests?\.$/
const SHUNIT_SUM = /^(?:OK|FAILED)(?: \((.*)\))?$/
/** The shell of Debian names the line otherwise than bash. */
const DASH = /^(\S+\.(?:sh|bats)): (\d+): (?:eval: )?(\S+): not found$/gm

/**
 * Returns the results of one file. What a subtest says belongs to the line that closes it.
 * @returns `isWhole`: the plan counts as many results as there are
 */
export function readTap(text) {
  const tests = []
  let [plan, inner, isSkipped] = [null, [], false]
  for (const line of text.split('\n')) {
    const [, bad, , rest = ''] = RESULT.exec(line) ?? []
    const [, count, skip] = PLAN.exec(line) ?? []
    if (RESULT.test(line)) {
      tests.push(toTest(rest, bad !== undefined, { number: tests.length + 1, lines: inner }))
      inner = []
    } else if (count !== undefined) [plan, isSkipped] = [Number(count), skip !== undefined]
    else if (/^\s/.test(line) || tests.length === 0) inner.push(line)
    else tests.at(-1).lines.push(line.replace(/^#\s?/, ''))
  }
  return { tests, isWhole: plan === tests.length, isSkipped }
}

function toTest(rest, isBad, { number, lines }) {
  const directive = DIRECTIVE.exec(rest)?.[1]?.toLowerCase()
  const name = rest.replace(DIRECTIVE, '').trim()
  return { name: name || `assertion ${number}`, isBad, skip: directive === 'skip', todo: directive === 'todo', lines }
}

/**
 * Returns the results of one file.
 * @param names of its test functions: a test may print anything else itself
 */
export function readShunit(text, names) {
  const tests = []
  let [count, skipped] = [null, 0]
  for (const line of text.split('\n')) {
    const sum = count === null ? null : SHUNIT_SUM.exec(line)
    if (names.has(line)) tests.push({ name: line, isBad: false, skip: false, todo: false, lines: [] })
    else if (SHUNIT_END.test(line)) count = Number(SHUNIT_END.exec(line)[1])
    else if (sum !== null) skipped = Number(/skipped=(\d+)/.exec(sum[1] ?? '')?.[1] ?? 0)
    else if (count === null && tests.length > 0) tests.at(-1).lines.push(line)
  }
  const isFailure = (line) => /^(?:ASSERT:|shunit2:ERROR )/.test(line)
  const judged = tests.map((test) => ({ ...test, isBad: test.lines.some(isFailure) }))
  const isTold = judged.some(({ isBad }) => isBad) || !/^FAILED/m.test(text)
  return { tests: judged, isWhole: count === tests.length && isTold, skipped }
}

/** The text of a failure; what a language raised is no assertion. */
export function toFailure(lines) {
  const text = lines.join('\n').replace(DASH, '$1: line $2: $3: command not found').trim()
  const message = text.replace(/^ASSERT:/m, '').trim()
  return { failureType: 'testCodeFailure', message, ...(RAISED.test(text) ? {} : { code: 'ERR_ASSERTION' }) }
}
