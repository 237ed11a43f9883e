/** Finds functions that make an object equal to any value that a test compares it with. */
import { getStatementTokens } from '../core/text/read-code.ts'
import { children, field, type Node, namedNodes } from '../syntax/index.ts'
import { splitTokens } from './bodies.ts'
import type { FunctionBody } from './language.ts'

const BUILT_INS =
  'Hash|Array|String|Symbol|Integer|Float|Numeric|Range|Set|Struct|NilClass|TrueClass|FalseClass|Object|BasicObject|Kernel|Comparable'
/** Comparisons that code sets outside of a class; tokens are joined by single spaces. */
const SET: readonly (readonly [path: RegExp, pattern: RegExp])[] = [
  [/\.py$/, /(?<=\bsetattr \( [^,\n]{1,80} , ")__(?:eq|ne)__(?=")/g],
  [/\.py$/, /(?<=\. )__(?:eq|ne)__(?= = )/g],
  [/\.py$/, /(?<=")__(?:eq|ne)__(?=" :)/g],
  [/\.[cm]?[jt]sx?$/, /(?<=")asymmetricMatch(?=" [,\]])|(?<=\. )asymmetricMatch(?= = )/g],
  [/\.rb$/, /\b(?:define_method|define_singleton_method|alias_method) (?:\( )?:(?:===?|(?:eql|equal)\?)/g],
  [/\.rb$/, new RegExp(`\\b(?:${BUILT_INS}) \\. (?:prepend|class_eval|class_exec)\\b`, 'g')],
]

/** Returns the comparisons that a text sets on classes and objects, without a definition inside them. */
export function setEqualities(path: string, text: string): readonly string[] {
  const tokens = getStatementTokens(path, text)
    .map((token) => token.text)
    .join(' ')
  const found = SET.flatMap(([of, pattern]) => (of.test(path) ? [...tokens.matchAll(pattern)] : []))
  return [...new Set(found.map(([words]) => words.replaceAll(' ', '').replace(/method\(?:/, 'method ')))]
}

/** Ruby's own comparisons; expectations call them. */
const RUBY = /^(?:==|===|<=>|eql\?|equal\?)$/
/** Classes whose comparisons tests use for values of any kind. */
const BUILT_IN = new RegExp(`^(?:${BUILT_INS})$`)
const CONVERSION = /^(?:toString|valueOf|\[\s*Symbol\s*\.\s*toPrimitive\s*\])$/

/**
 * Returns whether a function can answer every comparison. Assertion libraries call an `asymmetricMatch` instead of
 * comparing; a loose comparison converts an object to text or number; Python calls `__eq__` and Ruby `==`, which honest
 * code answers by comparing fields.
 */
export function isEqualToAll(body: FunctionBody): boolean {
  const name = body.name.split('.').at(-1)
  if (name === 'asymmetricMatch') return true
  if (name !== undefined && RUBY.test(name))
    return BUILT_IN.test(body.name.slice(0, -name.length - 1)) || isLooseInRuby(body)
  if (name !== '__eq__') return isConversionAlone(body)
  const tokens = splitTokens(body.comparableText)
  const isTrue = tokens.at(-1) === 'True' && tokens.filter((token) => token === 'return').length === 1
  return isTrue || namesTypeAlone(body.node)
}

const TYPE_OF = /^(?:isinstance|type)$/

/** Returns whether an `__eq__` reads nothing of the other object but its type. */
function namesTypeAlone(node: Node): boolean {
  const other = namedNodes(field(node, 'parameters') ?? node)[1]?.text
  const uses = (field(node, 'body')?.descendantsOfType('identifier') ?? []).filter(
    (identifier) => identifier?.text === other,
  )
  const isOfType = (use: Node | null) => TYPE_OF.test(field(use?.parent?.parent ?? node, 'function')?.text ?? '')
  return uses.length > 0 && uses.every(isOfType)
}

const RUBY_TYPE_OF = /^(?:is_a\?|kind_of\?|instance_of\?|respond_to\?|class)$/

/** Returns whether a comparison of Ruby reads nothing of the other object but its type, and asks no class above. */
function isLooseInRuby({ node }: FunctionBody): boolean {
  const other = namedNodes(field(node, 'parameters') ?? node)[0]?.text
  const body = field(node, 'body')
  if (body === null || body.descendantsOfType('super').length > 0) return false
  const uses = body.descendantsOfType('identifier').filter((identifier) => identifier?.text === other)
  const isOfType = (use: Node | null) => {
    const parent = use?.parent
    const isReceiver = parent?.type === 'call' && field(parent, 'receiver')?.id === use?.id
    return isReceiver ? RUBY_TYPE_OF.test(field(parent, 'method')?.text ?? '') : / === /.test(parent?.text ?? '')
  }
  return uses.every(isOfType)
}

/** Returns whether an object literal, or a class, has nothing but a conversion that returns a constant. */
function isConversionAlone({ node, ancestors, name }: FunctionBody): boolean {
  const isPair = ancestors.at(-1)?.type === 'pair'
  const owner = ancestors.at(isPair ? -2 : -1)
  if (owner === undefined || !isConversion(isPair ? ancestors.at(-1) : node)) return false
  const members = children(owner).filter(({ type }) => !/^(?:[{},;]|comment)$/.test(type))
  // Only a loose comparison and arithmetic ask for it.
  if (owner.type === 'object' && name.endsWith('toPrimitive]')) return true
  if (!members.every(isConversion)) return false
  if (owner.type === 'object') return true
  const heritage = ancestors.at(-2)
  const isPlain = heritage !== undefined && children(heritage).every(({ type }) => type !== 'class_heritage')
  return owner.type === 'class_body' && isPlain && isConstant(node)
}

function isConversion(member?: Node): boolean {
  const name = member && (field(member, 'name') ?? field(member, 'key'))
  return CONVERSION.test(name?.text ?? '')
}

function isConstant(node: Node): boolean {
  const body = field(node, 'body')
  return body !== null && body.descendantsOfType(['identifier', 'this', 'super']).length === 0
}
