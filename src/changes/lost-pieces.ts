/** Finds what functions lose inside of code that they keep: operands of conditions, copies, and the errors that handlers name. */
import { toShortCode } from '../core/util/short-code.ts'
import { withoutSpaces } from '../rewriting/forks.ts'
import type { Mutant } from '../rewriting/mutants.ts'
import { field, getLogical, isFunction, KINDS, type Node, replace } from '../syntax/index.ts'
import { textBehind, withoutCopy } from './copies.ts'
import { findWiderHandlers, type OldHandler, readHandlers } from './handlers.ts'
import { type CodeScope, compareScopes } from './scopes.ts'

/** Its line is the one on which the rest of it stands now. */
export interface LostPiece extends Pick<Mutant, 'path' | 'line' | 'text' | 'edit'> {
  readonly was: string
  readonly is: string
  /** What is gone, in short. */
  readonly code: string
}

interface Sides {
  readonly path: string
  readonly before: string
  readonly after: string
  /** What all changed files said before, and what they say now: what stands elsewhere only moved. */
  readonly known: readonly [before: string, after: string]
}

/** An expression of before, and what may be left of it. */
interface Piece {
  readonly was: string
  readonly around: string
  /** By what is left, without spaces: what is gone then. */
  readonly kept: ReadonlyMap<string, readonly string[]>
}

interface OldScope {
  readonly pieces: readonly Piece[]
  readonly handlers: readonly OldHandler[]
  readonly patterns: ReadonlyMap<string, readonly string[]>
  /** How often something that may be left stood at its place already. */
  readonly places: ReadonlyMap<string, number>
}

/** @returns none for a file of no known language, and for one that does not parse */
export async function findLostPieces({ path, before, after, known }: Sides): Promise<readonly LostPiece[]> {
  const [old, all] = known.map(withoutSpaces) as [string, string]
  const isMoved = (code: string) => countIn(all, withoutSpaces(code)) >= countIn(old, withoutSpaces(code))
  const found = await compareScopes(path, [before, after], {
    read: readOld,
    compare: ({ nodes }, scope) => [
      ...findLost(nodes, scope).filter(({ lost }) => !lost.every(isMoved)),
      ...findLooser(nodes, scope.patterns),
      ...findWiderHandlers(nodes, scope.handlers),
    ],
  })
  return found.map(({ edit, line, ...said }) => {
    const [was, is, code] = [said.was, said.is, said.code].map(toShortCode) as [string, string, string]
    return { path, line, text: after, edit, was, is, code }
  })
}

/** In Ruby another method has the same name with a sign behind it. */
const countIn = (text: string, code: string) =>
  code === '' ? 0 : text.split(code).length - text.split(`${code}!`).length

/** Longer expressions are not read. */
const MAX_PIECE = 300
const isShort = ({ startIndex, endIndex }: Node) => endIndex - startIndex <= MAX_PIECE

function readOld({ node: scope, nodes }: CodeScope): OldScope {
  const pieces = nodes.filter(isShort).flatMap((node) => {
    const kept = readKept(node, scope)
    return kept.size === 0 ? [] : [{ was: node.text, around: readAround(node), kept }]
  })
  const places = new Map([...placesOf(nodes, pieces)].map(([place, all]) => [place, all.length]))
  const patterns = new Map([...readPatterns(nodes)].map(([around, all]) => [around, all.map(({ text }) => text)]))
  return { pieces, handlers: readHandlers(nodes), patterns, places }
}

