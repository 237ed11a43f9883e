/** Runs the drivers with small changes of a GREEN's code: what still passes shows which lines no test pins. */

import { type FileTexts, readChanged } from '../changes/changed-parts.ts'
import { indexRun, type RunIndex } from '../core/compare/compare.ts'
import { productionSince } from '../core/compare/counterfactual.ts'
import type { Measured } from '../core/compare/measured.ts'
import type { TreeEdit } from '../core/evaluate/measurement-plan.ts'
import type { Evidence, LineRange } from '../core/model/evidence.ts'
import { trackedFiles } from '../core/model/state.ts'
import { MAX_MUTANTS } from '../core/rules/changes-are-pinned.ts'
import { getMutants, type Mutant, withMutants } from '../test-runner/empty/mutants.ts'
import type { Execution } from '../test-runner/execution.ts'
import { announceChanged, runChanged } from './changed-run.ts'
import type { Candidates, HollowRequest } from './hollow.ts'
import { runMutationTool } from './mutation-tool.ts'
import { isCode, type TakenBack } from './taken-back.ts'
import { askSuite } from './unnoticed.ts'

const RULE = 'changes-are-pinned'
/** Files of the largest change that is tried. */
const MAX_FILES = 200

interface Mutated {
  readonly mutants: NonNullable<Evidence['mutants']>
  readonly executions: readonly Execution[]
}

interface AtGreen extends Candidates {
  /** Code that no test needs: it is shown already. */
  readonly alone: Pick<TakenBack, 'unasked' | 'unaskedLines'> | null
}

/** @returns null when the rule is off, and when there is no code to change */
export async function tryMutants(request: HollowRequest, measured: Measured, green: AtGreen): Promise<Mutated | null> {
  const { config, criteria, scratch } = request.session
  const level = criteria.policy.rules[RULE] ?? 'off'
  // A shard sees its own slice notice, and others another one.
  if (level === 'off' || measured.problems.length > 0 || config.test.shards > 1) return null
  const changes = [...productionSince(request.state, request.commit).values()].filter(isCode).slice(0, MAX_FILES)
  const files = changes.length > 0 ? await readChanged(scratch, request.commit.tree, changes) : []
  const reported = [...(measured.unrun ?? []), ...(green.alone?.unaskedLines ?? [])]
  if (config.test.mutation) return files.length === 0 ? null : runMutationTool({ request, files, reported, green })
  const all = await readMutants(files, reported, green)
  if (all.length === 0) return null
  const tried = all.slice(0, MAX_MUTANTS)
  const trial: Trial = {
    request,
    measured,
    executions: [],
    modes: new Map(changes.map(({ path, after }) => [path, after?.mode ?? ''])),
  }
  const missed = await missedBy(trial, tried, green)
  const { unnoticed: survived } = await askSuite(disjoint(missed), {
    measured,
    shards: config.test.shards,
    run: (some, watch) => run(trial, some, watch),
    announce: (some, watch) => announce(trial, some, watch),
  })
  const shown = survived.map(({ path, line, from, to }) => ({ path, line, from, to }))
  return {
    mutants: { tried: tried.length, untried: all.length - tried.length, survived: shown },
    executions: trial.executions,
  }
}

/** Each file has its first mutant before another file has its second. */
async function readMutants(
  files: readonly FileTexts[],
  reported: readonly LineRange[],
  { alone }: AtGreen,
): Promise<readonly Mutant[]> {
  const wanted = files.filter(({ change }) => !alone?.unasked.includes(change.path))
  const found = await Promise.all(wanted.map(({ change, text, parts }) => getMutants(change.path, text, parts)))
  const isNew = ({ path, line }: Mutant) =>
    !reported.some((one) => one.path === path && one.first <= line && line <= one.last)
  const own = found.map((mutants) => mutants.filter(isNew))
  const most = Math.max(0, ...own.map(({ length }) => length))
  return Array.from({ length: most }, (_, n) => own.flatMap((mutants) => mutants[n] ?? [])).flat()
}

interface Trial {
  readonly request: HollowRequest
  readonly measured: Measured
  readonly modes: ReadonlyMap<string, string>
  readonly executions: Execution[]
}

/** Returns the mutants with which the drivers pass, and every other test of their files. */
async function missedBy(trial: Trial, mutants: readonly Mutant[], green: AtGreen): Promise<readonly Mutant[]> {
  const files = trackedFiles(green.cycles)
  const passed = [...indexRun(trial.measured.runs[0]!)].filter(([, { outcome }]) => outcome === 'passed')
  const own = passed.filter(([id, { file }]) => green.drivers.has(id) || (file !== null && files.includes(file)))
  const missed: Mutant[] = []
  if (own.length > 0) await announce(trial, mutants, files)
  for (const mutant of mutants) {
    const seen = await run(trial, [mutant], files)
    if (own.length > 0 && own.every(([id]) => seen.get(id)?.outcome === 'passed')) missed.push(mutant)
  }
  return missed
}

/** Keeps one mutant for each place, so that all of them can stand in one text. */
function disjoint(mutants: readonly Mutant[]): readonly Mutant[] {
  return mutants.filter(
    (mutant, n) => !mutants.slice(0, n).some((one) => one.path === mutant.path && overlaps(one.edit, mutant.edit)),
  )
}

const overlaps = (one: Mutant['edit'], other: Mutant['edit']) => one.start < other.end && other.start < one.end

async function run(trial: Trial, mutants: readonly Mutant[], files: readonly string[] | null): Promise<RunIndex> {
  return indexRun(await runChanged(toRun(trial, files), await getEdits(trial, mutants)))
}

function announce(trial: Trial, mutants: readonly Mutant[], files: readonly string[]): Promise<void> {
  const all = mutants.map((mutant) => () => getEdits(trial, [mutant]))
  return announceChanged(toRun(trial, files), all)
}

const toRun = ({ request, measured, executions }: Trial, files: readonly string[] | null) => ({
  ...request,
  tookMs: measured.durationMs,
  executions,
  files,
})

async function getEdits({ request, modes }: Trial, mutants: readonly Mutant[]): Promise<readonly TreeEdit[]> {
  const made = [...Map.groupBy(mutants, ({ path }) => path)]
  const ids = await request.session.scratch.writeBlobs(made.map(([, own]) => withMutants(own)))
  return made.map(([path], n) => ({ path, blob: { mode: modes.get(path) ?? '', id: ids[n] ?? '' } }))
}
