import { describe, expect, test } from 'vitest'
import { ReportError } from '../../../src/reports/format.ts'
import { goJson } from '../../../src/reports/formats/go-json.ts'
import { identify, treeOf } from '../../../src/reports/identity.ts'
import { obeysTheLaws } from '../../support/laws.ts'
import { describeCases, parseText, recorded, snapshot } from '../../support/recorded.ts'

const PACKAGE = 'example.com/shop/cart'
const event = (Action: string, part: object = {}) => `${JSON.stringify({ Action, Package: PACKAGE, ...part })}\n`
const output = (Output: string, Test?: string) => event('output', { Output, ...(Test && { Test }) })
const read = (...lines: readonly string[]) => parseText(goJson, lines.join(''))
const pass = (Test: string) => event('run', { Test }) + event('pass', { Test, Elapsed: 0.25 })
const fail = (Test: string, ...said: readonly string[]) =>
  event('run', { Test }) + said.map((line) => output(line, Test)).join('') + event('fail', { Test })

test.each([
  ['an event', event('pass', { Test: 'TestPrinted', Elapsed: 0 })],
  ['a line', output('--- PASS: TestPrinted (0.00s)\n', 'TestPrinted')],
])('a test that was never started does not pass by what another test printed: %s', (_, printed) => {
  const { cases } = read(pass('TestReal'), printed, event('pass'))
  expect(cases.map(({ name, outcome }) => [name, outcome])).toEqual([
    ['TestReal', 'passed'],
    ['TestPrinted', 'errored'],
  ])
})

describe('the recorded reports tell what the manifest tells', () => {
  const notCompiled = 'example.com/cases/broken > TestNeverCompiled'
  // Nothing tells of tests that were never started: their package is a load error, a hook failure or a crash.
  const untold = {
    [notCompiled]: null,
    'example.com/cases/maintest > TestNeverReached': null,
    'example.com/cases/panics > TestNeverReached': null,
  }
  test.each(['go1.24', 'go1.19', 'gotestsum'])('%s', (name) => {
    expect(describeCases(parseText(goJson, recorded(`go/out/${name}.json`)))).toEqual(snapshot('go', untold))
  })

  test.each([
    ['go1.24', 'missing-symbol', 'undefinedFunction'],
    // The compiler's words went to the error output of the command, which is not part of this file.
    ['go1.19', 'error', undefined],
  ])('%s names the package that does not compile', (name, kind, missing) => {
    const { loadErrors } = parseText(goJson, recorded(`go/out/${name}.json`))
    expect(loadErrors.map((e) => [e.file, e.kind, e.missing?.name])).toEqual([
      ['example.com/cases/broken', kind, missing],
    ])
  })

  test.each(['go1.24', 'go1.19'])('%s names the package whose TestMain failed', (name) => {
    const { hookFailures, isComplete } = parseText(goJson, recorded(`go/out/${name}.json`))
    expect(hookFailures).toMatchObject([
      { file: 'example.com/cases/maintest', suite: [], message: expect.stringContaining('setup exploded') },
    ])
    expect(isComplete).toBe(true)
  })

  test('a timeout and a panic are distinguished', () => {
    const { cases } = parseText(goJson, recorded('go/out/go1.24.json'))
    const kind = (name: string) => cases.find((c) => c.name === name)?.failure?.kind
    expect([kind('TestTimesOut'), kind('TestPanics'), kind('TestFatal')]).toEqual(['timeout', 'error', 'assertion'])
  })

  test('a rerun is one test with tries', () => {
    const report = parseText(goJson, recorded('go/out/gotestsum-rerun.json'))
    expect(report.cases.map((c) => [c.name, c.outcome, c.mark, c.retries])).toEqual([
      ['TestAddsNumbers', 'passed', null, 0],
      ['TestSquares', 'failed', null, 1],
      ['TestSquares/1_to_1', 'passed', null, 0],
      ['TestSquares/2_to_4', 'passed', null, 0],
      ['TestSquares/3_to_10', 'failed', null, 1],
      ['TestFlaky', 'passed', 'flaky', 1],
    ])
  })

  test('what -count runs twice are two tests, each with its parts', () => {
    const run = identify([parseText(goJson, recorded('go/out/go1.19-count.json'))], treeOf([]))
    expect(run.cases.map((c) => [c.id.replace('? > example.com/shop/cart > ', ''), c.outcome, c.mark])).toEqual([
      ['TestFirstOnly', 'failed', null],
      ['TestFirstOnly/part', 'failed', null],
      ['TestAdds', 'passed', null],
      ['TestFirstOnly #2', 'passed', null],
      ['TestFirstOnly/part #2', 'passed', null],
      ['TestAdds #2', 'passed', null],
    ])
  })

  obeysTheLaws(goJson, recorded('go/out/go1.24.json'))
})

