/** Data of Go, Ruby and PHP: its values are altered where they are written. */
import { type CodeEdit, type Node, namedNodes, replace } from '../../syntax/index.ts'
import type { Altering } from './data-helpers.ts'
import { OTHER } from './language.ts'

/** What of a file's data is altered. */
export interface WantedData {
  readonly grammar: string
  /** The file before the change: what it held stays as it is. */
  readonly before: string
  /** What test code names; null: all data. */
  readonly names: ReadonlySet<string> | null
  readonly altering: Altering
}

export const isWantedName = ({ names }: WantedData, name: string) => names === null || names.has(name)

/** By grammar, the nodes that give data a name. */
export const LITERAL_DATA: Readonly<Record<string, ReadonlySet<string>>> = {
  go: new Set(['const_spec', 'var_spec']),
  ruby: new Set(['assignment']),
  php: new Set(['const_element', 'property_element']),
}
const CODE = /function|method|lambda|closure/
/** Keys stay: a test asks with them. */
const PAIRS = new Set(['keyed_element', 'pair', 'array_element_initializer'])
const COLLECTION = /^(?:literal_value|array|array_creation_expression|hash|list|tuple|object|dictionary)$/

/** Returns whether a value is a collection of collections. */
export function holdsRows(node: Node, isInside = false): boolean {
  if (CODE.test(node.type)) return false
  const isCollection = COLLECTION.test(node.type)
  return (isCollection && isInside) || namedNodes(node).some((child) => holdsRows(child, isInside || isCollection))
}

/** Finds literals of new data, outside of functions. */
export function literalsIn(node: Node, wanted: WantedData): readonly CodeEdit[] {
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
