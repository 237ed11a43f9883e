/** Laws that hold for the reader of every report format. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ReportError, type ReportFormat } from '../../src/reports/format.ts'
import { anyText } from './any-text.ts'
import { shareOf } from './property-runs.ts'
import { inPieces, parseText } from './recorded.ts'

/** Registers the laws: pieces do not matter, nothing but ReportError is thrown, and a cut report is never a whole green one. */
export function obeysTheLaws(format: ReportFormat, sample: Uint8Array): void {
  test('the size of the pieces never changes what is read', () => {
    const whole = format.parse([sample])
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 997 }), (size) => {
        expect(format.parse(inPieces(sample, size))).toEqual(whole)
      }),
      { numRuns: 8 },
    )
  })

  test('a report that was cut is an error, incomplete, or as bad as before', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Math.max(0, sample.length - 3) }), (length) => {
        expect(isGreen(format, sample.subarray(0, length))).toBe(false)
      }),
      { numRuns: shareOf(60) },
    )
  })

  test('random text is a report or a ReportError, nothing else', () => {
    const text = fc.oneof(anyText(), fc.json(), pieces(sample))
    fc.assert(
      fc.property(text, (input) => {
        expect(isGreen(format, Buffer.from(input))).toBeTypeOf('boolean')
      }),
      { numRuns: shareOf(200) },
    )
  })
}

/** True when the reader took it as whole, with tests, and saw nothing wrong. */
export function isGreen(format: ReportFormat, bytes: Uint8Array): boolean {
  try {
    const run = format.parse([bytes])
    const isBad = run.cases.some((c) => c.outcome === 'failed' || c.outcome === 'errored')
    const errors = run.loadErrors.length + run.hookFailures.length + run.runErrors.length
    return run.isComplete && !isBad && errors === 0 && run.cases.length > 0
  } catch (error) {
    expect(error).toBeInstanceOf(ReportError)
    return false
  }
}

/** The sample with a piece of it moved elsewhere: shaped like a report, and broken. */
function pieces(sample: Uint8Array) {
  const text = Buffer.from(sample).toString('utf8').slice(0, 20_000)
  const at = fc.integer({ min: 0, max: text.length })
  return fc.tuple(at, at, at).map(([a, b, c]) => text.slice(0, a) + text.slice(b) + text.slice(0, c))
}

export { parseText }
