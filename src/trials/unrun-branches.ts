/** Lets new branches of production fail as soon as they run: what still passes shows which branches no test runs. */

import { getUsers, readTestCode } from '../changes/test-users.ts'
import { readTexts } from '../changes/tree-texts.ts'
import { indexRun } from '../core/compare/compare.ts'
import { productionSince } from '../core/compare/counterfactual.ts'
import type { Measured } from '../core/compare/measured.ts'
import type { TreeEdit } from '../core/evaluate/measurement-plan.ts'
import type { Phase } from '../core/evaluate/phase.ts'
import type { Blob, FileChange } from '../core/model/commit.ts'
import type { LineRange } from '../core/model/evidence.ts'
import { trackedFiles } from '../core/model/state.ts'
import { isFailing, type TestId, type TestRun } from '../core/model/test-run.ts'
import { type CodeBranch, failBranches, getNewBranches } from '../test-runner/empty/branches.ts'
import { marksIn } from '../test-runner/empty/forks.ts'
import { getLanguage, MAX_SOURCE } from '../test-runner/empty/index.ts'
import type { Execution } from '../test-runner/execution.ts'
import { mayEndInTime, runChanged } from './changed-run.ts'
import { type Candidates, type HollowRequest, withRuns } from './hollow.ts'
import type { TakenBack } from './taken-back.ts'

const RULE = 'unrun-lines-are-shown'
/** Files of the largest change that is tried. */
const MAX_FILES = 200
/** Runs of the driver files, and of the whole suite. Most changes need one of the first and none of the second. */
const MAX_RUNS = 6
const MAX_SUITES = 1
/** Names in evidence: as many as people read. */
const MAX_NAMED = 20

interface Unrun {
  readonly unrun: readonly LineRange[]
  readonly executions: readonly Execution[]
}

export interface Green extends Pick<Candidates, 'cycles' | 'drivers'> {
  /** Pieces that were reverted alone and already reported. */
  readonly alone: Pick<TakenBack, 'unasked' | 'unaskedLines'> | null
}

/**
 * Finds branches that no test runs.
 * @param green null at a REFACTOR
 * @returns null when there is nothing to try
 */
export async function findUnrunBranches(
  request: HollowRequest,
  measured: Measured,
  green: Green | null,
): Promise<Unrun | null> {
  const { config, criteria } = request.session
  // A shard sees its own slice notice, and others another one.
  const isWanted = criteria.policy.rules[RULE] !== 'off' && measured.problems.length === 0 && config.test.shards === 1
  if (!isWanted) return null
  const trial: Trial = { request, measured, green, texts: new Map(), executions: [] }
  const known = measured.unrun ?? []
  const reported = [...known, ...(green?.alone?.unaskedLines ?? [])]
  const isNew = (branch: CodeBranch) =>
    !green?.alone?.unasked.includes(branch.path) && !reported.some((lines) => overlaps(lines, branch))
  const branches = (await readBranches(trial)).filter(isNew)
  if (branches.length === 0) return null
  const left = await narrow(trial, branches)
  const lines = left.map(({ path, first, last }) => ({ path, first, last }))
  return { unrun: merge([...known, ...lines]).slice(0, MAX_NAMED), executions: trial.executions }
}

/** @param phase null where less than the suite ran @returns the measurement, and all runs that it needed */
export async function tryRefactor(
  request: HollowRequest,
  measured: Measured,
  phase: Phase | null,
): Promise<{ readonly measured: Measured; readonly runs: readonly TestRun[] }> {
  const isWanted = phase === 'refactor' || phase === 'neutral'
  const found = isWanted ? await findUnrunBranches(request, measured, null) : null
  const gone = isWanted ? await findDropped(request, measured) : null
  if (found === null && gone === null) return { measured, runs: measured.runs }
  const executions = [found, gone].flatMap((one) => one?.executions ?? [])
  const lines = { ...(found && { unrun: found.unrun }), ...(gone && { dropped: gone.unrun }) }
  return {
    measured: withRuns(measured, lines, executions),
    runs: [...measured.runs, ...executions.map(({ run: own }) => own)],
  }
}

/** Finds old branches that a REFACTOR drops: its files run as they were, with these branches failing. */
async function findDropped(request: HollowRequest, measured: Measured): Promise<Unrun | null> {
  const { config, criteria, scratch } = request.session
  if (criteria.policy.rules[RULE] === 'off' || measured.problems.length > 0 || config.test.shards > 1) return null
  const isChanged = ({ class: kind, edit }: FileChange) =>
    kind === 'production' && (edit === undefined || edit === 'removal')
  const { changes, textOf } = await readSides(scratch, request.commit.changes.filter(isChanged).slice(0, MAX_FILES))
  const trial: Trial = { request, measured, green: null, texts: new Map(), executions: [] }
  const now = changes.map(({ after }) => textOf(after) ?? '').join('\n')
  const branches: CodeBranch[] = []
  for (const { path, before, after } of changes) {
    const [old, text] = [textOf(before), textOf(after)]
    if (before === null || old === null || text === null || old.length > MAX_SOURCE) continue
    trial.texts.set(path, { text: old, mode: before.mode })
    branches.push(...(await getNewBranches({ path, before: text, after: old }, now, false, true)))
  }
  if (branches.length === 0) return null
  const left = await narrow(trial, branches)
  return {
    unrun: merge(left.map(({ path, first, last }) => ({ path, first, last }))).slice(0, MAX_NAMED),
    executions: trial.executions,
  }
}

