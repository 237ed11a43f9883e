/** Finds calls with literals in a test file, and lets each of them say what the function answers to other inputs. */
import { apply, field, getSyntax, MAX_SOURCE_TEXT, type Node, parse } from '../../syntax/index.ts'
import { outermostEdits } from '../text-edits.ts'
import { ANSWER_MARK, ASKING, type Asking, MAX_ANSWER, OWN, type Question } from './asking.ts'
import { isLiteral } from './near-inputs.ts'

const SAID = new RegExp(`${ANSWER_MARK}(\\d+);([\\w+/=]*);`, 'g')
/** Go has no value that holds several: each answer is a line of its own. */
const SAID_BY_GO = new RegExp(`${ANSWER_MARK}(\\d+)-(\\d+);\\s*\\S+?\\.go:\\d+: ([^\\n]*)`, 'g')
const MAX_CALLS = 500
interface LiteralCall {
  /** `tax`, `Shop.tax`. */
  readonly callee: string
  /** Without parentheses. */
  readonly args: string
}

type AnswerKind = 'number' | 'string' | 'object' | 'nothing' | 'throws'

export interface GivenAnswer {
  readonly kind: AnswerKind
  /** What a person reads; of an error its class. */
  readonly text: string
}

interface FoundCall extends LiteralCall {
  readonly node: Node
}

/** A plain path of names. */
const CALLEE = /^\(?(?:new )?[\w$\\]+(?:\([^()]*\))?\)?(?:(?:\.|::|->|\?->)[\w$]+(?:\([^()]*\))?){0,3}(?<!\))[?!]?$/
/** An object that the call itself makes, and what is called on it. */
const MADE = /^(.*(?:\)|\.new))((?:\.|->|\?->)[\w$]+[?!]?)$/
const MAX_ARGUMENTS = 100

/** Finds calls inside functions, in order. */
function findCalls(root: Node, text: string, types: readonly string[]): readonly FoundCall[] {
  const nodes = root.descendantsOfType([...types]).slice(0, MAX_CALLS)
  return nodes.flatMap((node) => {
    const list = node && field(node, 'arguments')
    if (!node || !list || list.endIndex !== node.endIndex || list.endIndex - list.startIndex > MAX_ARGUMENTS) return []
    const callee = text.slice(node.startIndex, list.startIndex).trim()
    const args = list.text.replace(/^\((.*)\)$/s, '$1').trim()
    return CALLEE.test(callee) && isLiteral(args) && isInFunction(node) ? [{ node, callee, args }] : []
  })
}

function isInFunction(node: Node): boolean {
  for (let one = node.parent; one !== null; one = one.parent)
    if (/function|method|lambda|func_literal|closure|^(?:do_)?block$/.test(one.type)) return true
  return false
}

/** @returns null for a file that is not read */
export function readLiteralCalls(path: string, text: string): Promise<readonly LiteralCall[] | null> {
  return read(path, text, (calls) => calls.map(({ callee, args }) => ({ callee, args })))
}

/** @returns the text in which each call of a question answers it, and fails; null for a file that is not read */
export function askCalls(path: string, text: string, questions: readonly Question[]): Promise<string | null> {
  return read(path, text, (calls, { ask, helper, once }) => {
    const name = `tddGateAnswers${questions[0]?.mark ?? 0}`
    const edits = calls.flatMap(({ node, callee }) => {
      const question = questions.find((one) => one.callee === callee)
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
  for (const [, mark, n, text] of said.matchAll(SAID_BY_GO)) {
    const own = found.get(Number(mark)) ?? []
    found.set(Number(mark), own)
    if (Number(n) === own.length) own.push(ofGo(text ?? ''))
  }
  return found
}

function decode(code: string): GivenAnswer[] {
  const rows = Buffer.from(code, 'base64').toString().split('\n').slice(0, MAX_CALLS)
  return rows.map((row) => toAnswer(row.split(' ', 1)[0] ?? '', row.slice(row.indexOf(' ') + 1)))
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
