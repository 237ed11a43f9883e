/** Finds nodes of a syntax tree, and edits texts at them. */
import { toTypes } from './languages.ts'
import type { Node } from './parser.ts'

export interface CodeEdit {
  readonly start: number
  readonly end: number
  readonly text: string
}

export const replace = (node: Node, text: string): CodeEdit => ({ start: node.startIndex, end: node.endIndex, text })
export const insert = (at: number, text: string): CodeEdit => ({ start: at, end: at, text })
export const surround = ({ startIndex, endIndex }: Node, open: string, close: string): readonly CodeEdit[] => [
  insert(startIndex, open),
  insert(endIndex, close),
]
export const field = (node: Node, name: string): Node | null => node.childForFieldName(name)
export const children = (node: Node): readonly Node[] => node.children.filter((child) => child !== null)
/** Characters of a name; the text of a longer node is not read, as many may stand inside each other. */
const MAX_NAME = 200
/** Returns the text of a name; empty for a node that is none. */
export const getShortText = (node: Node | null | undefined): string =>
  node == null || node.endIndex - node.startIndex > MAX_NAME ? '' : node.text

/** Returns the index of the first item at or behind an offset. @param items in the order of their offsets */
export function findFrom<T>(items: readonly T[], offset: number, toOffset: (item: T) => number): number {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (toOffset(items[middle] as T) < offset) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns the nodes of a type in a function's body, without those of inner functions. */
export function ownNodes(body: Node, type: string, isBorder: (node: Node) => boolean): readonly Node[] {
  const own = namedNodes(body).filter((node) => !isBorder(node))
  return own.flatMap((node) => (node.type === type ? [node] : ownNodes(node, type, isBorder)))
}

/** Returns the edits that call a function around an expression; a list of expressions becomes one value. */
export function call(callee: string, value: Node, isList: boolean): readonly CodeEdit[] {
  return isList ? surround(value, `${callee}((`, '))') : surround(value, `${callee}(`, ')')
}

/** Returns the name inside of what makes it a function, a pointer or a reference of C. */
export function getDeclarator(node: Node): Node | null {
  const inner = field(node, 'declarator') ?? (node.type === 'reference_declarator' ? node.lastNamedChild : null)
  return inner && (getDeclarator(inner) ?? inner)
}

/** Returns the nearest wanted node around one. @param most how many nodes are asked */
export function findAround(node: Node, isWanted: (around: Node) => boolean, most = 10_000): Node | null {
  let at = node.parent
  for (let n = 1; at !== null && n < most && !isWanted(at); n += 1) at = at.parent
  return at !== null && isWanted(at) ? at : null
}

/** Returns those of the ranges that are inside no other, in order. */
export function getOutermost<T>(
  all: readonly T[],
  toRange: (one: T) => readonly [start: number, end: number],
): readonly T[] {
  let last = -1
  return all
    .toSorted((a, b) => toRange(a)[0] - toRange(b)[0] || toRange(b)[1] - toRange(a)[1])
    .filter((one) => {
      const [start, end] = toRange(one)
      if (start < last) return false
      last = end
      return true
    })
}

export const namedNodes = (node: Node): readonly Node[] =>
  node.namedChildren.filter((child) => child !== null && child.type !== 'comment') as Node[]

const SETS_NAME = toTypes(
  'variable_declarator,assignment,assignment_expression,short_var_declaration,var_spec,const_spec,init_declarator',
)

/** Returns the values to which code inside of a node sets a name; of a declaration without a value, the name or its type. */
export const findValues = (scope: Node, name: string): readonly Node[] =>
  ofType(scope, ...SETS_NAME)
    .filter((one) => (field(one, 'name') ?? field(one, 'left') ?? field(one, 'declarator'))?.text === name)
    .flatMap((one) => field(one, 'value') ?? field(one, 'right') ?? one.lastNamedChild ?? one)

/** Returns what stands in a block; Go has a list inside of it. */
export const getStatements = (block: Node): readonly Node[] =>
  namedNodes(block).flatMap((one) => (one.type === 'statement_list' ? namedNodes(one) : [one]))

/** Returns whether a node of the type is inside, outside of nodes where `isBorder` holds. */
export function holds(node: Node, type: string, isBorder: (node: Node) => boolean): boolean {
  return children(node).some((child) => child.type === type || (!isBorder(child) && holds(child, type, isBorder)))
}

export function apply(text: string, edits: readonly CodeEdit[]): string {
  const sorted = edits.toSorted((a, b) => b.start - a.start || b.end - a.end).toReversed()
  const parts: string[] = []
  let at = 0
  for (const { start, end, text: own } of sorted) {
    parts.push(text.slice(at, start), own)
    at = Math.max(at, end)
  }
  return [...parts, text.slice(at)].join('')
}

/** Returns the nodes of these types, in the order of the text. */
export const ofType = (root: Node, ...types: readonly string[]): readonly Node[] =>
  root.descendantsOfType([...types]).filter((node) => node !== null)

/** The types of nodes that call something. */
export const CALL_TYPES = toTypes(
  'call_expression,call,method_invocation,invocation_expression',
  'function_call_expression,member_call_expression,scoped_call_expression',
)

/** Patterns of the types that several readers and trials ask for, in all languages. */
export const KINDS = {
  block: /^(?:block|statement_list|statement_block|body_statement|compound_statement|then)$/,
  call: /^(?:call|await_expression|await|.*call_expression|method_invocation|invocation_expression)$/,
  /** Statements, expressions and modifiers that ask a condition; no loops. */
  conditional: /^(?:if|elif|elsif|else_if|unless|conditional|ternary)/,
  loop: /^(?:(?:enhanced_)?(?:for|foreach|while|until|loop)(?:_\w*(?:statement|expression|loop|modifier))?|do_statement)$/,
  /** What throws, or asserts. */
  refusal: /^(?:throw_statement|throw_expression|raise_statement|assert_statement)$/,
} as const

/** The types of functions, with a name and without. */
export const FUNCTION_TYPES = toTypes(
  'function_declaration,generator_function_declaration,function_expression,generator_function,function_definition',
  'function_item,arrow_function,method_definition,method_declaration,method,singleton_method,lambda,lambda_expression',
  'local_function_statement,func_literal,anonymous_function,anonymous_function_creation_expression',
  'closure_expression,do_block',
)

/** In Ruby a block of a call is a function. */
export const isFunction = ({ type, parent }: Node): boolean =>
  FUNCTION_TYPES.has(type) || (type === 'block' && parent?.type === 'call')

/** Returns the operator of a condition with several operands; empty for other code. */
export const getLogical = (node: Node): string =>
  (/binary|^boolean_operator$/.test(node.type) &&
    children(node).find(({ isNamed, text }) => !isNamed && /^(?:&&|\|\||and|or)$/.test(text))?.text) ||
  ''

/** Matches calls that only report something. */
export const REPORT =
  /^(?:await\s+)?(?:[\w.$]+[.:])?(?:log|debug|info|warn|warning|error|trace|print\w*|Print\w*|eprint\w*|puts|echo)!?\s*\(/

/** Of edits inside each other only the outer one counts. */
export const outermostEdits = (edits: readonly CodeEdit[]): readonly CodeEdit[] =>
  getOutermost(edits, ({ start, end }) => [start, end])

/** Returns whether a text holds code. In front of a `=` Python prints the code itself, as a part of the text. */
export function holdsCode(text: Node): boolean {
  const codes = children(text).filter(({ type }) => /^(?:interpolation|template_substitution)$/.test(type))
  return codes.length > 0 && !codes.some((code) => children(code).some(({ type }) => type === '='))
}
