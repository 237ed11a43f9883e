/** Finds where code branches, in each language, and the edit that makes one branch fail. */
import { type CodeEdit, field, getStatements, KINDS, type Node, namedNodes, toTypes } from '../syntax/index.ts'
import { BRANCH_MARK, FAIL_BRANCH } from './fail-branch.ts'

const SAID = new RegExp(`${BRANCH_MARK}(\\d+);`, 'g')

/** One way that code may go. */
export interface Fork {
  /** The whole of what decides, without its layout. */
  readonly text: string
  readonly first: number
  readonly last: number
  /** Makes this way fail, and say the number. */
  readonly fail: (mark: number) => readonly CodeEdit[]
}

interface Forking {
  readonly grammar: string
  /** Functions that are checked one by one. */
  readonly own: ReadonlySet<number>
  readonly withBodies: boolean
  /** Whether a way that only throws counts. */
  readonly withThrows: boolean
}

/** The numbers of branches that ran, by what tests failed with. */
export function marksIn(text: string): ReadonlySet<number> {
  return new Set([...text.matchAll(SAID)].map(([, mark]) => Number(mark)))
}

/** A statement may end there, whatever follows; a comment may hold the line end. */
const RETURN = /\breturn\b((?:\s|\/\/[^\n]{0,500}\n|\/\*[\s\S]{0,500}?\*\/){1,50})/g

/** Returns code as it is compared where it may have other spaces. */
export const withoutSpaces = (text: string): string =>
  text.replace(RETURN, (_, gap: string) => (gap.includes('\n') ? 'return\u0001' : 'return')).replace(/\s+/g, '')

/** @param node a function */
export function forksIn(forking: Forking, node: Node): readonly Fork[] {
  const body = field(node, 'body')
  if (body === null) return []
  const inner = walk(forking, body, [node])
  return forking.withBodies ? [...toFork(forking, node, body), ...inner] : inner
}

function walk(forking: Forking, node: Node, path: readonly Node[]): readonly Fork[] {
  if (forking.own.has(node.id)) return []
  const arms = (ARMS_BY_TYPE.get(node.type)?.(node, path) ?? []).flatMap((arm) => toFork(forking, node, arm))
  const rest = [...arms, ...restsOf(node).flatMap(([decides, arm, last]) => toFork(forking, decides, arm, last))]
  return [...rest, ...namedNodes(node).flatMap((child) => walk(forking, child, [...path, node]))]
}

