/** Data of production with other values: what a test compares with it, and takes from it, changes along. */
import { getLanguage, MAX_SOURCE } from './index.ts'
import { apply, type CodeEdit, call, field, insert, namedNodes, OTHER, replace } from './language.ts'
import { type Node, parse } from './parser.ts'

/** Values are altered so deep. */
const MAX_DEPTH = 20

/**
 * @param text with the function that alters values at its end, if a function of the file was altered
 * @param before the file before the change: what it held stays as it is
 * @param names what test code names; null: all data
 * @returns null when the file holds no new data of these names
 */
export async function alterData(
  path: string,
  text: string,
  before: string,
  names: ReadonlySet<string> | null,
): Promise<string | null> {
  if (text.length > MAX_SOURCE) return null
  const language = getLanguage(path)
  if (language === null) return alterText(text)
  if (language.grammar in LITERAL_DATA) {
    const edits = await parse(language.grammar, text, (root) => literalsIn(root, language.grammar, { before, names }))
    return edits && edits.length > 0 ? apply(text, edits) : null
  }
  const altered = language.returns?.functions.altered
  if (!altered) return null
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
  readonly names: ReadonlySet<string> | null
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
      return value !== null && isNamed(names, name) && !/function|class/.test(value.type)
        ? call(callee, value, false)
        : []
    })
  })
}

const isNamed = (names: ReadonlySet<string> | null, name: string) => names === null || names.has(name)

/** `exports.RATE = 10` */
function assignmentIn(statement: Node): readonly Node[] {
  return statement.type === 'expression_statement'
    ? namedNodes(statement).filter(({ type }) => type === 'assignment_expression')
    : []
}

function pythonData(statement: Node, names: ReadonlySet<string> | null, callee: string): readonly CodeEdit[] {
  const assignments =
    statement.type === 'expression_statement' ? namedNodes(statement).filter(({ type }) => type === 'assignment') : []
  return assignments.flatMap((node) => {
    const name = field(node, 'left')?.text ?? ''
    const isData = isNamed(names, name) && field(node, 'right')?.type !== 'lambda'
    return isData ? [{ ...insert(-1, `\n${name} = ${callee}(${name})\n`) }] : []
  })
}

/** Languages whose data is altered where it is written: by grammar, the nodes that give data a name. */
const LITERAL_DATA: Readonly<Record<string, ReadonlySet<string>>> = {
  go: new Set(['const_spec', 'var_spec']),
  ruby: new Set(['assignment']),
  php: new Set(['const_element', 'property_element']),
}
const CODE = /function|method|lambda|closure/
/** Keys stay: a test asks with them. */
const PAIRS = new Set(['keyed_element', 'pair', 'array_element_initializer'])

/** Finds literals of new data, outside of functions. */
function literalsIn(node: Node, grammar: string, wanted: Pick<Wanted, 'before' | 'names'>): readonly CodeEdit[] {
  if (!LITERAL_DATA[grammar]?.has(node.type))
    return CODE.test(node.type) ? [] : namedNodes(node).flatMap((child) => literalsIn(child, grammar, wanted))
  const [first, ...values] = namedNodes(node)
  const isWanted = first !== undefined && isNamed(wanted.names, first.text) && !wanted.before.includes(node.text)
  return isWanted ? values.flatMap((value) => alterLiterals(value, grammar)) : []
}

function alterLiterals(node: Node, grammar: string): readonly CodeEdit[] {
  if (CODE.test(node.type) || /type$/.test(node.type)) return []
  if (/^(?:int|float|integer)(?:_literal)?$/.test(node.type)) return [replace(node, `(${node.text} + 1)`)]
  if (/^(?:true|false|boolean)$/.test(node.type)) return [replace(node, `!${node.text}`)]
  if (/^(?:encapsed_|raw_|interpreted_)?string(?:_literal)?$/.test(node.type))
    return [replace(node, grammar === 'go' ? `"${OTHER}"` : `'${OTHER}'`)]
  const parts = namedNodes(node)
  const values = PAIRS.has(node.type) ? parts.slice(-1) : parts
  return values.flatMap((value) => alterLiterals(value, grammar))
}

/** A text is one value, unless it is JSON. */
function alterText(text: string): string {
  try {
    return JSON.stringify(alter(JSON.parse(text), 0))
  } catch {
    return OTHER
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
