/**
 * Defines a mutant, as reports of mutation testers have it, and its form as a test case. So recordings, caches and the
 * resolution of paths need not know mutants.
 */
import { EMPTY_RUN, type TestRun } from '../../core/model/test-run.ts'
import { failureKeeper } from '../failure/failures.ts'
import { type Bytes, LIMITS, LimitError, type ParsedCase, type ParsedReport } from '../format.ts'
import { createCase, OUTCOME } from '../json/report.ts'

export interface ReportedMutant {
  /** As the report writes it; null where it names a class only. */
  readonly file: string | null
  /** From 1. */
  readonly line: number
  /** A test failed, or hung. */
  readonly isNoticed: boolean
  /** The code before; null where the report only describes the change. */
  readonly from: string | null
  /** The code after, or a description of the change. */
  readonly to: string
}

export interface MutationFormat {
  /** One sentence for docs/reference/formats.md: the tools that write it. */
  readonly about: string
  /** What describes the format. */
  readonly source: string
  /** Recognises the format by content. `head` is the first HEAD_CHARACTERS of the report, decoded. */
  readonly looksLike: (head: string) => boolean
  /** @throws ReportError */
  readonly parse: (bytes: Bytes) => ParsedReport
}

/** Creates the report. Mutants that did not compile, or were not run, are none. */
export function toMutationReport(format: string, mutants: readonly ReportedMutant[]): ParsedReport {
  if (mutants.length > LIMITS.tests) throw new LimitError(`more than ${LIMITS.tests} mutants`)
  const keep = failureKeeper()
  const toCase = ({ file, line, isNoticed, from, to }: ReportedMutant): ParsedCase =>
    createCase(isNoticed ? OUTCOME.passed : keep.failing({ message: 'survived', kind: 'assertion' }), {
      name: to,
      suite: [`${line}`, ...(from === null ? [] : [from])],
      file,
    })
  return { ...EMPTY_RUN, format, cases: mutants.map(toCase), isComplete: true }
}

/** Reads the mutants back from a run, whose files are paths of the tree. */
export function getReportedMutants({ cases }: TestRun): readonly ReportedMutant[] {
  return cases.map(({ file, suite: [line, from = null], name, outcome }) => ({
    file,
    line: Number(line),
    isNoticed: outcome === 'passed',
    from,
    to: name,
  }))
}

/** Returns the first lines that a unified diff removes and adds; null without an added or removed line. */
export function getDiffLines(diff: string): { readonly from: string; readonly to: string } | null {
  const lines = diff.split('\n').filter((line) => !/^(?:---|\+\+\+)(?: |$)/.test(line))
  const [removed, added] = ['-', '+'].map((sign) => lines.find((line) => line.startsWith(sign)))
  if (removed === undefined && added === undefined) return null
  return { from: removed?.slice(1).trim() ?? '', to: added?.slice(1).trim() ?? '' }
}
