/** Finds small changes of code that a test should notice: mutants, in each language that has a parser. */
import { MUTANT_KINDS, type MutantKind } from '../core/model/config.ts'
import { toShortCode } from '../core/util/short-code.ts'
import { takeTurns } from '../core/util/turns.ts'
import {
  apply,
  type CodeEdit,
  field,
  getLogical,
  getOperand,
  isParsed,
  KINDS,
  type Node,
  namedNodes,
  parse,
  REPORT,
  replace,
  unguarded,
} from '../syntax/index.ts'
import { hasFreeEdge } from './free-edges.ts'
import { getLanguage } from './index.ts'
import type { Language } from './language.ts'

/** A hostile file may have thousands. */
const MAX_MUTANTS = 200

/** A call gives its only operand, or a list of entries has one less: what a value is made of. */
export const OF_VALUES = ['operands', 'entries'] as const
type ChangeKind = MutantKind | (typeof OF_VALUES)[number]

export interface Mutant {
  readonly kind: ChangeKind
  readonly path: string
  /** From 1. */
  readonly line: number
  /** The code before and after. */
  readonly from: string
  readonly to: string
  readonly edit: CodeEdit
  /** The whole file without it. */
  readonly text: string
}

interface Lines {
  readonly first: number
  readonly last: number
}

/**
 * Returns the mutants of changed lines. Each line has its first mutant before another line has its second.
 * @returns none for a file of no known language, and for one that does not parse
 */
export async function getMutants(
  path: string,
  text: string,
  changed: readonly Lines[],
  kinds: readonly ChangeKind[] = MUTANT_KINDS,
): Promise<readonly Mutant[]> {
  const language = getLanguage(path)
  if (language === null) return []
  const changes = await parse(language.grammar, text, (root) => readChanges(root, language, changed))
  const wanted = changes?.filter(({ kind }) => kinds.includes(kind)) ?? []
  const lines = [...Map.groupBy(wanted, ({ line }) => line)].toSorted(([a], [b]) => a - b)
  const ordered = takeTurns(lines.map(([, own]) => own)).slice(0, MAX_MUTANTS)
  const mutants = ordered.map((change) => ({ ...change, path, text }))
  return onlyParsed(language, mutants)
}

/** Returns the changes that leave a text which parses. */
export async function onlyParsed<C extends Pick<Mutant, 'text' | 'edit'>>(
  { grammar }: Language,
  changes: readonly C[],
): Promise<readonly C[]> {
  const parses = await Promise.all(changes.map((change) => isParsed(grammar, withMutants([change]))))
  return changes.filter((_, n) => parses[n])
}

/** @param mutants changes of one file, at places that do not overlap */
export function withMutants(mutants: readonly Pick<Mutant, 'text' | 'edit'>[]): string {
  return apply(
    mutants[0]?.text ?? '',
    mutants.map(({ edit }) => edit),
  )
}

type Change = Pick<Mutant, 'kind' | 'line' | 'from' | 'to' | 'edit'>

function readChanges(node: Node, language: Language, changed: readonly Lines[]): readonly Change[] {
  const touches = (from: number, to: number) => changed.some(({ first, last }) => first <= to && from <= last)
  if (!touches(node.startPosition.row + 1, node.endPosition.row + 1) || isFree(node, language)) return []
  const own = changesOf(node).filter(({ line }) => touches(line, line))
  return [...own, ...namedNodes(node).flatMap((child) => readChanges(child, language, changed))]
}

