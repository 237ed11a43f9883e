/** Reads the lines of a change to one file, as a patch shows them. */
import type { Hunk } from './parts.ts'

export interface PatchLine {
  readonly kind: 'hunk' | 'added' | 'removed' | 'same'
  /** In the new file; null for removed lines. */
  readonly number: number | null
  readonly text: string
}

export interface PatchedFile {
  readonly path: string
  /** Null: the lines are unknown, as those of binary and very large files. */
  readonly rows: readonly PatchLine[] | null
}

const HUNK = /^@@ -\d+(?:,\d+)? \+(\d+)/
/** Unchanged lines beside a change. */
const CONTEXT = 2

/** Reads a patch of one file without its header, as GitHub sends it. */
export function parsePatch(patch: string): readonly PatchLine[] {
  let next = 0
  return patch.split('\n').flatMap((text): readonly PatchLine[] => {
    const start = HUNK.exec(text)?.[1]
    if (start !== undefined) {
      next = Number(start)
      return [{ kind: 'hunk', number: null, text }]
    }
    // "\ No newline at end of file" is no line.
    if (text.startsWith('\\')) return []
    if (text.startsWith('-')) return [{ kind: 'removed', number: null, text: text.slice(1) }]
    next += 1
    return [{ kind: text.startsWith('+') ? 'added' : 'same', number: next - 1, text: text.slice(1) }]
  })
}

/** Creates the lines of a change, in the order of a patch. @param hunks in order, without context */
export function toPatchLines(before: string, after: string, hunks: readonly Hunk[]): readonly PatchLine[] {
  const [old, now] = [toLines(before), toLines(after)]
  const rows: PatchLine[] = []
  let shown = 0
  const show = (kind: 'added' | 'same', until: number) => {
    for (; shown < Math.min(until, now.length); shown += 1)
      rows.push({ kind, number: shown + 1, text: now[shown] ?? '' })
  }
  for (const [n, { oldFirst, oldCount, first, count }] of hunks.entries()) {
    // git names the line before where a side has no line.
    const start = count === 0 ? first + 1 : first
    if (start - 1 - CONTEXT > shown) {
      shown = start - 1 - CONTEXT
      rows.push({ kind: 'hunk', number: null, text: `@@ line ${shown + 1} @@` })
    }
    show('same', start - 1)
    const removed = oldCount === 0 ? [] : old.slice(oldFirst - 1, oldFirst - 1 + oldCount)
    rows.push(...removed.map((text): PatchLine => ({ kind: 'removed', number: null, text })))
    show('added', start - 1 + count)
    const next = hunks[n + 1]
    show('same', Math.min(shown + CONTEXT, next ? next.first - 1 : now.length))
  }
  return rows
}

function toLines(text: string): readonly string[] {
  const lines = text.split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}
