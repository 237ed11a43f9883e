/** Proposes how to commit refused work that is not committed yet. The command judges it again before it commits. */
import type { Commit, FileClass } from '../core/model/commit.ts'
import type { JudgedCommit } from '../core/model/finding.ts'
import type { Policy } from '../core/model/policy.ts'
import { greenChangesProduction } from '../core/rules/green-changes-production.ts'
import { getMixedTests } from '../core/rules/refactor-keeps-apart.ts'
import { shellWords } from '../core/rules/text.ts'
import { MAX_NAMES } from './situation.ts'

/** @returns options of `commit`; null where only its author knows what the work is */
export function proposeForWork({ changes }: Commit, judged: JudgedCommit, { refactor }: Policy): string | null {
  const of = (wanted: FileClass) => changes.filter((change) => change.class === wanted).map(({ path }) => path)
  const [tests, code, harness] = [of('test'), of('production'), of('harness')]
  if (judged.findings.some(({ rule }) => rule === greenChangesProduction.code)) return ' --phase neutral'
  if (harness.length > 0 && tests.length + code.length > 0) return take(harness, 'neutral')
  if (tests.length === 0 || code.length === 0 || judged.phase === 'refactor') return null
  if (refactor !== 'off' && getMixedTests(changes).length === 0) return ' --phase refactor'
  // One file that holds both cannot be taken in part.
  return tests.some((path) => code.includes(path)) ? null : take(tests, 'red')
}

function take(paths: readonly string[], phase: string): string | null {
  const names = shellWords(paths, '', MAX_NAMES)
  return names === '' ? null : ` --files ${names} --phase ${phase}`
}
