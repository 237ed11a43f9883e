import { describe, expect, test } from 'vitest'
import { detectFormat } from '../../src/reports/detect.ts'
import { goJson } from '../../src/reports/formats/go-json.ts'
import { obeysTheLaws } from '../support/laws.ts'
import { describeCases, parseText, recorded } from '../support/recorded.ts'

describe('`go tool test2json` of one binary names no package', () => {
  const sample = recorded('go/out/test2json.json')
  const report = parseText(goJson, sample)

  test('its tests have no suite', () => {
    expect(describeCases(report)).toEqual([
      'TestAdds: passed',
      'TestFails: failed',
      'TestRows/one: passed',
      'TestRows/two: failed',
      'TestRows: failed',
      'TestSkips: skipped',
    ])
    expect(report.cases[1]).toMatchObject({ failure: { message: 'shop_test.go:4: 1 is not 2', line: 4 } })
    expect(report.cases[1]).not.toHaveProperty('className')
    expect(report.isComplete).toBe(true)
  })

  test.each([
    ['plain', '{"Action":"run","Test":"TestA"}\n'],
    ['with its start', '{"Action":"start"}\n{"Action":"run","Test":"TestA"}\n'],
    ['with times', '{"Time":"2026-11-23T02:13:02.43313087Z","Action":"run","Test":"TestA"}\n'],
    ['of output alone', '{"Action":"output","Output":"PASS\\n"}\n{"Action":"pass"}\n'],
  ])('is recognised: %s', (_how, head) => {
    expect(detectFormat(head)).toBe('go-json')
  })

  test('other events with an action are none of go', () => {
    expect(detectFormat('{"Action":"fail","User":"a"}\n')).toBeNull()
    expect(detectFormat('{"action":"run","Test":"TestA"}\n')).toBeNull()
  })

  test('without its end it is not complete', () => {
    expect(parseText(goJson, '{"Action":"run","Test":"TestA"}\n')).toMatchObject({
      isComplete: false,
      cases: [{ outcome: 'errored', failure: { kind: 'crash' } }],
    })
  })

  obeysTheLaws(goJson, sample)
})