describe('a test', () => {
  test('keeps what it said and where', () => {
    const { cases } = read(
      fail('TestAdds', '=== RUN   TestAdds\n', '    cart_test.go:16: got 2, want 3\n', '--- FAIL: TestAdds (0.00s)\n'),
      event('fail'),
    )
    expect(cases[0]).toMatchObject({
      suite: [PACKAGE],
      className: PACKAGE,
      outcome: 'failed',
      failure: { kind: 'assertion', message: 'cart_test.go:16: got 2, want 3', line: 16 },
    })
  })

  test('has an id with the folder of its package, and a failure in its file', () => {
    const report = read(fail('TestAdds', '    cart_test.go:16: no\n'), event('fail'))
    const run = identify([report], treeOf(['go.mod', 'cart/cart_test.go', 'price/cart_test.go']))
    expect(run.cases[0]).toMatchObject({
      id: 'cart > TestAdds',
      file: 'cart',
      failure: { at: 'cart/cart_test.go', line: 16 },
    })
  })

  test('keeps its time in milliseconds', () => {
    expect(read(pass('TestA'), event('pass')).cases[0]?.durationMs).toBe(250)
  })

  test('without an end is a crash, and its package has no other failure', () => {
    const { cases, hookFailures } = read(
      pass('TestA'),
      event('run', { Test: 'TestB' }),
      output('exit status 3\n'),
      event('fail'),
    )
    expect(cases.map((c) => [c.name, c.outcome, c.failure?.kind ?? null])).toEqual([
      ['TestA', 'passed', null],
      ['TestB', 'errored', 'crash'],
    ])
    expect(hookFailures).toEqual([])
  })

  test('whose end is on the line of its own output has that end, with a warning', () => {
    const { cases, warnings } = read(
      event('run', { Test: 'TestA' }),
      output('no newline--- PASS: TestA (0.00s)\n', 'TestA'),
      event('pass'),
    )
    expect(cases.map((c) => c.outcome)).toEqual(['passed'])
    expect(warnings).toEqual(['the end of 1 test was read from its output: it wrote a line without an end'])
  })

  test('is skipped', () => {
    expect(
      describeCases(read(event('run', { Test: 'TestA' }), event('skip', { Test: 'TestA' }), event('pass'))),
    ).toEqual([`${PACKAGE} > TestA: skipped`])
  })

  test('of the same name in one run of the package, as with -count, is another test: its failure stays', () => {
    const { cases, hookFailures } = read(fail('TestA', 'no\n'), pass('TestA'), event('fail'))
    expect(cases).toMatchObject([
      { outcome: 'failed', mark: null, retries: 0, failure: { message: 'no' } },
      { outcome: 'passed', mark: null, retries: 0 },
    ])
    expect(hookFailures).toEqual([])
  })

  test.each(['pass', 'bench', 'skip'])('a test that failed and is listed again as %s has failed', (action) => {
    const { cases } = read(fail('TestA', 'no\n'), event(action, { Test: 'TestA' }), event('pass'))
    expect(cases).toMatchObject([{ outcome: 'failed', failure: { message: 'no' } }])
  })

  test('that died in one run of the package has not ended in the next of them', () => {
    const { cases } = read(event('run', { Test: 'TestA' }), pass('TestA'), event('fail'))
    expect(cases.map((c) => [c.outcome, c.failure?.kind])).toEqual([
      ['errored', 'crash'],
      ['passed', undefined],
    ])
  })

  test('of a package that was run again is one test that was tried again, the first with the first', () => {
    const twice = (first: string, second: string, end: string) => first + second + event(end)
    const { cases } = read(
      twice(fail('TestA', 'one\n'), pass('TestA'), 'fail'),
      twice(pass('TestA'), fail('TestA', 'two\n'), 'fail'),
    )
    expect(cases).toMatchObject([
      { outcome: 'passed', mark: 'flaky', retries: 1, attempts: [{ message: 'one' }] },
      { outcome: 'failed', mark: null, retries: 1, failure: { message: 'two' } },
    ])
  })

  test('that fails through its parts fails like the first of them', () => {
    const report = read(
      event('run', { Test: 'TestA' }),
      fail('TestA/part', 'panic: boom\n'),
      event('fail', { Test: 'TestA' }),
      event('fail'),
    )
    expect(report.cases.map((c) => [c.name, c.failure?.kind])).toEqual([
      ['TestA', 'error'],
      ['TestA/part', 'error'],
    ])
  })
})