/** Tests seldom demand the text of a report, or of a failure. */
const FAILS = /^(?:await\s+)?(?:[\w.$]+[.:])?(?:panic|raise|assert\w*)!?\s*\(/
const TYPES = /type_annotation|type_arguments|type_parameters|predefined_type|attribute|annotation|import/

const isFree = (node: Node, language: Language) =>
  [KINDS.refusal, TYPES].some((kind) => kind.test(node.type)) ||
  [REPORT, FAILS].some((call) => call.test(node.text)) ||
  language.isInert(node)

function changesOf(node: Node): readonly Change[] {
  return [
    ...withoutOperand(node),
    ...changedOperator(node),
    ...negated(node),
    ...dropped(node),
    ...withoutEffect(node),
    ...rounded(node),
    ...unguarded(node).map(([at, to]) => toChange('handlers', at, node, at.text, to)),
    ...getOperand(node).map((kept) => toChange('operands', node, node, node.text, kept.text)),
    ...changedLiteral(node),
    ...withoutEntry(node),
  ]
}

function toChange(kind: ChangeKind, node: Node, shown: Node, from: string, to: string): Change {
  const at = node.startIndex - shown.startIndex
  const after = shown.text.slice(0, at) + to + shown.text.slice(at + from.length)
  const said = { from: toShortCode(shown.text), to: toShortCode(after) }
  return { kind, line: node.startPosition.row + 1, ...said, edit: replace(node, to) }
}

const PAIRS = ['< <=', '> >=', '== !=', '=== !==', '+ -', '* /', '+= -='].map((pair) => pair.split(' '))
const OPERATORS: Readonly<Record<string, string>> = Object.fromEntries([
  ...PAIRS,
  ...PAIRS.map((pair) => pair.toReversed()),
  ['%', '*'],
])
const OPERATION = /^(?:binary|.*binary_expression|binary_operator|boolean_operator|comparison_operator|.*assign.*)$/
const TEXT = /string|template/

const RELATION = /^[<>=!]=*$/

/** A condition without one of its operands; of a chain, each operand once. */
function withoutOperand(node: Node): readonly Change[] {
  const operator = getLogical(node)
  const [left, right] = [field(node, 'left'), field(node, 'right')]
  if (operator === '' || left === null || right === null) return []
  return [left, ...(getLogical(left) === operator ? [] : [right])].map((kept) =>
    toChange('conditions', node, node, node.text, kept.text),
  )
}

function changedOperator(node: Node): readonly Change[] {
  if (!OPERATION.test(node.type)) return []
  const operator = node.children.find(
    (child) => child !== null && !child.isNamed && Object.hasOwn(OPERATORS, child.text),
  )
  const isText = namedNodes(node).some(({ type }) => TEXT.test(type))
  if (!operator || (isText && /^[+-]=?$/.test(operator.text)) || hasFreeEdge(node)) return []
  const kind = RELATION.test(operator.text) ? 'conditions' : 'arithmetic'
  return [toChange(kind, operator, node, operator.text, OPERATORS[operator.text] ?? operator.text)]
}

/** A condition with an operator of its own is changed there. */
function negated(node: Node): readonly Change[] {
  const isAsking = KINDS.conditional.test(node.type) || node.type.startsWith('while')
  const condition = isAsking ? field(node, 'condition') : null
  if (condition === null) return []
  const inner = condition.type === 'parenthesized_expression' ? (namedNodes(condition)[0] ?? condition) : condition
  if (OPERATION.test(inner.type) || /^(?:true|false|boolean.*|let_condition|let_chain)$/.test(inner.type)) return []
  const not = isPython(node) ? `not (${inner.text})` : `!(${inner.text})`
  return [toChange('conditions', inner, inner, inner.text, not)]
}

const isPython = (node: Node) => node.tree.rootNode.type === 'module'

function dropped(node: Node): readonly Change[] {
  const [only, ...more] = namedNodes(node)
  if (node.type !== 'expression_statement' || only === undefined || more.length > 0 || !KINDS.call.test(only.type))
    return []
  return [toChange('calls', only, only, only.text, isPython(node) ? 'pass' : '{}')]
}

const ENTRY = /^(?:pair|keyed_element|array_element_initializer)$/

function withoutEntry(node: Node): readonly Change[] {
  const next = node.nextSibling
  if (!ENTRY.test(node.type) || !node.parent) return []
  const change = toChange('entries', node, node.parent, node.text, '')
  return [next?.text === ',' ? { ...change, edit: { ...change.edit, end: next.endIndex } } : change]
}

const TARGET = /^(?:member_expression|member_access_expression|attribute|selector_expression)$/
/** What an object sets of its own, and what a module exports. */
const OWN_TARGET = /^(?:this|self|\$this|cls|exports|module)\b/

/** An assignment to something that stands elsewhere. */
function withoutEffect(node: Node): readonly Change[] {
  const [only, ...more] = node.type === 'expression_statement' ? namedNodes(node) : []
  const target = only && more.length === 0 && /assignment/.test(only.type) ? field(only, 'left') : null
  if (!only || !target || !TARGET.test(target.type) || OWN_TARGET.test(target.text)) return []
  return [toChange('effects', only, only, only.text, isPython(node) ? 'pass' : '{}')]
}

const ROUNDS: Readonly<Record<string, string>> = {
  'Math.floor': 'Math.round',
  'Math.trunc': 'Math.round',
  parseInt: 'Math.round',
  int: 'round',
  intval: 'round',
  floor: 'round',
  'math.floor': 'round',
  'math.Floor': 'math.Round',
}
/** Half of a range may be rounded in both ways, and chance as well. */
const ROUNDED_FREELY = /\/\s*2\W*$|rand/i

function rounded(node: Node): readonly Change[] {
  const [callee, list] = KINDS.call.test(node.type) ? [field(node, 'function'), field(node, 'arguments')] : []
  const [only, ...more] = list ? namedNodes(list) : []
  const to = callee && Object.hasOwn(ROUNDS, callee.text) ? ROUNDS[callee.text] : undefined
  if (!callee || to === undefined || !only || more.length > 0) return []
  if (!/[*/]/.test(only.text) || ROUNDED_FREELY.test(only.text)) return []
  return [toChange('rounding', callee, node, callee.text, to)]
}

const TRUTH: Readonly<Record<string, string>> = { true: 'false', false: 'true', True: 'False', False: 'True' }
const NUMBER = /^(?:number|integer|float|.*(?:int|integer|float|real|floating_point)_literal)$/
const VALUE = /return|arrow_function|binary|comparison|ternary|conditional/

function changedLiteral(node: Node): readonly Change[] {
  const [kind, to] = otherValue(node) ?? []
  return kind === undefined || to === undefined ? [] : [toChange(kind, node, node, node.text, to)]
}

/** Returns another value of the same type; null for what is no literal. */
function otherValue(node: Node): readonly [MutantKind, string] | null {
  const { text, type } = node
  if (/^(?:true|false|boolean|.*boolean.*)$/.test(type) && Object.hasOwn(TRUTH, text))
    return ['booleans', TRUTH[text] ?? '']
  if (NUMBER.test(type) && /^\d{1,9}(?:\.\d+)?$/.test(text))
    return ['numbers', text.replace(/^\d+/, (digits) => `${Number(digits) + 1}`)]
  const isText = TEXT.test(type) && VALUE.test(node.parent?.type ?? '') && /^(['"])(?!\1\1).+\1$/s.test(text)
  return isText ? ['texts', text[0]! + text[0]!] : null
}
