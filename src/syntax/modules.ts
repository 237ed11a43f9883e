/** Reads what a text imports and under which names: one table of node types and readers per language. */
import { ofScripts, type Syntax } from './languages.ts'
import { children, field, getShortText, namedNodes } from './nodes.ts'
import { createReader, type Node } from './parser.ts'

/** Which name of which module a text uses under which name. */
export interface Binding {
  /** As written, with `/` between its parts; one that begins with a point is relative to the file. */
  readonly module: string
  /** `*` for the whole module, empty without a name. */
  readonly name: string
  readonly local: string
}

/** Offsets in the text. */
export interface ImportRange {
  readonly start: number
  readonly end: number
  /** Whether it is the quoted module of a call, and no statement. */
  readonly isCall: boolean
  readonly bindings: readonly Binding[]
}

interface ModuleNodes {
  /** Types of the nodes that may import. */
  readonly types: readonly string[]
  /** Returns null for a node that is code. */
  readonly read: (node: Node) => readonly Binding[] | null
}

/** Stands for the name that a statement gives to its own file. */
export const OWN_PACKAGE = '#package'

const JAVASCRIPT: ModuleNodes = {
  types: [
    'import_statement',
    'export_statement',
    'lexical_declaration',
    'variable_declaration',
    'expression_statement',
    'call_expression',
  ],
  read: readJavascript,
}
const NODES: Readonly<Record<string, ModuleNodes>> = {
  ...ofScripts(() => JAVASCRIPT),
  python: { types: ['import_statement', 'import_from_statement', 'future_import_statement'], read: readPython },
  go: { types: ['package_clause', 'import_declaration'], read: readGo },
  java: { types: ['package_declaration', 'import_declaration'], read: readJava },
  'c-sharp': { types: ['using_directive'], read: readUsing },
  rust: { types: ['use_declaration'], read: readUse },
  php: { types: ['namespace_use_declaration'], read: readNamespaceUse },
  ruby: { types: ['call'], read: readRequire },
  cpp: { types: ['preproc_include'], read: (node) => [toWhole(field(node, 'path')?.text.slice(1, -1) ?? '')] },
}

/** @returns in the order of the text */
export const readImports = createReader(findImports)

export function findImports(root: Node, { grammar }: Syntax): readonly ImportRange[] {
  const nodes = NODES[grammar]
  if (nodes === undefined) return []
  const found: ImportRange[] = []
  let calls = 0
  for (const node of root.descendantsOfType([...nodes.types])) {
    if (node === null || node.startIndex < (found.at(-1)?.end ?? 0)) continue
    const call = node.type === 'call_expression' ? readLoad(node) : null
    const { startIndex: start, endIndex: end } = call ?? node
    const bindings = call ? [{ ...toWhole(toText(call)), local: `#${calls++}` }] : nodes.read(node)
    if (bindings !== null) found.push({ start, end, isCall: call !== null, bindings })
  }
  return found
}

const toWhole = (module: string): Binding => ({ module, name: '', local: '' })
const toText = (string: Node) => string.text.slice(1, -1)
const lastOf = (module: string) => module.slice(module.lastIndexOf('/') + 1)
const isNode = (node: Node | null): node is Node => node !== null
/** Calls whose first argument is the path of a module. */
const LOADS = /^(?:(?:jest|vi)\.(?:\w*[mM]ock|(?:import|require)\w+)|import|require|(?:\w+\.)?mock\.module)$/

/** Returns the quoted module that a call loads. */
function readLoad(call: Node): Node | null {
  if (!LOADS.test(getShortText(field(call, 'function')))) return null
  const argument = namedNodes(field(call, 'arguments') ?? call)[0]
  return argument?.type === 'string' ? argument : null
}

/** Returns the module of `require('module')`. */
function readRequired(value: Node | null | undefined): string | null {
  if (value?.type !== 'call_expression' || getShortText(field(value, 'function')) !== 'require') return null
  const string = readLoad(value)
  return string && toText(string)
}

function readJavascript(node: Node): readonly Binding[] | null {
  if (node.type === 'call_expression') return null
  if (node.type === 'expression_statement') return readStatement(namedNodes(node)[0])
  if (node.type.endsWith('_declaration')) {
    const found = namedNodes(node).map(readDeclarator)
    return found.includes(null) ? null : found.flatMap((bindings) => bindings ?? [])
  }
  const source =
    field(node, 'source') ?? node.descendantsOfType('import_require_clause')[0]?.childForFieldName('source')
  if (source == null) return null
  if (isOfType(node)) return []
  const module = toText(source)
  const bindings = namedNodes(node).flatMap((clause) => readClause(clause, module))
  const isAll = node.type === 'export_statement' && bindings.length === 0
  if (isAll && children(node).some(({ type }) => type === '*')) return [{ module, name: '*', local: '*' }]
  const isBare = bindings.length === 0 && node.descendantsOfType(['import_specifier', 'export_specifier']).length === 0
  return isBare ? [toWhole(module)] : bindings
}

const isOfType = (node: Node) => children(node).some(({ type }) => type === 'type')

function readClause(clause: Node, module: string): readonly Binding[] {
  if (clause.type === 'identifier') return [{ module, name: '*', local: clause.text }]
  if (/^(?:import|export)_specifier$/.test(clause.type)) return isOfType(clause) ? [] : [toAliased(clause, module)]
  return /^(?:import_clause|named_imports|export_clause|namespace_(?:im|ex)port|import_require_clause)$/.test(
    clause.type,
  )
    ? namedNodes(clause).flatMap((inner) => readClause(inner, module))
    : []
}

function toAliased(node: Node, module: string): Binding {
  const name = (field(node, 'name') ?? node).text
  return { module, name, local: field(node, 'alias')?.text ?? name }
}

