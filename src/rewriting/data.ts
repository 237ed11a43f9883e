/** Data of production with other values: what a test compares with it, and takes from it, changes along. */
import {
  apply,
  type CodeEdit,
  call,
  children,
  field,
  insert,
  type Node,
  namedNodes,
  parse,
  replace,
} from '../syntax/index.ts'
import { type Altering, DATA_HELPERS } from './data-helpers.ts'
import { getLanguage } from './index.ts'
import { OTHER } from './language.ts'

/** What of a file's data is altered. */
interface WantedData {
  readonly grammar: string
  /** The file before the change: what it held stays as it is. */
  readonly before: string
  /** What test code names; null: all data. */
  readonly names: ReadonlySet<string> | null
  readonly altering: Altering
}

const isWantedName = ({ names }: WantedData, name: string) => names === null || names.has(name)

/** By grammar, the nodes that give data a name. */
const LITERAL_DATA: Readonly<Record<string, ReadonlySet<string>>> = {
  go: new Set(['const_spec', 'var_spec']),
  ruby: new Set(['assignment']),
  php: new Set(['const_element', 'property_element']),
}
const CODE = /function|method|lambda|closure/
/** Keys stay: a test asks with them. */
const PAIRS = new Set(['keyed_element', 'pair', 'array_element_initializer'])
const COLLECTION = /^(?:literal_value|array|array_creation_expression|hash|list|tuple|object|dictionary)$/

/** Values are altered so deep. */
const MAX_DEPTH = 20

/**
 * @param text with the function that alters values at its end, if a function of the file was altered
 * @param before the file before the change: what it held stays as it is
 * @param names what test code names; null: all data
 * @returns null when the file holds no new data of these names, or none that can be altered so
 */
export async function alterData(
  path: string,
  text: string,
  before: string,
  names: ReadonlySet<string> | null,
  altering: Altering = 'all',
): Promise<string | null> {
  const language = getLanguage(path)
  if (language === null) return altering === 'all' ? alterText(text) : null
  const wanted = { grammar: language.grammar, before, names, altering }
  const isLiteral = language.grammar in LITERAL_DATA
  const found = await parse(language.grammar, text, (root) => (isLiteral ? literalsIn : dataIn)(root, wanted))
  if (!found || found.length === 0) return null
  if (isLiteral) return apply(text, found)
  const altered = language.returns?.functions.altered.text ?? ''
  const own = (text.includes(altered) ? '' : altered) + (DATA_HELPERS[language.grammar]?.text ?? '')
  // Python needs the function before it calls it.
  const [inside, behind] = [found.filter(({ start }) => start >= 0), found.filter(({ start }) => start < 0)]
  return apply(text, inside) + own + behind.map((edit) => edit.text).join('')
}

/** A name with its value, at the top of a file or in a class. */
interface Datum {
  readonly name: string
  readonly value: Node
}

const CALL = /^(?:call|call_expression|new_expression)$/

function dataIn(root: Node, wanted: WantedData): readonly CodeEdit[] {
  const { grammar, before, altering } = wanted
  const callee = DATA_HELPERS[grammar]?.names[altering]
  const statements = namedNodes(root).filter(({ text }) => !before.includes(text))
  const data = statements
    .flatMap(grammar === 'python' ? pythonData : javascriptData)
    .filter(
      ({ name, value }) =>
        isWantedName(wanted, name.split('.').at(-1) ?? '') && !before.includes(value.parent?.text ?? ''),
    )
  const isAltered = ({ value }: Datum) =>
    altering === 'all' || (altering === 'rows' ? holdsRows(value) : CALL.test(value.type))
  if (callee === undefined || !data.some(isAltered)) return []
  return data.flatMap(({ name, value }) =>
    grammar === 'python' ? [insert(-1, `\n${name} = ${callee}(${name})\n`)] : call(callee, value, false),
  )
}

function javascriptData(statement: Node): readonly Datum[] {
  const own = statement.type === 'export_statement' ? (field(statement, 'declaration') ?? statement) : statement
  return javascriptParts(own).flatMap((part) => {
    const name = (field(part, 'name') ?? field(field(part, 'left') ?? part, 'property'))?.text ?? ''
    const value = field(part, 'value') ?? field(part, 'right')
    return value === null || /function|class/.test(value.type) ? [] : [{ name, value }]
  })
}

/** Declarations, constants of a class, and `exports.RATE = 10`. */
function javascriptParts(statement: Node): readonly Node[] {
  if (/^(?:lexical|variable)_declaration$/.test(statement.type)) return namedNodes(statement)
  if (/class_declaration$/.test(statement.type)) {
    const members = namedNodes(field(statement, 'body') ?? statement)
    return members.filter((member) => children(member).some(({ type }) => type === 'static'))
  }
  return statement.type === 'expression_statement'
    ? namedNodes(statement).filter(({ type }) => type === 'assignment_expression')
    : []
}

/** Members of an enumeration cannot be set. */
const SETTABLE = /^class \w+(?:\(\s*(?:object|ABC|\w*Base\w*)?\s*\))?:/

function pythonData(statement: Node): readonly Datum[] {
  if (statement.type === 'class_definition' && SETTABLE.test(statement.text)) {
    const owner = field(statement, 'name')?.text
    const members = namedNodes(field(statement, 'body') ?? statement)
    return members.flatMap(pythonData).map(({ name, value }) => ({ name: `${owner}.${name}`, value }))
  }
  const assignments =
    statement.type === 'expression_statement' ? namedNodes(statement).filter(({ type }) => type === 'assignment') : []
  return assignments.flatMap((node) => {
    const value = field(node, 'right')
    return value === null || value.type === 'lambda' ? [] : [{ name: field(node, 'left')?.text ?? '', value }]
  })
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

// Data of Go, Ruby and PHP: its values are altered where they are written.

/** Returns whether a value is a collection of collections. */
function holdsRows(node: Node, isInside = false): boolean {
  if (CODE.test(node.type)) return false
  const isCollection = COLLECTION.test(node.type)
  return (isCollection && isInside) || namedNodes(node).some((child) => holdsRows(child, isInside || isCollection))
}

/** Finds literals of new data, outside of functions. */
function literalsIn(node: Node, wanted: WantedData): readonly CodeEdit[] {
  const { grammar, before, altering } = wanted
  if (!LITERAL_DATA[grammar]?.has(node.type))
    return CODE.test(node.type) ? [] : namedNodes(node).flatMap((child) => literalsIn(child, wanted))
  const [first, ...values] = namedNodes(node)
  if (first === undefined || !isWantedName(wanted, first.text) || before.includes(node.text)) return []
  if (altering === 'all') return values.flatMap((value) => alterLiterals(value, grammar))
  return altering === 'rows'
    ? values.filter((value) => holdsRows(value)).flatMap((value) => alterRows(value, grammar))
    : []
}

/** Alters the last value of each row. */
function alterRows(node: Node, grammar: string): readonly CodeEdit[] {
  const parts = CODE.test(node.type) ? [] : namedNodes(node)
  const isRow = COLLECTION.test(node.type) && !holdsRows(node)
  return isRow
    ? parts.slice(-1).flatMap((value) => alterLiterals(value, grammar))
    : parts.flatMap((part) => alterRows(part, grammar))
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
