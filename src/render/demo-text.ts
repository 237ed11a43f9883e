/** Renders the result of the demo: one line per story with the rule that rejected it, and a total. */
import type { Conclusion } from '../core/model/finding.ts'
import { noPaint, type Paint } from './text/table.ts'
import { plain, wrap } from './text/text.ts'

export interface DemoLine {
  readonly title: string
  readonly isHonest: boolean
  readonly isAsExpected: boolean
  readonly conclusion: Conclusion
  readonly finding: { readonly rule: string; readonly message: string } | null
}

const INDENT = 12

export function toDemoLine(
  line: DemoLine,
  { width, paint = noPaint }: { readonly width: number; readonly paint?: Paint },
): string {
  const { title, isHonest, isAsExpected, conclusion, finding } = line
  const head = isAsExpected
    ? paint('good', `✓ ${isHonest ? 'accepted' : 'rejected'}`.padEnd(INDENT))
    : paint('bad', `✗ NOT ${isHonest ? 'ACCEPTED' : 'REJECTED'}: ${conclusion}  `)
  const reason = finding ? wrap(plain(`${finding.rule}: ${finding.message}`), width - INDENT) : []
  return [head + title, ...reason.map((text) => paint('dim', ' '.repeat(INDENT) + text))]
    .map((text) => `${text}\n`)
    .join('')
}

export function toDemoSummary(lines: readonly Pick<DemoLine, 'isHonest' | 'isAsExpected'>[]): string {
  const good = lines.filter(({ isAsExpected }) => isAsExpected)
  const honest = good.filter(({ isHonest }) => isHonest).length
  const bad = lines.length - good.length
  return `demo: ${honest} honest accepted, ${good.length - honest} cheats rejected${bad > 0 ? `, ${bad} NOT AS EXPECTED` : ''}\n`
}
