import { spawnSync } from 'node:child_process'
import nodeTest from 'node:test'
import { describe, expect, test } from 'vitest'
import { ReportError } from '../../../src/reports/format.ts'
import { nodeEvents } from '../../../src/reports/formats/node-events.ts'
import { identify, treeOf } from '../../../src/reports/identity.ts'
import { getFolder } from '../../support/folder.ts'
import { obeysTheLaws } from '../../support/laws.ts'
import { TIME_LIMIT_MS } from '../../support/processes.ts'
import { describeCases, parseText, recorded, snapshot } from '../../support/recorded.ts'

const REPORTER = new URL('../../../src/test-runner/assets/node-reporter.mjs', import.meta.url).pathname
const sample = recorded('node-events/out/events.ndjson')
const ending = (file: string | null) => file?.split('/').at(-1)

/** Runs the files with `node --test` and gives exit code and what the reporter wrote. */
function run(files: Readonly<Record<string, string>>, options: readonly string[] = []) {
  const cwd = getFolder(files)
  const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: __, ...env } = process.env
  const args = ['--test', `--test-reporter=${REPORTER}`, ...options, 'test/*.test.mjs']
  const { stdout, status } = spawnSync('node', args, { cwd, env, timeout: TIME_LIMIT_MS })
  return {
    status,
    report: parseText(nodeEvents, stdout),
    run: identify([parseText(nodeEvents, stdout)], treeOf(Object.keys(files))),
  }
}
const TEST = "import { test, describe, it, before, after } from 'node:test'\nimport assert from 'node:assert'\n"

describe('the recorded events', () => {
  const report = parseText(nodeEvents, sample)

  test('tell what the manifest tells', () => {
    const notTold = {
      // The suite itself is the entry: what is inside was never made.
      'suite is skipped > inside a skipped suite': null,
      // A process that exits takes with it what it had not yet written: the file is a load error.
      'passes and then the process exits': null,
      'exits the process': null,
      'is never reached': null,
      // The hook is the failure, not the tests it kept from running.
      'before all fails > is never started one': 'skipped not-run',
      'before all fails > is never started two': 'skipped not-run',
    }
    expect(describeCases(report)).toEqual(
      [...snapshot('node-events', notTold), 'suite is skipped: skipped not-run'].toSorted(),
    )
  })

  test('name the files that do not load, why, and what is missing', () => {
    expect(report.loadErrors.map((e) => [ending(e.file), e.kind, ending(e.missing?.name ?? null)])).toEqual([
      ['broken.test.mjs', 'missing-symbol', 'does-not-exist.mjs'],
      ['exits.test.mjs', 'crash', undefined],
      ['syntax.test.mjs', 'error', undefined],
    ])
    expect(report.emptyFiles.map(ending)).toEqual(['empty.test.mjs'])
  })

  test('name the hooks that failed', () => {
    expect(report.hookFailures.map((h) => [h.suite, h.message])).toEqual([
      [['before all fails'], 'setup exploded'],
      [['after all fails'], 'teardown exploded'],
    ])
  })

  obeysTheLaws(nodeEvents, sample)
})

