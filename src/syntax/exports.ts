/** Finds what a text declares at its top, and what of it other files may use. */
import { ofScripts, type Syntax, toTypes } from './languages.ts'
import { apply, type CodeEdit, children, field, getShortText, namedNodes } from './nodes.ts'
import { createReader, type Node } from './parser.ts'

/** Nodes that declare what their field `name` says. */
const DECLARING = toTypes(
  'function_declaration,generator_function_declaration,class_declaration,abstract_class_declaration,enum_declaration,internal_module,variable_declarator,function_definition,class_definition,method_declaration,type_spec,type_alias,var_spec,const_spec,function_item,struct_item,enum_item,union_item,trait_item,type_item,const_item,static_item,mod_item',
)
/** Nodes around those. */
const AROUND = toTypes(
  'export_statement,lexical_declaration,variable_declaration,decorated_definition,type_declaration,var_declaration,var_spec_list,const_declaration,expression_statement',
)
/** By grammar: whether other files may use what a statement at the top declares. */
const EXPORTS: Readonly<Record<string, (statement: Node, name: string) => boolean>> = {
  ...ofScripts(() => isExport),
  python: (_, name) => !name.startsWith('_'),
  go: (_, name) => /^\p{Lu}/u.test(name),
  rust: (statement) => namedNodes(statement)[0]?.type === 'visibility_modifier',
}

/** @returns names, without types of TypeScript */
export const readExports = createReader(findExports)

export function findExports(root: Node, { grammar }: Syntax): readonly string[] {
  const isExported = EXPORTS[grammar]
  if (isExported === undefined) return []
  return namedNodes(root).flatMap((statement) => [
    ...findDeclared(statement).filter((name) => isExported(statement, name)),
    ...(isExported === isExport ? [...findListed(statement), ...findAssigned(statement)] : []),
  ])
}

function isExport({ type }: Node): boolean {
  return type === 'export_statement'
}

function findDeclared(statement: Node): readonly string[] {
  if (AROUND.has(statement.type)) return namedNodes(statement).flatMap(findDeclared)
  if (!DECLARING.has(statement.type)) return []
  return statement.childrenForFieldName('name').flatMap((name) => {
    if (name === null || !name.isNamed) return []
    if (!name.type.endsWith('_pattern')) return [getShortText(name)]
    const own = name.descendantsOfType(['identifier', 'shorthand_property_identifier_pattern'])
    return own.map(getShortText)
  })
}

const OPTIONAL = /default_parameter|optional_parameter|assignment_pattern|variadic|rest_pattern|splat_pattern/

/** @returns what callers may leave out, by exported function */
export const readOptional = createReader((root, syntax): ReadonlyMap<string, readonly string[]> => {
  const exported = new Set(findExports(root, syntax))
  const optional = namedNodes(root).flatMap(findOptional)
  return new Map(optional.filter(([name]) => exported.has(name)))
})

function findOptional(statement: Node): readonly (readonly [name: string, parameters: readonly string[]])[] {
  if (AROUND.has(statement.type) && statement.type !== 'expression_statement')
    return namedNodes(statement).flatMap(findOptional)
  const assigned = toAssigned(statement)
  const name = assigned ? assigned.name : getShortText(field(statement, 'name'))
  const parameters = field(assigned?.value ?? field(statement, 'value') ?? statement, 'parameters')
  if (!name || parameters === null) return []
  const optional = namedNodes(parameters).filter((one) => OPTIONAL.test(one.type) || field(one, 'value') !== null)
  return [[name, optional.map((one) => /[\p{L}_$][\p{L}\p{N}_$]*/u.exec(one.text)?.[0] ?? '')]]
}

/** Reads what a file declares at its top, whether or not others may use it, and the package that it names. */
export const readDeclared = createReader((root) => {
  const own = namedNodes(root)
  return {
    package: getShortText(own.find(({ type }) => type === 'package_clause')?.firstNamedChild),
    names: own.flatMap(findDeclared),
    functions: own
      .filter(({ type }) => type === 'function_declaration')
      .map((node) => getShortText(field(node, 'name'))),
  }
})

function findListed(statement: Node): readonly string[] {
  const isOfType = (node: Node) => children(node).some(({ type }) => type === 'type')
  if (statement.type !== 'export_statement' || isOfType(statement)) return []
  const listed = statement.descendantsOfType(['export_specifier', 'namespace_export'])
  return listed.flatMap((node) => {
    if (node === null || isOfType(node)) return []
    return getShortText(field(node, 'alias') ?? field(node, 'name') ?? namedNodes(node)[0])
  })
}

/** What CommonJS exports. */
interface AssignedExport {
  /** Null for all of them. */
  readonly name: string | null
  readonly statement: Node
  readonly value: Node
}

const EXPORTED = /^(?:module\.)?exports(?:\.(\w+))?$/

function toAssigned(statement: Node): AssignedExport | null {
  const assigned = statement.firstNamedChild
  if (statement.type !== 'expression_statement' || assigned?.type !== 'assignment_expression') return null
  const [left, value] = [field(assigned, 'left'), field(assigned, 'right')]
  const [all, name = null] = EXPORTED.exec(getShortText(left)) ?? []
  return value === null || all === undefined || all === 'exports' ? null : { name, statement, value }
}

function findAssigned(statement: Node): readonly string[] {
  const { name = null, value } = toAssigned(statement) ?? {}
  if (name !== null) return [name]
  if (value?.type !== 'object') return []
  const keys = namedNodes(value).map((entry) => field(entry, 'key') ?? field(entry, 'name') ?? entry)
  return keys.filter(({ type }) => /identifier$/.test(type)).map(getShortText)
}

/** Writes what CommonJS exports as ES modules do. @returns the text itself where it exports nothing so */
export function asEsModule(path: string, text: string): string {
  const edits = text.includes('exports') ? readModuleEdits(path, text) : null
  return edits === null ? text : apply(text, edits)
}

const readModuleEdits = createReader((root): readonly CodeEdit[] =>
  namedNodes(root).flatMap((node) => {
    const found = toAssigned(node)
    if (found === null) return []
    const { name, statement, value } = found
    const isList = value.type === 'object' && namedNodes(value).every(({ type }) => type.startsWith('shorthand'))
    const head = name === null ? (isList ? 'export ' : 'export default ') : `export const ${name} = `
    return [{ start: statement.startIndex, end: value.startIndex, text: head }]
  }),
)
