/**
 * Stores the details of cases by their number. Complete blocks are kept as bytes, which the garbage collector does not
 * scan: there may be millions of failures.
 */
import { freeText, type PackedText, packText, unpackText } from '../packed-text.ts'
import { type Counts, hasProblems, type Inside, type RawProblem } from './raw.ts'

export interface CaseDetails {
  /** Returns the details of a case for modification. */
  readonly insideOf: (number: number) => Inside
  /** Marks a block as complete. */
  readonly endBlock: () => void
  /** Returns the details of a block's cases in the order of their numbers. The last block may still grow. */
  readonly inBlock: (block: number) => ReadonlyMap<number, Inside>
  /** Returns the counts of all blocks. */
  readonly counts: () => Counts
  /** Frees the memory at once. The details of the block are lost. */
  readonly free: (block: number) => void
}

/** Fields without their names, and without trailing empty ones. */
type Row = readonly [
  number: number,
  skipped: readonly [type: string, message: string] | null,
  problems?: readonly ProblemRow[],
  retries?: number,
  attempts?: readonly ProblemRow[],
  isFlaky?: boolean,
  isTruncated?: boolean,
]
/** The length of its text, which follows those of the problems before it. */
type ProblemRow = readonly [
  isError: 0 | 1,
  message: string,
  type: string | null,
  length: number,
  kind?: RawProblem['kind'],
]

interface Packed {
  /** In JSON. */
  readonly rows: Uint8Array<ArrayBuffer>
  /** The texts, concatenated. They are most of the data and need no escaping. */
  readonly texts: PackedText
  readonly counts: Counts
}

const NONE: readonly never[] = []
const EMPTY: ReadonlyMap<number, Inside> = new Map()
/** A block is packed after the next one, because its last case may still be open. */
const BEHIND = 1

/** Creates the store. @param size the number of cases in a block */
export function createCaseDetails(size: number): CaseDetails {
  const blocks: Packed[] = []
  /** Growing blocks, and packed ones that were changed later, because a case may stay open for long. */
  const live = new Map<number, Map<number, Inside>>()
  let whole = 0
  const liven = (block: number) => {
    const inside = new Map(unpacked(blocks[block]))
    live.set(block, inside)
    return inside
  }
  return {
    insideOf: (number) => {
      const block = Math.floor(number / size)
      const inside = live.get(block) ?? liven(block)
      const known = inside.get(number) ?? nothing()
      inside.set(number, known)
      return known
    },
    endBlock: () => {
      whole += 1
      const block = blocks.length
      if (whole - block <= BEHIND) return
      blocks.push(packed(live.get(block) ?? EMPTY))
      live.delete(block)
    },
    inBlock: (block) => {
      const inside = live.get(block)
      return inside === undefined ? unpacked(blocks[block]) : new Map(inOrder(inside))
    },
    counts: () => {
      const unchanged = blocks.filter((_, block) => !live.has(block)).map(({ counts }) => counts)
      return sumCounts([...unchanged, ...live.values().map((inside) => getCounts(inside.values()))])
    },
    free: (block) => {
      live.delete(block)
      blocks[block]?.rows.buffer.transfer(0)
      freeText(blocks[block]?.texts ?? '')
    },
  }
}

function nothing(): Inside {
  return { skipped: null, problems: NONE, retries: 0, attempts: NONE, isFlaky: false, isTruncated: false }
}

function inOrder(inside: ReadonlyMap<number, Inside>): readonly (readonly [number, Inside])[] {
  return [...inside].toSorted(([a], [b]) => a - b)
}

function packed(inside: ReadonlyMap<number, Inside>): Packed {
  const texts: string[] = []
  const rows = inOrder(inside).map(([number, details]) => toRow(number, details, texts))
  const bytes = rows.length === 0 ? new Uint8Array() : new TextEncoder().encode(JSON.stringify(rows))
  return { rows: bytes, texts: packText(texts.join('')), counts: getCounts(inside.values()) }
}

function unpacked(block: Packed | undefined): ReadonlyMap<number, Inside> {
  if (block === undefined || block.rows.length === 0) return EMPTY
  const rows: readonly Row[] = JSON.parse(new TextDecoder().decode(block.rows))
  const text = unpackText(block.texts)
  let at = 0
  const next = (length: number) => {
    at += length
    return text.slice(at - length, at)
  }
  return new Map(rows.map((row) => fromRow(row, next)))
}

function toRow(number: number, inside: Inside, texts: string[]): Row {
  const { retries, attempts, isFlaky, isTruncated } = inside
  const skipped = inside.skipped && ([inside.skipped.type, inside.skipped.message] as const)
  const getRows = (problems: readonly RawProblem[]) => problems.map((problem) => toProblemRow(problem, texts))
  const problems = getRows(inside.problems)
  if (retries > 0 || attempts.length > 0 || isFlaky || isTruncated)
    return [number, skipped, problems, retries, getRows(attempts), isFlaky, isTruncated]
  return problems.length > 0 ? [number, skipped, problems] : [number, skipped]
}

function toProblemRow({ element, message, type, text, kind }: RawProblem, texts: string[]): ProblemRow {
  const isError = element === 'error' ? 1 : 0
  texts.push(text)
  return kind === undefined ? [isError, message, type, text.length] : [isError, message, type, text.length, kind]
}

/** Restores a row. @param next returns the text of the given length that follows */
function fromRow(row: Row, next: (length: number) => string): readonly [number, Inside] {
  const [number, skipped, problems = NONE, retries = 0, attempts = NONE, isFlaky = false, isTruncated = false] = row
  const toProblem = ([isError, message, type, length, kind]: ProblemRow): RawProblem => {
    const element = isError === 1 ? 'error' : 'failure'
    const text = next(length)
    return kind === undefined ? { element, message, type, text } : { element, message, type, text, kind }
  }
  const inside: Inside = {
    skipped: skipped && { type: skipped[0], message: skipped[1] },
    problems: problems.map(toProblem),
    retries,
    attempts: attempts.length === 0 ? NONE : attempts.map(toProblem),
    isFlaky,
    isTruncated,
  }
  return [number, inside]
}

/** Counts the details of cases. */
function getCounts(all: Iterable<Inside>): Counts {
  const counts = { failing: 0, problems: 0, retries: 0, skipped: 0, hasError: false }
  for (const inside of all) {
    if (hasProblems(inside)) counts.failing += 1
    else if (inside.skipped !== null) counts.skipped += 1
    counts.problems += inside.problems.length
    counts.retries += inside.retries
    counts.hasError ||= inside.problems.some(({ element }) => element === 'error')
  }
  return counts
}

function sumCounts(all: Iterable<Counts>): Counts {
  const sum = { failing: 0, problems: 0, retries: 0, skipped: 0, hasError: false }
  for (const counts of all) {
    sum.failing += counts.failing
    sum.problems += counts.problems
    sum.retries += counts.retries
    sum.skipped += counts.skipped
    sum.hasError ||= counts.hasError
  }
  return sum
}
