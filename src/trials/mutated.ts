/** Small changes of the commit's lines: a change that no test notices shows a line that no test pins. */

import { type FileTexts, readChanged } from '../changes/changed-parts.ts'
import { getUsers, readTestCode } from '../changes/test-users.ts'
import { readTexts } from '../changes/tree-texts.ts'
import { productionSince } from '../core/compare/counterfactual.ts'
import type { Measured } from '../core/compare/measured.ts'
import type { FileChange } from '../core/model/commit.ts'
import { DEFAULT_MUTANTS, type MutantKind } from '../core/model/config.ts'
import type { LineRange } from '../core/model/evidence.ts'
import { trackedFiles } from '../core/model/state.ts'
import { nearby } from '../core/text/nearby.ts'
import { takeTurns } from '../core/util/turns.ts'
import { withoutSpaces } from '../rewriting/forks.ts'
import { getMutants, type Mutant } from '../rewriting/mutants.ts'
import { runMutationTool } from './mutation-tool.ts'
import { ask } from './notice.ts'
import { isCode } from './taken-back.ts'
import { askAboutTexts } from './text-edits.ts'
import type { GreenTrial, TrialContext, UpkeepTrial } from './trial.ts'
import type { TrialRuns } from './trial-runs.ts'

/** A call that a REFACTOR adds changes what the code does. */
const IN_REWRITES: readonly MutantKind[] = [...DEFAULT_MUTANTS, 'calls']
/** Files of the largest change that is tried. */
const MAX_FILES = 200

export const mutatedProduction: GreenTrial = {
  code: 'mutated-production',
  about: 'changes an operator, a condition or a value of a line of the GREEN: a test must fail',
  rules: ['changes-are-pinned'],
  needsWhole: true,
  run: async (context, runs) => {
    const changes = [...productionSince(context.state, context.commit).values()].filter(isCode).slice(0, MAX_FILES)
    const files = await readFiles(context, changes)
    if (files.length === 0) return null
    const { test } = context.session.config
    if (test.mutation) return runMutationTool({ context, runs, files, reported: getReported(context.measured) })
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
    const isRewritten = (change: FileChange) => change.class === 'production' && isCode(change)
    const changes = commit.changes.filter(isRewritten).slice(0, MAX_FILES)
    const files = await readFiles(context, changes)
    if (files.length === 0) return null
    const before = await readTexts(session.scratch, [
      ...new Set(commit.changes.flatMap((change) => (change.class === 'production' ? (change.before?.id ?? []) : []))),
    ])
    const old = withoutSpaces([...before.values()].join('\n'))
    const users = getUsers(
      await readTestCode(session.scratch, commit.tree, session.classify),
      files.map(({ change }) => change.path),
    )
    const near = nearby(users)
    const tests = runs.passing.flatMap(([id, { file }]) => (file !== null && near.has(file) ? [id] : []))
    return tryMutants({ context, runs, files, watch: users, tests, old })
  },
}

/** The changed files that no trial reported as a whole. */
async function readFiles(
  { session: { scratch }, commit, measured: { unasked } }: TrialContext,
  changes: readonly FileChange[],
): Promise<readonly FileTexts[]> {
  const files = changes.length > 0 ? await readChanged(scratch, commit.tree, changes) : []
  return files.filter(({ change }) => !unasked?.includes(change.path))
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
    files.map(({ change }) => change),
    ({ from, to }) => `${to} for ${from}`,
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
