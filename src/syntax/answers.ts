/** Reads where code answers an input by a literal: entries of tables, cases, equalities, and functions that compute nothing. */
import { toPlainQuotes } from './annotations.ts'
import { children, FUNCTION_TYPES, field, getShortText, KINDS, namedNodes, ofType } from './nodes.ts'
import { createReader, isTooDeep, type Node } from './parser.ts'

interface Answer {
  readonly input: string
  readonly answer: string
  /** Offset in the text. */
  readonly at: number
}

/** A function with an input whose results are literals, and whose conditions are equalities with literals. */
interface ConstantFunction {
  readonly name: string
  readonly body: string
  readonly results: readonly string[]
  readonly at: number
}

/** Numbers and texts, as leaves are written. */
export const LITERAL = /^(?:-?\d+(?:\.\d+)?|"[^"\n]{1,200}")$/

const ENTRIES = [
  ...['pair', 'keyed_element', 'array_element_initializer', 'match_arm', 'match_conditional_expression'],
  ...['switch_case', 'expression_case', 'case_clause', 'case_statement', 'switch_section', 'switch_rule', 'when'],
  ...['switch_expression_arm', 'switch_block_statement_group'],
]
const CONDITIONALS = [
  ...['if_statement', 'if_expression', 'if', 'if_modifier', 'elif_clause', 'elsif', 'else_if_clause'],
  ...['ternary_expression', 'conditional_expression', 'conditional'],
]
/** Nodes that are what they hold. */
const AROUND =
  /block|_list$|body|then|else|return|parenthes|pattern|label|(?:^|_)clause|literal_element|^argument|^(?:expression|compound)_statement$/

export const readAnswers = createReader((root) => {
  if (isTooDeep(root)) return null
  const entries = ofType(root, ...ENTRIES).flatMap((node) => toPair(node, partsOf(node).map(toLiteral)))
  const cases = ofType(root, ...CONDITIONALS).flatMap((node) => {
    const condition = getCondition(node)
    const isPython = field(node, 'condition') === null
    const answer = field(node, 'consequence') ?? field(node, 'body') ?? (isPython ? namedNodes(node)[0] : undefined)
    return toPair(node, [condition && toInput(condition), answer ? toLiteral(answer) : null])
  })
  return {
    pairs: [...entries, ...cases].toSorted((a, b) => a.at - b.at),
    constants: ofType(root, ...FUNCTION_TYPES).flatMap(toConstant),
  }
})

function toPair({ startIndex: at }: Node, values: readonly (string | null)[]): readonly Answer[] {
  const [input = null, answer = null, ...more] = values
  return input === null || answer === null || more.length > 0 ? [] : [{ input, answer, at }]
}

const partsOf = (node: Node) => namedNodes(node).filter(({ type }) => !/comment$|^break/.test(type))

/** Returns the literal that a node is, or that alone is in it. */
function toLiteral(node: Node): string | null {
  const own = toPlainQuotes(getShortText(node).replace(/^-\s+/, '-'), /["'\\]/)
  if (LITERAL.test(own)) return own
  const [only, ...more] = AROUND.test(node.type) ? partsOf(node) : []
  return only === undefined || more.length > 0 ? null : toLiteral(only)
}

const getCondition = (node: Node): Node | null =>
  field(node, 'condition') ?? (node.type === 'conditional_expression' ? (namedNodes(node)[1] ?? null) : null)

/** Returns the literal with which a condition compares something else. */
function toInput(condition: Node): string | null {
  const parts = partsOf(condition)
  if (parts.length === 1 && AROUND.test(condition.type)) return toInput(parts[0]!)
  const isEqual = children(condition).some(({ text }) => text === '==' || text === '===')
  const [one = null, other = null] = parts.length === 2 && isEqual ? parts.map(toLiteral) : []
  return one === null || other === null ? (one ?? other) : null
}

function toConstant(node: Node): readonly ConstantFunction[] {
  const [body, parent] = [field(node, 'body'), node.parent]
  const name = getShortText(field(node, 'name') ?? (parent && (field(parent, 'name') ?? field(parent, 'left'))))
  const parameters = getShortText(field(node, 'parameters') ?? field(node, 'parameter'))
  const results: string[] = []
  const takesInput = /\w/.test(parameters.replaceAll(/\b(?:self|cls|this)\b/g, ''))
  if (body === null || name === '' || !takesInput || !isConstant(body, results)) return []
  return [{ name, body: body.text, results, at: node.startIndex }]
}

/** Returns whether nothing is computed in it. @param results gets the literals */
function isConstant(node: Node, results: string[]): boolean {
  const literal = toLiteral(node)
  // A text that stands alone documents the code around it.
  if (literal !== null) return node.type === 'expression_statement' || results.push(literal) > 0
  const condition = KINDS.conditional.test(node.type) ? getCondition(node) : null
  if (condition === null ? !AROUND.test(node.type) : toInput(condition) === null) return false
  return partsOf(node).every((part) => part.id === condition?.id || isConstant(part, results))
}
