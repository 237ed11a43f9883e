/** Finds comparisons whose edge changes nothing: no test can tell `<` from `<=` there. */
import { children, field, KINDS, type Node, namedNodes } from '../syntax/index.ts'

const EDGE = /^[<>]=?$/
const UNEQUAL = /^!==?$/
const EQUAL = /^===?$/
/** Real code nests less; conditions further out are not looked at. */
const MAX_OUTER = 12

interface Comparison {
  readonly left: string
  readonly right: string
  readonly operator: string
}

/** @param node an operation */
export function hasFreeEdge(node: Node): boolean {
  const own = readComparison(node)
  return (
    own !== null &&
    EDGE.test(own.operator) &&
    (isOrder(own) || isMeeting(node, own) || isBesideEqual(node, own) || isChoice(node, own))
  )
}

/** A branch or a choice that has one result at its edge. */
function isChoice({ parent }: Node, own: Comparison): boolean {
  const holder = parent?.type === 'parenthesized_expression' ? parent.parent : parent
  return holder != null && KINDS.conditional.test(holder.type) && (isBound(holder, own) || hasEqualSides(holder, own))
}

const plain = (node: Node | null | undefined) => (node?.text ?? '').replace(/\s+/g, '')

function readComparison(node: Node): Comparison | null {
  const [first, second] = namedNodes(node)
  const operator = children(node).find((child) => !child.isNamed)?.text ?? ''
  const [left, right] = [plain(field(node, 'left') ?? first), plain(field(node, 'right') ?? second)]
  return left === '' || right === '' ? null : { left, right, operator }
}

const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/gu

/** Two of a kind, as a sort compares them: `a.at < b.at`, `all[i].at < all[j].at`. */
function isOrder({ left, right }: Comparison): boolean {
  const [own, other] = [left.match(WORD) ?? [], right.match(WORD) ?? []]
  const isAlike = left.replace(WORD, '') === right.replace(WORD, '') && own.length === other.length
  return isAlike && own.length > 1 && own.filter((word, n) => word !== other[n]).length === 1
}

/** A branch that only gives one side the value of the other: a minimum, a maximum, a bound. */
function isBound(holder: Node, { left, right }: Comparison): boolean {
  const [to, from, ...more] = plain(field(holder, 'consequence'))
    .replace(/^\{|[;}]+$/g, '')
    .split(/(?<![<>=!])=(?!=)/)
  return more.length === 0 && ((to === left && from === right) || (to === right && from === left))
}

/** A branch that is reached only where both sides differ. */
function isBesideEqual(node: Node, { left, right }: Comparison): boolean {
  let [inner, outer] = [node, node.parent]
  for (let n = 0; outer && n < MAX_OUTER; n += 1) {
    const isOther = field(outer, 'alternative')?.id === inner.id
    const condition = KINDS.conditional.test(outer.type) ? field(outer, 'condition') : null
    const asked = condition && readComparison(unwrap(condition))
    const isSame = asked?.left === left && asked.right === right
    if (isSame && (isOther ? EQUAL : UNEQUAL).test(asked.operator)) return true
    ;[inner, outer] = [outer, outer.parent]
  }
  return false
}

/** The end of a loop whose two indexes meet: there both are of one element. */
function isMeeting({ parent }: Node, { left, right }: Comparison): boolean {
  const step = plain(parent && (field(parent, 'update') ?? field(parent, 'increment')))
  const moves = (name: string, sign: string) =>
    [`${name}${sign}${sign}`, `${sign}${sign}${name}`, `${name}${sign}1`, `${name}${sign}=1`].some((text) =>
      step.includes(text),
    )
  return moves(left, '+') && moves(right, '-')
}

const WRAPPER = /block|list|else|parenthesized|compound|then|body/
const NUMBER = /^\d+(?:\.\d+)?$/
/** Values of two names that are equal: one alone may make different sides equal by chance. */
const SAMPLES = [3, 8]
/** Real expressions nest less. */
const MAX_DEPTH = 20

/** A choice whose sides have one value where both operands are equal: `n < 0 ? 0 : n / 10`. */
function hasEqualSides(holder: Node, { left, right }: Comparison): boolean {
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
