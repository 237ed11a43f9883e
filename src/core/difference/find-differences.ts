/** Finds where the code of a file differs: comments, layout, types, the order of imports and versions do not count. */

import { type Binding, OWN_PACKAGE } from '../../syntax/index.ts'
import { importsIn, toBindingKey } from '../text/import-bindings.ts'
import { changedSources, type Moves } from '../text/imports.ts'
import type { TextFile } from '../text/nearby.ts'
import { toMark } from '../text/read-code.ts'
import { canonical } from '../util/canonical.ts'
import { isSameList } from '../util/order.ts'
import { alignLines } from './align-lines.ts'
import type { Difference } from './difference.ts'
import { type CodeLine, type CodeLines, readLines } from './read-lines.ts'
import { isEquivalent, isOpposite, isWording, type Replacement, readAssigned, readReplacements } from './replacement.ts'

/** Differences of one file; more are not listed. */
const MAX_DIFFERENCES = 5
const MAX_VALUE = 60
/** Characters before the first that differs. */
const MAX_SHARED = 20
/** Pairs of lines in one place; of more, only the place is listed. */
const MAX_PAIRS = 40_000

const NO_MOVES: Moves = { left: [], added: [] }

/** @param moves the code that the commit moves: imports and names of files may follow it @returns by line, those with values first */
export function findDifferences(old: TextFile, now: TextFile, moves: Moves = NO_MOVES): readonly Difference[] {
  if (isSameJson(old, now)) return []
  const [before, after] = [old, now].map(({ path, text }) => readLines(path, text)) as [CodeLines, CodeLines]
  const [one, other] = [before.lines, after.lines]
  const runs = areSame(one, other) ? [] : alignLines(one.map(toText), other.map(toText))
  const left = new Set(runs.flatMap(({ old: [from, end] }) => one.slice(from, end).map(toRow)))
  const added = new Set(runs.flatMap(({ now: [first, last] }) => other.slice(first, last).map(toRow)))
  const own = runs.flatMap(({ old: [from, end], now: [first, last] }) => {
    const [was, is] = [one.slice(from, end), other.slice(first, last)]
    return compareRun(was, is, other[first]?.number ?? other.at(-1)?.number ?? 1, {
      moves,
      isOnly: runs.length === 1,
      isMoved: was.every((line) => added.has(toRow(line))) && is.every((line) => left.has(toRow(line))),
    })
  })
  const found = [...findSources(old, now, moves, runs.length === 0), ...own]
  if (found.length === 0 && runs.length === 0) return findShape(before, after, now.text)
  return found.toSorted((a, b) => Number(b.was !== undefined) - Number(a.was !== undefined)).slice(0, MAX_DIFFERENCES)
}

type Lines = readonly CodeLine[]

const toText = ({ tokens }: CodeLine) => tokens.join(' ')
/** Without the comma, which the last row of a table may lack. */
const toRow = (line: CodeLine) => toText(line).replace(/ ?,$/, '')
const toTokens = (lines: Lines) => lines.flatMap(({ tokens }) => tokens)

const areSame = (one: Lines, other: Lines) => isSameList(toTokens(one), toTokens(other))

/** Finds where the same tokens mean something else. */
function findShape(before: CodeLines, after: CodeLines, text: string): readonly Difference[] {
  const [old, now] = [before.shape?.map(toMark), after.shape?.map(toMark)]
  if (old === undefined || now === undefined) return []
  const first = now.findIndex((mark, n) => mark !== old[n])
  if (first === -1 && old.length === now.length) return []
  return [{ line: text.slice(0, after.shape?.at(first)?.at ?? 0).split('\n').length }]
}

function compareRun(
  old: Lines,
  now: Lines,
  line: number,
  { moves, isOnly, isMoved }: { readonly moves: Moves; readonly isOnly: boolean; readonly isMoved: boolean },
): readonly Difference[] {
  const [one, other] = [toTokens(old), toTokens(now)]
  const first = other.findIndex((token, n) => token !== one[n])
  if (first === -1 && one.length === other.length) return []
  const at = { line: getLine(now, first) ?? line }
  if (isMoved) return [at]
  const lost = findLost(one, other)
  if (lost !== null) return [{ ...at, was: lost.slice(0, MAX_VALUE), is: `no ${lost}`.slice(0, MAX_VALUE) }]
  const read = readReplacements(one, other, true)
  const replaced = read?.filter((change) => !isFollowing(change, moves))
  if (replaced === undefined || (read?.length === 0 && one.length === other.length))
    return [...findAssigned(old, now, moves), at]
  return isOpposite(replaced) && !isOnly ? [at] : toDifferences(at.line, replaced)
}

