/** Aligns columns of escaped texts. The last column is truncated to the width. */
import { displayWidth, shorten } from './text.ts'

/** The meaning of a text. The caller decides about colours. */
export type Style = 'good' | 'bad' | 'warn' | 'info' | 'dim' | 'bold'
export type Paint = (style: Style, text: string) => string
export type Cell = string | { readonly text: string; readonly style: Style }

/** Colours of an output; none by default. */
export interface Painted {
  readonly paint?: Paint
  /** True where nothing is left out. */
  readonly isWhole?: boolean
}

/** Turns a text into a link, where the output can show one. */
export type Link = (text: string, address: string) => string

export const noPaint: Paint = (_, text) => text

const GAP = '  '

interface TableOptions {
  readonly width?: number
  readonly paint?: Paint
}

export function toTable(
  rows: readonly (readonly Cell[])[],
  { width = Infinity, paint = noPaint }: TableOptions = {},
): readonly string[] {
  const count = Math.max(0, ...rows.map((row) => row.length))
  const widths = Array.from({ length: count }, (_, column) =>
    Math.max(...rows.map((row) => displayWidth(getText(row[column] ?? '')))),
  )
  const before = widths.slice(0, -1).reduce((sum, column) => sum + column + GAP.length, 0)
  widths[count - 1] = Math.max(1, Math.min(widths[count - 1] ?? 0, width - before))
  return rows.map((row) =>
    row
      .map((cell, column) => toCell(cell, widths[column] ?? 0, paint))
      .join(GAP)
      .trimEnd(),
  )
}

function toCell(cell: Cell, width: number, paint: Paint): string {
  const text = shorten(getText(cell), width)
  const padding = ' '.repeat(Math.max(0, width - displayWidth(text)))
  return (typeof cell === 'string' ? text : paint(cell.style, text)) + padding
}

function getText(cell: Cell): string {
  return typeof cell === 'string' ? cell : cell.text
}
