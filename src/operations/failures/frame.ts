/** Reads the code around a failing assertion from the commit that failed. */
import type { Sha } from '../../core/model/commit.ts'
import type { FailingTest } from '../../core/model/evidence.ts'
import type { CodeFrame, ShownFailure } from '../../core/model/work-context.ts'
import { readBlob, type TreeReader } from '../../git/trees.ts'
import { lineIn } from '../../render/text/text.ts'

/** Bytes of the largest file whose code is shown. */
const MAX_FILE = 1_000_000
const LINES_BEFORE = 2
const LINES_AFTER = 1

export interface RememberedFailure {
  readonly test: FailingTest
  /** Of the commit that failed. */
  readonly tree: Sha
}

/** Adds the code where a report or message names a line of a file that can be read. */
export async function withFrame(reader: TreeReader, { test, tree }: RememberedFailure): Promise<ShownFailure> {
  const path = test.at ?? test.file
  const line = test.line ?? lineIn(test.message, path)
  if (path === null || line === null) return test
  // A file that is too large is no reason to fail: its failure is shown without code.
  const content = await readBlob(reader, tree, path, MAX_FILE).catch((): null => null)
  const frame = content === null ? null : cutFrame(content.toString(), path, line)
  return frame === null ? test : { ...test, frame }
}

function cutFrame(text: string, path: string, line: number): CodeFrame | null {
  const all = text.split('\n')
  if (line < 1 || line > all.length) return null
  const first = Math.max(1, line - LINES_BEFORE)
  return { path, line, first, lines: all.slice(first - 1, line + LINES_AFTER) }
}
