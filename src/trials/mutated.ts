/** Small changes of the commit's lines: a change that no test notices shows a line that no test pins. */
import { type FileTexts, readChanged } from '../changes/changed-parts.ts'
import { getUsers, readTestCode } from '../changes/test-users.ts'
import { readTexts } from '../changes/tree-texts.ts'
import type { Measured } from '../core/compare/measured.ts'
import type { Sha } from '../core/model/commit.ts'
import { DEFAULT_MUTANTS, type MutantKind } from '../core/model/config.ts'
import type { SurvivingMutant, TriedMutants } from '../core/model/counterfactuals.ts'
import type { LineRange } from '../core/model/evidence.ts'
import { trackedFiles } from '../core/model/state.ts'
import { toShortCode } from '../core/util/short-code.ts'
import { takeTurns } from '../core/util/turns.ts'
import { getReportedMutants, type ReportedMutant } from '../reports/mutation/mutant.ts'
import { withoutSpaces } from '../rewriting/forks.ts'
import { getMutants, type Mutant } from '../rewriting/mutants.ts'
import { ask, askAboutTexts, sayChange } from './notice.ts'
import { isCode } from './taken-back.ts'
import {
  type GreenTrial,
  getProduction,
  MAX_NAMED,
  MAX_TRIED_FILES,
  type TrialContext,
  type UpkeepTrial,
} from './trial.ts'
import { ONCE, passingIn, type TrialRuns } from './trial-runs.ts'

/** A call that a REFACTOR adds changes what the code does. */
const IN_REWRITES: readonly MutantKind[] = [...DEFAULT_MUTANTS, 'calls']

export const mutatedProduction: GreenTrial = {
  code: 'mutated-production',
  about: 'changes an operator, a condition or a value of a line of the GREEN: a test must fail',
  rules: ['changes-are-pinned'],
  needsWhole: true,
  run: async (context, runs) => {
    const files = await readFiles(context)
    if (files.length === 0) return null
    const { test } = context.session.config
    if (test.mutation) return runMutationTool(context.commit.tree, runs, files, getReported(context.measured))
    const watch = trackedFiles(context.green.cycles)
    const own = runs.passing.filter(([id, { file }]) => context.green.drivers.has(id) || (file && watch.includes(file)))
    return tryMutants({ context, runs, files, watch, tests: own.map(([id]) => id), old: '' })
  },
}

export const mutatedRewrites: UpkeepTrial = {
  code: 'mutated-rewrites',
  about: 'changes an operator, a condition or a value that a REFACTOR writes: a test must fail',
  rules: ['changes-are-pinned'],
  needsWhole: true,
  run: async (context, runs) => {
    const { session, commit } = context
    const files = await readFiles(context)
    if (files.length === 0) return null
    const ids = getProduction(context).flatMap(({ before }) => before?.id ?? [])
    const before = await readTexts(session.scratch, ids)
    const old = withoutSpaces([...before.values()].join('\n'))
    const users = getUsers(
      await readTestCode(session.scratch, commit.tree, session.classify),
      files.map(({ change }) => change.path),
    )
    return tryMutants({ context, runs, files, watch: users, tests: passingIn(runs, users), old })
  },
}

/** The changed files that no trial reported as a whole. */
async function readFiles(context: TrialContext): Promise<readonly FileTexts[]> {
  const { session, commit, measured } = context
  const changes = getProduction(context).filter(isCode).slice(0, MAX_TRIED_FILES)
  const files = changes.length > 0 ? await readChanged(session.scratch, commit.tree, changes) : []
  return files.filter(({ change }) => !measured.unasked?.includes(change.path))
}

const getReported = ({ unrun = [], unaskedLines = [] }: Measured): readonly LineRange[] => [...unrun, ...unaskedLines]

interface MutantTrial {
  readonly context: TrialContext
  readonly runs: TrialRuns
  readonly files: readonly FileTexts[]
  /** Test files that run at once, and tests of them that must notice. */
  readonly watch: readonly string[]
  readonly tests: readonly string[]
  /** Code before, without spaces: what only moved is not tried. */
  readonly old: string
}

async function tryMutants(trial: MutantTrial) {
  const { context, runs, files } = trial
  const all = await readMutants(trial)
  if (all.length === 0) return null
  const question = askAboutTexts<Mutant>(
    context.session.scratch,
    files.map(({ change: { path, after } }) => ({ path, mode: after?.mode ?? '' })),
    sayChange,
  )
  const { unnoticed, untried } = await ask(runs, all, { files: trial.watch, tests: trial.tests }, question)
  const survived = unnoticed.map(({ path, line, from, to }) => ({ path, line, from, to }))
  return { mutants: { tried: all.length - untried.length, untried: untried.length, survived } }
}

/** Each file has its first mutant before another file has its second. */
async function readMutants({ context, files, old }: MutantTrial): Promise<readonly Mutant[]> {
  const { mutants: kinds = old === '' ? DEFAULT_MUTANTS : IN_REWRITES } = context.session.config.test
  const reported = getReported(context.measured)
  const found = await Promise.all(files.map(({ change, text, parts }) => getMutants(change.path, text, parts, kinds)))
  // Code that rounded before rounds in the same way.
  const toOld = ({ kind, from }: Mutant) => withoutSpaces(kind === 'rounding' ? from.replace(/\(.*/s, '(') : from)
  const isNew = (mutant: Mutant) =>
    !old.includes(toOld(mutant)) &&
    !reported.some(({ path, first, last }) => path === mutant.path && first - 1 <= mutant.line && mutant.line <= last)
  return takeTurns(found.map((mutants) => mutants.filter(isNew)))
}

const MAX_REASON = 300

/** Runs the configured mutation tester for the changed lines of a GREEN. @param reported shown for another reason */
async function runMutationTool(
  tree: Sha,
  runs: Pick<TrialRuns, 'execute'>,
  files: readonly FileTexts[],
  reported: readonly LineRange[],
): Promise<{ readonly mutants: TriedMutants }> {
  const mutation = files.map(({ change }) => change.path).toSorted()
  const execution = await runs.execute(tree, { ...ONCE, files: null, mutation })
  const [problem] = execution.problems
  const isSaid = (path: string, line: number) =>
    reported.some((one) => one.path === path && one.first <= line && line <= one.last)
  const changed = problem
    ? []
    : getReportedMutants(execution.run).flatMap((mutant) => {
        const isIn = ({ first, last }: FileTexts['parts'][number]) => first <= mutant.line && mutant.line <= last
        const file = files.find(({ change, parts }) => change.path === mutant.file && parts.some(isIn))
        return file === undefined || isSaid(file.change.path, mutant.line) ? [] : [{ mutant, file }]
      })
  const survived = changed.filter(({ mutant }) => !mutant.isNoticed).map(({ mutant, file }) => toSurvivor(mutant, file))
  const mutants = {
    tried: changed.length,
    untried: 0,
    ...(problem ? { failed: problem.message.slice(0, MAX_REASON) } : {}),
    survived: survived.slice(0, MAX_NAMED),
  }
  return { mutants }
}

/** Where a report only describes the change, the line stands for the code before. */
function toSurvivor({ line, from, to }: ReportedMutant, { change, text }: FileTexts): SurvivingMutant {
  return { path: change.path, line, from: toShortCode(from ?? text.split('\n')[line - 1] ?? ''), to: toShortCode(to) }
}
