/** Reads to which imported functions a test leaves what it demands, and which it asserts on itself. */

import { isTooDeep } from './depth.ts'
import { KINDS } from './kinds.ts'
import type { Syntax } from './languages.ts'
import { findImports } from './modules.ts'
import { field, getShortText, namedNodes, ofType } from './nodes.ts'
import { type Node, readSyntax } from './parser.ts'

/** Names that imports bind. */
interface AssertionUse {
  /** Called for no result, with the result of other code, in functions without an assertion. */
  readonly left: ReadonlySet<string>
  /** Named inside of assertions. */
  readonly asserted: ReadonlySet<string>
}

/** @returns null for a text that is not read; without names for languages other than JavaScript, TypeScript and Python */
export const readAssertions = (path: string, text: string): AssertionUse | null =>
  readSyntax(path, text, findAssertionUse)

const ASSERTS =
  /^(?:assert|expect|should)\b|^t\.(?:is|not|equal|same|ok|true|false|throws|deep\w*|assert)\b|^self\.assert\w+$|^(?:pytest\.)?(?:raises|warns|fail)$/
const CALLS = ['call_expression', 'call']
/** Nodes around a statement in its function; a deeper one is not read. */
const MAX_AROUND = 50

function findAssertionUse(root: Node, syntax: Syntax): AssertionUse | null {
  if (isTooDeep(root)) return null
  const [left, asserted] = [new Set<string>(), new Set<string>()]
  const bindings = findImports(root, syntax).flatMap(({ bindings: own }) => own)
  const isOwn = ({ module }: { readonly module: string }) => module.startsWith('.') || syntax.isPython
  const imported = new Set(bindings.filter(isOwn).map(({ local }) => local))
  if (imported.size === 0 || !(syntax.isPython || /script|tsx/.test(syntax.grammar))) return { left, asserted }
  const isAssertion = (call: Node) => {
    const callee = getShortText(field(call, 'function'))
    return ASSERTS.test(callee) && (syntax.isPython || !imported.has(headOf(callee)))
  }
  const assertions = [...ofType(root, ...CALLS).filter(isAssertion), ...ofType(root, 'assert_statement')]
  for (const { text } of outermost(assertions).flatMap((node) => ofType(node, 'identifier')))
    if (imported.has(text)) asserted.add(text)
  const starts = assertions.map(({ startIndex }) => startIndex).toSorted((a, b) => a - b)
  for (const statement of ofType(root, 'expression_statement')) {
    const call = withoutAwait(namedNodes(statement)[0])
    const head = headOf(getShortText(call && field(call, 'function')))
    if (!call || !imported.has(head) || !isGivenResult(call)) continue
    const around = getFunction(statement)
    const isAsserting = around === null || starts.some((at) => around.startIndex <= at && at < around.endIndex)
    if (!isAsserting) left.add(head)
  }
  return { left, asserted }
}

const headOf = (callee: string) => /^[\w$]*/.exec(callee)?.[0] ?? ''

function withoutAwait(node: Node | undefined): Node | null {
  const inner = node?.type === 'await_expression' || node?.type === 'await' ? namedNodes(node)[0] : node
  return inner !== undefined && CALLS.includes(inner.type) ? inner : null
}

const isGivenResult = (call: Node) =>
  namedNodes(field(call, 'arguments') ?? call).some((argument) => withoutAwait(argument) !== null)

function getFunction(statement: Node): Node | null {
  let at = statement.parent
  for (let depth = 0; at !== null && depth < MAX_AROUND; depth += 1) {
    if (KINDS.function.test(at.type)) return at
    at = at.parent
  }
  return null
}

/** Removes nodes that are inside of others. @param nodes of one type after the other, each in the order of the text */
function outermost(nodes: readonly Node[]): readonly Node[] {
  const kept: Node[] = []
  for (const node of nodes.toSorted((a, b) => a.startIndex - b.startIndex))
    if (node.startIndex >= (kept.at(-1)?.endIndex ?? 0)) kept.push(node)
  return kept
}
