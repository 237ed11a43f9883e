/** Detects tests whose names change from run to run: both trees, run again, have others. */
import type { Measured } from '../../core/compare/measured.ts'
import type { RunIndex } from '../../core/compare/tracked-tests.ts'
import type { Commit, Sha } from '../../core/model/commit.ts'
import type { TestId } from '../../core/model/test-run.ts'
import { type Execution, WHOLE } from '../../test-runner/execution.ts'
import type { Measurer } from '../../test-runner/measurer.ts'
import { isShard } from './visible-results.ts'

/** Files that run again; names that change in more of them stay removed tests. */
const MAX_FILES = 3

interface Question {
  readonly measurer: Measurer
  readonly commit: Commit
  readonly baseline: RunIndex
  /** The baseline tree, without the change. */
  readonly before: Sha
}

/**
 * Runs each file in which tests of the baseline are gone and others are new once more, with the change and without it.
 * A name that only the change makes unsteady stays a removed test.
 */
export async function findChangingNames(question: Question, first: Execution): Promise<Pick<Measured, 'changing'>> {
  const { measurer, commit, baseline, before } = question
  const files = isShard(measurer) || first.problems.length > 0 ? [] : getFiles(baseline, first)
  if (files.length === 0 || files.length > MAX_FILES) return {}
  const again = async (tree: Sha, file: string) => {
    const { run, problems } = await measurer.execute(tree, { ...WHOLE, files: [file], coverage: false, repeat: 2 })
    return problems.length === 0 ? new Set(run.cases.map(({ id }) => id)) : null
  }
  const gone = new Set<TestId>()
  const steady = new Map<string, ReadonlySet<TestId>>()
  for (const file of files) {
    const old = await again(before, file)
    const lost = [...baseline].filter(([id, test]) => test.file === file && old?.has(id) === false)
    const now = lost.length === 0 ? null : await again(commit.tree, file)
    if (now === null) continue
    for (const [id] of lost) gone.add(id)
    steady.set(file, new Set(first.run.cases.flatMap(({ id }) => (now.has(id) ? [id] : []))))
  }
  return steady.size === 0 ? {} : { changing: { gone, steady } }
}

function getFiles(baseline: RunIndex, { run }: Execution): readonly string[] {
  const seen = new Set(run.cases.map(({ id }) => id))
  const fresh = new Set(run.cases.flatMap(({ id, file, isVolatile }) => (baseline.has(id) || isVolatile ? [] : [file])))
  const gone = [...baseline].filter(
    ([id, { file, outcome }]) => !seen.has(id) && outcome !== 'skipped' && fresh.has(file),
  )
  return [...new Set(gone.flatMap(([, { file }]) => file ?? []))]
}
