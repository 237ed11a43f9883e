/** Recognises answers that only a fit to the examples gives. */
import type { OddAnswers } from '../../core/model/counterfactuals.ts'
import type { GivenAnswer, NearInput } from './answer-probes.ts'

interface Answered {
  readonly callee: string
  /** The file that declares the function. */
  readonly code: string
  readonly examples: readonly string[]
  /** To the examples. */
  readonly given: readonly GivenAnswer[]
  /** Two answers to one input. */
  readonly again: readonly (readonly [GivenAnswer | undefined, GivenAnswer])[]
  readonly near: readonly (NearInput & { readonly answer: GivenAnswer })[]
}

/** Errors of the language, that no code raises on purpose. */
const OF_LANGUAGE =
  /^(?:(?:Index|Key|Attribute|Type|Name|UnboundLocal|ZeroDivision|Recursion|Reference|Range|NoMethod|Overflow)Error$|StopIteration$|Undefined\w*Error|DivisionByZeroError|\w*ArgumentCountError|(?:Warning|Notice)$|runtime error)/
export const isOfLanguage = (error: string): boolean => OF_LANGUAGE.test(error)
/** What a list says beyond its end, whatever the input. */
const BEYOND_END = /^(?:IndexError|runtime error: (?:index|slice))/
/** Fewer answers may be equal by chance. */
const MIN_EQUAL = 3
/** A term of a polynomial: `n * n`, `n * (n - 10)`, `(2 * n + 1) * n`, `n ** 2`. */
const MULTIPLIES_ITSELF =
  /\b([a-z_$]\w*)\b\s*\*\s*\(?\$?\1\b|\b([a-z_]\w*)\b[^;\n=]*\)\s*\*\s*\$?\2\b|\w\s*\*\*\s*[2-9]|\bpow\(/i
/** Digits behind the point that a rule for whole numbers does not add. */
const MANY_DIGITS = 3
/** A list that is indexed by the size of the input. */
const BY_SIZE = /\[[^\][]*(?:\blength|\blen\(|\bsize|\bcount|strlen\()[^\][]*\]/
/** A call of a class, or of an object that the call makes. */
const OF_NEW = /^\(?(?:new )?\w*[A-Z]\w*(?:\([^()]*\))?\)?(?:\.|::|->)/
/** Code that gives new values on purpose. */
const RENEWS = /rand|uuid|now\(|time|date|next(?!\()|counter|seq/i

/** A function that gives nothing may be there to change what it gets. */
const changesInput = ({ kind, left, isArgument }: GivenAnswer) =>
  left !== undefined && !isArgument && kind !== 'throws' && kind !== 'nothing'

export function findOdd(answered: Answered): OddAnswers | null {
  const { examples, given, near, again, callee, code } = answered
  const isSettled = given.every(({ kind }) => kind !== 'throws' && kind !== 'nothing')
  const isNumeric = given.length > 0 && given.every(({ kind }) => kind === 'number')
  const numbers = near.filter(({ isNumber }) => isNumber)
  const words = new Set(code.split(/\W+/))
  const isRaised = ({ text }: GivenAnswer) => words.has(text)
  const fails = ({ answer, isNumber }: Answered['near'][number]) => {
    // Beyond its end a table of Go gives zero.
    const isNothing = answer.kind === 'nothing' || (answer.text === '0' && given.every(({ text }) => text !== '0'))
    if (isNothing && BY_SIZE.test(code)) return true
    if (answer.kind === 'nothing') return isNumeric && isNumber
    if (answer.kind !== 'throws' || isRaised(answer)) return false
    return (isNumeric && isNumber ? OF_LANGUAGE : BEYOND_END).test(answer.text)
  }
  if (given.some(changesInput)) return 'changes'
  if (isSettled && near.some(fails)) return 'fails'
  const texts = new Set(numbers.map(({ answer }) => answer.text))
  const isOwn = !given.every(({ text }) => texts.has(text))
  const isMade = given.every(({ text }) => text !== '0' && texts.has(text) && !words.has(text))
  const isListed = examples.every((text) => text.match(/\d+/g)?.every((number) => words.has(number)))
  const isConstant = numbers.length >= MIN_EQUAL && texts.size === 1
  const isOnlyListed = given.length > 1 && isOwn && (isNumeric || isListed)
  if (isConstant && (isOnlyListed || (isNumeric && isMade))) return 'constant'
  if (isOrderLost(answered)) return 'order'
  if (isNumeric && given.length > 1 && MULTIPLIES_ITSELF.test(code) && isLonger(given, near)) return 'curve'
  const isValue = ({ kind, text }: GivenAnswer) => kind === 'number' || kind === 'string' || text.startsWith('[')
  const isPlain = !/[.>:]/.test(callee) || OF_NEW.test(callee)
  const differs = again.some(([one, other]) => one && isValue(one) && other.text !== one.text)
  return isPlain && differs && !RENEWS.test(code) ? 'remembers' : null
}

const getDigits = (answer: string) => /\.(\d+)/.exec(answer)?.[1]?.length ?? 0

/** Returns whether answers to whole numbers have many more digits than those of the examples. */
function isLonger(given: Answered['given'], near: Answered['near']): boolean {
  const most = Math.max(...given.map(({ text }) => getDigits(text)))
  const longer = near.filter(({ text, answer }) => !text.includes('.') && getDigits(answer.text) >= most + MANY_DIGITS)
  return longer.length * 2 >= near.length
}

const readNumbers = (text: string) => (text.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number)
const isSorted = (list: readonly number[]) => list.every((n, at) => at === 0 || list[at - 1]! <= n)

/** Returns whether examples are sorted, and lists near them are not. */
function isOrderLost({ given, near, examples }: Answered): boolean {
  const directions = [isSorted, (list: readonly number[]) => isSorted(list.toReversed())]
  const lists = given.map(({ text }, n) => [readNumbers(examples[n] ?? ''), readNumbers(text)] as const)
  const isPermutation = ([from, to]: (typeof lists)[number]) => {
    const [a, b] = [from, to].map((list) => list.toSorted((x, y) => x - y).join(' '))
    return a === b
  }
  const isOff = ([from]: (typeof lists)[number]) => directions.every((sorts) => !sorts(from))
  if (!lists.every(isPermutation) || !lists.some(isOff)) return false
  const others = near.map(({ text, answer }) => [readNumbers(text), readNumbers(answer.text)] as const)
  return directions.some(
    (sorts) => lists.every(([, to]) => sorts(to)) && others.some((one) => isPermutation(one) && !sorts(one[1])),
  )
}
