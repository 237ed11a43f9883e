/** Selects what holds each changed line of production: the change with a margin, as the writers show it. */
import type { Decision, HeldLines, JudgedCommit } from '../../core/model/finding.ts'
import type { TestId } from '../../core/model/test-run.ts'
import type { PatchedFile, PatchLine } from '../../core/text/patch.ts'
import { count } from '../../core/util/count.ts'
import { standingCommits } from '../text/format.ts'
import { sayNotes, sayTried } from '../text/tried.ts'

export type LineHolder = HeldLines['by']

const MAX_COMMITS = 20
export const HOLDER_WORDS: Readonly<Record<LineHolder, string>> = {
  driver: 'driver',
  'other-test': 'other test',
  'in-part': 'held in part',
  'covered-only': 'covered only',
  nothing: 'nothing',
}
/** Inside the bracket of a larger piece. */
const ALONE: Partial<typeof HOLDER_WORDS> = { driver: 'driver alone', 'other-test': 'other alone' }
/** What each label means, where it stands. */
const MEANINGS: Readonly<Record<LineHolder, string>> = {
  driver: 'Driver: a test that failed at RED fails without this piece of code.',
  'other-test': 'Other test: a test that did not fail at RED fails without this piece of code.',
  'in-part': 'Held in part: the piece is needed, and every test passes with a small change of the line.',
  'covered-only': 'Covered only: tests run the line, and pass',
  nothing: 'Nothing: no test needs it.',
}
/** How tests pass that run a line and do not hold it. */
const PASSES = {
  without: 'without it.',
  changed: 'with a small change of it.',
  both: 'without it, or with the small change that stands below it.',
}
const BRACKET = 'A bracket joins the lines of a piece: they were taken away together, not one by one.'
const NESTED = 'Alone, inside a bracket: these lines were taken away without the rest, too.'
const ONE_OF = 'Below a piece stands one test that needs it; others may too.'
const NO_LABEL = 'Lines without a label or a bracket were not tried.'

export interface Held {
  readonly commit: JudgedCommit
  readonly lines: readonly HeldLines[]
}

export function getHeld(decision: Decision | null): readonly Held[] {
  const commits = decision ? standingCommits(decision) : []
  return commits.flatMap((commit) => (commit.lines ? [{ commit, lines: commit.lines }] : [])).slice(-MAX_COMMITS)
}

/** Returns what was tried on the whole branch, and what people noted at lines, as sentences. */
export function sayAll(decision: Decision | null): readonly string[] {
  const commits = decision ? standingCommits(decision) : []
  const said = sayTried(commits)
  return [...(said === null ? [] : [`${said}.`]), ...sayNotes(commits)]
}

/** Explains the labels and brackets that these lines have, and no others. */
export function toLegend(lines: readonly HeldLines[]): string {
  const holders = Object.keys(HOLDER_WORDS) as readonly LineHolder[]
  const used = holders.filter((holder) => lines.some(({ by }) => by === holder))
  const hasPieces = lines.some(({ piece, first, last }) => piece !== undefined || first < last)
  const namesTest = lines.some(({ test }) => test !== undefined)
  return [
    ...used.map((by) => (by === 'covered-only' ? `${MEANINGS[by]} ${sayPasses(lines)}` : MEANINGS[by])),
    ...(hasPieces ? [BRACKET] : []),
    ...([...findAround(lines).keys()].some(({ by }) => by in ALONE) ? [NESTED] : []),
    ...(namesTest ? [ONE_OF] : []),
    NO_LABEL,
  ].join(' ')
}

function sayPasses(lines: readonly HeldLines[]): string {
  const own = lines.filter(({ by }) => by === 'covered-only')
  const changed = own.filter(({ unnoticed }) => unnoticed !== undefined)
  if (changed.length === 0) return PASSES.without
  return changed.length === own.length ? PASSES.changed : PASSES.both
}

/** Formats `10 lines in 2 pieces (driver)`, `1 of them held in part`, and so on: a piece contains what is held in part. */
export function countLines(lines: readonly HeldLines[]): readonly (readonly [by: LineHolder, label: string])[] {
  const holders = Object.keys(HOLDER_WORDS) as readonly LineHolder[]
  const around = findAround(lines)
  const inside = Map.groupBy(lines, (one) => (one.by === 'in-part' ? around.get(one)?.by : undefined))
  const within = new Set([...inside].flatMap(([by, own]) => (by === undefined ? [] : own)))
  return holders.flatMap((by) => {
    const own = lines.filter((one) => one.by === by && !within.has(one))
    const inPart = sumLines(inside.get(by) ?? [])
    const many = sumLines(own) + inPart
    if (many === 0) return []
    const pieces = countPieces(own)
    const label = `${count(many, 'line')}${many > pieces ? ` in ${count(pieces, 'piece')}` : ''} (${HOLDER_WORDS[by]})`
    const partly = inPart > 0 ? [['in-part', `${inPart} of them held in part`] as const] : []
    return [[by, label] as const, ...partly]
  })
}

const sumLines = (ranges: readonly HeldLines[]): number =>
  ranges.reduce((all, { first, last }) => all + last - first + 1, 0)

const countPieces = (ranges: readonly HeldLines[]): number =>
  new Set(ranges.map((one) => `${toKey(one)} ${one.path}`)).size

