/** Finds the strings and comments of a text, also of one that does not parse to its end. */
import { getSyntax, type Syntax } from './languages.ts'
import { type Cursor, parseNow } from './parser.ts'

export interface Region {
  readonly start: number
  readonly end: number
  readonly isComment: boolean
}

/** @returns in order; null for a text that no grammar reads */
export function readRegions(path: string, text: string): readonly Region[] | null {
  const syntax = getSyntax(path)
  if (syntax === null) return null
  const read = (root: { walk: () => Cursor }) => {
    const cursor = root.walk()
    try {
      return walk(cursor, syntax)
    } finally {
      cursor.delete()
    }
  }
  return parseNow(syntax.grammar, text, read, true)
}

function walk(cursor: Cursor, { texts, isPython }: Syntax): readonly Region[] {
  const regions: Region[] = []
  let statement = { start: 0, end: 0 }
  for (;;) {
    const { nodeType: type, nodeIsNamed: isNamed, startIndex: start, endIndex: end } = cursor
    const isComment = isNamed && type.endsWith('comment')
    const isRegion = isComment || (isNamed && texts.has(type))
    if (type === 'expression_statement') statement = { start, end }
    // A string that stands alone documents the code around it.
    const isWhole = isPython && type === 'string' && statement.start === start && statement.end === end
    if (isRegion && end > start) regions.push({ start, end, isComment: isComment || isWhole })
    if (!isRegion && cursor.gotoFirstChild()) continue
    while (!cursor.gotoNextSibling()) if (!cursor.gotoParent()) return regions
  }
}
