/** Finds what sets values outside of the code around it: members, globals, modules and their doubles. */
import { toTypes } from './languages.ts'
import { CALL_TYPES, children, field, getShortText, namedNodes, ofType } from './nodes.ts'
import { createReader, type Node } from './parser.ts'

const ASSIGNING = toTypes(
  'assignment_expression,augmented_assignment_expression,update_expression,assignment,augmented_assignment',
  'operator_assignment,assignment_statement,compound_assignment_expr,inc_statement,dec_statement',
  'postfix_unary_expression,prefix_unary_expression',
)
/** What sets something wherever it stands. */
const SETTING = toTypes(
  'global_statement,nonlocal_statement,delete_statement,global_declaration,unset_statement,alias,undef,preproc_def',
  'preproc_function_def,include_expression,include_once_expression,require_expression,require_once_expression',
)
/** Languages in which a plain name may be one of the whole file. */
const FREE = new Set(['javascript', 'typescript', 'tsx', 'go'])
const OWN = /^\$?(?:this|self)(?:\.|->)\w+$/
const MEMBER = /[.[{]|->|::|^(?:\$|@@)(?!\w+$)/
/** Ruby has them; in PHP each variable begins so. */
const GLOBALS = new Set(['global_variable', 'class_variable'])
const SETS =
  /^(?:eval|exec|__import__)$|(?:^|\W)(?:setattr|delattr|import_module|Object\.(?:assign|define\w+|setPrototypeOf)|Reflect\.\w+|\w+_eval|define_(?:singleton_)?method|\w+_variable_set|const_set|(?:do|un|set|unstable_)?[mM]ock(?:Module)?|mock\.(?:method|getter|setter|property|module)|spyOn|stub\w*|replaceProperty)$|\b(?:globalThis|sys\.modules|prototype|globals\(\)|environ|process\.env)(?:\.\w+)*$/
/** They run a file, which is an import where its name is written. */
const LOADS = /^(?:import|require|require_relative)$/
/** In Ruby it does, each time. */
const LOAD = /^load$/
/** Characters of a callee, and of a node: of more only the end is read, and a longer node is always another one. */
const MAX_CALLEE = 200
const MAX_NODE = 2_000

/** @returns the text of each */
export const readSetters = createReader((root, { grammar }, text): readonly string[] => {
  const assigning = namedNodes(root).flatMap((statement) => {
    const locals = grammar === 'go' ? findLocals(statement) : NONE
    return ofType(statement, ...ASSIGNING).filter((node) => setsOther(node, grammar, text, locals))
  })
  const isSetting = (callee: string) => SETS.test(callee) || (grammar === 'ruby' && LOAD.test(callee))
  const calls = ofType(root, ...CALL_TYPES).filter((node) => {
    const callee = readCallee(node, text)
    return isSetting(callee) || (LOADS.test(callee) && !isWritten(node))
  })
  const removing = ofType(root, 'unary_expression').filter((node) => node.firstChild?.type === 'delete')
  return [...assigning, ...calls, ...removing, ...ofType(root, ...SETTING)].map(
    ({ startIndex: start, endIndex: end }) =>
      end - start > MAX_NODE ? `${start} ${end} ${text.length}` : text.slice(start, end),
  )
})

/** Returns whether the only argument is a string that holds no code. */
function isWritten(call: Node): boolean {
  const [name, ...more] = namedNodes(field(call, 'arguments') ?? call)
  const isPlain = (part: Node) => /^(?:string_(?:content|fragment|start|end)|escape_sequence)$/.test(part.type)
  return name?.type === 'string' && more.length === 0 && namedNodes(name).every(isPlain)
}

function readCallee(call: Node, text: string): string {
  const end = field(call, 'arguments')?.startIndex ?? call.endIndex
  return text.slice(Math.max(call.startIndex, end - MAX_CALLEE), end).replace(/\s+/g, '')
}

const NONE: ReadonlySet<string> = new Set(['_'])

/** Returns the names that a function of Go declares for itself. */
function findLocals(statement: Node): ReadonlySet<string> {
  if (!/^(?:function|method)_declaration$/.test(statement.type)) return NONE
  const declaring = ofType(statement, 'short_var_declaration', 'var_spec', 'parameter_declaration', 'range_clause')
  const names = declaring.flatMap((node) => {
    const left = field(node, 'left')
    return left ? ofType(left, 'identifier') : node.childrenForFieldName('name').filter((name) => name !== null)
  })
  return new Set([...NONE, ...names.map(getShortText)])
}

function setsOther(node: Node, grammar: string, text: string, locals: ReadonlySet<string>): boolean {
  const target = field(node, 'left') ?? field(node, 'argument') ?? node.firstNamedChild
  if (target === null) return false
  const end = Math.min(target.endIndex, target.startIndex + MAX_CALLEE)
  const written = text.slice(target.startIndex, end).replace(/\s+/g, '')
  if (MEMBER.test(written)) return !OWN.test(written)
  const signs = children(node).map(({ type }) => type)
  const isPlain = signs.includes('=') && !signs.includes('using')
  const isOwn = written.split(',').every((name) => locals.has(name))
  return GLOBALS.has(target.type) || (isPlain && FREE.has(grammar) && !isOwn)
}

/** @returns how each definition of Ruby begins */
export const readDefinitions = createReader((root, _, text): readonly string[] =>
  ofType(root, 'method', 'singleton_method', 'class').map(({ startIndex: at }) => text.slice(at, at + MAX_CALLEE)),
)
