/** Finds loops and callbacks of a test file that assert, and the edits that make each of them fail. */

import { getMarked } from '../../rewriting/forks.ts'
import { getLanguage } from '../../rewriting/index.ts'
import { apply, type CodeEdit, field, type Node, namedNodes, parse } from '../../syntax/index.ts'

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
  /** Fails with a message. */
  readonly toFail: (message: string) => string
}

const JAVASCRIPT: Syntax = {
  loops: /^(?:for|for_in|while)_statement$/,
  functions: /^(?:arrow_function|function_expression|function_declaration|method_definition)$/,
  asserts: /\b(?:assert|expect|should)\b/,
  toFail: (message) => `{ throw new Error('${message}') }`,
}
const PYTHON: Syntax = {
  loops: /^(?:for|while)_statement$/,
  functions: /^function_definition$/,
  asserts: /^\s*assert\s|\bself\.assert\w+\(/m,
  toFail: (message) => `raise RuntimeError('${message}')`,
}
const GO: Syntax = {
  loops: /^for_statement$/,
  functions: /^(?:function_declaration|func_literal)$/,
  asserts: /\bt\.(?:Fatal|Error|Fail)|\b(?:assert|require)\.\w/,
  toFail: (message) => `{ t.Fatal("${message}"); `,
}
const RUBY: Syntax = {
  loops: /^(?:for|while|until)$/,
  functions: /^(?:do_block|block|method)$/,
  asserts: /\b(?:expect|assert\w*|must_\w+)\b/,
  toFail: (message) => `raise '${message}'`,
}
const PHP: Syntax = {
  loops: /^(?:foreach|for|while)_statement$/,
  functions: /^(?:method_declaration|function_definition|anonymous_function\w*)$/,
  asserts: /(?:\$this->|\b(?:self|static)::)assert|\bexpect\(/,
  toFail: (message) => `{ throw new \\RuntimeException('${message}'); }`,
}
/** What decides for each entry of a list. */
const FOR_EACH = /(?:\.every|^all)$/
const SYNTAX: Readonly<Record<string, Syntax>> = {
  javascript: JAVASCRIPT,
  typescript: JAVASCRIPT,
  tsx: JAVASCRIPT,
  python: PYTHON,
  go: GO,
  ruby: RUBY,
  php: PHP,
}
/** An assertion that must not be reached. */
const FAILS = /\b(?:assert|expect|should|pytest|t)\s*\.\s*(?:fail|unreachable|notReached|mustNotCall)\b/g
/** Their callbacks are tests, or must throw. */
const RUNS =
  /^(?:await\s+)?(?:\w+\.)?(?:test|it(?![a-z])|specify|describe|context|suite|before|after|around|let(?![a-z])|subject|shared|expect|throws|rejects|raises|doesNot|run$)/i

/** Returns the innermost ones, in order. */
export async function assertingBodies(path: string, text: string): Promise<readonly AssertingBody[]> {
  const grammar = getLanguage(path)?.grammar ?? ''
  const syntax = SYNTAX[grammar]
  if (syntax === undefined) return []
  return (await parse(grammar, text, (root) => walk({ syntax, grammar }, root, []))) ?? []
}

interface Reading {
  readonly syntax: Syntax
  readonly grammar: string
}

function walk(reading: Reading, node: Node, path: readonly Node[]): readonly AssertingBody[] {
  const inner = namedNodes(node).flatMap((child) => walk(reading, child, [...path, node]))
  return isAsserting(reading, node, path) ? [...toBody(reading, node, path), ...inner] : inner
}

function isAsserting({ syntax }: Reading, node: Node, path: readonly Node[]): boolean {
  if (decidesForEach(node, path))
    return path.some(({ type, text }) => /_statement$/.test(type) && syntax.asserts.test(text))
  const isFunction = syntax.functions.test(node.type)
  if (!isFunction && !syntax.loops.test(node.type)) return false
  if (isFunction && (isRun(path) || !path.some(({ type }) => syntax.functions.test(type)))) return false
  const own = ownText(syntax, field(node, 'body') ?? node).replace(FAILS, '')
  return syntax.asserts.test(own)
}

/** Recognises the condition of `all(...)` and of `every(...)`, which an empty list meets. */
function decidesForEach({ type }: Node, path: readonly Node[]): boolean {
  if (!/^(?:arrow_function|generator_expression)$/.test(type)) return false
  const around = path.at(type === 'arrow_function' ? -2 : -1)
  return FOR_EACH.test((around && field(around, 'function')?.text) ?? '')
}

/** Returns whether it is an argument of a call that begins a test, or of one that expects an error. */
function isRun(path: readonly Node[]): boolean {
  const call = /^argument/.test(path.at(-1)?.type ?? '')
    ? path.findLast(({ type }) => !/^argument/.test(type))
    : path.at(-1)
  return RUNS.test((call && (field(call, 'function') ?? field(call, 'method') ?? field(call, 'name'))?.text) ?? '')
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

function toFailable({ syntax, grammar }: Reading, node: Node): Failable | null {
  const body = field(node, 'body')
  if (body === null) return null
  // The tree is gone when the edit is made.
  const { startIndex: start, endIndex: end } = body
  const isGenerator = node.type === 'generator_expression'
  const fail = (mark: number) => {
    const message = getMarked(mark)
    const text = isGenerator ? `(_ for _ in ()).throw(RuntimeError('${message}'))` : syntax.toFail(message)
    // Go refuses variables without use, so its code stays.
    return [{ start, end: grammar === 'go' ? start + 1 : end, text }]
  }
  return { at: node.startIndex, fail }
}