describe('a benchmark', () => {
  const start = (Test: string) =>
    event('run', { Test }) + output(`=== RUN   ${Test}\n`, Test) + output(`${Test}\n`, Test)
  const result = (Test: string) => output(`${Test}-8   \t 5120130\t       213.6 ns/op\n`, Test)
  const outcomes = (...lines: readonly string[]) =>
    read(...lines).cases.map((c) => [c.name, c.outcome, c.failure?.kind ?? null])

  test('that was skipped without a start, as before Go 1.20, is skipped', () => {
    const skip = (Test: string) => output(`--- SKIP: ${Test}\n`, Test) + event('skip', { Test })
    expect(outcomes(skip('BenchmarkAdd'), skip('BenchmarkAll/part'), output('PASS\n'), event('pass'))).toEqual([
      ['BenchmarkAdd', 'skipped', null],
      ['BenchmarkAll/part', 'skipped', null],
    ])
  })

  test('that go does not end has passed with its package', () => {
    expect(outcomes(start('BenchmarkAdd'), result('BenchmarkAdd'), output('PASS\n'), event('pass'))).toEqual([
      ['BenchmarkAdd', 'passed', null],
    ])
    expect(
      outcomes(start('BenchmarkAdd'), start('BenchmarkAdd/ten'), result('BenchmarkAdd/ten'), event('pass')),
    ).toEqual([
      ['BenchmarkAdd', 'passed', null],
      ['BenchmarkAdd/ten', 'passed', null],
    ])
  })

  test('that printed something has ended well', () => {
    const said =
      output('--- BENCH: BenchmarkAdd-8\n', 'BenchmarkAdd') + output('    a_test.go:8: hello\n', 'BenchmarkAdd')
    const { cases, isComplete } = read(
      start('BenchmarkAdd'),
      result('BenchmarkAdd'),
      said,
      event('bench', { Test: 'BenchmarkAdd' }),
      event('fail'),
    )
    expect([cases.map((c) => c.outcome), isComplete]).toEqual([['passed'], true])
  })

  test('that has its figures has passed in a package that failed for another, which has none and crashed', () => {
    expect(
      outcomes(
        start('BenchmarkA'),
        result('BenchmarkA'),
        start('BenchmarkB'),
        output('exit status 3\n'),
        event('fail'),
      ),
    ).toEqual([
      ['BenchmarkA', 'passed', null],
      ['BenchmarkB', 'errored', 'crash'],
    ])
  })

  test('of parts that have theirs has them, too, and a package that failed for none of them has a failure of its own', () => {
    const { cases, hookFailures } = read(
      start('BenchmarkA'),
      start('BenchmarkA/ten'),
      result('BenchmarkA/ten'),
      output('exit status 3\n'),
      event('fail'),
    )
    expect(cases.map((c) => c.outcome)).toEqual(['passed', 'passed'])
    expect(hookFailures).toHaveLength(1)
  })

  test('that failed has failed, and so has a test that did not end', () => {
    expect(outcomes(start('BenchmarkA'), event('fail', { Test: 'BenchmarkA' }), event('fail'))).toMatchObject([
      ['BenchmarkA', 'failed', expect.anything()],
    ])
    expect(outcomes(event('run', { Test: 'TestBenchmark' }), event('pass'))).toEqual([
      ['TestBenchmark', 'errored', 'crash'],
    ])
  })

  test('without an end is no end of its package', () => {
    expect(read(start('BenchmarkA'), result('BenchmarkA')).isComplete).toBe(false)
  })
})

