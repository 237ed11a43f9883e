/** Finds tables, branches and functions of production that hold nothing but inputs of tests and what these expect. */
import type { Changed } from './test-use.ts'
import { getTokenLines, getTokens } from './tokens.ts'

const LITERAL = String.raw`(?:(?:- )?\d+(?: \. \d+)?|"[^"\n]{1,200}")`
/** Entries of tables, `case`, `match` and `when`; comparisons whose branch is a value. Tokens are joined by single blanks. */
const PAIRS = [
  new RegExp(
    `(?<=[{,] |\\bcase )(${LITERAL}) : (?:\\n\\s*)?(?:return )?(${LITERAL})(?= [,}\\n]| ?$| case | default | return )`,
    'g',
  ),
  new RegExp(`(?<=[[{,] )(?:\\n\\s*)?(${LITERAL}) = > (${LITERAL})(?= [,}\\]\\n]| ?$)`, 'g'),
  new RegExp(`\\bwhen (${LITERAL}) (?:then |\\n\\s*){1,2}(${LITERAL})(?= when | end| ?\\n| ?$)`, 'g'),
  new RegExp(`= = (?:= )?(${LITERAL}) (?:\\) |\\{ |: |\\? |\\n\\s*|return ){1,6}(${LITERAL})(?= |$|\\n)`, 'g'),
]
const CASE = String.raw`\w+ = = (?:= )?${LITERAL}`
const FIRST = String.raw`(?:if (?:\( )?${CASE} (?:\) )?(?:[{:] )?\s*(?:return )?${LITERAL}(?: \})?\s*(?:else (?:[{:] )?\s*)?)*`
const LAST = String.raw`(?:return )?(?:${CASE} \? ${LITERAL} : ${LITERAL}|${LITERAL}(?: if ${CASE} else ${LITERAL})?)`
/** Declared functions with parameters, whose results are literals and whose conditions are equalities. */
const OF_LITERALS = new RegExp(
  String.raw`(?:\b(?:function|def|func|fn|fun|public|private|protected|static)(?: \( [^()]* \))?(?: \w+)?? |\bconst )(\w+) (?:= )?(?:\( ([^()]*) \)|(\w+)(?= = >))(?: [^;{}="\n]{0,60}?)?(?: = >)?(?: [{:])?\s+(${FIRST}${LAST})(?= ?\n| \}| ?$| (?:const|export|function) )`,
  'g',
)
/** Inputs for which code often has a case of its own. */
const BASE_CASE = /^(?:0|1|- 1|"")$/
/** One case may be a limit; two that stand in the tests are answers. */
const MIN_PAIRS = 2
/** A number in quotes, as keys of JSON are. */
const NUMBER_KEY = /^"(\d+)"$/
/** Data files of production; they have no code. */
export const isData = (path: string) => path.endsWith('.json')
/** Larger tables are data. */
const MAX_PAIRS = 200

interface Text {
  readonly path: string
  readonly text: string
}

/** Returns what the added code knows of the tests. */
export function addedAnswers(change: Changed, tests: readonly Text[]): readonly string[] {
  const found = addedPairs(change, tests)
  return found.length > 0 ? found : addedConstants(change, tests)
}

/** Returns the tests whose inputs and expectations are all that the added pairs hold, with the first line. */
function addedPairs({ path, before, after }: Changed, tests: readonly Text[]): readonly string[] {
  const old = new Set(pairsIn(path, before ?? '').map(String))
  const added = pairsIn(path, after).filter((pair) => !old.has(String(pair)))
  if (added.length < MIN_PAIRS || added.length > MAX_PAIRS) return []
  const found = tests.find((test) => {
    const lines = linesOf(test).map((line) => ` ${line} `)
    const isAsked = (line: string, input: string, answer: string) =>
      line.includes(` ${input} `) && line.lastIndexOf(` ${answer} `) > line.indexOf(` ${input} `)
    const isWanted = ([input, answer]: Pair) =>
      [input, input.replace(NUMBER_KEY, '$1')].some((one) => lines.some((line) => isAsked(line, one, answer)))
    return added.every(isWanted)
  })
  return found === undefined ? [] : [`answers of ${found.path} (line ${lineOf(path, after, added[0]?.[0] ?? '')})`]
}

/** Returns the tests that expect each result of an added function that computes nothing. */
function addedConstants({ path, before, after }: Changed, tests: readonly Text[]): readonly string[] {
  const old = new Set(constantsIn(path, before ?? '').map(({ body }) => body))
  return constantsIn(path, after).flatMap(({ name, body, results }) => {
    const found = old.has(body) ? undefined : tests.find((test) => expectsAll(test, name, results))
    return found === undefined ? [] : [`answers of ${found.path} (line ${lineOf(path, after, name)})`]
  })
}

function constantsIn(path: string, text: string) {
  return [...joined(path, text).matchAll(OF_LITERALS)].flatMap(([body, name = '', many, one = '', all = '']) => {
    const takesInput = /\w/.test((many ?? one).replaceAll(/\b(?:self|cls|this)\b/g, ''))
    return takesInput ? [{ name, body, results: literalsIn(all.replaceAll(new RegExp(CASE, 'g'), '')) }] : []
  })
}

const literalsIn = (tokens: string): readonly string[] =>
  tokens.match(new RegExp(`(?<=^| )${LITERAL}(?= |$)`, 'g')) ?? []

/** Words count only where they repeat the input: a function that sorts inputs into kinds is honest. */
function expectsAll({ path, text }: Text, name: string, results: readonly string[]): boolean {
  if (!text.includes(name)) return false
  const lines = linesOf({ path, text }).map(literalsIn)
  return results.every((result) => {
    const isAnswer = (input: string) => !BASE_CASE.test(input) && (!result.startsWith('"') || repeats(result, input))
    return (
      !BASE_CASE.test(result) && lines.some((all) => all.slice(0, Math.max(0, all.lastIndexOf(result))).some(isAnswer))
    )
  })
}

const repeats = (answer: string, input: string) =>
  (input.toLowerCase().match(/\p{L}{3,}/gu) ?? []).some((word) => answer.toLowerCase().includes(word))

type Pair = readonly [input: string, answer: string]

function pairsIn(path: string, text: string): readonly Pair[] {
  const tokens = joined(path, text)
  const pairs = PAIRS.flatMap((pattern) =>
    [...tokens.matchAll(pattern)].map(([, input = '', answer = '']): Pair => [input, answer]),
  )
  return pairs.filter(([input]) => !BASE_CASE.test(input))
}

/** What data is read as. */
export const AS_CODE = 'data.js'

const joined = (path: string, text: string) =>
  (getTokens(isData(path) ? AS_CODE : path, text) ?? []).filter((token) => token !== ';').join(' ')

const linesOf = ({ path, text }: Text) => getTokenLines(isData(path) ? AS_CODE : path, text)

const lineOf = (path: string, text: string, tokens: string): number =>
  linesOf({ path, text }).findIndex((line) => ` ${line} `.includes(` ${tokens} `)) + 1
