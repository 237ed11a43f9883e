/** Finds choices whose sides have one value where their comparison has its edge: `n < 0 ? 0 : n / 10`. */
import { children, field, type Node, namedNodes } from '../../syntax/index.ts'

const WRAPPER = /block|list|else|parenthesized|compound|then|body/
const NUMBER = /^\d+(?:\.\d+)?$/
/** Values of two names that are equal: one alone may make different sides equal by chance. */
const SAMPLES = [3, 8]
/** Real expressions nest less. */
const MAX_DEPTH = 20

interface Compared {
  readonly left: string
  readonly right: string
}

/** @param holder the choice whose condition is the comparison */
export function hasEqualSides(holder: Node, { left, right }: Compared): boolean {
  const sides = getSides(holder)
  if (sides === null) return false
  const literal = [left, right].find((text) => NUMBER.test(text))
  return (literal === undefined ? SAMPLES : [Number(literal)]).every((value) => {
    const [one, other] = sides.map((side) => evaluate(side, new Map([left, right].map((text) => [text, value])), 0))
    return one !== null && one === other
  })
}

/** Returns the two values: of an expression, or of a branch and what follows it, where both return one. */
function getSides(holder: Node): readonly [Node, Node] | null {
  const [first, , third] = namedNodes(holder)
  if (!holder.type.startsWith('if')) {
    const one = field(holder, 'consequence') ?? field(holder, 'body') ?? first
    const other = field(holder, 'alternative') ?? third
    return one && other ? [unwrap(one), unwrap(other)] : null
  }
  const [one, other] = [field(holder, 'consequence'), field(holder, 'alternative') ?? holder.nextNamedSibling]
  const values = [one, other].flatMap((branch) => (branch === null ? [] : getReturned(unwrap(branch))))
  return values[0] && values[1] ? [values[0], values[1]] : null
}

function getReturned(node: Node): readonly Node[] {
  const [value, ...more] = namedNodes(node)
  return node.type === 'return_statement' && value !== undefined && more.length === 0 ? [unwrap(value)] : []
}

function unwrap(node: Node): Node {
  let inner = node
  for (let [only, ...more] = namedNodes(inner); only && more.length === 0 && WRAPPER.test(inner.type); ) {
    inner = only
    ;[only, ...more] = namedNodes(inner)
  }
  return inner
}

/** Returns the value of whole numbers, as every language calculates it; null for all else. */
function evaluate(wrapped: Node, values: ReadonlyMap<string, number>, depth: number): number | null {
  const node = unwrap(wrapped)
  const known = values.get(node.text) ?? (NUMBER.test(node.text) ? Number(node.text) : undefined)
  if (known !== undefined || depth > MAX_DEPTH) return known ?? null
  const operands = namedNodes(node).map((operand) => evaluate(operand, values, depth + 1))
  const [a, b] = operands
  if (operands.length > 2 || a == null || b === null) return null
  const result = calculate(children(node).find((child) => !child.isNamed)?.text ?? '', a, b)
  return Number.isInteger(result) ? result : null
}

function calculate(operator: string, a: number, b: number | undefined): number {
  if (b === undefined) return operator === '-' ? -a : Number.NaN
  const { [operator]: result = Number.NaN } = { '+': a + b, '-': a - b, '*': a * b, '/': a / b, '//': a / b }
  return result
}