describe('a package that does not compile', () => {
  test('in the words of go up to 1.23, with the error output beside', () => {
    const { loadErrors, warnings } = read(
      `# ${PACKAGE} [${PACKAGE}.test]\n`,
      './cart_test.go:9:12: undefined: Add\n',
      `FAIL\t${PACKAGE} [build failed]\n`,
    )
    expect(loadErrors).toMatchObject([
      { file: PACKAGE, kind: 'missing-symbol', missing: { kind: 'symbol', name: 'Add' } },
    ])
    expect(warnings).toEqual([])
  })

  test('because of a package that is not there', () => {
    const { loadErrors } = read(
      `# ${PACKAGE}\n`,
      'cart_test.go:4:2: package example.com/shop/price is not in std\n',
      `FAIL\t${PACKAGE} [setup failed]\n`,
    )
    expect(loadErrors).toHaveLength(1)
  })

  test('of tests that stand outside of their package', () => {
    const { loadErrors } = read(
      `# ${PACKAGE}_test [${PACKAGE}.test]\n`,
      'cart/cart_test.go:6:33: undefined: cart.Add\n',
      `FAIL\t${PACKAGE} [build failed]\n`,
    )
    expect(loadErrors).toMatchObject([{ file: PACKAGE, kind: 'missing-symbol', missing: { name: 'cart.Add' } }])
  })

  test('because it holds nothing but tests yet', () => {
    const { loadErrors } = read(
      `go build ${PACKAGE}: no non-test Go files in /home/mona/shop/cart\n`,
      `FAIL\t${PACKAGE} [build failed]\n`,
    )
    const missing = { kind: 'module', name: PACKAGE }
    expect(loadErrors).toMatchObject([{ file: PACKAGE, kind: 'missing-symbol', missing }])
  })

  test('in events whose package never comes', () => {
    const ImportPath = `${PACKAGE} [${PACKAGE}.test]`
    const build = (Action: string, part: object) => `${JSON.stringify({ ImportPath, Action, ...part })}\n`
    const { loadErrors } = read(
      build('build-output', { Output: 'cart.go:1:1: syntax error: x\n' }),
      build('build-fail', {}),
    )
    expect(loadErrors).toMatchObject([{ file: PACKAGE, message: 'cart.go:1:1: syntax error: x', kind: 'error' }])
  })
})

describe('the stream', () => {
  test('without the end of a package is not complete', () => {
    expect(read(pass('TestA')).isComplete).toBe(false)
    expect(read(pass('TestA'), event('pass')).isComplete).toBe(true)
    expect(read(fail('TestA'), event('fail'), pass('TestA')).isComplete).toBe(false)
  })

  test('is recognised by its events', () => {
    const head = (name: string) => recorded(`go/out/${name}.json`).toString('utf8').slice(0, 65_536)
    expect(['go1.19', 'go1.24', 'gotestsum'].map((name) => goJson.looksLike(head(name)))).toEqual([true, true, true])
    expect(['{}', '', '{"Action":"dance"}', 'ok 1'].map((text) => goJson.looksLike(text))).toEqual([
      false,
      false,
      false,
      false,
    ])
    expect(() => parseText(goJson, 'hello\n')).toThrow(ReportError)
  })

  test('counts the lines of strangers', () => {
    expect(read(pass('TestA'), 'hello\n', event('pass')).warnings).toEqual(['1 line is no event'])
  })

  test('names of object members are plain names', () => {
    expect(describeCases(read(pass('__proto__'), pass('constructor'), event('pass')))).toEqual([
      `${PACKAGE} > __proto__: passed`,
      `${PACKAGE} > constructor: passed`,
    ])
  })
})

test('a stream without events says what go said instead', () => {
  const said = "go: errors parsing go.mod:\n/x/go.mod:3: invalid go version '1.25.0': must match format 1.23\n"
  expect(() => read(said)).toThrow(
    /holds no event of `go test -json`, but: go: errors parsing go\.mod: .*invalid go version/,
  )
  const fetched = 'go: downloading example.org/kv v1.1.1\ngo: example.org/kv@v1.1.1: dial tcp: no such host\n'
  expect(() => read(fetched)).toThrow(/but: go: example\.org\/kv@v1\.1\.1: dial tcp: no such host$/)
  const absent = `${fetched}store.go:4:2: no required module provides package example.org/kv\n`
  expect(() => read(absent)).toThrow(/but: store\.go:4:2: no required module provides package example\.org\/kv$/)
  expect(() => read('\n')).toThrow(/holds no event of `go test -json`$/)
})
