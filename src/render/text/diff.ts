/** Renders a diff for a terminal: each line stays one line, and nothing in it acts on the terminal. */
import { noPaint, type Painted, type Style } from './table.ts'
import { plainCode } from './text.ts'

const STYLES: Readonly<Record<string, Style>> = { '+': 'good', '-': 'bad', '@': 'info', d: 'bold' }

export function toDiffText(diff: string, { paint = noPaint }: Painted = {}): string {
  const lines = diff.split('\n').filter((line) => line !== '')
  return lines.map((line) => `${toLine(line, paint)}\n`).join('')
}

function toLine(line: string, paint: NonNullable<Painted['paint']>): string {
  const [mark = ''] = line
  const text = mark + plainCode(line.slice(1)).join('')
  const style = STYLES[mark]
  return style === undefined ? text : paint(style, text)
}