async function readSides(scratch: HollowRequest['session']['scratch'], changes: readonly FileChange[]) {
  const ids = changes.flatMap(({ before, after }) => [before, after].filter(isRegular).map(({ id }) => id))
  const texts = await readTexts(scratch, [...new Set(ids)])
  return { changes, textOf: (blob: FileChange['after']) => (isRegular(blob) ? (texts.get(blob.id) ?? null) : null) }
}

interface Trial {
  readonly request: HollowRequest
  readonly measured: Measured
  readonly green: Green | null
  /** Changed files as they are. */
  readonly texts: Map<string, { readonly text: string; readonly mode: string }>
  readonly executions: Execution[]
}

/** Branches that no test runs, as far as the runs suffice: where they do not, nothing is said. */
async function narrow(trial: Trial, branches: readonly CodeBranch[]): Promise<readonly CodeBranch[]> {
  const { green, measured } = trial
  const files = green ? trackedFiles(green.cycles) : await usersOf(trial)
  const before = [...indexRun(measured.runs[0]!)].filter(([, { outcome }]) => outcome === 'passed')
  const own = before.filter(([id, { file }]) => green?.drivers.has(id) || (file !== null && files.includes(file)))
  const toIds = (tests: typeof before) => tests.map(([id]) => id)
  const near =
    own.length > 0 ? await withoutNoticed(trial, branches, { files, tests: toIds(own), runs: MAX_RUNS }) : branches
  const runs = mayEndInTime(measured.durationMs) ? MAX_SUITES : 0
  return near.length > 0 ? withoutNoticed(trial, near, { files: null, tests: toIds(before), runs }) : near
}

interface Where {
  readonly files: readonly string[] | null
  /** Tests of these files that pass with the branches as they are. */
  readonly tests: readonly TestId[]
  readonly runs: number
}

/** All fail at once; those that a test ran are left out next time, until every test passes. */
async function withoutNoticed(
  trial: Trial,
  branches: readonly CodeBranch[],
  { files, tests, runs }: Where,
): Promise<readonly CodeBranch[]> {
  let left = branches
  for (let n = 0; n < runs && left.length > 0; n += 1) {
    const seen = await run(trial, await getEdits(trial, branches, left), files)
    const index = indexRun(seen)
    if (tests.every((id) => index.get(id)?.outcome === 'passed')) return left
    const marks = marksIn(getOutput(seen))
    const now = left.filter((branch) => !marks.has(branches.indexOf(branch)))
    if (now.length === left.length) return []
    left = now
  }
  return []
}

async function getEdits(
  { request, texts }: Trial,
  all: readonly CodeBranch[],
  failing: readonly CodeBranch[],
): Promise<readonly TreeEdit[]> {
  const made = [...Map.groupBy(failing, ({ path }) => path)].flatMap(([path, own]) => {
    const source = texts.get(path)
    return source ? [{ path, ...source, own: own.map((branch) => [branch, all.indexOf(branch)] as const) }] : []
  })
  const written = await Promise.all(made.map(({ path, text, own }) => failBranches(path, text, own)))
  const ids = await request.session.scratch.writeBlobs(written.map((text, n) => text ?? made[n]?.text ?? ''))
  return made.map(({ path, mode }, n) => ({ path, blob: { mode, id: ids[n] ?? '' } }))
}

function run(
  { request, measured, executions }: Trial,
  edits: readonly TreeEdit[],
  files: Where['files'],
): Promise<TestRun> {
  return runChanged({ ...request, tookMs: measured.durationMs, executions, files }, edits)
}

/** Whatever tests and files failed with. */
function getOutput({ cases, loadErrors, hookFailures, runErrors }: TestRun): string {
  const failed = cases.filter(({ outcome }) => isFailing(outcome))
  const failures = failed.flatMap(({ failure, attempts }) => [failure, ...attempts])
  return JSON.stringify([failures, loadErrors, hookFailures, runErrors])
}

async function usersOf({ request, texts }: Trial): Promise<readonly string[]> {
  const { scratch, classify } = request.session
  return getUsers(await readTestCode(scratch, request.commit.tree, classify), [...texts.keys()])
}

const isRegular = (blob: FileChange['after']): blob is Blob => blob?.mode.startsWith('100') === true

/** New code of a REFACTOR must run in a test too, unless it existed elsewhere before. */
async function readBranches({ request, green, texts: kept }: Trial): Promise<readonly CodeBranch[]> {
  const { session } = request
  const all = green ? [...productionSince(request.state, request.commit).values()] : ownChanges(request)
  const { changes, textOf } = await readSides(session.scratch, all.slice(0, MAX_FILES))
  const known = changes.map(({ before }) => textOf(before) ?? '').join('\n')
  const found: CodeBranch[] = []
  for (const { path, before, after } of changes) {
    const text = textOf(after)
    if (after === null || text === null || text.length > MAX_SOURCE || getLanguage(path) === null) continue
    kept.set(path, { text, mode: after.mode })
    found.push(...(await getNewBranches({ path, before: textOf(before), after: text }, known, green === null)))
  }
  return found
}

/** Comments, formats and files that only moved are none. */
function ownChanges({ commit }: HollowRequest): readonly FileChange[] {
  return commit.changes.filter((change) => change.class === 'production' && change.edit === undefined)
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
