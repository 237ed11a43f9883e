/** Finds expressions whose failure nobody sees, and what lets everybody see it. */
import { field, KINDS, namedNodes } from './nodes.ts'
import type { Node } from './parser.ts'

const SUPPRESSES = /(?:^|\.)suppress$/

/** A block with a handler of its own is a branch, which other trials ask. @returns a node, and its text instead */
export function unguarded(node: Node): readonly (readonly [Node, string])[] {
  const toPlain = (kept: Node | null | undefined) => (kept == null ? [] : [[node, kept.text] as const])
  if (node.type === 'rescue_modifier') return toPlain(field(node, 'body'))
  if (node.type === 'error_suppression_expression') return toPlain(namedNodes(node)[0])
  const callee = KINDS.call.test(node.type) ? field(node, 'function') : null
  if (callee === null) return []
  if (field(callee, 'property')?.text === 'catch') return toPlain(field(callee, 'object'))
  const list = field(node, 'arguments')
  const [first, second] = list === null ? [] : namedNodes(list)
  if (field(callee, 'property')?.text === 'then' && list && first && second)
    return [[node, `${callee.text}(${first.text})`]]
  const suppresses = list !== null && list.namedChildCount > 0 && SUPPRESSES.test(callee.text)
  return suppresses && node.tree.rootNode.type === 'module' ? [[list, '()']] : []
}

/** Returns the only argument of a call, or what it is called on; nothing for a call that is a statement. */
export function getOperand(node: Node): readonly Node[] {
  if (!KINDS.call.test(node.type) || node.parent?.type === 'expression_statement') return []
  const [callee, list] = [field(node, 'function'), field(node, 'arguments')]
  const given = list ? namedNodes(list) : []
  const owner = callee ? (field(callee, 'object') ?? field(callee, 'operand')) : field(node, 'receiver')
  const kept = given.length === 0 && owner !== null ? [owner] : given
  return kept.length === 1 ? kept : []
}