/** What decides how the code behind it runs: whether it checks types, is decorated, and who may call it. */
const DECIDES = /^(?:@|private|protected|static|declare)$/
/** A last argument that is written in the call. */
const ARGUMENT = /^, (?:true|false|null|nil|none|undefined|[\d.]+|["'`][^"'`]*["'`])$/i

/** Returns what the code lost, where it gained nothing and the first of it decides; null otherwise. */
function findLost(old: readonly string[], now: readonly string[]): string | null {
  let at = 0
  const lost = old.filter((token) => {
    if (token !== now[at]) return true
    at += 1
    return false
  })
  const [first = ''] = lost.filter((token) => !/^[[({]$/.test(token))
  return at === now.length && (DECIDES.test(first) || ARGUMENT.test(lost.join(' '))) ? lost.join(' ') : null
}

function toDifferences(line: number, replaced: readonly Replacement[]): readonly Difference[] {
  if (isEquivalent(replaced)) return []
  const values = replaced.filter((change) => !isWording(change))
  if (values.length === 0) return [{ line, isWording: true }]
  const side = (which: keyof Replacement) => values.map((change) => change[which].replace(/\s+/g, ' ')).join(' ')
  const [was, is] = [side('was'), side('is')]
  const start = Math.max(0, getSharedLength(was, is) - MAX_SHARED)
  return [{ line, was: was.slice(start, start + MAX_VALUE).trim(), is: is.slice(start, start + MAX_VALUE).trim() }]
}

function getSharedLength(one: string, other: string): number {
  const differing = [...one].findIndex((char, n) => char !== other[n])
  return differing === -1 ? 0 : differing
}

/** Finds names that have another value, among lines that differ otherwise too. */
function findAssigned(old: Lines, now: Lines, moves: Moves): readonly Difference[] {
  if (old.length * now.length > MAX_PAIRS) return []
  const onlyIn = (lines: Lines, others: Lines) => {
    const known = new Set(others.map(toText))
    return lines.filter((line) => !known.has(toText(line)))
  }
  const before = onlyIn(old, now).map(({ tokens }) => tokens)
  return onlyIn(now, old)
    .flatMap(({ number, tokens }) => {
      const change = readAssigned(before, tokens)
      return change === null || isFollowing(change, moves) ? [] : toDifferences(number, [change])
    })
    .filter(({ was }) => was !== undefined)
}

/** Returns the number of the line that holds a token. */
function getLine(lines: Lines, token: number): number | undefined {
  let left = token
  return lines.find(({ tokens }) => {
    left -= tokens.length
    return left < 0
  })?.number
}

/** Returns whether a string names a file that the commit moves. */
function isFollowing({ was, is }: Replacement, { left, added }: Moves): boolean {
  const isOf = (string: string, files: Moves['left']) => {
    const name = string.replace(/^["'`](?:\.*\/)*|["'`]$/g, '')
    return name !== '' && files.some(({ path, names }) => names === null && `/${path}`.includes(`/${name}`))
  }
  return /^["'`]/.test(was) && isOf(was, left) && isOf(is, added)
}

/** Finds imports whose names come from elsewhere. @param isAlone whether nothing else differs */
function findSources(old: TextFile, now: TextFile, moves: Moves, isAlone: boolean): readonly Difference[] {
  const places = new Map(
    importsIn(now.path, now.text)?.flatMap(({ start, isCall, bindings }) => {
      const line = now.text.slice(0, start).split('\n').length
      return isCall ? [] : bindings.map((one) => [toBindingKey(one), line] as const)
    }),
  )
  const found = changedSources(old, now, moves)
    .filter(({ was }) => was.local !== OWN_PACKAGE && (isAlone || /^[\p{L}_$]/u.test(was.local)))
    .map(({ was, is }) => ({
      line: places.get(toBindingKey(is)) ?? 1,
      was: toSource(was).slice(0, MAX_VALUE),
      is: toSource(is).slice(0, MAX_VALUE),
    }))
  return [...new Map(found.map((one) => [canonical(one), one])).values()]
}

const toSource = ({ module, name, local }: Binding) =>
  name === '' || name === '*' || name === local ? module : `${name} of ${module}`

/** In JSON neither layout nor the order of keys counts. */
function isSameJson(old: TextFile, now: TextFile): boolean {
  if (!/\.json$/i.test(now.path)) return false
  try {
    return canonical(JSON.parse(old.text)) === canonical(JSON.parse(now.text))
  } catch {
    return false
  }
}
