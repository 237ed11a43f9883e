/** Finds functions that make an object equal to any value that a test compares it with. */
import { getCodeWords } from './bodies.ts'
import { children, type FunctionBody, field, namedNodes } from './language.ts'
import type { Node } from './parser.ts'

const CONVERSION = /^(?:toString|valueOf|\[\s*Symbol\s*\.\s*toPrimitive\s*\])$/

/**
 * Returns whether a function can answer every comparison. Assertion libraries call an `asymmetricMatch` instead of
 * comparing; a loose comparison converts an object to text or number; Python calls `__eq__`, which honest code answers
 * by comparing fields.
 */
export function isEqualToAll(body: FunctionBody): boolean {
  const name = body.name.split('.').at(-1)
  if (name === 'asymmetricMatch') return true
  if (name !== '__eq__') return isConversionAlone(body)
  const words = getCodeWords(body.essence)
  const isTrue = words.at(-1) === 'True' && words.filter((word) => word === 'return').length === 1
  return isTrue || asksForTypeAlone(body.node)
}

const TYPE_OF = /^(?:isinstance|type)$/

/** Returns whether an `__eq__` reads nothing of the other object but its type. */
function asksForTypeAlone(node: Node): boolean {
  const other = namedNodes(field(node, 'parameters') ?? node)[1]?.text
  const uses = (field(node, 'body')?.descendantsOfType('identifier') ?? []).filter((word) => word?.text === other)
  const isOfType = (use: Node | null) => TYPE_OF.test(field(use?.parent?.parent ?? node, 'function')?.text ?? '')
  return uses.length > 0 && uses.every(isOfType)
}

/** Returns whether an object literal, or a class, has nothing but a conversion that returns a constant. */
function isConversionAlone({ node, ancestors }: FunctionBody): boolean {
  const isPair = ancestors.at(-1)?.type === 'pair'
  const owner = ancestors.at(isPair ? -2 : -1)
  if (owner === undefined || !isConversion(isPair ? ancestors.at(-1) : node)) return false
  const members = children(owner).filter(({ type }) => !/^(?:[{},;]|comment)$/.test(type))
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
