/** Collects the warnings about a coverage report: each once, and within a bound. */
import type { CoverageMetric, CoverageTotals, Ratio } from '../../core/model/coverage.ts'
import { reportTexts } from '../texts.ts'
import { own } from '../xml/text.ts'

export interface Warnings {
  readonly texts: Set<string>
  more: number
}

const MAX_WARNINGS = 20
/** Names of a report are truncated to this length. */
const MAX_CHARACTERS = 400

export const noWarnings = (): Warnings => ({ texts: new Set(), more: 0 })

export function warn(warnings: Warnings, text: string): void {
  const short = text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text
  if (warnings.texts.has(short)) return
  if (warnings.texts.size < MAX_WARNINGS) warnings.texts.add(own(short))
  else warnings.more += 1
}

/** Returns the warnings as a Coverage has them: absent when there are none. */
export function getWarnings({ texts, more }: Warnings): { readonly warnings?: readonly string[] } {
  if (texts.size === 0) return {}
  return { warnings: more === 0 ? [...texts] : [...texts, `and ${more} more like these`] }
}

/**
 * Compares a header, of a file or of the report, with its contents. A header that claims better coverage causes a
 * warning; the contents count.
 */
export function checkHeader(
  warnings: Warnings,
  of: string,
  header: Iterable<readonly [CoverageMetric, Ratio]>,
  contents: CoverageTotals,
): void {
  for (const [metric, claimed] of header) {
    const listed = contents[metric] ?? { covered: 0, total: 0 }
    if (isGreener(claimed, listed)) warnOfHeader(warnings, of, metric, claimed, listed)
  }
}

export function warnOfHeader(warnings: Warnings, of: string, what: string, header: Ratio, listed: Ratio): void {
  const [claimed, counted] = [header, listed].map(({ covered, total }) => `${covered} of ${total}`)
  warn(warnings, reportTexts.coverageHeaderDiffers(of, claimed, what, counted))
}

/** Compares covered parts, then the ratio. */
const isGreener = (a: Ratio, b: Ratio): boolean => a.covered > b.covered || a.covered * b.total > b.covered * a.total