/** Formats `2 pieces of code, each taken away whole`: what tests that failed at RED need. Empty where that is nothing. */
export function sayDemanded(lines: readonly HeldLines[], drivers: readonly TestId[]): string {
  const inPart = lines.filter(({ by, test = '' }) => by === 'in-part' && drivers.includes(test))
  const own = lines.filter(({ by }) => by === 'driver')
  const around = findAround(lines)
  const alone = inPart.filter((line) => !around.has(line))
  const pieces = countPieces(own) + countPieces(alone)
  if (pieces === 0) return ''
  if (pieces === sumLines([...own, ...inPart])) return pieces === 1 ? '1 line' : `each of ${pieces} lines`
  return `${count(pieces, 'piece')} of code, ${pieces > 1 ? 'each ' : ''}taken away whole`
}

/** Finds the piece around each line that has a result of its own. Hostile evidence has many: they are sorted once. */
function findAround(lines: readonly HeldLines[]): ReadonlyMap<HeldLines, HeldLines> {
  const around = new Map<HeldLines, HeldLines>()
  for (const own of Map.groupBy(lines, ({ path }) => path).values()) {
    let widest: HeldLines | undefined
    for (const one of own.toSorted(
      (a, b) => getPiece(a).first - getPiece(b).first || getPiece(b).last - getPiece(a).last,
    )) {
      const [piece, outer] = [getPiece(one), widest && getPiece(widest)]
      const isIn = outer !== undefined && piece.last <= outer.last
      const isSame = outer !== undefined && piece.first === outer.first && piece.last === outer.last
      if (widest !== undefined && isIn && !isSame) around.set(one, widest)
      else if (one.piece !== undefined && !isIn) widest = one
    }
  }
  return around
}

/** A line of a change with its margin. */
export interface ShownRow {
  readonly row: PatchLine
  /** Only of an added line that was tried. */
  readonly held: HeldLines | undefined
  /** Stands at the first line of a piece. */
  readonly label: string
  /** Where the line stands in a piece of several lines. */
  readonly joins: 'first' | 'inside' | 'last' | ''
  /** The test that needs what ends here. */
  readonly needed: { readonly how: string; readonly test: TestId } | null
}

type Line = Pick<ShownRow, 'row' | 'held'>

/** Returns the lines of a change to a file with their margin. */
export function toShownRows({ path, rows }: PatchedFile, all: readonly HeldLines[]): readonly ShownRow[] {
  const own = all.filter((one) => one.path === path)
  // A larger piece is said to be needed there, and this line of it only in part.
  const around = findAround(own)
  const parts = Map.groupBy(own, toKey)
  const find = ({ kind, number }: PatchLine) =>
    kind === 'added' && number !== null ? own.find(({ first, last }) => first <= number && number <= last) : undefined
  const lines = (rows ?? []).map((row): Line => ({ row, held: find(row) }))
  return lines.map(({ row, held }, at) => {
    const piece = held && parts.get(toKey(held))
    const isEnd = piece?.at(-1)?.last === row.number
    return {
      row,
      held,
      label: held && piece?.[0]?.first === row.number ? toLabel(held, around.has(held)) : '',
      joins: toJoins(row.kind === 'added' ? row.number : null, held ? [held, ...own] : own),
      needed:
        held?.test !== undefined && isEnd && !(held.by === 'in-part' && around.has(held))
          ? toNeeded(lines, at, held.test)
          : null,
    }
  })
}

const toLabel = ({ by }: HeldLines, isAlone: boolean) => (isAlone && ALONE[by]) || HOLDER_WORDS[by]

/** All lines that were tried together. */
const getPiece = ({ piece, first, last }: HeldLines) => piece ?? { first, last }

function toKey(held: HeldLines): string {
  const { first, last } = getPiece(held)
  return `${held.by} ${first} ${last}`
}

/** @param holders what holds the line, then what may be around it */
function toJoins(number: number | null, holders: readonly HeldLines[]): ShownRow['joins'] {
  if (number === null) return ''
  const pieces = holders.map(getPiece)
  const own = pieces.find(({ first, last }) => first < last && first <= number && number <= last)
  if (own === undefined) return ''
  if (number === own.first) return 'first'
  return number === own.last ? 'last' : 'inside'
}

/** A test that needs several pieces in a row is said below the last of them. */
function toNeeded(lines: readonly Line[], at: number, test: TestId): ShownRow['needed'] {
  const held = lines[at]!.held!
  const isSame = (other: HeldLines | undefined) => other?.by === held.by && other.test === test
  if (isSame(getNeighbour(lines, at, 1))) return null
  if (isSame(getNeighbour(lines, at, -1))) return { how: 'each piece needed by', test }
  const { first, last } = getPiece(held)
  return { how: first < last ? 'as a whole needed by' : 'needed by', test }
}

/** Returns what holds the next line, or the one before, that has code and is of another piece. */
function getNeighbour(lines: readonly Line[], from: number, step: 1 | -1): HeldLines | undefined {
  const key = toKey(lines[from]!.held!)
  const isPassed = ({ row, held }: Line) => row.text.trim() === '' || (held !== undefined && toKey(held) === key)
  let at = from + step
  for (let one = lines[at]; one !== undefined && isPassed(one); one = lines[at]) at += step
  return lines[at]?.held
}
