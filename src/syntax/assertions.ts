/** Reads to which imported functions a test leaves what it demands, and which it asserts on itself. */
import { findImports } from './modules.ts'
import { field, findAround, getOutermost, getShortText, isFunction, namedNodes, ofType } from './nodes.ts'
import { createReader, isTooDeep, type Node } from './parser.ts'

/** Names that imports bind. */
interface AssertionUse {
  /** Called for no result, with the result of other code, in functions without an assertion. */
  readonly left: ReadonlySet<string>
  /** Named inside of assertions. */
  readonly asserted: ReadonlySet<string>
}

const ASSERTS =
  /^(?:assert|expect|should)\b|^t\.(?:is|not|equal|same|ok|true|false|throws|deep\w*|assert)\b|^self\.assert\w+$|^(?:pytest\.)?(?:raises|warns|fail)$/
const CALLS = ['call_expression', 'call']
/** Nodes around a statement in its function; a deeper one is not read. */
const MAX_AROUND = 50

/** @returns without names for languages other than JavaScript, TypeScript and Python */
export const readAssertions = createReader((root, syntax): AssertionUse | null => {
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
  for (const { text } of getOutermost(assertions, (node) => [node.startIndex, node.endIndex]).flatMap((node) =>
    ofType(node, 'identifier'),
  ))
    if (imported.has(text)) asserted.add(text)
  const starts = assertions.map(({ startIndex }) => startIndex).toSorted((a, b) => a - b)
  for (const statement of ofType(root, 'expression_statement')) {
    const call = withoutAwait(namedNodes(statement)[0])
    const head = headOf(getShortText(call && field(call, 'function')))
    if (!call || !imported.has(head) || !isGivenResult(call)) continue
    const around = findAround(statement, isFunction, MAX_AROUND)
    const isAsserting = around === null || starts.some((at) => around.startIndex <= at && at < around.endIndex)
    if (!isAsserting) left.add(head)
  }
  return { left, asserted }
})

const headOf = (callee: string) => /^[\w$]*/.exec(callee)?.[0] ?? ''

function withoutAwait(node: Node | undefined): Node | null {
  const inner = node?.type === 'await_expression' || node?.type === 'await' ? namedNodes(node)[0] : node
  return inner !== undefined && CALLS.includes(inner.type) ? inner : null
}

const isGivenResult = (call: Node) =>
  namedNodes(field(call, 'arguments') ?? call).some((argument) => withoutAwait(argument) !== null)
