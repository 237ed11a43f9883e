/** Renders the code around a failing assertion. */
import type { CodeFrame } from '../../core/model/work-context.ts'
import { noPaint, type Paint } from './table.ts'
import { plain, shorten } from './text.ts'

const MAX_LINE = 160
const MAX_INDENT = 24

/**
 * Returns a line for each line of the code, with its number; the failing one is marked, and the others are dim.
 * @param columns where lines are cut; by default nowhere
 */
export function toFrameLines(
  { line, first, lines }: CodeFrame,
  paint: Paint = noPaint,
  columns = Number.POSITIVE_INFINITY,
): readonly string[] {
  const width = String(first + lines.length - 1).length
  return lines.map((text, index) => {
    const number = first + index
    const mark = number === line ? '>' : ' '
    const shown = shorten(`  ${mark} ${String(number).padStart(width)} | ${toCode(text)}`.trimEnd(), columns)
    return number === line ? shown : paint('dim', shown)
  })
}

/** Writes a line of foreign code as a terminal may show it, with its indentation. */
export function toCode(text: string): string {
  const indent = (/^[ \t]*/.exec(text)?.[0] ?? '').replaceAll('\t', '  ')
  return indent.slice(0, MAX_INDENT) + plain(text, MAX_LINE)
}
