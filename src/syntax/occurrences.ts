/** Finds where names stand outside of imports: what the file declares, and what it uses of others. */
import { toTypes } from './languages.ts'
import { findImports } from './modules.ts'
import { field, findAround, getShortText, isFunction, ofType } from './nodes.ts'
import { createReader, isTooDeep, type Node } from './parser.ts'

export interface NamePlaces {
  /** Whether the file declares it, as a member or not. */
  readonly isDeclared: boolean
  /** Whether it is declared as a member, as a key, or as an option. */
  readonly isMember: boolean
  /** Whether it is a parameter. */
  readonly isParameter: boolean
  /** Whether a place means what the file declares, imports or shares under this name. */
  readonly isPlain: boolean
  /** The last name in front of each place that reads a member; empty for keys and options. */
  readonly receivers: readonly string[]
}

const MAX_PLACES = 100_000
const NAMES = toTypes(
  'identifier,type_identifier,property_identifier,private_property_identifier,shorthand_property_identifier',
  'shorthand_property_identifier_pattern,field_identifier,shorthand_field_identifier,namespace_identifier',
  'package_identifier,statement_identifier,constant,simple_symbol,hash_key_symbol,instance_variable,class_variable',
  'name,variable_name,word',
)
const DECLARING =
  /(?:declaration|declarator|definition|_item|_spec|_element|_signature|_specifier|_alias|variant|constant)$|^(?:method|singleton_method|class|module|method_elem|enum_assignment|variable_name)$/
const PARAMETER = /parameter|splat_pattern/
const MEMBERS = /^(?:class|interface|struct|enum|impl|trait|record|object|union|field)(?:_\w+)?$/
const KEY = /^(?:pair|pair_pattern|keyword_argument|field_initializer|literal_element|argument)$/
/** What CommonJS exports. */
const EXPORTS = /^(?:module\.)?exports$/
/** In front of a member. */
const READS = /(?:\.|->|::)\s*$/
const OWN = /^(?:this|self|\$this)$|\.prototype$/

/** Names are read without the signs in front of them. */
export const toPlainName = (token: string): string => token.replace(/^[:@$#]+(?=[\p{L}_])/u, '')

/** @returns null for a text with too many names, too */
export const readNamePlaces = createReader((root, syntax, text): ReadonlyMap<string, NamePlaces> | null => {
  if (isTooDeep(root)) return null
  const nodes = ofType(root, ...NAMES)
  if (nodes.length > MAX_PLACES) return null
  const imports = findImports(root, syntax).values()
  let around = imports.next().value
  const found = new Map<string, NamePlaces>()
  for (const node of nodes) {
    while (around !== undefined && around.end <= node.startIndex) around = imports.next().value
    if (around !== undefined && around.start <= node.startIndex) continue
    const name = toPlainName(getShortText(node))
    found.set(name, join(found.get(name), readPlace(node, text)))
  }
  return found
})

function join(one: NamePlaces | undefined, other: NamePlaces): NamePlaces {
  if (one === undefined) return other
  return {
    isDeclared: one.isDeclared || other.isDeclared,
    isMember: one.isMember || other.isMember,
    isParameter: one.isParameter || other.isParameter,
    isPlain: one.isPlain || other.isPlain,
    receivers: [...new Set([...one.receivers, ...other.receivers])],
  }
}

function readPlace(node: Node, text: string): NamePlaces {
  const around = node.parent?.type === 'variable_name' ? (node.parent.parent ?? node.parent) : node.parent
  const place = { isDeclared: false, isMember: false, isParameter: false, isPlain: false, receivers: [] }
  if (around === null) return place
  if (isExport(node, around)) return { ...place, isDeclared: true, isPlain: true }
  const isShort = node.type.startsWith('shorthand_property')
  const isKey = KEY.test(around.type) && around.firstNamedChild?.startIndex === node.startIndex
  const isParameter = PARAMETER.test(around.type) || (isShort && isInParameters(around))
  if (isParameter) return { ...place, isParameter, isDeclared: true, isMember: true, isPlain: true }
  // What an object holds under a name, others read of it.
  const isHeld = /^(?:object|hash)$/.test((isShort ? around : around.parent)?.type ?? '')
  if (isKey || isShort) return { ...place, isPlain: isShort, isDeclared: isHeld, isMember: isHeld, receivers: [''] }
  if (READS.test(text.slice(Math.max(0, node.startIndex - 20), node.startIndex))) {
    const receiver = getShortText(around.firstNamedChild)
    const isSet = isTarget(around, around.parent) && OWN.test(receiver)
    return { ...place, isDeclared: isSet, isMember: isSet, receivers: [lastName(receiver)] }
  }
  const isDeclared = isTarget(node, around) || (DECLARING.test(around.type) && isNamed(node, around))
  const isMember = /_symbol$|(?:instance|class)_variable|^field_id|^(?:private_)?property_id/.test(node.type)
  return {
    ...place,
    isDeclared: isDeclared || isMember,
    isMember: isMember || (isDeclared && isInMembers(around)),
    isPlain: !isMember,
  }
}

const lastName = (receiver: string): string => /[\p{L}\p{N}_]+$/u.exec(receiver)?.[0] ?? ''

const isNamed = (node: Node, around: Node): boolean => {
  const name = field(around, 'name') ?? field(around, 'property') ?? field(around, 'declarator')
  return name === null || name.startIndex === node.startIndex || around.type === 'var_spec'
}

/** Returns whether a statement sets it. */
const isTarget = (node: Node, around: Node | null): boolean =>
  /assignment|short_var/.test(around?.type ?? '') && around?.childForFieldName('left')?.startIndex === node.startIndex

function isInParameters(node: Node): boolean {
  let at: Node | null = node
  while (at !== null && /pattern/.test(at.type)) at = at.parent
  return at !== null && PARAMETER.test(at.type)
}

/** Returns whether a class or an object is the next thing around a declaration. */
function isInMembers(declaration: Node): boolean {
  const around = findAround(declaration, (node) => MEMBERS.test(node.type) || isFunction(node))
  return around !== null && MEMBERS.test(around.type)
}

/** Returns whether CommonJS exports the name: `exports.name =`, or as an entry of what is exported. */
function isExport(node: Node, around: Node): boolean {
  if (around.type === 'member_expression')
    return EXPORTS.test(getShortText(field(around, 'object'))) && around.parent?.type === 'assignment_expression'
  const left = node.type === 'shorthand_property_identifier' ? around.parent?.childForFieldName('left') : null
  return around.parent?.type === 'assignment_expression' && getShortText(left) === 'module.exports'
}
