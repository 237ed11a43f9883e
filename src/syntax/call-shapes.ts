/** Reads the calls of a text: what is called, and with which arguments. */
import { field, getShortText, namedNodes, ofType } from './nodes.ts'
import { type Node, readSyntax } from './parser.ts'

/** A call of a name. */
export interface CallShape {
  /** Without spaces: `hashlib.sha256`. */
  readonly callee: string
  /** Its first name, and its last one. */
  readonly head: string
  readonly last: string
  /** From 1. */
  readonly line: number
  readonly text: string
  readonly args: number
  /** Names inside of the arguments, in texts with values as well. */
  readonly names: ReadonlySet<string>
  /** Names inside of texts among them. */
  readonly shown: ReadonlySet<string>
  /** An argument stands for any number of them, or is a function: what is given cannot be counted. */
  readonly isOpen: boolean
}

const CALLS = [
  'call_expression',
  'call',
  'method_invocation',
  'invocation_expression',
  'function_call_expression',
  'member_call_expression',
  'scoped_call_expression',
  'new_expression',
]
const NAMES = /(?:^|_)identifier$|^name$|^keyword_argument$/
const OPEN = /spread|splat|variadic|function|lambda|closure|^block/
const TEXTS = ['template_string', 'string', 'encapsed_string', 'interpolated_string_expression', 'dstring']
const NAME = /[\p{L}_$][\p{L}\p{N}_$]*/gu
/** Calls of one file; more are not read. */
const MAX_CALLS = 5_000

/** @returns in the order of the text; null for a text that is not read */
export const readCallShapes = (path: string, text: string): readonly CallShape[] | null =>
  readSyntax(path, text, findCallShapes)

function findCallShapes(root: Node): readonly CallShape[] {
  const calls = root.descendantsOfType(CALLS).slice(0, MAX_CALLS)
  return calls.flatMap((node) => (node === null ? [] : (toShape(node) ?? [])))
}

function toShape(node: Node): CallShape | null {
  const list = field(node, 'arguments')
  const parts = ['function', 'constructor', 'object', 'receiver', 'scope', 'name', 'method']
  const callee = parts.flatMap((name) => getShortText(field(node, name)).replace(/\s+/g, '') || []).join('.')
  // A call of a call is asked where its inner one stands.
  const names = /^[^(]+$/.test(callee) ? callee.match(NAME) : null
  if (names === null) return null
  const own = list === null ? [] : namedNodes(list)
  return {
    callee,
    head: names[0] ?? '',
    last: names.at(-1) ?? '',
    line: node.startPosition.row + 1,
    text: node.text,
    args: own.length,
    names: new Set(own.flatMap(namesIn)),
    shown: new Set(own.flatMap((one) => ofType(one, ...TEXTS).flatMap(namesIn))),
    isOpen: own.some(({ type }) => OPEN.test(type)),
  }
}

const namesIn = (node: Node): readonly string[] =>
  NAMES.test(node.type) && node.namedChildCount === 0 ? [node.text] : namedNodes(node).flatMap(namesIn)
