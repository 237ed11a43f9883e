/** Runs tests of an earlier tree over a later one. */

import { toEarlierTests } from '../changes/in-file-tests.ts'
import type { FileChange, Sha } from '../core/model/commit.ts'
import type { Scratch } from '../git/scratch.ts'
import type { Execution } from '../test-runner/execution.ts'
import type { Measurer } from '../test-runner/measurer.ts'
import { ONCE } from './trial-runs.ts'

interface OldForm {
  /** The later tree. */
  readonly tree: Sha
  /** Changes since the earlier tree: these files get their earlier content. */
  readonly changes: readonly FileChange[]
  readonly files: readonly string[]
  /** The number of this execution among several; the first by default. */
  readonly repeat?: number
}

export async function runOldForm(
  scratch: Scratch,
  measurer: Pick<Measurer, 'execute'>,
  { tree, changes, files, repeat = ONCE.repeat }: OldForm,
): Promise<Execution> {
  const composed = await scratch.composeTree(tree, await toEarlierTests(scratch, tree, changes))
  return measurer.execute(composed, { ...ONCE, files, repeat })
}
