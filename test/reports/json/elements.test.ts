import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LIMITS, ReportError } from '../../../src/reports/format.ts'
import { jestJson } from '../../../src/reports/formats/jest-json.ts'
import { playwrightJson } from '../../../src/reports/formats/playwright-json.ts'
import { vitestJson } from '../../../src/reports/formats/vitest-json.ts'
import { readElements, readMembers } from '../../../src/reports/json/elements.ts'
import type { Json } from '../../../src/reports/json/json.ts'
import { shareOf } from '../../support/property-runs.ts'
import { inPieces } from '../../support/recorded.ts'

const read = (text: string, size = text.length + 1) => {
  const elements: Json[] = []
  const root = readElements(inPieces(Buffer.from(text), size), 'list', (element) => elements.push(element))
  return { elements, root }
}

describe('objects of a list are handed out one by one', () => {
  test.each([
    ['{"list":[{"a":1},{"b":[{"c":2}]}],"d":3}', [{ a: 1 }, { b: [{ c: 2 }] }], 3],
    ['\ufeff { "x": {"list":[{"no":1}]}, "list" : [ {"a":"]}\\"{"} ] , "d": 3 }', [{ a: ']}"{' }], 3],
    ['{"d":3,"l\\u0069st":[{"ü":"😀"}]}', [{ ü: '😀' }], 3],
    ['{"d":3,"list":[1,"{",[{"no":1}],{"a":1}]}', [{ a: 1 }], 3],
    ['{"d":3,"x":"list","y":[{"no":1}],"list":[]}', [], 3],
  ])('%s', (text, elements, d) => {
    for (const size of [1, 2, 3, 7, 100]) {
      const found = read(text, size)
      expect(found.elements).toEqual(elements)
      expect(found.root['d']).toBe(d)
    }
  })

  test.each([
    '',
    '{}',
    '[]',
    '{"list":{}}',
    '{"list":[{"a":1}',
    '{"list":[{"a":1',
    '{"list":[{"a":1}{"b":1}]}',
    '{"list":[{"a":1},]}',
    '{"list":[,{"a":1}]}',
    '{"list":[{"a":1}]]}',
    '{"list":[{"a":1]}]}',
    '{"list":[{"a":1}],"list":[]}',
    '{"list":[{"a":1,"a":2}]}',
    '{"list":[{"a":1}]}{"list":[]}',
    `{"list":[{"a":${'['.repeat(LIMITS.depth)}${']'.repeat(LIMITS.depth)}}]}`,
  ])('%s is refused', (text) => {
    expect(() => read(text)).toThrow(ReportError)
  })

  test('what it gives is what JSON.parse would, in pieces of any size', () => {
    const objects = fc.array(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), { maxLength: 5 })
    fc.assert(
      fc.property(objects, fc.jsonValue(), fc.integer({ min: 1, max: 50 }), (list, other, size) => {
        const text = JSON.stringify({ before: other, list, after: other })
        const { elements, root } = read(text, size)
        const whole = JSON.parse(text)
        expect(elements).toEqual(whole.list)
        expect(root).toEqual({ ...whole, list: whole.list.map(() => 0) })
      }),
      { numRuns: shareOf(100) },
    )
  })
})

/** More than a document may be that is read as one text: each file holds a long message that is not kept. */
const FILES = 9
describe('objects of the outermost object are handed out one by one', () => {
  const members = (text: string, size: number) => {
    const found: Json[] = []
    return { rest: readMembers(inPieces(Buffer.from(text), size), (member) => found.push(member)), found }
  }

  test.each<[string, readonly Json[], Json]>([
    ['{"a":{"x":1},"ü":{"y":{"z":2}}}', [{ x: 1 }, { y: { z: 2 } }], { a: 0, ü: 1 }],
    [
      '\ufeff { "a" : {"x":"}\\"{"} , "b": 7, "c":[{"no":1}], "d":{} }',
      [{ x: '}"{' }, {}],
      { a: 0, b: 7, c: [{ no: 1 }], d: 1 },
    ],
    ['{}', [], {}],
  ])('%s', (text, found, rest) => {
    for (const size of [1, 2, 3, 7, 100]) expect(members(text, size)).toEqual({ rest, found })
  })

  test.each([
    '',
    '[]',
    '[{"a":1}]',
    '{"a":{"x":1}',
    '{"a":{"x":1',
    '{"a":{"x":1},"a":{}}',
    '{"a":{}{}}',
    '{"a":{"x":1,"x":2}}',
  ])('refuses %s', (text) => {
    for (const size of [1, 4, 100]) expect(() => members(text, size)).toThrow(ReportError)
  })
})

const long = 'x'.repeat(LIMITS.jsonBytes / 8)
function* pieces(head: string, file: (n: number) => string, tail: string): Generator<Uint8Array> {
  yield Buffer.from(head)
  for (let n = 0; n < FILES; n += 1) yield Buffer.from((n === 0 ? '' : ',') + file(n))
  yield Buffer.from(tail)
}

describe('a report that is larger than one text may be', () => {
  const jestFile = (n: number) =>
    `{"name":"/app/${n}.test.js","status":"passed","message":"","console":"${long}","assertionResults":[{"ancestorTitles":[],"title":"t","status":"passed","failureMessages":[]}]}`

  test.each([
    ['jest', jestJson],
    ['vitest', vitestJson],
  ])('%s', (_name, format) => {
    const head = '{"numTotalTestSuites":9,"success":true,"testResults":['
    const report = format.parse(pieces(head, jestFile, ']}'))
    expect(report.cases.map((c) => c.file)).toEqual(Array.from({ length: FILES }, (_, n) => `/app/${n}.test.js`))
    expect(report.isComplete).toBe(true)
  })

  test('a report of Playwright is read in pieces', () => {
    const file = (n: number) =>
      `{"title":"${n}.ts","file":"${n}.ts","specs":[{"title":"t","file":"${n}.ts","tests":[{"expectedStatus":"passed","status":"expected","results":[{"status":"passed","stdout":["${long}"]}]}]}]}`
    const report = playwrightJson.parse(pieces('{"config":{"rootDir":"/app"},"suites":[', file, '],"errors":[]}'))
    expect(report.cases.map((c) => c.file)).toEqual(Array.from({ length: FILES }, (_, n) => `/app/${n}.ts`))
  })

  test('a single file of it may still be too large', () => {
    const many = function* () {
      yield Buffer.from('{"config":{},"suites":[{"title":"')
      for (let n = 0; n < FILES; n += 1) yield Buffer.from(long)
    }
    expect(() => playwrightJson.parse(many())).toThrow(`larger than the limit of ${LIMITS.jsonBytes} bytes`)
  })
})
