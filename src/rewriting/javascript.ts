/** JavaScript and TypeScript: a body that returns nothing gives `undefined`. */
import {
  type CodeEdit,
  call,
  children,
  field,
  holds,
  insert,
  type Node,
  namedNodes,
  ownNodes,
  replace,
  surround,
  toTypes,
} from '../syntax/index.ts'
import {
  type FunctionBody,
  isThrowing,
  type Language,
  NEAR,
  OTHER,
  type Replacing,
  type Returns,
  toHelper,
} from './language.ts'

const FUNCTIONS = toTypes(
  'function_declaration generator_function_declaration function_expression generator_function arrow_function',
  'method_definition',
)
const CLASSES = new Set(['class_declaration', 'abstract_class_declaration', 'class'])
const HOLDERS = toTypes(
  'variable_declarator pair assignment_expression field_definition public_field_definition export_statement',
)
const INERT = toTypes(
  'comment hash_bang_line import_statement type_annotation type_parameters type_arguments interface_declaration',
  'type_alias_declaration function_signature accessibility_modifier override_modifier readonly',
)
const TOP = toTypes('program export_statement lexical_declaration variable_declaration variable_declarator')
const HANDS_ON = ['module', 'exports', 'default', 'export', 'const', 'let', 'var', 'async', 'static', 'get', 'set']

const isFunction = (node: Node) => FUNCTIONS.has(node.type)
const isClass = (node: Node) => CLASSES.has(node.type)
const isTop = (ancestors: readonly Node[]) => ancestors.every(({ type }) => TOP.has(type))

export const javascript = (grammar: 'javascript' | 'typescript' | 'tsx', isTyped: boolean): Language => ({
  grammar,
  isFunction,
  isNamed: (node, parent) => /declaration$|^method/.test(node.type) || HOLDERS.has(parent.type),
  isCalledAtOnce: (node, ancestors) => {
    const outer = ancestors.findLast(({ type }) => type !== 'parenthesized_expression')
    const callee = outer?.type === 'call_expression' ? field(outer, 'function') : null
    return callee !== null && callee.startIndex <= node.startIndex && node.endIndex <= callee.endIndex
  },
  nameOf: (node, ancestors) => field(node, 'name')?.text ?? holderName(ancestors.at(-1)),
  isClass,
  isInert: ({ type }) => INERT.has(type),
  empty: (body, variant) =>
    withDrop(body, emptyBody(body.node, variant, isTyped ? TYPED : PLAIN), variant, isTyped ? TYPED : PLAIN),
  idle: ({ node }) => returnFirst(node, isTyped ? TYPED : PLAIN),
  returns: isTyped ? TYPED_RETURNS : RETURNS,
  dropClass: (node, ancestors) => {
    const name = field(node, 'name')?.text
    if (name === undefined || !isTop(ancestors)) return []
    const outer = ancestors.find(({ type }) => type === 'export_statement') ?? node
    return [insert(outer.endIndex, `;${name} = undefined;`)]
  },
  handsOn: new Set(HANDS_ON),
  // An empty body breaks the promise of its signature, so type checks are disabled for the file.
  ...(isTyped && { finish: async (text) => (text.startsWith('#!') ? text : `// @ts-nocheck\n${text}`) }),
})

function holderName(holder: Node | undefined): string {
  if (holder === undefined) return ''
  const name = ['name', 'key', 'left', 'property'].map((key) => field(holder, key)).find((found) => found !== null)
  return name?.text ?? (holder.type === 'export_statement' ? 'default' : '')
}

interface Values {
  readonly nothing: string
  readonly other: string
}

const PLAIN: Values = { nothing: 'undefined', other: `'${OTHER}'` }
/** Typed as `any`, so that callers compile whatever types they infer. */
const TYPED: Values = { nothing: '(undefined as any)', other: `('${OTHER}' as any)` }
const THROW = `{ throw new Error('${OTHER}') }`

function emptyBody(node: Node, variant: Replacing, values: Values): readonly CodeEdit[] | null {
  const body = field(node, 'body')
  if (body === null) return null
  if (isThrowing(variant)) return [replace(body, THROW)]
  if (body.type !== 'statement_block') return [replace(body, values[variant])]
  const isMethod = node.type === 'method_definition'
  if (isMethod && field(node, 'name')?.text === 'constructor') return emptyConstructor(body)
  if (isMethod && children(node).some(({ type }) => type === 'set')) return [replace(body, '{}')]
  const isGenerator = children(node).some(({ type }) => type === '*')
  if (isGenerator) return [replace(body, variant === 'other' ? `{ yield ${values.other} }` : '{}')]
  return [replace(body, `{ return ${values[variant]} }`)]
}