/** Reads a statement that loads a module for its effects, and the directive that every module has. */
function readStatement(value: Node | undefined): readonly Binding[] | null {
  if (value?.type === 'string') return toText(value) === 'use strict' ? [] : null
  const module = readRequired(value)
  return module === null ? null : [toWhole(module)]
}

function readDeclarator(declarator: Node): readonly Binding[] | null {
  const [module, pattern] = [readRequired(field(declarator, 'value')), field(declarator, 'name')]
  if (module === null || pattern === null) return null
  if (pattern.type === 'identifier') return [{ module, name: '*', local: pattern.text }]
  const names = namedNodes(pattern).map((entry) => {
    const [name, local] = [field(entry, 'key') ?? entry, field(entry, 'value') ?? entry]
    const isPlain = /^shorthand/.test(entry.type) || (entry.type === 'pair_pattern' && local.type === 'identifier')
    return isPlain ? { module, name: name.text, local: local.text } : null
  })
  return pattern.type === 'object_pattern' && !names.includes(null) ? names.filter((one) => one !== null) : null
}

function readPython(node: Node): readonly Binding[] {
  const names = node.childrenForFieldName('name').filter(isNode)
  if (node.type === 'import_statement')
    return names.map((entry) => {
      const { name, local } = toAliased(entry, '')
      return { module: toPythonModule(name), name: '*', local }
    })
  const module = toPythonModule(field(node, 'module_name')?.text ?? '__future__')
  const isAll = namedNodes(node).some(({ type }) => type === 'wildcard_import')
  return isAll
    ? [{ module, name: '*', local: '*' }]
    : names.map((entry) => (entry.type === 'dotted_name' ? toNamed(module, entry.text) : toAliased(entry, module)))
}

const toNamed = (module: string, name: string): Binding => ({ module, name, local: name })

function toPythonModule(written: string): string {
  const dots = /^\.*/.exec(written)?.[0].length ?? 0
  const rest = written.slice(dots).replaceAll('.', '/')
  return dots === 0 ? rest : `${dots === 1 ? './' : '../'.repeat(dots - 1)}${rest}`
}

/** Code of C is no import: the comment above it counts. */
function readGo(node: Node): readonly Binding[] | null {
  const found = node.descendantsOfType('import_spec').filter(isNode)
  const bindings = found.map((spec) => {
    const module = toText(field(spec, 'path') ?? spec)
    return { module, name: '', local: field(spec, 'name')?.text ?? lastOf(module.replace(/\/v\d+$/, '')) }
  })
  return bindings.some(({ module }) => module === 'C') ? null : bindings
}

function readJava(node: Node): readonly Binding[] {
  const path = namedNodes(node)
    .filter(({ type }) => !/annotation|block_comment/.test(type))
    .map(({ text }) => text.replaceAll('.', '/'))
    .join('/')
  return node.type === 'package_declaration'
    ? [{ ...toWhole(path), local: OWN_PACKAGE }]
    : [toNamed(path, lastOf(path))]
}

/** A directive that holds for the whole program is code. */
function readUsing(node: Node): readonly Binding[] | null {
  if (children(node).some(({ type }) => type === 'global')) return null
  const module = namedNodes(node).at(-1)?.text.replaceAll('.', '/') ?? ''
  return [{ module, name: '', local: field(node, 'name')?.text ?? '' }]
}

/** Groups inside each other; of more the statement is code. */
const MAX_GROUPS = 20

function readUse(statement: Node): readonly Binding[] | null {
  const found: Binding[] = []
  /** Returns whether all was read. @param prefix the module around the group, with its sign */
  const read = (node: Node | null, prefix: string, depth: number): boolean => {
    if (node === null || depth > MAX_GROUPS) return false
    const toPath = (part: Node | null) => prefix + (part?.text ?? '').replaceAll('::', '/').replace(/\s/g, '')
    const [path, list] = [field(node, 'path'), node.type === 'use_list' ? node : field(node, 'list')]
    if (list !== null) {
      const own = path === null ? prefix : `${toPath(path)}/`
      return namedNodes(list).every((entry) => read(entry, own, depth + 1))
    }
    const module = toPath(node.type === 'use_as_clause' ? path : node).replace(/\/self$/, '')
    found.push({ module, name: lastOf(module), local: field(node, 'alias')?.text ?? lastOf(module) })
    return true
  }
  return read(field(statement, 'argument'), '', 0) ? found : null
}

/** A function or a constant is no class of the same name. */
function readNamespaceUse(node: Node): readonly Binding[] {
  const prefix = namedNodes(node).find(({ type }) => type === 'namespace_name')
  return node.descendantsOfType('namespace_use_clause').flatMap((clause) => {
    const [path] = clause === null ? [] : namedNodes(clause)
    if (clause === null || path === undefined) return []
    const kind = [node, clause].flatMap(children).find(({ type }) => /^(?:function|const)$/.test(type))
    const module = [prefix?.text, path.text].join('\\').replace(/^\\+/, '').replaceAll('\\', '/')
    const name = [kind?.type, lastOf(module)].join(' ').trim()
    return [{ module, name, local: field(clause, 'alias')?.text ?? lastOf(module) }]
  })
}

function readRequire(node: Node): readonly Binding[] | null {
  const method = field(node, 'method')?.text
  const [argument, ...more] = namedNodes(field(node, 'arguments') ?? node)
  const isPlain = argument?.type === 'string' && namedNodes(argument).every(({ type }) => type === 'string_content')
  if (!isPlain || more.length > 0 || field(node, 'receiver') !== null) return null
  if (method === 'require_relative') return [toWhole(`./${toText(argument)}`)]
  return method === 'require' ? [toWhole(toText(argument))] : null
}
