/** Finds tests that their own text skips, in files that did not load before: production code did not skip them. */

import { readSourceTexts } from '../../changes/tree-texts.ts'
import type { Basis } from '../../core/compare/compare.ts'
import { provedBy } from '../../core/compare/tracked-tests.ts'
import type { Phase } from '../../core/evaluate/phase.ts'
import type { Commit, Sha } from '../../core/model/commit.ts'
import type { TestId, TestRun } from '../../core/model/test-run.ts'
import { isSkippedIn } from '../../core/text/test-bodies.ts'
import type { Session } from './session.ts'

interface Before extends Pick<Basis, 'baseline' | 'openFiles' | 'openTests'> {
  readonly tree: Sha
  /** Files that a GREEN changed itself: RED did not contain their present texts. */
  readonly rewritten: ReadonlySet<string>
}

export async function getSkips(
  { scratch }: Pick<Session, 'scratch'>,
  { tree, baseline, openFiles, openTests, rewritten }: Before,
  run: TestRun,
): Promise<ReadonlySet<TestId>> {
  const skipped = provedBy(run).cases.filter(
    ({ id, file, outcome }) =>
      outcome === 'skipped' &&
      file !== null &&
      openFiles.has(file) &&
      !rewritten.has(file) &&
      !openTests.has(id) &&
      !baseline.has(id),
  )
  if (skipped.length === 0) return new Set()
  const listed = await scratch.listTree(tree)
  const files = [...new Set(skipped.flatMap(({ file }) => file ?? []))]
  const found = files.map((path) => ({ path, id: listed.get(path)?.id ?? '' })).filter(({ id }) => id !== '')
  const texts = await readSourceTexts(scratch, found)
  const isWritten = (file: string, name: string) => isSkippedIn(file, texts.get(file) ?? '', name)
  return new Set(
    skipped.flatMap(({ id, file, name }) => (texts.has(file ?? '') && isWritten(file ?? '', name) ? [id] : [])),
  )
}

/** Returns the files whose texts a GREEN changed, apart from layout. */
export function rewrittenBy({ changes }: Pick<Commit, 'changes'>, phase: Phase): ReadonlySet<string> {
  const own = phase === 'green' ? changes : []
  return new Set(own.flatMap(({ path, edit }) => (edit === 'layout' ? [] : [path])))
}
