import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LIMITS, ReportError } from '../../../src/reports/format.ts'
import { readStrictJson } from '../../../src/reports/json/strict-json.ts'
import { inChunks, utf8 } from '../../support/hostile-xml.ts'

const read = (text: string) => readStrictJson([utf8(text)])

describe('a key that stands twice in one object', () => {
  test.each([
    ['at the top', '{"a":1,\n"a":2}', 'line 2: the key «a» stands twice in one object'],
    ['written in another way', '{"a":1,"\\u0061":2}', 'line 1: the key «a» stands twice in one object'],
    ['deep inside', '[{"x":[{"b":{},\n\n"c":[1,2],"b":3}]}]', 'line 3: the key «b» stands twice in one object'],
    ['of the prototype', '{"__proto__":{},"__proto__":{}}', 'the key «__proto__» stands twice'],
    ['among many', `{${Array.from({ length: 40 }, (_, n) => `"k${n}":${n}`).join(',')},"k3":0}`, 'the key «k3»'],
    ['with escapes before its end', '{"a\\\\":1,"a\\"":2,"a\\\\":3}', 'stands twice'],
  ])('%s is refused', (_, text, message) => {
    expect(() => read(text)).toThrow(ReportError)
    expect(() => read(text)).toThrow(message)
  })

  test.each([
    '{"a":{"a":{"a":1}}}',
    '[{"a":1},{"a":2}]',
    '{"a":"b","b":"a"}',
    '{"x":["a","a",{"a":"a"}],"a":1}',
    '{"":1}',
  ])('%s is none', (text) => {
    expect(read(text)).toEqual(JSON.parse(text))
  })
})

test('whatever JSON says once is read as JSON.parse reads it, however the bytes are cut', () => {
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 0, max: 2 }),
      (value, size, indent) => {
        const text = JSON.stringify(value, null, indent)
        expect(readStrictJson(inChunks(utf8(text), [size]))).toEqual(JSON.parse(text))
      },
    ),
  )
})

test.each([
  '',
  '{',
  '{"a":1',
  '{"a":"',
  '{"a":"\\',
  '{"a" 1}',
  '[1,]',
  '{"a":1}{"a":2}',
  '{"a":1}x',
  '"',
  '\\"',
  'nope',
])('%j is no JSON', (text) => {
  expect(() => read(text)).toThrow('not valid JSON')
})

test('depth and size are bounded, and the limit is named', () => {
  const deep = (n: number) => '['.repeat(n) + ']'.repeat(n)
  expect(read(deep(LIMITS.depth))).toBeTruthy()
  expect(() => read(deep(LIMITS.depth + 1))).toThrow('line 1: nested deeper than limit depth (256)')
  expect(() => read('{"a":'.repeat(1_000_000))).toThrow('nested deeper than limit depth (256)')
  const piece = new Uint8Array(1_048_576).fill(32)
  expect(() => readStrictJson(Array.from({ length: 129 }, () => piece))).toThrow('limit fileBytes (134217728)')
})

describe('a report that ends too early says where', () => {
  test.each([
    ['{"a":', 'not valid JSON: it ends too early (character 5)'],
    ['', 'not valid JSON: it ends too early (character 0)'],
  ])('%j', (text, message) => {
    expect(() => read(text)).toThrow(message)
  })
})
