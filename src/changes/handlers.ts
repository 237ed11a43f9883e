/** Finds handlers that handle more errors than before. */
import { withoutSpaces } from '../rewriting/forks.ts'
import { type CodeEdit, children, field, getStatements, insert, KINDS, type Node, namedNodes } from '../syntax/index.ts'

interface Handler {
  /** Until its body. */
  readonly head: string
  /** Names of errors; none: all of them. */
  readonly types: readonly string[]
  /** The condition on which it passes an error on, before anything else. */
  readonly passes: string | null
  readonly body: string
}

/** A handler of before, whose node is gone. */
export type OldHandler = Handler

interface PlacedHandler extends Handler {
  readonly line: number
  readonly start: number
  /** The range of its types; null without any. */
  readonly typed: readonly [start: number, end: number] | null
  readonly first: number | null
  readonly throws: boolean
}

const CLAUSE = /^(?:except_clause|catch_clause|rescue)$/
const BODY = /^(?:block|then|statement_block|compound_statement)$/
const BROAD = /^\\?(?:Exception|BaseException|StandardError|Throwable|Error|RuntimeException|\.\.\.)$/
const SUPPRESSES = /^(?:[\w.]+\.)?suppress\(/

export const readHandlers = (nodes: readonly Node[]): readonly PlacedHandler[] => nodes.flatMap(readHandler)

function readHandler(node: Node): readonly PlacedHandler[] {
  const line = node.startPosition.row + 1
  const isClause = CLAUSE.test(node.type)
  if (!isClause && !(node.type === 'call' && SUPPRESSES.test(node.text))) return []
  const body = isClause ? (field(node, 'body') ?? namedNodes(node).find(({ type }) => BODY.test(type)) ?? null) : null
  const text = node.text
  const head = body === null ? text : text.slice(0, body.startIndex - node.startIndex)
  const type = isClause ? findType(node) : field(node, 'arguments')
  const [first] = body === null ? [] : getStatements(body)
  const isPassing = first !== undefined && KINDS.conditional.test(first.type) && REFUSES.test(first.text)
  return [
    {
      head: head.trim().replace(/\s*[:{]$/, ''),
      types: (type?.text ?? '').split(/[\s(),|]+/).filter((name) => name !== ''),
      passes: isPassing && field(first, 'alternative') === null ? first.text : null,
      body: withoutSpaces(body?.text ?? ''),
      line,
      start: node.startIndex,
      typed: type && [type.startIndex, type.endIndex],
      first: first?.startIndex ?? null,
      throws: REFUSES.test(body?.text ?? ''),
    },
  ]
}

const REFUSES = /\b(?:throw|raise)\b/

/** Returns the names of the errors; null for a handler of all. */
function findType(clause: Node): Node | null {
  const own = field(clause, 'type') ?? field(clause, 'exceptions')
  if (own !== null) return own
  for (const child of namedNodes(clause)) {
    if (BODY.test(child.type)) return null
    if (child.type === 'as_pattern') return child.firstNamedChild
    if (child.type === 'catch_formal_parameter')
      return children(child).find(({ type }) => type === 'catch_type') ?? null
    if (child.type === 'catch_declaration') return field(child, 'type')
    if (clause.type === 'except_clause') return child
  }
  return null
}

/** @param nodes of a function now @param old its handlers before */
export function findWiderHandlers(nodes: readonly Node[], old: readonly OldHandler[]) {
  const now = old.length === 0 ? [] : readHandlers(nodes)
  const left = [...old]
  const handled = new Set(old.flatMap(({ types }) => types))
  return now.flatMap((handler, n) => {
    const at = now.length === old.length ? n : left.findIndex(({ body }) => body === handler.body)
    const before = now.length === old.length ? old[n] : left.splice(at, at < 0 ? 0 : 1)[0]
    if (before === undefined) return []
    const said = { line: handler.line, was: before.head, is: handler.head, code: before.head }
    if (isWider(before, handler, handled)) return [{ ...said, edit: putBack(before, handler) }]
    const { passes } = before
    if (passes === null || handler.throws || handler.first === null) return []
    return [{ ...said, was: passes, is: `no ${passes}`, code: passes, edit: insert(handler.first, `${passes}\n`) }]
  })
}

function isWider(before: Handler, { types }: Handler, handled: ReadonlySet<string>): boolean {
  if (before.types.length === 0) return false
  const added = types.filter((type) => !before.types.includes(type))
  const isMore = before.types.every((type) => types.includes(type)) && added.some((type) => !handled.has(type))
  return types.length === 0 || isMore || added.some((type) => BROAD.test(type))
}

/** The name that the handler gives the error stays. */
function putBack(before: Handler, { head, start, typed }: PlacedHandler): CodeEdit {
  if (typed === null) return { start, end: start + head.length, text: before.head }
  const [from, end] = typed
  const names = before.types.join(head.includes('|') ? ' | ' : ', ')
  const isList =
    /^(?:except|suppress|[\w.]+\.suppress)\b/.test(head) && (before.types.length > 1 || !head.startsWith('except'))
  return { start: from, end, text: isList ? `(${names})` : names }
}
