/** Reads which names a file declares, exports and asks of others: what a double of it may have. */
import { findExports } from './exports.ts'
import { type Syntax, toTypes } from './languages.ts'
import { findImports } from './modules.ts'
import { children, field, getShortText, namedNodes, ofType } from './nodes.ts'
import { createReader, isTooDeep, type Node } from './parser.ts'

export interface Members {
  /** Names that importers find; null where code decides. */
  readonly names: ReadonlySet<string> | null
  /** Classes and interfaces, and whether all of their members stand in this file. */
  readonly classes: ReadonlyMap<string, boolean>
  /** Every name and short text, apart from those that are only read of an object. */
  readonly declared: ReadonlySet<string>
  /** What is read of an object, by the last name in front of it. */
  readonly asked: readonly (readonly [receiver: string, member: string])[]
}

/** @returns null for languages whose compilers check doubles, too */
export const readMemberNames = createReader((root, syntax): Members | null => {
  if ((!syntax.isPython && !/script|tsx/.test(syntax.grammar)) || isTooDeep(root)) return null
  const imported = findImports(root, syntax).flatMap(({ bindings }) => bindings.map(({ local }) => local))
  const names = syntax.isPython ? namesOfPython(root, imported) : namesOfJavascript(root, syntax)
  return { names, classes: readClasses(root), ...readUses(root) }
})

const NAMED = toTypes(
  'identifier,property_identifier,private_property_identifier,shorthand_property_identifier',
  'shorthand_property_identifier_pattern,type_identifier,string_fragment,string_content',
)
const CLASSES = toTypes('class_declaration,abstract_class_declaration,interface_declaration,class_definition')

/** Reads every name. One that is only read of an object, `object.name`, is not declared there. */
function readUses(root: Node): Pick<Members, 'declared' | 'asked'> {
  const declared = new Set<string>()
  const asked: (readonly [string, string])[] = []
  for (const leaf of ofType(root, ...NAMED)) {
    const around = leaf.parent
    const isRead =
      around !== null && /^(?:member_expression|attribute)$/.test(around.type) && isLast(leaf, around) && !isSet(around)
    if (!isRead) declared.add(getShortText(leaf))
    else asked.push([lastName(field(around, 'object')), leaf.text])
  }
  return { declared, asked }
}

const isLast = (leaf: Node, around: Node) =>
  (field(around, 'property') ?? field(around, 'attribute'))?.startIndex === leaf.startIndex
const isSet = (node: Node) =>
  /^(?:assignment|assignment_expression)$/.test(node.parent?.type ?? '') &&
  node.parent?.childForFieldName('left')?.startIndex === node.startIndex

const lastName = (node: Node | null): string =>
  getShortText(
    node && (field(node, 'property') ?? field(node, 'attribute') ?? (node.type === 'identifier' ? node : null)),
  )

/** Bases that add no members of their own. */
const PLAIN_BASE = /^(?:object|ABC|abc\.ABC|Protocol|typing\.Protocol|Generic\b.*|Exception|Error)$/
/** Members that code decides. */
const DECIDES = /__getattr(?:ibute)?__|\bsetattr\(|\bnew Proxy\b|\.prototype\b|\bdefineProperty|\bmetaclass=/

function readClasses(root: Node): ReadonlyMap<string, boolean> {
  const isOpen = DECIDES.test(root.text)
  const nodes = ofType(root, ...CLASSES)
  const own = new Set(nodes.map((node) => getShortText(field(node, 'name'))))
  const isKnown = (base: Node) => own.has(getShortText(base)) || PLAIN_BASE.test(getShortText(base))
  return new Map(
    nodes.map((node) => [
      getShortText(field(node, 'name')),
      !isOpen && !hasDecorator(node) && basesOf(node).every(isKnown),
    ]),
  )
}

/** Python's own adds only names that begin with underscores. */
const hasDecorator = (node: Node) =>
  [...children(node), ...(node.parent?.type === 'decorated_definition' ? children(node.parent) : [])].some(
    (child) => child.type === 'decorator' && !/^@(?:dataclasses\.)?dataclass\b/.test(child.text),
  )

function basesOf(node: Node): readonly Node[] {
  const lists = [field(node, 'superclasses'), ...children(node).filter(({ type }) => /heritage|extends/.test(type))]
  return lists.flatMap((list) => (list === null ? [] : namedNodes(list).flatMap(withoutClause)))
}

const withoutClause = (node: Node): readonly Node[] => {
  if (node.type === 'implements_clause' || node.type === 'type_arguments') return []
  return node.type === 'extends_clause' ? namedNodes(node).flatMap(withoutClause) : [node]
}

/** Returns every name that the file binds, in whatever scope. */
function namesOfPython(root: Node, imported: readonly string[]): ReadonlySet<string> | null {
  if (imported.includes('*') || /\bdef __getattr__\b|\bglobals\(\)|\bsetattr\(/.test(root.text)) return null
  const definitions = ofType(root, 'function_definition', 'class_definition', 'type_alias_statement')
  const targets = ofType(root, 'assignment', 'for_statement', 'named_expression').flatMap((node) =>
    namesIn(field(node, 'left') ?? field(node, 'name')),
  )
  const aliases = ofType(root, 'as_pattern_target').flatMap(namesIn)
  const declared = definitions.map((node) => getShortText(field(node, 'name')))
  return new Set([...imported, ...declared, ...targets, ...aliases])
}

function namesIn(target: Node | null): readonly string[] {
  if (target === null) return []
  return target.type === 'identifier' ? [target.text] : ofType(target, 'identifier').map(({ text }) => text)
}

/** Returns what the file exports. */
function namesOfJavascript(root: Node, syntax: Syntax): ReadonlySet<string> | null {
  const statements = namedNodes(root).filter(({ type }) => type === 'export_statement')
  const isGiven = statements.some((node) => children(node).some(({ type }) => /^(?:default|\*|=)$/.test(type)))
  const common = ofType(root, 'identifier', 'property_identifier').filter(({ text }) => text === 'exports')
  const written = common.map((node) => readCommonExport(node.type === 'identifier' ? node : (node.parent ?? node)))
  const names = new Set([...findExports(root, syntax), ...written.flatMap((found) => found ?? [])])
  return isGiven || written.includes(null) || names.size === 0 ? null : names
}

/** @param exported `exports` or `module.exports` @returns what it names; null where more may be exported */
function readCommonExport(exported: Node): readonly string[] | null {
  const around = exported.parent
  if (around?.type === 'member_expression' && field(around, 'object')?.startIndex === exported.startIndex)
    return [getShortText(field(around, 'property'))]
  const value = around !== null && isSet(exported) ? field(around, 'right') : null
  const isWritten = value?.type === 'assignment_expression' || value?.type === 'object'
  return isWritten && !namedNodes(value).some(({ type }) => type === 'spread_element') ? [] : null
}
