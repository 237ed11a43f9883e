/** Data of production with other values: what a test compares with it, and takes from it, changes along. */
import { getLanguage, MAX_SOURCE } from './index.ts'
import { apply, type CodeEdit, call, field, insert, namedNodes, OTHER } from './language.ts'
import { type Node, parse } from './parser.ts'

const JSON_FILE = /\.json$/i
/** Values are altered so deep. */
const MAX_DEPTH = 20

/**
 * @param text with the function that alters values at its end, if a function of the file was altered
 * @param before the file before the change: what it held stays as it is
 * @param names what test code names
 * @returns null when the file holds no new data of these names
 */
export async function alterData(
  path: string,
  text: string,
  before: string,
  names: ReadonlySet<string>,
): Promise<string | null> {
  if (text.length > MAX_SOURCE) return null
  if (JSON_FILE.test(path)) return alterJson(text)
  const language = getLanguage(path)
  const altered = language?.returns?.functions.altered
  if (!language || !altered) return null
  const found = await parse(language.grammar, text, (root) =>
    dataIn(root, { grammar: language.grammar, before, names, callee: altered.name }),
  )
  if (!found || found.length === 0) return null
  const own = text.includes(altered.text) ? '' : altered.text
  // Python needs the function before it calls it.
  const [inside, behind] = [found.filter(({ start }) => start >= 0), found.filter(({ start }) => start < 0)]
  return apply(text, inside) + own + behind.map((edit) => edit.text).join('')
}

interface Wanted {
  readonly grammar: string
  readonly before: string
  readonly names: ReadonlySet<string>
  readonly callee: string
}

function dataIn(root: Node, { grammar, before, names, callee }: Wanted): readonly CodeEdit[] {
  const all = namedNodes(root).map((node) =>
    node.type === 'export_statement' ? (field(node, 'declaration') ?? node) : node,
  )
  const statements = all.filter(({ text }) => !before.includes(text))
  return statements.flatMap((statement) => {
    if (grammar === 'python') return pythonData(statement, names, callee)
    const parts = /^(?:lexical|variable)_declaration$/.test(statement.type)
      ? namedNodes(statement)
      : assignmentIn(statement)
    return parts.flatMap((part) => {
      const name = (field(part, 'name') ?? field(field(part, 'left') ?? part, 'property'))?.text ?? ''
      const value = field(part, 'value') ?? field(part, 'right')
      return value !== null && names.has(name) && !/function|class/.test(value.type) ? call(callee, value, false) : []
    })
  })
}

/** `exports.RATE = 10` */
function assignmentIn(statement: Node): readonly Node[] {
  return statement.type === 'expression_statement'
    ? namedNodes(statement).filter(({ type }) => type === 'assignment_expression')
    : []
}

function pythonData(statement: Node, names: ReadonlySet<string>, callee: string): readonly CodeEdit[] {
  const assignments =
    statement.type === 'expression_statement' ? namedNodes(statement).filter(({ type }) => type === 'assignment') : []
  return assignments.flatMap((node) => {
    const name = field(node, 'left')?.text ?? ''
    const isData = names.has(name) && field(node, 'right')?.type !== 'lambda'
    return isData ? [{ ...insert(-1, `\n${name} = ${callee}(${name})\n`) }] : []
  })
}

function alterJson(text: string): string | null {
  try {
    return JSON.stringify(alter(JSON.parse(text), 0))
  } catch {
    return null
  }
}

/** As returned values are altered. */
function alter(value: unknown, depth: number): unknown {
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return OTHER
  if (Array.isArray(value)) return value.map((one) => alter(one, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, alter(one, depth + 1)]))
}
