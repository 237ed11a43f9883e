/** Alters the literals of a call, one at a time: values near those of an example. */

const LITERAL = /(?<quote>["'])(?:(?!\k<quote>)[^\\\n#${}])*\k<quote>|(?<![\w.])\d{1,9}(?:\.\d{1,6})?(?![\w.])/g
/** What may stand between literals: signs, keys and the types of Go's composite literals. */
const BETWEEN = /^(?:[\s[\](){},:+-]|=>|\b(?:true|false|null|nil|int\d*|float\d*|string|map)\b|\b\w+\s*[:=])*$/i
const MAX_INPUTS = 12
/** A number with one digit more may cost code that calls itself very much. */
const MANY = 10

export interface NearInput {
  /** The arguments, without parentheses. */
  readonly text: string
  /** Whether a number of its own changed, and no part of a list. */
  readonly isNumber: boolean
}

/** Returns whether the arguments are literals, at least one of them a number or a text. */
export const isLiteral = (text: string): boolean =>
  text.search(LITERAL) >= 0 && BETWEEN.test(text.replaceAll(LITERAL, ' '))

/** @param isCheap whether larger numbers may be tried */
export function getNearInputs(examples: readonly string[], isCheap: boolean): readonly NearInput[] {
  const known = new Set(examples)
  const rounds = examples.map((text) => [...text.matchAll(LITERAL)].flatMap((match) => alter(text, match, isCheap)))
  const most = Math.max(0, ...rounds.map(({ length }) => length))
  const all = Array.from({ length: most }, (_, n) => rounds.flatMap((own) => own[n] ?? [])).flat()
  const fresh = all.filter(({ text }) => !known.has(text) && known.add(text))
  return fresh.slice(0, MAX_INPUTS)
}

function alter(text: string, { 0: literal, index }: RegExpExecArray, isCheap: boolean): readonly NearInput[] {
  const end = index + literal.length
  const isNumber = /^\d/.test(literal) && !/[[{]/.test(text)
  const put = (value: string): NearInput => ({ text: text.slice(0, index) + value + text.slice(end), isNumber })
  const longer = /^\s*[\]}]/.test(text.slice(end)) ? [{ ...put(`${literal}, ${literal}`), isNumber: false }] : []
  return [...(/^\d/.test(literal) ? nearNumbers(literal, isCheap) : nearTexts(literal)).map(put), ...longer]
}

function nearNumbers(literal: string, isCheap: boolean): readonly string[] {
  const value = Number(literal)
  const near = [value + 1, ...(isCheap ? [value * MANY] : []), ...(value >= 2 ? [value - 1] : [])]
  return near.filter(Number.isSafeInteger(value) ? Number.isSafeInteger : Number.isFinite).map((one) => toText(one))
}

/** Without the noise of binary fractions. */
const toText = (value: number) => String(Number(value.toFixed(6)))

function nearTexts(literal: string): readonly string[] {
  const [quote, own] = [literal[0]!, literal.slice(1, -1)]
  const texts = own === '' ? ['a'] : [own + own.at(-1), ...(own.length > 1 ? [own.slice(0, -1)] : [])]
  return texts.map((text) => quote + text + quote)
}
