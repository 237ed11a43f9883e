/** A command may start several programs that report to one file: no result goes without a word. */
import { describe, expect, test } from 'vitest'
import type { TestRun } from '../../../src/core/model/test-run.ts'
import { createMeasurerState, suite } from '../../support/measuring.ts'

const outcomes = ({ cases }: TestRun) => Object.fromEntries(cases.map(({ name, outcome }) => [name, outcome]))
/** Two packages: the test of the first fails, and the last command decides the exit code. */
const tests = (name: string, value: number) =>
  `import assert from 'node:assert/strict'\nimport test from 'node:test'\ntest('${name}', () => assert.equal(${value}, 1))`
const NODE = {
  'package.json': '{"type":"module"}',
  'foo/test/a.test.js': tests('foo', 2),
  'bar/test/a.test.js': tests('bar', 1),
}
const JUNIT = '--test-reporter=junit --test-reporter-destination={reports}'
/** Writes the given text, as fast as a shell can. */
const WRITER = `case $2 in foo) set -- "$1" 'not ok' foo;; *) set -- "$1" ok "$2";; esac; printf 'TAP version 13\\n1..1\\n%s 1 - %s\\n' "$2" "$3"`
const SHELL = { 'tests/write.sh': `${WRITER} > "$1"\n`, 'tests/print.sh': `set -- - "$1"; ${WRITER}\n` }
/** It goes on after its report, as test runners do: on a busy machine the kernel's word of a change comes late. */
const XML = `import sys, time
name = sys.argv[2]
said = '<failure message="no"/>' if name == 'foo' else ''
open(sys.argv[1], 'w').write(f'<testsuite><testcase classname="c" name="{name}">{said}</testcase></testsuite>')
time.sleep(0.5)
`
const PYTHON = { 'tests/write.py': XML }

describe('each program counts', () => {
  test.each([
    ['a loop', `for p in foo bar; do (cd $p && node --test); done`, NODE, ['{reports}/none-*.xml']],
    ['a list of commands', `node --test foo/test/a.test.js; (cd bar; node --test)`, NODE, ['{reports}/none-*.xml']],
    [
      'a loop with reports of its own',
      `for p in foo bar; do (cd $p && node --test ${JUNIT}/$p.xml); done`,
      NODE,
      ['{reports}/*.xml'],
    ],
    [
      'a loop with one report',
      `for p in foo bar; do (cd $p && node --test ${JUNIT}/all.xml); done`,
      NODE,
      ['{reports}/*.xml'],
    ],
    [
      'xargs',
      `printf '%s\\n' foo/test/a.test.js bar/test/a.test.js | xargs -n 1 node --test; true`,
      NODE,
      ['{reports}/none-*.xml'],
    ],
    [
      'a shell in a shell',
      `sh -c 'node --test foo/test/a.test.js; node --test bar/test/a.test.js'`,
      NODE,
      ['{reports}/none-*.xml'],
    ],
    ['programs side by side', `(cd foo; node --test) & (cd bar; node --test); wait`, NODE, ['{reports}/none-*.xml']],
    [
      'redirected output',
      `for p in foo bar; do sh tests/print.sh $p > {reports}/all.tap; done`,
      SHELL,
      ['{reports}/all.tap'],
    ],
  ])('%s', async (_what, command, files, reports) => {
    await using bench = await createMeasurerState({ suites: [suite({ command, reports })] })
    const { run, problems } = await bench.measure(files)
    expect(outcomes(run)).toEqual({ foo: 'failed', bar: 'passed' })
    // The failure did not reach the exit code, which is said too.
    expect(problems.map(({ code }) => code)).toEqual(['hidden-failure'])
  })
})

test('a program that began a report and did not end it makes the run worthless, whatever ran after it', async () => {
  const command = 'for p in foo bar; do (cd $p && node --test); done'
  const killed = `import test from 'node:test'\ntest('ends the runner', () => process.kill(process.ppid, 'SIGKILL'))`
  await using bench = await createMeasurerState({ suites: [suite({ command, reports: ['{reports}/none-*.xml'] })] })
  const { run, problems } = await bench.measure({ ...NODE, 'foo/test/a.test.js': killed })
  expect(outcomes(run)).toEqual({ bar: 'passed' })
  expect(problems.map(({ code }) => code)).toEqual(['incomplete-report'])
})

describe('a report that a later program overwrote makes the run worthless', () => {
  test.each([
    ['in a loop', 'for p in foo bar; do python3 tests/write.py {reports}/all.xml $p; done'],
    ['by a list', 'python3 tests/write.py {reports}/all.xml foo && python3 tests/write.py {reports}/all.xml bar'],
    ['by xargs', `printf 'foo\\nbar\\n' | xargs -n 1 python3 tests/write.py {reports}/all.xml`],
    ['in the tree', 'for p in foo bar; do python3 tests/write.py all.xml $p; done'],
    [
      'by a file in its place',
      'for p in foo bar; do python3 tests/write.py {reports}/new $p; mv {reports}/new {reports}/all.xml; done',
    ],
  ])('%s', async (_what, command) => {
    const reports = [command.includes('{reports}') ? '{reports}/*.xml' : 'all.xml']
    await using bench = await createMeasurerState({ suites: [suite({ command, reports })] })
    const { problems } = await bench.measure(PYTHON)
    const name = reports[0] === 'all.xml' ? 'all.xml' : '{reports}/all.xml'
    expect(problems).toMatchObject([
      { code: 'overwritten-report', message: expect.stringContaining(`${name} was overwritten`) },
    ])
    expect(problems[0]?.message).toContain('foo')
  })

  test.each([
    ['appended', 'for p in bar baz; do sh tests/print.sh $p >> {reports}/all.tap; done', SHELL],
    [
      'rewritten with more in it',
      `sh tests/write.sh {reports}/all.tap bar; sleep 0.1; sed -i 's/bar/c > bar/' {reports}/all.tap`,
      SHELL,
    ],
    ['a file for each', 'for p in bar baz; do python3 tests/write.py {reports}/$p.xml $p; done', PYTHON],
  ])('a report is %s: nothing is lost', async (_what, command, files) => {
    await using bench = await createMeasurerState({ suites: [suite({ command, reports: ['{reports}/*'] })] })
    const { problems, run } = await bench.measure(files)
    expect(problems).toEqual([])
    expect(run.cases.length).toBeGreaterThan(0)
  })
})
