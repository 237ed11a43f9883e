/** Finds calls with literals in a test file, and lets each of them say what the function answers to other inputs. */
import { takeTurns } from '../../core/util/turns.ts'
import {
  apply,
  field,
  findAround,
  findValues,
  getSyntax,
  isFunction,
  MAX_SOURCE_TEXT,
  type Node,
  namedNodes,
  outermostEdits,
  parse,
} from '../../syntax/index.ts'
import { ANSWER_MARK, ASKING, type Asking, HAD, MAX_ANSWER, OF_ANSWER, OWN, type Question } from './asking.ts'

const SAID = new RegExp(`${ANSWER_MARK}(\\d+);([\\w+/=]*);`, 'g')
/** Go has no value that holds several: each answer is a line of its own, between its arguments before and behind it. */
const BY_GO = '\\s*\\S+?\\.go:\\d+: '
const ARGUMENTS = `(?:${BY_GO}${HAD} ([^\\n]*))?`
const SAID_BY_GO = new RegExp(`${ANSWER_MARK}(\\d+)-(\\d+);${ARGUMENTS}${BY_GO}([^\\n]*)${ARGUMENTS}`, 'g')
const MAX_CALLS = 500
interface LiteralCall {
  /** `tax`, `Shop.tax`. */
  readonly callee: string
  /** Without parentheses. */
  readonly args: string
  /** Whether they mean the same at every place. */
  readonly isLiteral: boolean
}

type AnswerKind = 'number' | 'string' | 'object' | 'nothing' | 'throws'

export interface GivenAnswer {
  readonly kind: AnswerKind
  /** What a person reads; of an error its class. */
  readonly text: string
  /** What its arguments are then, where the call changed one. */
  readonly left?: string
  /** Whether it answers one of these arguments. */
  readonly isArgument?: boolean
}

interface FoundCall extends LiteralCall {
  readonly node: Node
}