describe('a real run of node', () => {
  test('that passes is whole and has nothing else to tell', () => {
    const { status, run: result } = run({ 'test/a.test.mjs': `${TEST}describe('s', () => { it('works', () => {}) })` })
    expect(status).toBe(0)
    expect(result).toMatchObject({
      isComplete: true,
      loadErrors: [],
      runErrors: [],
      emptyFiles: [],
      hookFailures: [],
      warnings: [],
    })
    expect(result.cases.map((c) => [c.id, c.outcome])).toEqual([['test/a.test.mjs > s > works', 'passed']])
  })

  test('keeps the id of a test and the place of its failure', () => {
    const source = `${TEST}import { add } from '../src/add.mjs'\ntest('adds', () => assert.equal(add(1, 1), 2))`
    const { run: result } = run({ 'test/a.test.mjs': source, 'src/add.mjs': 'export const add = () => 3' })
    expect(result.cases[0]).toMatchObject({
      id: 'test/a.test.mjs > adds',
      outcome: 'failed',
      failure: { kind: 'assertion', type: 'AssertionError', at: 'test/a.test.mjs', line: 4 },
    })
  })

  test.each([
    ['a missing module', "import '../src/gone.mjs'", { kind: 'module' }],
    ['a missing export', "import { gone } from '../src/here.mjs'", { kind: 'symbol', name: 'gone' }],
  ])('names %s', (_, line, missing) => {
    const { status, run: result } = run({
      'test/a.test.mjs': `${TEST}${line}\ntest('x', () => {})`,
      'src/here.mjs': 'export const here = 1',
    })
    expect(status).toBe(1)
    expect(result.loadErrors).toMatchObject([{ file: 'test/a.test.mjs', kind: 'missing-symbol', missing }])
    expect(result.cases).toEqual([])
  })

  test('says what a missing function was', () => {
    const source = `${TEST}import * as cart from '../src/cart.mjs'\ntest('x', () => cart.gone())`
    const { run: result } = run({ 'test/a.test.mjs': source, 'src/cart.mjs': 'export const here = 1' })
    expect(result.cases[0]).toMatchObject({ outcome: 'errored', failure: { kind: 'missing-symbol' } })
  })

  test('a file that holds no test is empty, not passed', () => {
    const { status, run: result } = run({ 'test/a.test.mjs': 'export {}' })
    expect(status).toBe(0)
    expect(result).toMatchObject({ cases: [], emptyFiles: ['test/a.test.mjs'] })
  })

  test('exit code 0 in the first test leaves an empty file, not a passed one', () => {
    const { status, run: result } = run({
      'test/a.test.mjs': `${TEST}test('leaves', () => process.exit(0))\ntest('x', () => {})`,
    })
    expect(status).toBe(0)
    expect(result.cases.filter((c) => c.outcome === 'passed')).toEqual([])
    expect([...result.emptyFiles, ...result.runErrors]).not.toEqual([])
  })

  test('exit code 0 in the middle of a file is a crash of what was running', () => {
    const slow = "it('leaves', async () => { await new Promise((r) => setTimeout(r, 300)); process.exit(0) })"
    const source = `${TEST}test('first', () => {})\ndescribe('s', () => { ${slow}; it('never', () => { throw new Error('x') }) })`
    const { status, run: result } = run({ 'test/a.test.mjs': source })
    expect(status).toBe(0)
    expect(describeCases(result as never)).toEqual(['first: passed', 's > leaves: errored', 's > never: errored'])
    expect(result.cases[1]?.failure?.kind).toBe('crash')
    expect(result.runErrors).toHaveLength(1)
  })

  test('an unhandled rejection belongs to the run', () => {
    const source = `${TEST}test('a', () => { setTimeout(() => Promise.reject(new Error('too late')), 10) })`
    const { status, run: result } = run({ 'test/a.test.mjs': source })
    expect(status).toBe(1)
    expect(result.cases.map((c) => c.outcome)).toEqual(['passed'])
    expect(result.runErrors).toMatchObject([expect.stringContaining('too late')])
  })

  test('a test that hangs times out, a file that hangs too', () => {
    const source = `${TEST}test('hangs', { timeout: 50 }, () => new Promise((r) => setTimeout(r, 300)))`
    expect(run({ 'test/a.test.mjs': source }).run.cases[0]?.failure?.kind).toBe('timeout')
    const whole = run({ 'test/a.test.mjs': `${TEST}test('hangs', () => new Promise((r) => setTimeout(r, 2_500)))` }, [
      '--test-timeout=700',
    ])
    expect(whole.status).toBe(1)
    expect([...whole.run.cases.map((c) => c.failure?.kind), ...whole.run.loadErrors.map((e) => e.kind)]).toContain(
      'timeout',
    )
  })

  test('a parent fails like its first failing child', () => {
    const source = `${TEST}test('parent', async (t) => { await t.test('child', () => assert.ok(false)) })`
    expect(describeCases(run({ 'test/a.test.mjs': source }).report)).toEqual([
      'parent > child: failed',
      'parent: failed',
    ])
  })

  test('a suite whose body throws is a file that was not collected', () => {
    const { run: result } = run({ 'test/a.test.mjs': `${TEST}describe('s', () => { gone(); it('x', () => {}) })` })
    expect(result.loadErrors).toMatchObject([
      { file: 'test/a.test.mjs', kind: 'missing-symbol', missing: { name: 'gone' } },
    ])
  })

  test('a hook of the whole file belongs to no suite', () => {
    const { run: result } = run({
      'test/a.test.mjs': `${TEST}after(() => { throw new Error('down') })\ntest('a', () => {})`,
    })
    expect(result.hookFailures).toMatchObject([{ file: 'test/a.test.mjs', suite: [], message: 'down' }])
  })
})