const PATTERN = /^(\/|r?["'`](?:\/)?)(\^|\\A)?(.*?)(\$|\\[zZ])?(\/?["'`]|\/\w*)$/s

/** Returns patterns by their places. A plain text is none, unless it has both ends. */
function readPatterns(nodes: readonly Node[]) {
  const isPattern = ({ type, text }: Node) =>
    type === 'regex' || (/string/.test(type) && !/content|fragment/.test(type) && PATTERN.test(text))
  return Map.groupBy(
    nodes.filter((node) => isShort(node) && isPattern(node)),
    readAround,
  )
}

/** Finds patterns that begin or end anywhere now, at the place of one that did not. */
function findLooser(nodes: readonly Node[], old: OldScope['patterns']) {
  return [...readPatterns(nodes)].flatMap(([around, [node, ...more]]) => {
    const [was, ...others] = old.get(around) ?? []
    if (node === undefined || was === undefined || more.length + others.length > 0) return []
    const [, , begin = '', , end = ''] = PATTERN.exec(was) ?? []
    const [, open = '', first = '', inner = '', last = '', close = ''] = PATTERN.exec(node.text) ?? []
    const isBound = begin !== '' && (end !== '' || node.type === 'regex' || /^r/.test(was))
    if (!isBound || inner === '' || ((first !== '' || begin === '') && (last !== '' || end === ''))) return []
    const edit = replace(node, open + (first || begin) + inner + (last || end) + close)
    return [{ line: node.startPosition.row + 1, was, is: node.text, code: was, edit }]
  })
}

/** Returns the nodes that may be what is left of a piece, by their places. */
function placesOf(nodes: readonly Node[], pieces: readonly Piece[]) {
  const wanted = new Set(pieces.flatMap(({ kept }) => [...kept.keys()]))
  const own = nodes.filter((node) => isShort(node) && wanted.has(withoutSpaces(node.text)))
  return Map.groupBy(own, (node) => `${readAround(node)}\n${withoutSpaces(node.text)}`)
}

/** Finds places where what is left of a piece stands now, and more often than before. */
function findLost(all: readonly Node[], { pieces, places }: OldScope) {
  if (pieces.length === 0) return []
  const nodes = all.filter(isShort)
  const now = placesOf(nodes, pieces)
  const isThere = new Set(nodes.map((node) => withoutSpaces(node.text)))
  return pieces.flatMap(({ was, around, kept }) => {
    if (isThere.has(withoutSpaces(was))) return []
    for (const [left, lost] of kept) {
      const place = `${around}\n${left}`
      const [node, ...more] = now.get(place) ?? []
      if (node === undefined || more.length + 1 <= (places.get(place) ?? 0)) continue
      const edit = replace(node, `(${was})`)
      return [{ line: node.startPosition.row + 1, was, is: node.text, code: lost.join(', '), lost, edit }]
    }
    return []
  })
}

/** What is done with an expression at once: an operator, or a call of a member. */
const USED = /^(?:[a-z]+\b(?!\()|[^\w\s()]+(?:\w+(?=\())?)/

/** Returns what stands before an expression in its statement, and what is done with it at once. */
function readAround(node: Node): string {
  let around = ''
  for (let [at, parent] = [node, node.parent]; parent !== null; [at, parent] = [parent, parent.parent]) {
    if (KINDS.block.test(parent.type)) return around
    if (isFunction(parent)) return `=>${around}`
    const head = withoutSpaces(parent.text.slice(0, at.startIndex - parent.startIndex)).replace(/[()]/g, '')
    if (/\w/.test(head)) return head + around
    around = head + around + (USED.exec(textBehind(at, parent))?.[0] ?? '')
  }
  return around
}

function readKept(node: Node, scope: Node): Piece['kept'] {
  const chain = readChain(node)
  if (chain !== null) return isInChain(node, chain.operator) ? new Map() : toParts(chain)
  const waited = /^await/.test(node.type) ? node.firstNamedChild : null
  if (waited !== null)
    return /^(?:return|arrow)/.test(node.parent?.type ?? '')
      ? new Map()
      : new Map([[withoutSpaces(waited.text), [node.text]]])
  const uncopied = withoutCopy(node, scope)
  return uncopied === null ? new Map() : new Map([[withoutSpaces(uncopied), [node.text]]])
}

interface Chain {
  readonly operator: string
  readonly operands: readonly Node[]
}

/** @returns null for another operation */
function readChain(node: Node): Chain | null {
  const operator = getLogical(node)
  const sides = ['left', 'right'].flatMap((name) => field(node, name) ?? [])
  if (operator === '' || sides.length < 2) return null
  return {
    operator,
    operands: sides.flatMap((side) => (getLogical(side) === operator ? (readChain(side)?.operands ?? []) : [side])),
  }
}

const isInChain = ({ parent }: Node, operator: string) => parent !== null && getLogical(parent) === operator

/** Of longer chains one operand may go. */
const MAX_OPERANDS = 4

function toParts({ operator, operands }: Chain): Piece['kept'] {
  const all = operands.map(({ text }) => text)
  const full = 2 ** all.length - 1
  const masks = all.length > MAX_OPERANDS ? all.map((_, n) => n) : Array.from({ length: full - 1 }, (_, n) => n + 1)
  const has = (mask: number, n: number) => (all.length > MAX_OPERANDS ? mask !== n : (mask & (1 << n)) !== 0)
  return new Map(
    masks
      .map((mask) => [all.filter((_, n) => has(mask, n)), all.filter((_, n) => !has(mask, n))] as const)
      .toSorted(([a], [b]) => b.length - a.length)
      .map(([left, lost]) => [withoutSpaces(left.join(operator)), lost]),
  )
}
