/** Recognises answers that only a fit to the examples gives. */
import type { OddAnswers } from '../../core/model/counterfactuals.ts'
import type { GivenAnswer } from './answer-probes.ts'
import type { NearInput } from './near-inputs.ts'

interface Answered {
  readonly callee: string
  /** The file that declares the function. */
  readonly code: string
  /** To the examples, and once more at the end. */
  readonly given: readonly GivenAnswer[]
  readonly again: readonly GivenAnswer[]
  readonly near: readonly (NearInput & { readonly answer: GivenAnswer })[]
}

/** Errors of the language, that no code raises on purpose. */
const OF_LANGUAGE =
  /^(?:(?:Index|Key|Attribute|Type|Name|UnboundLocal|ZeroDivision|Recursion|Reference|Range|NoMethod|Overflow)Error$|StopIteration$|Undefined\w*Error|DivisionByZeroError|\w*ArgumentCountError|(?:Warning|Notice)$|runtime error)/
/** What a list says beyond its end, whatever the input. */
const BEYOND_END = /^(?:IndexError|runtime error: (?:index|slice))/
/** Fewer answers may be equal by chance. */
const MIN_EQUAL = 4
/** Code that gives new values on purpose. */
const RENEWS = /rand|uuid|now\(|time|date|next|counter|seq/i

export function findOdd(answered: Answered): OddAnswers | null {
  const { given, near, again, callee, code } = answered
  const isSettled = given.every(({ kind }) => kind !== 'throws' && kind !== 'nothing')
  const isNumeric = given.length > 0 && given.every(({ kind }) => kind === 'number')
  const numbers = near.filter(({ isNumber }) => isNumber)
  const words = new Set(code.split(/\W+/))
  const isRaised = ({ text }: GivenAnswer) => words.has(text)
  const fails = ({ answer, isNumber }: Answered['near'][number]) => {
    if (answer.kind === 'nothing') return isNumeric && isNumber
    if (answer.kind !== 'throws' || isRaised(answer)) return false
    return (isNumeric && isNumber ? OF_LANGUAGE : BEYOND_END).test(answer.text)
  }
  if (isSettled && near.some(fails)) return 'fails'
  const texts = new Set(numbers.map(({ answer }) => answer.text))
  const isOwn = !given.every(({ text }) => texts.has(text))
  if (isNumeric && given.length > 1 && numbers.length >= MIN_EQUAL && texts.size === 1 && isOwn) return 'constant'
  const isValue = ({ kind }: GivenAnswer) => kind === 'number' || kind === 'string'
  const isPlain = !/[.>:]/.test(callee) || /^[A-Z\w]*[A-Z]\w*(?:\.|::)/.test(callee)
  const differs = given.some((one, n) => isValue(one) && again[n] !== undefined && again[n].text !== one.text)
  return isPlain && differs && !RENEWS.test(code) ? 'remembers' : null
}
