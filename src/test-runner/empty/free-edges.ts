/** Finds comparisons whose edge changes nothing: no test can tell `<` from `<=` there. */
import { children, field, type Node, namedNodes } from '../../syntax/index.ts'
import { hasEqualSides } from './equal-sides.ts'

const EDGE = /^[<>]=?$/
const UNEQUAL = /^!==?$/
const EQUAL = /^===?$/
const CONDITIONAL = /^(?:if|elif|unless|conditional|ternary)/
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
  return holder != null && CONDITIONAL.test(holder.type) && (isBound(holder, own) || hasEqualSides(holder, own))
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
    const condition = CONDITIONAL.test(outer.type) ? field(outer, 'condition') : null
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

const unwrap = (condition: Node): Node =>
  condition.type === 'parenthesized_expression' ? (namedNodes(condition)[0] ?? condition) : condition