/** A constructor cannot return before its `super(...)`. */
function returnFirst(node: Node, { nothing }: Values): readonly CodeEdit[] | null {
  const body = field(node, 'body')
  if (body === null || field(node, 'name')?.text === 'constructor') return null
  if (body.type === 'statement_block') return [insert(body.startIndex + 1, ` return ${nothing};`)]
  return surround(body, `(true ? ${nothing} : (`, '))')
}

/** `return this` only lets calls be chained. */
function wrapReturns({ node }: FunctionBody, callee: string): readonly CodeEdit[] {
  const body = field(node, 'body')
  if (body === null || children(node).some(({ type }) => type === '*')) return []
  if (body.type !== 'statement_block') return call(callee, body, false)
  const values = ownNodes(body, 'return_statement', isFunction).flatMap((statement) => namedNodes(statement)[0] ?? [])
  return values
    .filter(({ text }) => text !== 'this' && text !== 'undefined')
    .flatMap((value) => call(callee, value, value.type === 'sequence_expression'))
}

/** @param any the type of what passes through, for TypeScript */
const returnsWith = (any: string): Returns => ({
  wrap: wrapReturns,
  functions: {
    altered: toHelper(`
function tddGateAltered(value${any}, depth${any} = 0)${any} {
  if (value && typeof value.asymmetricMatch === 'function') return value
  if (value && typeof value.then === 'function') return value.then((found${any}) => tddGateAltered(found))
  if (typeof value === 'number') return Number.isFinite(value) ? value + 1 : 0
  if (typeof value === 'bigint') return value + 1n
  if (typeof value === 'boolean') return !value
  if (Array.isArray(value) && value.length > 0 && depth < ${MAX_NESTING}) return value.map((one) => tddGateAltered(one, depth + 1))
  if (Array.isArray(value)) return ['${OTHER}']
  const isPlain = typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value))
  if (!isPlain) return '${OTHER}'
  const entries${any} = Object.entries(value)
  if (entries.length === 0 || depth === ${MAX_NESTING}) return { '${OTHER}': true }
  return Object.fromEntries(entries.map(([key, one]${any}) => [key, tddGateAltered(one, depth + 1)]))
}
`),
    near: toHelper(`
function tddGateNear(value${any})${any} {
  if (value && typeof value.then === 'function') return value.then((found${any}) => tddGateNear(found))
  if (typeof value === 'number') return value + Math.abs(value) / ${NEAR}
  if (typeof value === 'boolean') return !value
  if (typeof value === 'string') return value + ' '
  if (Array.isArray(value)) return value.length > 1 ? [...value].reverse() : value.map((one${any}) => tddGateNear(one))
  const last${any} = value && Object.getPrototypeOf(value) === Object.prototype ? Object.keys(value).pop() : undefined
  return last === undefined ? value : { ...value, [last]: tddGateNear(value[last]) }
}
`),
    retyped: toHelper(`
function tddGateRetyped(value${any})${any} {
  if (value && typeof value.then === 'function') return value.then((found${any}) => tddGateRetyped(found))
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'string') return value.trim() !== '' && Number.isFinite(+value) ? +value : [value]
  if (value === null || value === undefined) return value === null ? undefined : null
  if (Array.isArray(value)) return value.map((one${any}) => tddGateRetyped(one))
  if (Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]${any}) => [key, tddGateRetyped(one)]))
}
`),
    dropped: toHelper(`
function tddGateDropped(value${any})${any} {
  return value && typeof value.then === 'function' ? value.then(() => undefined) : undefined
}
`),
  },
})
const MAX_NESTING = 3
const RETURNS = returnsWith('')
const TYPED_RETURNS = returnsWith(': any')

/** A derived class needs its `super(...)`. */
function emptyConstructor(body: Node): readonly CodeEdit[] | null {
  const statements = namedNodes(body)
  const at = statements.findIndex(({ text }) => /^super\s*\(/.test(text))
  const hasSuper = holds(body, 'super', (inner) => isFunction(inner) || isClass(inner))
  if (at === -1) return hasSuper ? null : [replace(body, '{}')]
  const texts = statements.slice(0, at + 1).map(({ text }) => text)
  return [replace(body, `{ ${texts.join(';')} }`)]
}

/**
 * Removes the name of a top-level function with its body. The edit goes in front of it, because its uses may come
 * later.
 */
function withDrop(
  { node, ancestors }: FunctionBody,
  edits: readonly CodeEdit[] | null,
  variant: Replacing,
  { nothing }: Values,
): readonly CodeEdit[] | null {
  if (variant !== 'gone' || edits === null || !isTop(ancestors)) return edits
  const name = field(node, 'name')?.text
  if (ancestors.at(-1)?.type === 'variable_declarator') return [replace(node, nothing)]
  if (!/declaration$/.test(node.type) || name === undefined) return edits
  return [...edits, insert((ancestors[1] ?? node).startIndex, `${name} = undefined;`)]
}
