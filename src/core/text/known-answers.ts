/** Finds tables and branches of production that hold nothing but inputs of tests and what these expect. */
import type { Changed } from './test-use.ts'
import { getTokens } from './tokens.ts'

const LITERAL = String.raw`(?:- )?\d+(?: \. \d+)?|"[^"\n]{1,200}"`
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
/** Inputs for which code often has a case of its own. */
const BASE_CASE = /^(?:0|1|- 1|"")$/
/** One case may be a limit; two that stand in the tests are answers. */
const MIN_PAIRS = 2
/** Larger tables are data. */
const MAX_PAIRS = 200

interface Text {
  readonly path: string
  readonly text: string
}

/** Returns the tests whose inputs and expectations are all that the added pairs hold, with the first line. */
export function addedAnswers({ path, before, after }: Changed, tests: readonly Text[]): readonly string[] {
  const old = new Set(pairsIn(path, before ?? '').map(String))
  const added = pairsIn(path, after).filter((pair) => !old.has(String(pair)))
  if (added.length < MIN_PAIRS || added.length > MAX_PAIRS) return []
  const found = tests.find((test) => {
    const lines = test.text.split('\n').map((line) => ` ${joined(test.path, line)} `)
    const isWanted = ([input, answer]: Pair) =>
      lines.some((line) => line.includes(` ${input} `) && line.lastIndexOf(` ${answer} `) > line.indexOf(` ${input} `))
    return added.every(isWanted)
  })
  return found === undefined ? [] : [`answers of ${found.path} (line ${lineOf(path, after, added[0])})`]
}

type Pair = readonly [input: string, answer: string]

function pairsIn(path: string, text: string): readonly Pair[] {
  const tokens = joined(path, text)
  const pairs = PAIRS.flatMap((pattern) =>
    [...tokens.matchAll(pattern)].map(([, input = '', answer = '']): Pair => [input, answer]),
  )
  return pairs.filter(([input]) => !BASE_CASE.test(input))
}

const joined = (path: string, text: string) => getTokens(path, text)?.join(' ') ?? ''

function lineOf(path: string, text: string, [input]: Pair = ['', '']): number {
  return text.split('\n').findIndex((line) => ` ${joined(path, line)} `.includes(` ${input} `)) + 1
}
