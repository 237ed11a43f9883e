/** Computes hits of lines from Go's blocks. A profile contains only the positions of blocks. */
import { type CoverageDraft, type FileDraft, noteSpans } from './coverage-draft.ts'

/** A block from its start up to, but not including, its end. */
export interface Block {
  readonly startLine: number
  readonly startColumn: number
  readonly endLine: number
  readonly endColumn: number
  readonly statements: number
  readonly count: number
}

/** The positions at which blocks start. */
interface Starts {
  readonly places: ReadonlySet<string>
  readonly lastColumns: ReadonlyMap<number, number>
}

/**
 * Gives each line the hits of the most executed block that touches it, including blank lines and comments. Blocks
 * without statements measure nothing.
 */
export function noteBlockLines(draft: CoverageDraft, file: FileDraft, blocks: readonly Block[]): void {
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
 * Recognises a block that has only its closing brace on this line, as in `} else if b {`: the next block decides.
 * Adjacent blocks, as in `if a {`, are a head and its body: the head decides.
 */
function isBraceOnly({ startLine, endLine, endColumn }: Block, { places, lastColumns }: Starts): boolean {
  const isFollowed = (lastColumns.get(endLine) ?? 0) > endColumn
  return startLine < endLine && isFollowed && !places.has(`${endLine}.${endColumn}`)
}
