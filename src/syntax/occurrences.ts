/** Finds where names stand outside of imports, and whether each place means what the file declares or imports under that name. */
import type { Syntax } from './languages.ts'
import { findImports } from './modules.ts'
import { field, getShortText } from './nodes.ts'
import { type Node, readSyntax } from './parser.ts'

const PLAIN = new Set(['identifier', 'type_identifier'])
/** Names of members, keys and options. */
const BOUND = [
  'property_identifier',
  'private_property_identifier',
  'shorthand_property_identifier',
  'shorthand_property_identifier_pattern',
  'field_identifier',
  'package_identifier',
  'statement_identifier',
]
/** What CommonJS exports. */
const EXPORTS = /^(?:module\.)?exports$/
/** Places of one name; of more it is not decided. */
const MAX_PLACES = 2_000

/** Each name that stands somewhere, by whether it always means what the file declares or imports. */
type Occurrences = ReadonlyMap<string, boolean>

/** @returns null for a text that is not read */
export const readOccurrences = (path: string, text: string): Occurrences | null =>
  readSyntax(path, text, findOccurrences)

function findOccurrences(root: Node, syntax: Syntax): Occurrences {
  const imports = findImports(root, syntax).values()
  let around = imports.next().value
  const found = new Map<string, boolean>()
  const places = new Map<string, number>()
  for (const node of root.descendantsOfType([...PLAIN, ...BOUND])) {
    if (node === null) continue
    while (around !== undefined && around.end <= node.startIndex) around = imports.next().value
    if (around !== undefined && around.start <= node.startIndex) continue
    const name = getShortText(node)
    const count = (places.get(name) ?? 0) + 1
    places.set(name, count)
    if (found.get(name) === false) continue
    found.set(name, count <= MAX_PLACES && isPlain(node, syntax.grammar))
  }
  return found
}

function isPlain(node: Node, grammar: string): boolean {
  const { parent } = node
  const [isName, type] = [PLAIN.has(node.type), parent?.type ?? '']
  if (grammar === 'python') {
    const isMember = type === 'attribute' && field(parent as Node, 'attribute')?.id === node.id
    const isOption = type === 'keyword_argument' && field(parent as Node, 'name')?.id === node.id
    return isName && !isMember && !isOption && !/parameter|splat_pattern/.test(type)
  }
  if (grammar === 'go') return isName && type !== 'literal_element'
  return isName || isExport(node, parent)
}

/** Returns whether CommonJS exports the name: `exports.name =`, or as an entry of what is exported. */
function isExport(node: Node, parent: Node | null): boolean {
  if (parent?.type === 'member_expression')
    return EXPORTS.test(getShortText(field(parent, 'object'))) && parent.parent?.type === 'assignment_expression'
  const left = node.type === 'shorthand_property_identifier' ? parent?.parent?.childForFieldName('left') : null
  return parent?.parent?.type === 'assignment_expression' && getShortText(left) === 'module.exports'
}
