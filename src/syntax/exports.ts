/** Finds what a text exports. */
import { apply, type CodeEdit, getShortText, namedNodes } from './nodes.ts'
import { type Node, readSyntax } from './parser.ts'

/** What CommonJS exports. */
const EXPORTED = /^(?:module\.)?exports\.(\w+)$/

/** Writes what CommonJS exports as ES modules do. @returns the text itself where it exports nothing so */
export function asEsModule(path: string, text: string): string {
  const edits = text.includes('exports') ? readSyntax(path, text, findAssignedExports) : null
  return edits === null ? text : apply(text, edits)
}

function findAssignedExports(root: Node): readonly CodeEdit[] {
  return namedNodes(root).flatMap((statement) => {
    const [left, right] = ['left', 'right'].map((name) => statement.firstNamedChild?.childForFieldName(name))
    if (statement.firstNamedChild?.type !== 'assignment_expression' || left == null || right == null) return []
    const name = EXPORTED.exec(getShortText(left))?.[1]
    if (name === undefined && getShortText(left) !== 'module.exports') return []
    const isList = right.type === 'object' && namedNodes(right).every(({ type }) => type.startsWith('shorthand'))
    const head = name === undefined ? (isList ? 'export ' : 'export default ') : `export const ${name} = `
    return [{ start: statement.startIndex, end: right.startIndex, text: head }]
  })
}
