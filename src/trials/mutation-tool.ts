/** Runs the configured mutation tester for the changed lines of a GREEN. */

import type { FileTexts } from '../changes/changed-parts.ts'
import type { SurvivingMutant, TriedMutants } from '../core/model/counterfactuals.ts'
import type { LineRange } from '../core/model/evidence.ts'
import { toShortCode } from '../core/util/short-code.ts'
import { getReportedMutants, type ReportedMutant } from '../reports/mutation/mutant.ts'
import type { TrialContext } from './trial.ts'
import type { TrialRuns } from './trial-runs.ts'

/** Survivors in evidence: as many as people read. */
const MAX_SURVIVORS = 20
const MAX_REASON = 300

interface MutationToolOptions {
  readonly context: Pick<TrialContext, 'commit'>
  readonly runs: Pick<TrialRuns, 'execute'>
  readonly files: readonly FileTexts[]
  /** Lines that are shown for another reason. */
  readonly reported: readonly LineRange[]
}

export async function runMutationTool({
  context: { commit },
  runs,
  files,
  reported,
}: MutationToolOptions): Promise<{ readonly mutants: TriedMutants }> {
  const request = { files: null, coverage: false, repeat: 1, withCanary: false }
  const mutation = files.map(({ change }) => change.path).toSorted()
  const execution = await runs.execute(commit.tree, { ...request, mutation })
  const [problem] = execution.problems
  const isSaid = (path: string, line: number) =>
    reported.some((one) => one.path === path && one.first <= line && line <= one.last)
  const changed = problem
    ? []
    : getReportedMutants(execution.run).flatMap((mutant) => {
        const file = files.find(({ change, parts }) => change.path === mutant.file && parts.some(holds(mutant)))
        return file === undefined || isSaid(file.change.path, mutant.line) ? [] : [{ mutant, file }]
      })
  const survived = changed.filter(({ mutant }) => !mutant.isNoticed).map(({ mutant, file }) => toSurvivor(mutant, file))
  const mutants = {
    tried: changed.length,
    untried: 0,
    ...(problem ? { failed: problem.message.slice(0, MAX_REASON) } : {}),
    survived: survived.slice(0, MAX_SURVIVORS),
  }
  return { mutants }
}

const holds =
  ({ line }: ReportedMutant) =>
  ({ first, last }: FileTexts['parts'][number]) =>
    first <= line && line <= last

/** Where a report only describes the change, the line stands for the code before. */
function toSurvivor({ line, from, to }: ReportedMutant, { change, text }: FileTexts): SurvivingMutant {
  return { path: change.path, line, from: toShortCode(from ?? text.split('\n')[line - 1] ?? ''), to: toShortCode(to) }
}
