/** Ruby: a method without a body returns `nil`; `initialize` still calls `super`. */
import { type CodeEdit, field, insert, type Node, namedNodes, ownNodes, replace, surround } from '../syntax/index.ts'
import {
  createLanguage,
  type FunctionBody,
  isThrowing,
  NEAR,
  OTHER,
  type Replacing,
  type Returns,
  toHelper,
} from './language.ts'

const METHODS = new Set(['method', 'singleton_method'])
const CLASSES = new Set(['class', 'module', 'singleton_class'])
/** Calls that only load files or declare names. */
const DECLARES =
  /^(?:require|require_relative|attr_reader|attr_writer|attr_accessor|private|protected|public|module_function)\b/

const isFunction = ({ type }: Node) => METHODS.has(type) || type === 'lambda'
const MAX_NESTING = 3
const RETURNS: Returns = {
  wrap: wrapReturns,
  functions: {
    altered: toHelper(`
def tdd_gate_altered(value, depth = 0)
  case value
  when Numeric then value + 1
  when true, false then !value
  when nil, String then '${OTHER}'
  when Symbol then :'${OTHER}'
  when Array then value.empty? || depth == ${MAX_NESTING} ? ['${OTHER}'] : value.map { |one| tdd_gate_altered(one, depth + 1) }
  when Hash then value.empty? || depth == ${MAX_NESTING} ? { '${OTHER}' => true } : value.transform_values { |one| tdd_gate_altered(one, depth + 1) }
  else value
  end
end
`),
    near: toHelper(`
def tdd_gate_near(value)
  case value
  when Float then value + value.abs / ${NEAR}
  when Integer then value + 1
  when true, false then !value
  when String then value + ' '
  when Array then value.size > 1 ? value.reverse : value.map { |one| tdd_gate_near(one) }
  when Hash then value.empty? ? value : value.merge(value.keys.last => tdd_gate_near(value.values.last))
  else
    last = value.frozen? || value.is_a?(Module) ? nil : value.instance_variables.last
    last ? value.clone.tap { |own| own.instance_variable_set(last, tdd_gate_near(value.instance_variable_get(last))) } : value
  end
end
`),
    dropped: toHelper(`
def tdd_gate_dropped(value)
  case value when Numeric, true, false, nil, String, Symbol, Array, Hash then nil else value end
end
`),
  },
}

export const ruby = createLanguage({
  grammar: 'ruby',
  isFunction,
  isNamed: (node, parent) => node.type !== 'lambda' || parent.type === 'assignment',
  nameOf: (node, ancestors) => field(node, 'name')?.text ?? field(ancestors.at(-1) ?? node, 'left')?.text ?? '',
  isClass: ({ type }) => CLASSES.has(type),
  isInert: ({ type }) => type === 'comment',
  empty,
  idle: returnFirst,
  returns: RETURNS,
  handsOn: new Set(['private', 'protected', 'public', 'module_function', 'private_class_method']),
  isNeutral: (node) => node.type === 'call' && DECLARES.test(node.text) && !node.text.includes('def '),
})

function empty({ node }: FunctionBody, variant: Replacing): readonly CodeEdit[] | null {
  const body = getBlock(node)
  if (body === null) return null
  if (isThrowing(variant)) return [replace(body, `raise('${OTHER}')`)]
  if (field(node, 'name')?.text === 'initialize')
    return [replace(body, namedNodes(body)[0]?.text.match(/^super\b.*$/s)?.[0] ?? 'nil')]
  return [replace(body, variant === 'other' ? `'${OTHER}'` : 'nil')]
}

/** The body of a lambda is in a block of its own. */
function getBlock(node: Node): Node | null {
  const body = field(node, 'body')
  return node.type === 'lambda' && body !== null ? field(body, 'body') : body
}

/** A method also returns its last value. Objects stay as they are: a call may only return its receiver. */
function wrapReturns({ node }: FunctionBody, callee: string): readonly CodeEdit[] {
  const body = getBlock(node)
  const name = field(node, 'name')?.text ?? ''
  if (body === null || name === 'initialize' || /\w=$/.test(name)) return []
  const returned = ownNodes(body, 'return', isFunction).flatMap((statement) => wrapValues(statement, callee))
  return [insert(body.startIndex, `${callee}((begin; `), ...returned, insert(body.endIndex, '\nend))')]
}

function wrapValues(statement: Node, callee: string): readonly CodeEdit[] {
  const values = namedNodes(statement)[0]
  if (values === undefined) return []
  const parts = namedNodes(values)
  const isList = parts.length > 1 || parts[0]?.type === 'splat_argument'
  const blank = values.startIndex === statement.startIndex + 'return'.length ? ' ' : ''
  return surround(values, `${blank}${callee}(${isList ? '[' : ''}`, isList ? '])' : ')')
}

function returnFirst({ node }: FunctionBody): readonly CodeEdit[] | null {
  const body = getBlock(node)
  if (body?.type !== 'body_statement' || field(node, 'name')?.text === 'initialize') return null
  return [insert(body.startIndex, 'return nil if true; ')]
}
