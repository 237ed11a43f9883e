/**
 * What is told inside of cases, by their number. That of a block that is whole is kept as bytes, where the garbage
 * collector does not look: there may be millions of failures.
 */
import { countsOf, sumOf } from './counts.ts'
import type { Counts, Inside, RawProblem } from './raw.ts'

export interface Told {
  /** To be changed. */
  readonly insideOf: (number: number) => Inside
  /** The block that follows those before it is whole. */
  readonly endBlock: () => void
  /** What the cases of a block tell, in the order of their numbers; the last block may still grow. */
  readonly inBlock: (block: number) => ReadonlyMap<number, Inside>
  /** Of all blocks. */
  readonly counts: () => Counts
  /** Gives the memory back at once; what the block told is gone. */
  readonly free: (block: number) => void
}

/** Without the names of fields, and without those at the end that say nothing. */
type Row = readonly [
  number: number,
  skipped: readonly [type: string, message: string] | null,
  problems?: readonly ProblemRow[],
  retries?: number,
  attempts?: readonly ProblemRow[],
  isFlaky?: boolean,
  isCut?: boolean,
]
type ProblemRow = readonly [
  isError: 0 | 1,
  message: string,
  type: string | null,
  text: string,
  kind?: RawProblem['kind'],
]

interface Packed {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly counts: Counts
}

const NONE: readonly never[] = []
const EMPTY: ReadonlyMap<number, Inside> = new Map()
/** The last case of a block is still open when the block is whole: it is kept as bytes after the next one. */
const BEHIND = 1

/** @param size how many cases a block has */
export function gatherTold(size: number): Told {
  const blocks: Packed[] = []
  /** Blocks that grow, and those that something was told of when they were bytes: a case may stay open for long. */
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
      return sumOf([...unchanged, ...live.values().map((inside) => countsOf(inside.values()))])
    },
    free: (block) => {
      live.delete(block)
      blocks[block]?.bytes.buffer.transfer(0)
    },
  }
}

function nothing(): Inside {
  return { skipped: null, problems: NONE, retries: 0, attempts: NONE, isFlaky: false, isCut: false }
}

function inOrder(inside: ReadonlyMap<number, Inside>): readonly (readonly [number, Inside])[] {
  return [...inside].toSorted(([a], [b]) => a - b)
}

function packed(inside: ReadonlyMap<number, Inside>): Packed {
  const rows = inOrder(inside).map(toRow)
  const bytes = rows.length === 0 ? new Uint8Array() : new TextEncoder().encode(JSON.stringify(rows))
  return { bytes, counts: countsOf(inside.values()) }
}

function unpacked(block: Packed | undefined): ReadonlyMap<number, Inside> {
  if (block === undefined || block.bytes.length === 0) return EMPTY
  const rows: readonly Row[] = JSON.parse(new TextDecoder().decode(block.bytes))
  return new Map(rows.map(fromRow))
}

function toRow([number, inside]: readonly [number, Inside]): Row {
  const { problems, retries, attempts, isFlaky, isCut } = inside
  const skipped = inside.skipped && ([inside.skipped.type, inside.skipped.message] as const)
  if (retries > 0 || attempts.length > 0 || isFlaky || isCut)
    return [number, skipped, problems.map(toProblemRow), retries, attempts.map(toProblemRow), isFlaky, isCut]
  return problems.length > 0 ? [number, skipped, problems.map(toProblemRow)] : [number, skipped]
}

function toProblemRow({ element, message, type, text, kind }: RawProblem): ProblemRow {
  const isError = element === 'error' ? 1 : 0
  return kind === undefined ? [isError, message, type, text] : [isError, message, type, text, kind]
}

function fromRow(row: Row): readonly [number, Inside] {
  const [number, skipped, problems = NONE, retries = 0, attempts = NONE, isFlaky = false, isCut = false] = row
  const inside: Inside = {
    skipped: skipped && { type: skipped[0], message: skipped[1] },
    problems: problems.map(toProblem),
    retries,
    attempts: attempts.length === 0 ? NONE : attempts.map(toProblem),
    isFlaky,
    isCut,
  }
  return [number, inside]
}

function toProblem([isError, message, type, text, kind]: ProblemRow): RawProblem {
  const element = isError === 1 ? 'error' : 'failure'
  return kind === undefined ? { element, message, type, text } : { element, message, type, text, kind }
}
