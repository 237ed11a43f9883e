/** Hits of lines out of Go's blocks: a profile knows places of blocks only, and where one ends and another begins. */
import type { Draft, FileDraft } from './coverage-draft.ts'
import { noteSpans } from './line-spans.ts'

/** From its start up to, not including, its end. */
export interface Block {
  readonly startLine: number
  readonly startColumn: number
  readonly endLine: number
  readonly endColumn: number
  readonly statements: number
  readonly count: number
}

/** Where blocks begin. */
interface Starts {
  readonly places: ReadonlySet<string>
  readonly lastColumns: ReadonlyMap<number, number>
}

/**
 * A line has the hits of the block that ran most of those that touch it; blank lines and comments inside of a block are
 * touched, too. Blocks without statements measure nothing.
 */
export function noteBlockLines(draft: Draft, file: FileDraft, blocks: readonly Block[]): void {
  const starts = getStarts(blocks)
  const spans = blocks
    .filter(({ statements }) => statements > 0)
    .map((block) => ({
      start: block.startLine,
      end: isBraceOnly(block, starts) ? block.endLine - 1 : block.endLine,
      hits: block.count,
    }))
  noteSpans(draft, file, spans)
}

function getStarts(blocks: readonly Block[]): Starts {
  const places = new Set<string>()
  const lastColumns = new Map<number, number>()
  for (const { startLine, startColumn } of blocks) {
    places.add(`${startLine}.${startColumn}`)
    lastColumns.set(startLine, Math.max(startColumn, lastColumns.get(startLine) ?? 0))
  }
  return { places, lastColumns }
}

/**
 * In `} else if b {` the first block has but its brace: what runs there is the next one. Blocks that touch each other, as
 * in `if a {`, are a head and its body: the head is of that line.
 */
function isBraceOnly({ startLine, endLine, endColumn }: Block, { places, lastColumns }: Starts): boolean {
  const isFollowed = (lastColumns.get(endLine) ?? 0) > endColumn
  return startLine < endLine && isFollowed && !places.has(`${endLine}.${endColumn}`)
}
