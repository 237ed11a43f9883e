/** Checks what must hold for every reader with any input. */
import { detectCoverage, detectFormat } from '../../../src/reports/detect.ts'
import { HEAD_CHARACTERS, ReportError } from '../../../src/reports/format.ts'
import { coverageFormats, reportFormats } from '../../../src/reports/index.ts'
import { inChunks } from '../hostile-xml.ts'

const OUTCOMES = new Set(['passed', 'failed', 'errored', 'skipped'])
const CHUNK = 977

/** @returns what is wrong; null when all is well: a report that contradicts nothing, or a refusal in words */
export function getFault(bytes: Buffer): string | null {
  const head = bytes.toString('utf8', 0, HEAD_CHARACTERS)
  const tests = detectFormat(head)
  const coverage = detectCoverage(head)
  return (
    (tests === null ? null : guarded(tests, () => testFault(tests, bytes))) ??
    (coverage === null ? null : guarded(coverage, () => coverageFault(coverage, bytes)))
  )
}

function guarded(format: string, read: () => string | null): string | null {
  try {
    return read()
  } catch (error) {
    // RangeError: nested deeper than the engine supports; file reading also treats it as a refusal.
    if (error instanceof ReportError || error instanceof RangeError) return null
    return `${format} threw ${error instanceof Error ? error.stack : String(error)}`
  }
}

function testFault(format: keyof typeof reportFormats, bytes: Buffer): string | null {
  const report = reportFormats[format].parse([bytes])
  const mismatches = report.cases.find(
    ({ outcome, failure }) => !OUTCOMES.has(outcome) || isContradiction(outcome, failure),
  )
  if (mismatches !== undefined) return `${format}: ${JSON.stringify(mismatches).slice(0, 300)}`
  const inPieces = toText(reportFormats[format].parse(inChunks(bytes, [CHUNK])))
  return inPieces === toText(report) ? null : `${format}: read in pieces it is another report`
}

/**
 * Ignores warnings, which depend on how far a reader had looked ahead; and byte offsets, which repaired bytes shift.
 */
const toText = (report: { readonly warnings: readonly string[] }) =>
  JSON.stringify({ ...report, warnings: [] }).replaceAll(/\(byte \d+\)/g, '(byte)')

function isContradiction(outcome: string, failure: object | null): boolean {
  return (outcome === 'failed' || outcome === 'errored') !== (failure !== null)
}

function coverageFault(format: keyof typeof coverageFormats, bytes: Buffer): string | null {
  const { totals, files } = coverageFormats[format].parse([bytes])
  const ratios = [totals, ...files].flatMap(({ lines, branches, functions, statements }) =>
    [lines, branches, functions, statements].filter((ratio) => ratio !== undefined),
  )
  const mismatched = ratios.find(({ covered, total }) => !(covered >= 0 && covered <= total && Number.isFinite(total)))
  return mismatched === undefined ? null : `${format}: ${JSON.stringify(mismatched)}`
}
