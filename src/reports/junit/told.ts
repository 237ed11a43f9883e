/**
 * What is told inside of cases, by their number. That of a block that is whole is kept as bytes, where the garbage
 * collector does not look: there may be millions of failures.
 */
import type { Inside } from './raw.ts'

export interface Told {
  /** To be changed. */
  readonly insideOf: (number: number) => Inside
  /** The block that follows those before it is whole. */
  readonly endBlock: () => void
  /** What the cases of a block tell, in the order of their numbers; the last block may still grow. */
  readonly inBlock: (block: number) => ReadonlyMap<number, Inside>
  /** Gives the memory back at once; what the block told is gone. */
  readonly free: (block: number) => void
}

const NONE: readonly never[] = []
const EMPTY: ReadonlyMap<number, Inside> = new Map()

/** @param size how many cases a block has */
export function gatherTold(size: number): Told {
  const blocks: Uint8Array<ArrayBuffer>[] = []
  /** The block that grows, and those that something was told of when they were whole: a case may stay open for long. */
  const live = new Map<number, Map<number, Inside>>()
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
      const block = blocks.length
      blocks.push(packed(live.get(block) ?? EMPTY))
      live.delete(block)
    },
    inBlock: (block) => {
      const inside = live.get(block)
      return inside === undefined ? unpacked(blocks[block]) : new Map(inOrder(inside))
    },
    free: (block) => {
      live.delete(block)
      blocks[block]?.buffer.transfer(0)
    },
  }
}

function nothing(): Inside {
  return { skipped: null, problems: NONE, retries: 0, attempts: NONE, isFlaky: false, isCut: false }
}

function inOrder(inside: ReadonlyMap<number, Inside>): readonly (readonly [number, Inside])[] {
  return [...inside].toSorted(([a], [b]) => a - b)
}

function packed(inside: ReadonlyMap<number, Inside>): Uint8Array<ArrayBuffer> {
  return inside.size === 0 ? new Uint8Array() : new TextEncoder().encode(JSON.stringify(inOrder(inside)))
}

function unpacked(bytes: Uint8Array | undefined): ReadonlyMap<number, Inside> {
  return bytes === undefined || bytes.length === 0 ? EMPTY : new Map(JSON.parse(new TextDecoder().decode(bytes)))
}
