/** Alters the literals of a call, one at a time: values near those of an example. */
import { takeTurns } from '../../core/util/turns.ts'

const LITERAL = /(?<quote>["'])(?:(?!\k<quote>)[^\\\n#${}])*\k<quote>|(?<![\w.])\d{1,9}(?:\.\d{1,6})?(?![\w.])/g
/** What may stand between literals: signs, keys and the types of Go's composite literals. */
const BETWEEN = /^(?:[\s[\](){},:+-]|=>|\b(?:true|false|null|nil|int\d*|float\d*|string|map)\b|\b\w+\s*[:=])*$/i
const MAX_INPUTS = 12
const MAX_CROSSED = 6
/** A number with one digit more may cost code that calls itself very much. */
const MANY = 10

export interface NearInput {
  /** The arguments, without parentheses. */
  readonly text: string
  /** Whether a number of its own changed, and no part of a list. */
  readonly isNumber: boolean
  /** Whether it has arguments of two examples. */
  readonly isCrossed?: true
}

/** Returns whether the arguments are literals, at least one of them a number or a text. */
export const isLiteral = (text: string): boolean =>
  text.search(LITERAL) >= 0 && BETWEEN.test(text.replaceAll(LITERAL, ' '))

/**
 * @param isCheap whether larger numbers may be tried
 * @param isWide whether values that no example suggests may be tried as well: what they ought to give is not judged
 */
export function getNearInputs(examples: readonly string[], isCheap: boolean, isWide = false): readonly NearInput[] {
  const known = new Set(examples)
  const getFresh = (all: readonly NearInput[]) => all.filter(({ text }) => !known.has(text) && known.add(text))
  const crossed = getFresh(examples.flatMap((text) => examples.flatMap((other) => cross(text, other))))
  const rounds = examples.map((text) =>
    [...text.matchAll(LITERAL)].flatMap((match) => alter(text, match, { isCheap, isWide })),
  )
  const near = getFresh(takeTurns(rounds))
  return [...crossed.slice(0, MAX_CROSSED), ...near.slice(0, isWide ? 2 * MAX_INPUTS : MAX_INPUTS)]
}

/** Gives an example one argument of another that is written alike. */
function cross(text: string, other: string): readonly NearInput[] {
  const [own, others] = [[...text.matchAll(LITERAL)], [...other.matchAll(LITERAL)]]
  if (own.length < 2 || text.replace(LITERAL, '') !== other.replace(LITERAL, '')) return []
  return own.map(({ 0: literal, index }, n) => ({
    text: text.slice(0, index) + (others[n]?.[0] ?? literal) + text.slice(index + literal.length),
    isNumber: false,
    isCrossed: true as const,
  }))
}

interface Reach {
  readonly isCheap: boolean
  readonly isWide: boolean
}

function alter(text: string, { 0: literal, index }: RegExpExecArray, reach: Reach): readonly NearInput[] {
  const end = index + literal.length
  const isNumber = /^\d/.test(literal) && !/[[{]/.test(text)
  const put = (value: string): NearInput => ({ text: text.slice(0, index) + value + text.slice(end), isNumber })
  const longer = /^\s*[\]}]/.test(text.slice(end)) ? [{ ...put(`${literal}, ${literal}`), isNumber: false }] : []
  return [...(/^\d/.test(literal) ? nearNumbers(literal, reach) : nearTexts(literal, reach)).map(put), ...longer]
}

function nearNumbers(literal: string, { isCheap, isWide }: Reach): readonly string[] {
  const value = Number(literal)
  const wide = isWide && isCheap ? [0, -value, value * MANY * MANY * MANY] : []
  const near = [value + 1, ...(isCheap ? [value * MANY] : []), ...(value >= 2 ? [value - 1] : []), ...wide]
  return near.filter(Number.isSafeInteger(value) ? Number.isSafeInteger : Number.isFinite).map((one) => toText(one))
}

/** Without the noise of binary fractions. */
const toText = (value: number) => String(Number(value.toFixed(6)))

function nearTexts(literal: string, { isWide }: Reach): readonly string[] {
  const [quote, own] = [literal[0]!, literal.slice(1, -1)]
  const texts = own === '' ? ['a'] : [own + own.at(-1), ...(own.length > 1 ? [own.slice(0, -1)] : [])]
  const wide = isWide ? ['', ` ${own} `, own.toUpperCase(), own.toLowerCase()] : []
  return [...texts, ...wide].map((text) => quote + text + quote)
}
