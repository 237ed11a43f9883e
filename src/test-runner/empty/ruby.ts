/** Ruby: a method without a body returns `nil`; `initialize` still calls `super`. */
import {
  type CodeEdit,
  type FunctionBody,
  field,
  insert,
  type Language,
  namedNodes,
  OTHER,
  type Replacing,
  replace,
} from './language.ts'
import type { Node } from './parser.ts'

const METHODS = new Set(['method', 'singleton_method'])
const CLASSES = new Set(['class', 'module', 'singleton_class'])
/** Calls that only load files or declare names. */
const DECLARES =
  /^(?:require|require_relative|attr_reader|attr_writer|attr_accessor|private|protected|public|module_function)\b/

export const ruby: Language = {
  grammar: 'ruby',
  isFunction: ({ type }) => METHODS.has(type) || type === 'lambda',
  isNamed: (node, parent) => node.type !== 'lambda' || parent.type === 'assignment',
  isCalledAtOnce: () => false,
  nameOf: (node, ancestors) => field(node, 'name')?.text ?? field(ancestors.at(-1) ?? node, 'left')?.text ?? '',
  isClass: ({ type }) => CLASSES.has(type),
  isInert: ({ type }) => type === 'comment',
  empty,
  idle: returnFirst,
  returns: null,
  dropClass: () => [],
  handsOn: new Set(['private', 'protected', 'public', 'module_function', 'private_class_method']),
  isNeutral: (node) => node.type === 'call' && DECLARES.test(node.text) && !node.text.includes('def '),
}

function empty({ node }: FunctionBody, way: Replacing): readonly CodeEdit[] | null {
  const body = getBlock(node)
  if (body === null) return null
  return [replace(body, getText(node, body, way))]
}

function getText(node: Node, body: Node, way: Replacing): string {
  if (way === 'gone' || way === 'thrown') return `raise('${OTHER}')`
  const isSetUp = field(node, 'name')?.text === 'initialize'
  const call = isSetUp ? namedNodes(body)[0]?.text.match(/^super\b.*$/s)?.[0] : undefined
  if (isSetUp) return call ?? 'nil'
  return way === 'other' ? `'${OTHER}'` : 'nil'
}

/** The body of a lambda is in a block of its own. */
function getBlock(node: Node): Node | null {
  const body = field(node, 'body')
  return node.type === 'lambda' && body !== null ? field(body, 'body') : body
}

function returnFirst({ node }: FunctionBody): readonly CodeEdit[] | null {
  const body = getBlock(node)
  if (body?.type !== 'body_statement' || field(node, 'name')?.text === 'initialize') return null
  return [insert(body.startIndex, 'return nil if true; ')]
}