/** A plain path of names. */
const CALLEE = /^\(?(?:new )?[\w$\\]+(?:\([^()]*\))?\)?(?:(?:\.|::|->|\?->)[\w$]+(?:\([^()]*\))?){0,3}(?<!\))[?!]?$/
/** An object that the call itself makes, and what is called on it. */
const MADE = /^(.*(?:\)|\.new))((?:\.|->|\?->)[\w$]+[?!]?)$/
const MAX_ARGUMENTS = 100
/** Arguments that a call may hold at another place of its statement. */
const PLAIN = /^(?!.*(?:\b(?:await|yield|for|lambda|function|fn|func|do)\b|\.\.\.|[=*&|#`]))[^\n]*\w[^\n]*$/

/** Finds calls inside functions, in order. */
function findCalls(root: Node, text: string, types: readonly string[]): readonly FoundCall[] {
  const nodes = root.descendantsOfType([...types]).slice(0, MAX_CALLS)
  return nodes.flatMap((node) => {
    const list = node && field(node, 'arguments')
    if (!node || !list || list.endIndex !== node.endIndex || list.endIndex - list.startIndex > MAX_ARGUMENTS) return []
    const callee = text.slice(node.startIndex, list.startIndex).trim()
    const args = readArguments(list)
    const call = { node, callee, args, isLiteral: isLiteral(args) }
    return CALLEE.test(callee) && (call.isLiteral || PLAIN.test(args)) && findAround(node, isFunction) ? [call] : []
  })
}

const NAME = /^\$?[\p{L}_][\p{L}\p{N}_]*$/u

/** Without parentheses; a name stands for the literal that it is set to. */
function readArguments(list: Node): string {
  const toText = (node: Node) => (NAME.test(node.text) ? readLiteral(node) : null) ?? node.text
  const own = namedNodes(list)
  return own.some(({ text }) => NAME.test(text))
    ? own.map(toText).join(', ')
    : list.text.replace(/^\((.*)\)$/s, '$1').trim()
}

/** @returns null for a name that the nearest function sets to something else, or several times */
function readLiteral({ text, startIndex, parent }: Node): string | null {
  for (let at = parent; at !== null; at = at.parent) {
    if (at.parent !== null && !isFunction(at)) continue
    const [value, ...more] = findValues(at, text)
    if (more.length > 0 || (value && value.endIndex > startIndex && at.parent !== null)) return null
    if (value) return value.text.length <= MAX_ARGUMENTS && isLiteral(value.text) ? value.text : null
  }
  return null
}

/** @returns null for a file that is not read */
export function readLiteralCalls(path: string, text: string): Promise<readonly LiteralCall[] | null> {
  return read(path, text, (calls) => calls.map(({ node: _, ...call }) => call))
}

/** @returns the text in which each call of a question answers it, and fails; null for a file that is not read */
export function askCalls(path: string, text: string, questions: readonly Question[]): Promise<string | null> {
  return read(path, text, (calls, { ask, helper, once }) => {
    const name = `tddGateAnswers${questions[0]?.mark ?? 0}`
    const edits = calls.flatMap(({ node, callee, args }) => {
      const question = questions.find((one) => one.callee === callee && (one.place ?? args) === args)
      const [, owner, member] = (once && question?.isOnce && MADE.exec(callee)) || []
      const called = owner === undefined ? callee : `${path.endsWith('.php') ? '$' : ''}${OWN}${member}`
      const made = question ? ask({ node, helper: name, toCall: (args) => `${called}(${args})` }, question) : []
      return owner === undefined ? made : made.map((edit) => ({ ...edit, text: once?.(owner, edit.text) ?? '' }))
    })
    return apply(text, outermostEdits(edits)) + helper(name)
  })
}

async function read<T>(
  path: string,
  text: string,
  what: (calls: readonly FoundCall[], asking: Asking) => T,
): Promise<T | null> {
  const grammar = getSyntax(path)?.grammar ?? ''
  const asking = ASKING[grammar]
  if (asking === undefined || text.length > MAX_SOURCE_TEXT) return null
  return parse(grammar, text, (root) => what(findCalls(root, text, asking.calls), asking))
}

/** Returns the answers by the marks of their questions: what failures say. */
export function readGivenAnswers(said: string): ReadonlyMap<number, readonly GivenAnswer[]> {
  const found = new Map<number, GivenAnswer[]>()
  for (const [, mark, code] of said.matchAll(SAID))
    if (!found.has(Number(mark))) found.set(Number(mark), decode(code ?? ''))
  for (const [, mark, n, had, text, left] of said.matchAll(SAID_BY_GO)) {
    const own = found.get(Number(mark)) ?? []
    found.set(Number(mark), own)
    if (Number(n) === own.length)
      own.push({ ...ofGo(text ?? ''), ...(left && left !== had && { left, isArgument: true }) })
  }
  return found
}

function decode(code: string): GivenAnswer[] {
  const rows = Buffer.from(code, 'base64').toString().split('\n').slice(0, MAX_CALLS)
  return rows.map((row) => {
    const [said = '', left] = row.split('\t')
    const answer = toAnswer(said.split(' ', 1)[0] ?? '', said.slice(said.indexOf(' ') + 1))
    return left === undefined ? answer : { ...answer, left: left.slice(1), isArgument: left.startsWith(OF_ANSWER) }
  })
}

function ofGo(line: string): GivenAnswer {
  const text = line.trim().replace(/ <nil>$/, '')
  if (text.startsWith('throws ')) return toAnswer('throws', text.slice('throws '.length))
  if (text === '<nil>' || text === 'NaN') return toAnswer('nothing', text)
  return toAnswer(/^-?\d+(?:\.\d+)?(?:e[+-]\d+)?$/.test(text) ? 'number' : 'object', text)
}

const KINDS: readonly AnswerKind[] = ['number', 'string', 'object', 'nothing', 'throws']
const toAnswer = (kind: string, text: string): GivenAnswer => ({
  kind: KINDS.find((one) => one === kind) ?? 'object',
  text: text.slice(0, MAX_ANSWER),
})

// Alters the literals of a call, one at a time: values near those of an example.

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