describe('a real run of node in one process', () => {
  const ONE = ['--test-isolation=none']

  test('tells of each file that does not load why, and the tests of the others', () => {
    const files = {
      'src/add.mjs': 'export const add = 1',
      'test/a.test.mjs': `${TEST}test('works', () => {})`,
      'test/export.test.mjs': `${TEST}import { gone } from '../src/add.mjs'\ntest('x', () => gone())`,
      'test/module.test.mjs': `${TEST}import { gone } from '../src/gone.mjs'\ntest('x', () => gone())`,
      'test/syntax.test.mjs': `${TEST}test('x', () => {`,
      'test/throws.test.mjs': 'const cart = {}\ncart.gone()',
    }
    const { run: result } = run(files, ONE)
    const why = ({ loadErrors }: typeof result) =>
      loadErrors.map((e) => [e.file, e.kind, ending(e.missing?.name ?? null)])
    expect(result.cases.map((c) => [c.id, c.outcome])).toEqual([['test/a.test.mjs > works', 'passed']])
    expect(why(result)).toEqual([
      ['test/export.test.mjs', 'missing-symbol', 'gone'],
      ['test/module.test.mjs', 'missing-symbol', 'gone.mjs'],
      ['test/syntax.test.mjs', 'error', undefined],
      ['test/throws.test.mjs', 'missing-symbol', 'cart.gone'],
    ])
    expect(why(run(files).run)).toEqual(why(result))
  })

  test('a file that throws nothing did not load either', () => {
    const { run: result } = run({ 'test/a.test.mjs': 'throw undefined' }, ONE)
    expect(result.loadErrors).toMatchObject([{ file: 'test/a.test.mjs', kind: 'error' }])
    expect(result.emptyFiles).toEqual([])
  })

  test('a file that holds no test is empty', () => {
    const { run: result } = run({ 'test/a.test.mjs': '' }, ONE)
    expect(result).toMatchObject({ emptyFiles: ['test/a.test.mjs'], loadErrors: [], cases: [] })
  })
})

describe('the stream', () => {
  const header = '{"type":"tdd-gate:node-events","version":1,"node":"v24.21.0"}\n'
  const event = (part: object) =>
    `${JSON.stringify({ type: 'test:pass', name: 'x', nesting: 0, file: '/a.mjs', isInside: true, kind: 'test', ...part })}\n`
  const end = '{"type":"tdd-gate:end"}\n'

  test('is recognised by its first line', () => {
    expect(nodeEvents.looksLike(header)).toBe(true)
    expect(nodeEvents.looksLike(event({}) + header)).toBe(false)
    expect(() => parseText(nodeEvents, event({}))).toThrow(ReportError)
  })

  test('without its end is not complete', () => {
    expect(parseText(nodeEvents, header + event({})).isComplete).toBe(false)
  })

  test('may have lines of others, which are counted', () => {
    expect(parseText(nodeEvents, `${header}hello\n${event({})}${end}`).warnings).toEqual(['1 line is no event'])
  })

  test('is refused when it is nested without end', () => {
    expect(() => parseText(nodeEvents, header + event({ nesting: 1e9 }))).toThrow('nested deeper than the limit of 256')
  })

  test('names of object members are plain names', () => {
    expect(
      describeCases(parseText(nodeEvents, header + event({ name: '__proto__', file: '__proto__' }) + end)),
    ).toEqual(['__proto__: passed'])
  })
})

describe('a test that is expected to fail', () => {
  const event = (part: object) =>
    JSON.stringify({
      nesting: 0,
      file: '/p/test/a.test.mjs',
      isInside: true,
      kind: 'test',
      line: 3,
      column: 1,
      ...part,
    })
  const describeCases = (...parts: readonly object[]) =>
    parseText(
      nodeEvents,
      ['{"type":"tdd-gate:node-events","version":1}', ...parts.map(event), '{"type":"tdd-gate:end"}'].join('\n'),
    ).cases.map(({ name, outcome, mark, failure }) => [name, outcome, mark, failure?.kind])
  const fails = (failureType: string, message: string) => ({
    type: 'test:fail',
    expectFailure: true,
    error: { failureType, message },
  })

  test('is marked when it does, and failed when it does not', () => {
    expect(
      describeCases(
        { type: 'test:pass', name: 'does', expectFailure: true },
        { ...fails('expectedFailure', 'test was expected to fail but passed'), name: 'does not' },
        { ...fails('testCodeFailure', 'another error than expected'), name: 'fails otherwise' },
        { type: 'test:pass', name: 'is like any other', expectFailure: false },
      ),
    ).toEqual([
      ['does', 'passed', 'expected-failure', undefined],
      ['does not', 'failed', 'unexpected-success', 'assertion'],
      ['fails otherwise', 'errored', null, 'error'],
      ['is like any other', 'passed', null, undefined],
    ])
  })

  test.skipIf(!('expectFailure' in nodeTest))('is reported by a node that knows it', () => {
    const { report } = run({
      'test/a.test.mjs': `${TEST}test('does', { expectFailure: true }, () => assert.equal(1, 2))
test('does for a reason', { expectFailure: 'bug 7' }, () => assert.equal(1, 2))
test('does not', { expectFailure: true }, () => {})
test('adds', () => {})`,
    })
    expect(report.cases.map(({ name, outcome, mark }) => `${name}: ${outcome} ${mark}`)).toEqual([
      'does: passed expected-failure',
      'does for a reason: passed expected-failure',
      'does not: failed unexpected-success',
      'adds: passed null',
    ])
  })
})
