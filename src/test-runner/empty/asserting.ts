/** Finds loops and callbacks of a test file that assert, and the edits that make each of them fail. */
import { apply, type CodeEdit, field, MAX_SOURCE_TEXT, type Node, namedNodes, parse } from '../../syntax/index.ts'
import { failMarked } from './forks.ts'
import { getLanguage } from './index.ts'

/** A function or a loop that can be made to fail. */
interface Failable {
  /** Where it begins in the text. */
  readonly at: number
  /** Makes the body fail with the number in its message. */
  readonly fail: (mark: number) => readonly CodeEdit[]
}

export interface AssertingBody extends Failable {
  /** From 1. */
  readonly line: number
  /** The function around it, which runs it; null at the top of a file. */
  readonly owner: Failable | null
}

interface Syntax {
  readonly loops: RegExp
  readonly functions: RegExp
  readonly asserts: RegExp
}

const JAVASCRIPT: Syntax = {
  loops: /^(?:for|for_in|while)_statement$/,
  functions: /^(?:arrow_function|function_expression|function_declaration|method_definition)$/,
  asserts: /\b(?:assert|expect|should)\b/,
}
const PYTHON: Syntax = {
  loops: /^(?:for|while)_statement$/,
  functions: /^function_definition$/,
  asserts: /^\s*assert\s|\bself\.assert\w+\(/m,
}
const SYNTAX: Readonly<Record<string, Syntax>> = {
  javascript: JAVASCRIPT,
  typescript: JAVASCRIPT,
  tsx: JAVASCRIPT,
  python: PYTHON,
}
/** An assertion that must not be reached. */
const FAILS = /\b(?:assert|expect|should|pytest|t)\s*\.\s*(?:fail|unreachable|notReached|mustNotCall)\b/g
/** Their callbacks are tests, or must throw. */
const RUNS =
  /^(?:await\s+)?(?:\w+\.)?(?:test|it|specify|describe|context|suite|before|after|expect|throws|rejects|raises|doesNot)/i
/** Real code nests less. */
const MAX_DEPTH = 300

/** Returns the innermost ones, in order. */
export async function assertingBodies(path: string, text: string): Promise<readonly AssertingBody[]> {
  const grammar = getLanguage(path)?.grammar ?? ''
  const syntax = SYNTAX[grammar]
  if (syntax === undefined || text.length > MAX_SOURCE_TEXT) return []
  return (await parse(grammar, text, (root) => walk({ syntax, grammar }, root, []))) ?? []
}

interface Reading {
  readonly syntax: Syntax
  readonly grammar: string
}

function walk(reading: Reading, node: Node, path: readonly Node[]): readonly AssertingBody[] {
  if (path.length > MAX_DEPTH) return []
  const inner = namedNodes(node).flatMap((child) => walk(reading, child, [...path, node]))
  return isAsserting(reading, node, path) ? [...toBody(reading, node, path), ...inner] : inner
}

function isAsserting({ syntax }: Reading, node: Node, path: readonly Node[]): boolean {
  const isFunction = syntax.functions.test(node.type)
  if (!isFunction && !syntax.loops.test(node.type)) return false
  if (isFunction && (isRun(path) || !path.some(({ type }) => syntax.functions.test(type)))) return false
  const own = ownText(syntax, field(node, 'body') ?? node).replace(FAILS, '')
  return syntax.asserts.test(own)
}

/** Returns whether it is an argument of a call that begins a test, or of one that expects an error. */
function isRun(path: readonly Node[]): boolean {
  const call = path.at(-1)?.type === 'arguments' ? path.at(-2) : undefined
  return RUNS.test((call && field(call, 'function')?.text) ?? '')
}

/** Returns the text without loops and functions inside it. */
function ownText(syntax: Syntax, body: Node): string {
  const isInner = (node: Node) => syntax.functions.test(node.type) || syntax.loops.test(node.type)
  const inner: Node[] = []
  const find = (node: Node): undefined => {
    for (const child of namedNodes(node))
      if (isInner(child)) inner.push(child)
      else find(child)
  }
  find(body)
  const from = body.startIndex
  const edits = inner.map(({ startIndex, endIndex }) => ({ start: startIndex - from, end: endIndex - from, text: '' }))
  return apply(body.text, edits)
}

function toBody(reading: Reading, node: Node, path: readonly Node[]): readonly AssertingBody[] {
  const own = toFailable(reading, node)
  const around = path.findLast(({ type }) => reading.syntax.functions.test(type))
  const owner = around === undefined ? null : toFailable(reading, around)
  if (own === null || (around !== undefined && owner === null)) return []
  return [{ ...own, line: node.startPosition.row + 1, owner }]
}

function toFailable({ grammar }: Reading, node: Node): Failable | null {
  const body = field(node, 'body')
  if (body === null) return null
  // The tree is gone when the edit is made.
  const { startIndex: start, endIndex: end } = body
  const isPython = grammar === 'python'
  const fail = (mark: number) => {
    const statement = failMarked(mark, isPython)
    return [{ start, end, text: isPython ? statement : `{ ${statement} }` }]
  }
  return { at: node.startIndex, fail }
}