const BLOCKS = toTypes('compound_statement statement_block block if_statement for_statement while_statement then else')
const LOGICAL = /^(?:&&|\|\||\?\?|and|or)$/
const NOTHING = /^(?:''|""|``|\[\]|\{\}|0|null|undefined|None|false|False)$/
const PANIC = /^(?:panic!?|unreachable!|raise|throw|log\.Fatal\w*|t\.Fatal\w*)[( ]/

type Arms = (node: Node, path: readonly Node[]) => readonly Node[]

const fields =
  (...names: readonly string[]): Arms =>
  (node) =>
    names.flatMap((name) => field(node, name) ?? [])
const ifArms = fields('consequence', 'body', 'alternative')
const bothArms = fields('consequence', 'alternative')

/** By types of nodes: the parts that run on one condition only. */
const ARMS: readonly (readonly [types: string, arms: Arms])[] = [
  ['ternary_expression conditional', bothArms],
  ['elif_clause case_clause if_expression if unless elsif', fields('consequence')],
  ['catch_clause else_if_clause when rescue if_modifier unless_modifier', fields('body')],
  ['rescue_modifier', fields('handler')],
  ['match_arm', fields('value')],
  ['match_conditional_expression match_default_expression', fields('return_expression')],
  ['if_statement', (node, path) => ifArms(node, path).filter(({ type }) => !IF_PART.test(type))],
  [
    'conditional_expression',
    (node) =>
      field(node, 'alternative')
        ? ['body', 'alternative'].flatMap((name) => field(node, name) ?? [])
        : namedNodes(node).filter((_, n) => n !== 1),
  ],
  ['else_clause', (node) => [field(node, 'body') ?? namedNodes(node)].flat().filter(({ type }) => !/^if_/.test(type))],
  ['except_clause', (node) => namedNodes(node).slice(-1)],
  ['expression_statement', (node, path) => (dropsPromise(node, path) ? namedNodes(node).slice(0, 1) : [])],
  ['short_var_declaration', (node) => (dropsError(node) ? [node] : [])],
  ['switch_case switch_default expression_case default_case case_statement default_statement type_case', casesOf],
  ['else', (node) => [node]],
  ['binary_expression boolean_operator', logicalArm],
]
const IF_PART = /^(?:else|elif|else_if)_clause$|^if_statement$/
const ARMS_BY_TYPE = new Map(ARMS.flatMap(([types, arms]) => types.split(' ').map((type) => [type, arms] as const)))

const WRITES =
  /(?:^|\.)(?:map|write|append|save|put|post|send|insert|update|upsert|delete|publish|persist|store|commit)\w*$/i

/** JavaScript: an async function that writes and does not wait goes on where that fails, as `forEach` always does. A promise of `void` is left on purpose. */
function dropsPromise(node: Node, path: readonly Node[]): boolean {
  const [only] = namedNodes(node)
  const called = only?.type === 'unary_expression' && /^void\b/.test(only.text) ? field(only, 'argument') : only
  if (called?.type !== 'call_expression') return false
  const callee = field(called, 'function')?.text ?? ''
  const isAsync = (one: Node | null | undefined) => one?.firstChild?.type === 'async'
  return callee.endsWith('.forEach')
    ? isAsync(field(called, 'arguments')?.firstNamedChild)
    : called === only && WRITES.test(callee) && path.some(isAsync)
}

/** Go: `n, _ := f()` goes on where the call fails. */
function dropsError(node: Node): boolean {
  const [names, values] = [field(node, 'left'), field(node, 'right')].map((side) => (side ? namedNodes(side) : []))
  const isAlone = /^(?:block|statement_list)$/.test(node.parent?.type ?? '')
  return isAlone && names?.at(-1)?.text === '_' && values?.length === 1 && values[0]?.type === 'call_expression'
}

/** The first statement behind the label. */
function casesOf(node: Node): readonly Node[] {
  const labels = new Set(
    ['value', 'type'].flatMap((name) => node.childrenForFieldName(name).flatMap((one) => one?.id ?? [])),
  )
  return namedNodes(node)
    .filter(({ id }) => !labels.has(id))
    .slice(0, 1)
}

/** Returns the right side of `&&`, `||` and `??` when its value is used; an empty value is no branch. */
function logicalArm(node: Node, path: readonly Node[]): readonly Node[] {
  const right = field(node, 'right')
  if (right === null || !LOGICAL.test(field(node, 'operator')?.text ?? '') || isCondition(node, path)) return []
  return NOTHING.test(withoutSpaces(right.text)) && !/&&|\band\b/.test(field(node, 'left')?.text ?? '') ? [] : [right]
}

function isCondition(node: Node, path: readonly Node[]): boolean {
  const parent = path.at(-1)
  if (parent === undefined) return false
  if (/^(?:parenthesized_expression|binary_expression|boolean_operator)$/.test(parent.type))
    return isCondition(parent, path.slice(0, -1))
  const condition =
    field(parent, 'condition') ?? (parent.type === 'conditional_expression' ? namedNodes(parent)[1] : null)
  return condition?.id === node.id || /^(?:unary_expression|not_operator|(?:if|while|do)_statement)$/.test(parent.type)
}

/** The code after a condition whose branch ends there is the other branch. */
function restsOf(block: Node): readonly (readonly [decides: Node, arm: Node, last: Node])[] {
  if (!/^(?:statement_block|compound_statement|block|statement_list)$/.test(block.type)) return []
  const statements = namedNodes(block)
  const last = statements.at(-1)
  return statements.flatMap((statement, n) => {
    const next = statements[n + 1]
    const isDone =
      statement.type === 'if_statement' &&
      field(statement, 'alternative') === null &&
      leaves(field(statement, 'consequence'))
    return isDone && next !== undefined && last !== undefined ? [[statement, next, last] as const] : []
  })
}

function leaves(node: Node | null): boolean {
  if (node === null) return false
  const last = BLOCKS.has(node.type) || node.type === 'statement_list' ? getStatements(node).at(-1) : node
  return last !== undefined && /^(?:return|continue|break)_statement$/.test(last.type)
}

/** A way that only throws, or passes the error on that it asked for, refuses something, and gives nothing. */
function onlyThrows(node: Node): boolean {
  if (passesOn(node)) return true
  const statements = BLOCKS.has(node.type) || node.type === 'statement_list' ? getStatements(node) : [node]
  const [only] = statements
  if (statements.length !== 1 || only === undefined) return statements.length === 0
  return KINDS.refusal.test(only.type) || PANIC.test(only.text)
}

/** Go: `if err != nil { return 0, err }`. */
function passesOn(node: Node): boolean {
  const asked = /(?:^|[ ;(])(\w+) != nil$/.exec(field(node.parent ?? node, 'condition')?.text ?? '')?.[1]
  const [only, ...more] = node.type === 'block' ? getStatements(node) : []
  if (asked === undefined || only?.type !== 'return_statement' || more.length > 0) return false
  return new RegExp(`\\b${asked}\\b`).test(namedNodes(only).flatMap(namedNodes).at(-1)?.text ?? '')
}

/** Stands for the number until it is known. */
const NUMBER = '\u0001'

function toFork({ grammar, withThrows }: Forking, decides: Node, arm: Node, last = arm): readonly Fork[] {
  const fail = !withThrows && last === arm && onlyThrows(arm) ? null : failAt(grammar, arm)
  if (fail === null) return []
  const text = withoutSpaces(decides.text)
  const { row, column } = last.endPosition
  return [{ text, first: arm.startPosition.row + 1, last: column === 0 ? row : row + 1, fail }]
}

/** Returns the edits that make code fail and say a number; null in a language without them. */
export function failAt(grammar: string, arm: Node): Fork['fail'] | null {
  // The nodes are gone when the tree is.
  const edits = FAIL_BRANCH[grammar]?.(arm, NUMBER)
  return edits === undefined
    ? null
    : (mark) => edits.map((edit) => ({ ...edit, text: edit.text.replaceAll(NUMBER, String(mark)) }))
}
