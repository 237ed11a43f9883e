/** Finds the end of a document type. It is skipped as a whole, so that it never declares an entity. */
import { UNFINISHED } from './tag.ts'

const COMMENT = '<!--'

/** Quotes, brackets and comments of the internal subset may contain `>`. */
export function doctypeEnd(text: string, from: number): number {
  const marks = /["'[\]>]|<!--/g
  marks.lastIndex = from
  for (let depth = 0, mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    const found = mark[0]
    if (found === '>' && depth <= 0) return mark.index + 1
    if (found === '[') depth += 1
    else if (found === ']') depth -= 1
    else if (found !== '>') {
      const close = text.indexOf(found === COMMENT ? '-->' : found, marks.lastIndex)
      if (close < 0) return UNFINISHED
      marks.lastIndex = close + 1
    }
  }
  return UNFINISHED
}
