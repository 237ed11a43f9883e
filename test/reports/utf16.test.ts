import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { detectCoverage, detectFormat } from '../../src/reports/detect.ts'
import { HEAD_CHARACTERS } from '../../src/reports/format.ts'
import { coverageFormats, reportFormats } from '../../src/reports/index.ts'
import { inPieces } from '../support/recorded.ts'

const FIXTURES = join(import.meta.dirname, '..', 'fixtures')
const MAX_BYTES = 200_000

interface Sample {
  readonly text: string
  readonly parse: (bytes: Iterable<Uint8Array>) => unknown
}

/** The shortest report of each format that holds more than a few lines, but for bytes that are no text. */
const samples = new Map<string, Sample>()
const MIN_CHARACTERS = 1_000
const add = (format: string, sample: Sample) => {
  const known = samples.get(format)
  const isBetter = known === undefined || known.text.length < MIN_CHARACTERS || sample.text.length < known.text.length
  if (isBetter && (known === undefined || sample.text.length >= MIN_CHARACTERS)) samples.set(format, sample)
}
for (const path of globSync(['reports/*/out/**/*', 'coverage/*'], { cwd: FIXTURES }).toSorted()) {
  const file = join(FIXTURES, path)
  if (!statSync(file).isFile() || statSync(file).size > MAX_BYTES) continue
  const text = readFileSync(file, 'utf8')
  // XML says its own encoding.
  if (text.startsWith('\ufffd') || /^\s*</.test(text)) continue
  const head = text.slice(0, HEAD_CHARACTERS)
  const tests = detectFormat(head)
  const coverage = detectCoverage(head)
  if (tests !== null) add(tests, { text, parse: reportFormats[tests].parse })
  else if (coverage !== null) add(coverage, { text, parse: coverageFormats[coverage].parse })
}

/** As PowerShell redirects what a program prints. */
function utf16(text: string, isBig: boolean): Buffer {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}

test('there is a sample of every format that is no XML', () => {
  expect(samples.size).toBeGreaterThan(18)
})

test.each([...samples])('%s in UTF-16 says what it says in UTF-8, whatever its pieces', (_, { text, parse }) => {
  const whole = parse([Buffer.from(text)])
  for (const isBig of [false, true]) {
    const bytes = utf16(text, isBig)
    expect(parse([bytes])).toEqual(whole)
    const size = fc.integer({ min: 1, max: 4_001 })
    fc.assert(
      fc.property(size, (length) => {
        expect(parse(inPieces(bytes, length))).toEqual(whole)
      }),
      { numRuns: 2, examples: [[1]] },
    )
  }
})
