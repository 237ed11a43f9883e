import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { detectCoverage } from '../../../src/reports/detect.ts'
import { ReportError } from '../../../src/reports/format.ts'
import { formatHits, parseCoverage, recordedCoverage, totalsText } from '../../support/coverage.ts'

const PATH = '/app/lib/a.rb'
const read = (root: object) => parseCoverage('simplecov', JSON.stringify(root))
const command = (lines: readonly unknown[], more: object = {}) => ({
  coverage: { [PATH]: { lines, ...more } },
  timestamp: 1,
})
const getHits = (root: object) => formatHits(read(root).files[0]?.hits)

test('a recorded resultset; `:nocov:` is a comment that it does not know', () => {
  const coverage = parseCoverage('simplecov', recordedCoverage('simplecov.resultset.json'))
  expect(totalsText(coverage)).toEqual({ lines: '6/14', branches: '1/2' })
  expect(coverage.files.map(({ path, hits }) => [path, formatHits(hits)])).toEqual([
    ['/home/user/project/cov/ruby/lib/calc.rb', '1:1 2:1 3:1 4:0 6:1 10:1 11:0 15:1 16:0'],
    ['/home/user/project/cov/ruby/lib/lost.rb', '1:0 2:0 3:0 4:0 5:0'],
  ])
})

describe('several commands', () => {
  test('a recorded resultset of two adds up as SimpleCov says: 58.33 % without what `:nocov:` excludes', () => {
    const coverage = parseCoverage('simplecov', recordedCoverage('simplecov-commands.resultset.json'))
    expect(totalsText(coverage)).toEqual({ lines: '8/14', branches: '2/2' })
    expect(formatHits(coverage.files[0]?.hits)).toBe('1:2 2:2 3:2 4:1 6:1 10:2 11:0 15:2 16:1')
  })

  test('runs add up; a line that ran nowhere and is no code to one of them is none', () => {
    const unit = command([1, 0, null, null, 2, null])
    const system = command([2, 0, null, 0, null, 4, 1])
    expect(getHits({ unit, system })).toBe('1:3 2:0 5:2 6:4 7:1')
  })

  test('a branch ran when it did in any of them', () => {
    const branches = (then: number, other: number) => ({
      branches: { '[:if, 0, 3, 4, 5, 7]': { '[:then, 1, 4, 6, 4, 20]': then, '[:else, 2, 3, 4, 5, 7]': other } },
    })
    const root = { unit: command([1], branches(0, 1)), system: command([1], branches(2, 0)) }
    expect(totalsText(read(root))).toEqual({ lines: '1/1', branches: '2/2' })
  })

  test('their order does not matter', () => {
    const lines = fc.array(fc.option(fc.nat(2), { nil: null }), { maxLength: 6 })
    fc.assert(
      fc.property(fc.tuple(lines, lines, lines), fc.nat(5), ([a, b, c], turn) => {
        const all = [a, b, c].map((list) => command(list))
        const turned = [...all.slice(turn % 3), ...all.slice(0, turn % 3)]
        const named = (list: readonly object[]) => Object.fromEntries(list.map((each, n) => [`c${n}`, each]))
        expect(getHits(named(turned))).toBe(getHits(named(all)))
      }),
    )
  })
})

describe('dialects', () => {
  test('before 0.18 a file is its lines', () => {
    expect(getHits({ RSpec: { coverage: { [PATH]: [1, null, 0] } } })).toBe('1:1 3:0')
  })

  test('the JSON formatter writes one coverage, with ignored lines', () => {
    const root = {
      meta: { simplecov_version: '0.22.0' },
      coverage: {
        [PATH]: {
          lines: [1, null, 'ignored', 0],
          branches: [{ coverage: 1 }, { coverage: 0 }, { coverage: 'ignored' }],
        },
      },
      groups: {},
    }
    expect(getHits(root)).toBe('1:1 4:0')
    expect(totalsText(read(root))).toEqual({ lines: '1/2', branches: '1/2' })
    expect(detectCoverage(JSON.stringify(root))).toBe('simplecov')
  })

  test('version 1 says what it measured, and lists methods', () => {
    const root = {
      $schema: 'coverage-v1.0.schema.json',
      meta: {
        schema_version: '1.0',
        simplecov_version: '1.0.0',
        command_name: 'RSpec',
        root: '/app',
        line_coverage: true,
        branch_coverage: true,
        method_coverage: true,
      },
      total: { lines: { covered: 1, missed: 1, total: 2 } },
      coverage: {
        'lib/a.rb': {
          lines: [1, null, 'ignored', 0],
          branches: [
            { type: 'then', start_line: 1, coverage: 1 },
            { type: 'else', start_line: 1, coverage: 0 },
          ],
          methods: [
            { name: 'A#f', start_line: 1, end_line: 2, coverage: 2 },
            { name: 'A#g', start_line: 4, end_line: 4, coverage: 0 },
            { name: 'A#h', start_line: 3, end_line: 3, coverage: 'ignored' },
          ],
        },
      },
      groups: {},
      errors: {},
    }
    expect(detectCoverage(JSON.stringify(root))).toBe('simplecov')
    expect(totalsText(read(root))).toEqual({ lines: '1/2', branches: '1/2', functions: '1/2' })
  })

  test('methods, where they were measured', () => {
    expect(
      totalsText(read({ RSpec: command([1], { methods: { '["A", :f, 1, 2, 3, 4]': 2, '["A", :g]': 0 } }) })),
    ).toEqual({
      lines: '1/1',
      functions: '1/2',
    })
  })

  test('a command with quotes in its name is recognised', () => {
    expect(detectCoverage(JSON.stringify({ 'rspec "fast" \\': command([1]) }))).toBe('simplecov')
  })
})

test('a long name does not grow with what it holds', () => {
  const arms = Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`arm ${n}`, n]))
  const lines = command([1], { branches: { ['x'.repeat(2_000_000)]: arms } })
  expect(totalsText(read({ RSpec: lines }))).toEqual({ lines: '1/1', branches: '2999/3000' })
})

test('odd numbers and names never make anything covered', () => {
  const text = `{"__proto__":{"coverage":{"__proto__":{"lines":[-1,"1",true,[1],1e400,{}],"branches":{"constructor":{"a":-1,"b":null}}}}}}`
  const { files } = parseCoverage('simplecov', text)
  expect(files.map(({ path, hits, branches }) => [path, formatHits(hits), branches])).toEqual([
    ['__proto__', '1:0 5:0', { covered: 0, total: 2 }],
  ])
})

test.each([
  ['a list', '[]'],
  ['a command without coverage', '{"RSpec":{"timestamp":1}}'],
  ['a file without lines', '{"RSpec":{"coverage":{"/a.rb":{}}}}'],
  ['a command twice', '{"RSpec":{"coverage":{}},"RSpec":{"coverage":{}}}'],
  ['a report that was cut', recordedCoverage('simplecov.resultset.json').toString('utf8').slice(0, 300)],
])('%s is an error', (_, text) => {
  expect(() => parseCoverage('simplecov', text)).toThrow(ReportError)
})
