/** Lets new branches of production fail as soon as they run: what still passes shows which branches no test runs. */
import { getUsers, readTestCode } from '../changes/test-users.ts'
import { type FileText, readSides } from '../changes/tree-texts.ts'
import { indexRun } from '../core/compare/compare.ts'
import type { FileChange } from '../core/model/commit.ts'
import type { TriedChange } from '../core/model/counterfactuals.ts'
import type { LineRange } from '../core/model/evidence.ts'
import { trackedFiles } from '../core/model/state.ts'
import { isFailing, type TestId, type TestRun } from '../core/model/test-run.ts'
import { nearby } from '../core/text/nearby.ts'
import { type CodeBranch, getNewBranches } from '../rewriting/branches.ts'
import { marksIn } from '../rewriting/forks.ts'
import { getLanguage } from '../rewriting/index.ts'
import { MAX_SOURCE_TEXT } from '../syntax/index.ts'
import { failMarked } from './notice.ts'
import {
  type Finished,
  type GreenTrial,
  getProduction,
  MAX_NAMED,
  MAX_TRIED_FILES,
  type TrialContext,
  type UpkeepTrial,
} from './trial.ts'
import type { TrialRuns } from './trial-runs.ts'

const ABOUT = {
  rules: ['unrun-lines-are-shown'],
  // A shard sees its own slice notice, and others another one.
  needsWhole: true,
} as const

export const unrunBranches: GreenTrial = {
  code: 'unrun-branches',
  about: 'makes new branches of a GREEN fail as soon as they run: a test must fail',
  ...ABOUT,
  run: (context, runs) => findUnrun(context, runs, context.green),
}

export const unrunRewrites: UpkeepTrial = {
  code: 'unrun-rewrites',
  about: 'makes branches of functions that a REFACTOR rewrites fail as soon as they run: a test must fail',
  ...ABOUT,
  run: (context, runs) => findUnrun(context, runs, null),
}

/** The files of a REFACTOR run as they were. */
export const droppedBranches: UpkeepTrial = {
  code: 'dropped-branches',
  about: 'makes branches that a REFACTOR drops fail in the code before it: a test must fail',
  ...ABOUT,
  run: async (context, runs) => {
    const isChanged = ({ class: kind, edit }: FileChange) =>
      kind === 'production' && (edit === undefined || edit === 'removal')
    const trial: BranchTrial = { context, runs, green: null, texts: new Map() }
    const branches = await readBranches(trial, context.commit.changes.filter(isChanged), true)
    return branches.length === 0 ? null : { dropped: toRanges([], await narrow(trial, branches)) }
  },
}

async function findUnrun(context: TrialContext, runs: TrialRuns, green: BranchTrial['green']) {
  const trial: BranchTrial = { context, runs, green, texts: new Map() }
  const { unrun: known = [], unasked, unaskedLines = [] } = context.measured
  const reported = [...known, ...unaskedLines]
  const isNew = (branch: CodeBranch) =>
    !unasked?.includes(branch.path) && !reported.some((lines) => overlaps(lines, branch))
  // Comments, formats and files that only moved are no new code.
  const changes = getProduction(context).filter(({ edit }) => green !== null || edit === undefined)
  const branches = (await readBranches(trial, changes, false)).filter(isNew)
  return branches.length === 0 ? null : { unrun: toRanges(known, await narrow(trial, branches)) }
}

const toRanges = (known: readonly LineRange[], branches: readonly CodeBranch[]) =>
  merge([...known, ...branches.map(({ path, first, last }) => ({ path, first, last }))]).slice(0, MAX_NAMED)

interface BranchTrial {
  readonly context: TrialContext
  readonly runs: TrialRuns
  /** Null at a commit that drives nothing. */
  readonly green: Pick<Finished, 'cycles' | 'drivers'> | null
  /** Changed files as they are. */
  readonly texts: Map<string, FileText>
}

/** Branches that no test runs, as far as the runs suffice: where they do not, nothing is said. */
async function narrow(trial: BranchTrial, branches: readonly CodeBranch[]): Promise<readonly CodeBranch[]> {
  const { green, runs, context, texts } = trial
  const { scratch, classify } = context.session
  const files = green
    ? trackedFiles(green.cycles)
    : getUsers(await readTestCode(scratch, context.commit.tree, classify), [...texts.keys()])
  const around = nearby(files)
  const own = runs.passing.filter(([id, { file }]) => green?.drivers.has(id) || (file !== null && around.has(file)))
  const near = own.length > 0 ? await withoutNoticed(trial, branches, files, own) : branches
  return near.length > 0 ? withoutNoticed(trial, near, null, runs.passing) : near
}

