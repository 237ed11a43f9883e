/** Finds tables, branches and functions of production that hold nothing but inputs of tests and what these expect. */
import { getSyntax, LITERAL, readAnswers } from '../../syntax/index.ts'
import type { Changed, TextFile } from './nearby.ts'
import { getLineNumbers, getStatementTokens } from './read-code.ts'

/** Inputs for which code often has a case of its own. */
const BASE_CASE = /^(?:0|1|-1|"")$/
/** One case may be a limit; two that stand in the tests are answers. */
const MIN_PAIRS = 2
/** A number in quotes, as keys of JSON are. */
const NUMBER_KEY = /^"(\d+)"$/
/** Data files of production; they have no code. */
export const isData = (path: string) => path.endsWith('.json')
/** What data is read as. */
export const AS_CODE = 'data.js'
/** Larger tables are data. */
const MAX_PAIRS = 200
/** In languages without a grammar: a comparison whose branch is a value. Tokens are joined by single blanks. */
const PLAIN_PAIR =
  /===? (?<input>-?\d[\d.]*|"[^"\n]{1,200}") (?:\) |\{ |: |\? |do |\n ?|return ){1,6}(?<answer>-?\d[\d.]*|"[^"\n]{1,200}")(?= |$)/g

/** Returns what the added code knows of the tests. */
export function addedAnswers(change: Changed, tests: readonly TextFile[]): readonly string[] {
  const found = addedPairs(change, tests)
  return found.length > 0 ? found : addedConstants(change, tests)
}

type Pair = ReturnType<typeof pairsIn>[number]

/** Returns the tests whose inputs and expectations are all that the added pairs hold, with the first line. */
function addedPairs({ path, before, after }: Changed, tests: readonly TextFile[]): readonly string[] {
  const toKey = ({ input, answer }: Pair) => `${input} ${answer}`
  const old = new Set(pairsIn(path, before ?? '').map(toKey))
  const added = pairsIn(path, after).filter((pair) => !old.has(toKey(pair)))
  if (added.length < MIN_PAIRS || added.length > MAX_PAIRS) return []
  const found = tests.find((test) => {
    const lines = readLiterals(test)
    const isAsked = (line: readonly string[], input: string, answer: string) =>
      line.includes(input) && line.lastIndexOf(answer) > line.indexOf(input)
    const isWanted = ({ input, answer }: Pair) =>
      [input, input.replace(NUMBER_KEY, '$1')].some((one) => lines.some((line) => isAsked(line, one, answer)))
    return added.every(isWanted)
  })
  return found === undefined ? [] : [`answers of ${found.path} (line ${toLine(after, added[0]?.at)})`]
}

/** Returns the tests that expect each result of an added function that computes nothing. */
function addedConstants({ path, before, after }: Changed, tests: readonly TextFile[]): readonly string[] {
  const old = new Set(answersIn(path, before ?? '')?.constants.map(({ name, body }) => name + body))
  return (answersIn(path, after)?.constants ?? []).flatMap(({ name, body, results, at }) => {
    const found = old.has(name + body) ? undefined : tests.find((test) => expectsAll(test, name, results))
    return found === undefined ? [] : [`answers of ${found.path} (line ${toLine(after, at)})`]
  })
}

/** Words count only where they repeat the input: a function that sorts inputs into kinds is honest. */
function expectsAll({ path, text }: TextFile, name: string, results: readonly string[]): boolean {
  if (!text.includes(name)) return false
  const lines = readLiterals({ path, text })
  return results.every((result) => {
    const isAnswer = (input: string) => !BASE_CASE.test(input) && (!result.startsWith('"') || repeats(result, input))
    return (
      !BASE_CASE.test(result) && lines.some((all) => all.slice(0, Math.max(0, all.lastIndexOf(result))).some(isAnswer))
    )
  })
}

const repeats = (answer: string, input: string) =>
  (input.toLowerCase().match(/\p{L}{3,}/gu) ?? []).some((word) => answer.toLowerCase().includes(word))

/** Data is read as the value that it is. */
const answersIn = (path: string, text: string) =>
  isData(path) ? readAnswers(AS_CODE, `(${text})`) : readAnswers(path, text)

function pairsIn(path: string, text: string) {
  const plain = () => {
    const tokens = getStatementTokens(path, text)
    return [
      ...tokens
        .map((token) => token.text)
        .join(' ')
        .matchAll(PLAIN_PAIR),
    ].map(({ groups = {} }) => ({
      input: groups['input'] ?? '',
      answer: groups['answer'] ?? '',
      at: tokens.find((token) => token.text === groups['input'])?.at ?? 0,
    }))
  }
  const isRead = isData(path) || getSyntax(path) !== null
  const pairs = isRead ? (answersIn(path, text)?.pairs ?? []) : plain()
  return pairs.filter(({ input }) => !BASE_CASE.test(input))
}

/** Returns the numbers and texts of each line. */
function readLiterals({ path, text }: TextFile): readonly (readonly string[])[] {
  const tokens = getStatementTokens(isData(path) ? AS_CODE : path, text)
  const lines = getLineNumbers(text, tokens)
  const placed = tokens.map(({ text: own }, n) => ({ own, line: lines[n] }))
  const literals = Map.groupBy(
    placed.filter(({ own }) => LITERAL.test(own)),
    ({ line }) => line,
  )
  return [...literals.values()].map((line) => line.map(({ own }) => own))
}

const toLine = (text: string, at = 0) => text.slice(0, at).split('\n').length