/** All fail at once; those that a test ran are left out next time, until every test passes. */
async function withoutNoticed(
  trial: BranchTrial,
  branches: readonly CodeBranch[],
  files: readonly string[] | null,
  tests: TrialRuns['passing'],
): Promise<readonly CodeBranch[]> {
  let left = branches
  let asked = 0
  while (left.length > 0 && (files !== null || asked === 0) && trial.runs.mayRun(files)) {
    asked = tests.length
    const marked = left.map((branch) => [trial.texts.get(branch.path)!, branch, branches.indexOf(branch)] as const)
    const { run } = await trial.runs.change(await failMarked(trial.context.session.scratch, marked), files)
    const index = indexRun(run)
    if (tests.every(([id]) => index.get(id)?.outcome === 'passed')) {
      if (files === null) note(trial, left, tests.length, 'unnoticed')
      return left
    }
    const noticing = new Map(
      getOutputs(run).flatMap(({ test, text }) => [...marksIn(text)].map((mark) => [mark, test])),
    )
    const isNoticed = (branch: CodeBranch) => noticing.has(branches.indexOf(branch))
    const noticed = left.filter(isNoticed)
    for (const one of noticed) note(trial, [one], tests.length, 'noticed', noticing.get(branches.indexOf(one)))
    if (noticed.length === 0) break
    left = left.filter((branch) => !isNoticed(branch))
  }
  note(trial, left, asked, asked === 0 ? 'untried' : 'unknown')
  return []
}

function note(
  { runs }: BranchTrial,
  branches: readonly CodeBranch[],
  asked: number,
  result: TriedChange['result'],
  test: TestId | null = null,
): void {
  const change = 'fails as soon as it runs'
  runs.note(branches.map(({ path, first, last }) => ({ lines: { path, first, last }, change, asked, result, test })))
}

/** Whatever tests and files failed with; the first test of each output comes last. */
function getOutputs({ cases, loadErrors, hookFailures, runErrors }: TestRun) {
  const failed = cases.filter(({ outcome }) => isFailing(outcome)).toReversed()
  const own = failed.map(({ id, failure, attempts }) => ({ test: id, text: JSON.stringify([failure, attempts]) }))
  return [{ test: null, text: JSON.stringify([loadErrors, hookFailures, runErrors]) }, ...own]
}

/**
 * Reads branches that only one side of the changes has. New code of a REFACTOR must run in a test too, unless it existed
 * elsewhere before.
 */
async function readBranches({ context, green, texts }: BranchTrial, all: readonly FileChange[], isDropped: boolean) {
  const changes = all.slice(0, MAX_TRIED_FILES)
  const textOf = await readSides(context.session.scratch, changes)
  const [side, other] = isDropped ? (['before', 'after'] as const) : (['after', 'before'] as const)
  const known = changes.map((change) => textOf(change[other]) ?? '').join('\n')
  const found: CodeBranch[] = []
  for (const change of changes) {
    const { path, [side]: blob } = change
    const [text, before] = [textOf(blob), textOf(change[other])]
    const isRead = isDropped ? before !== null : getLanguage(path) !== null
    if (blob === null || text === null || text.length > MAX_SOURCE_TEXT || !isRead) continue
    texts.set(path, { path, mode: blob.mode, text })
    const withBodies = green === null && !isDropped
    found.push(...(await getNewBranches({ path, before, after: text }, known, withBodies, isDropped)))
  }
  return found
}

const overlaps = (one: LineRange, other: LineRange) =>
  one.path === other.path && one.first <= other.last && other.first <= one.last

/** In order; what lies inside another is not said again. */
function merge(all: readonly LineRange[]): readonly LineRange[] {
  const isInside = (one: LineRange, n: number) =>
    all.some(
      (other, m) =>
        m !== n &&
        overlaps(one, other) &&
        other.first <= one.first &&
        one.last <= other.last &&
        (other.last - other.first > one.last - one.first || m < n),
    )
  return all.filter((one, n) => !isInside(one, n))
}
