/** Reverts the production change of a GREEN file by file and part by part. Code that no test misses is unproved. */

import { indexRun, type RunIndex } from '../../core/compare/compare.ts'
import { productionSince } from '../../core/compare/counterfactual.ts'
import type { Measured } from '../../core/compare/measured.ts'
import type { TreeEdit } from '../../core/evaluate/measurement-plan.ts'
import type { FileChange } from '../../core/model/commit.ts'
import type { LineRange } from '../../core/model/evidence.ts'
import { trackedFiles } from '../../core/model/state.ts'
import { MAX_TRIALS } from '../../core/rules/untried-production-is-shown.ts'
import type { TextPart } from '../../core/text/parts.ts'
import { getGrammar } from '../../core/text/tokens.ts'
import type { Execution } from '../../test-runner/measurer.ts'
import { editsWithout, type FileTexts, readChanged, takeOut } from '../changes/changed-parts.ts'
import { namesInFiles } from '../changes/names-in-files.ts'
import type { Candidates, HollowRequest } from './hollow.ts'
import { getTimeLimit } from './time-limit.ts'

const RULES = ['production-is-asked-for', 'untried-production-is-shown']
/** Files of the largest change that is tried. */
const MAX_FILES = 200
/** Names in evidence: as many as people read. */
const MAX_NAMED = 20

export interface TakenBack {
  readonly unasked: readonly string[]
  readonly unaskedLines: readonly LineRange[]
  readonly untried: readonly string[]
  readonly executions: readonly Execution[]
}

/** Nothing was tried where there is nothing. */
export function toFindings(taken: TakenBack | null): Pick<Measured, 'unasked' | 'unaskedLines' | 'untried'> {
  return { unasked: taken?.unasked ?? null, unaskedLines: taken?.unaskedLines ?? [], untried: taken?.untried ?? [] }
}

/** The unit that is reverted at once: a file, or parts of it. */
interface Piece {
  readonly file: FileTexts
  readonly parts: readonly TextPart[] | null
}

/**
 * Runs the drivers without single pieces.
 * @returns null when the rules are off, and when there is no code to revert
 */
export async function takeBackAlone(
  asked: HollowRequest,
  measured: Measured,
  candidates: Candidates,
): Promise<TakenBack | null> {
  const { scratch, terms } = asked.session
  const changes = [...productionSince(asked.state, asked.commit).values()].filter(isCode).slice(0, MAX_FILES)
  const isWanted = RULES.some((code) => terms.policy.rules[code] !== 'off') && measured.problems.length === 0
  if (!isWanted || changes.length === 0) return null
  const trial: Trial = { asked, measured, candidates, executions: [], untried: new Set() }
  const files = await readChanged(scratch, asked.commit.tree, changes)
  // Reverting the only file gives the tree of RED.
  const alone = await missedFiles(trial, files.length > 1 ? files : [])
  const parts = await missedParts(
    trial,
    files.filter((file) => !alone.some((piece) => piece.file === file)),
  )
  const missed = await confirm(trial, [...alone, ...parts])
  return {
    unasked: missed.flatMap(({ file, parts: some }) => (some === null ? [file.change.path] : [])),
    unaskedLines: missed
      .flatMap(({ file, parts: some }) => (some ?? []).map((part) => toLines(file, part)))
      .slice(0, MAX_NAMED),
    untried: [...trial.untried].toSorted().slice(0, MAX_NAMED),
    executions: trial.executions,
  }
}

/** Skips removed files, comments, formatting, imports and plain content: no test need demand them. */
function isCode({ path, after, edit }: FileChange): boolean {
  const isEdited = edit === undefined || edit === 'removal'
  return after !== null && isEdited && getGrammar(path) !== null && !/\.d\.[cm]?ts$/.test(path)
}

const toLines = ({ change }: FileTexts, { first, last }: TextPart): LineRange => ({ path: change.path, first, last })

interface Trial {
  readonly asked: HollowRequest
  readonly measured: Measured
  readonly candidates: Candidates
  readonly executions: Execution[]
  /** Files with untried parts, because the number of runs is limited. */
  readonly untried: Set<string>
}

async function missedFiles(trial: Trial, files: readonly FileTexts[]): Promise<readonly Piece[]> {
  const missed: Piece[] = []
  for (const file of files) {
    const piece = { file, parts: null }
    if (hasRun(trial, file) && (await isUnnoticed(trial, piece))) missed.push(piece)
  }
  return missed
}

/** Skips parts that drivers name at the top of a file, and a file of one part: it was tried, or is the whole change. */
async function missedParts(trial: Trial, files: readonly FileTexts[]): Promise<readonly Piece[]> {
  const named = files.some(({ parts }) => parts.length > 1) ? await namesInDrivers(trial) : new Set<string>()
  const missed: Piece[] = []
  for (const file of files.filter(({ change, parts }) => parts.length > 1 && !trial.untried.has(change.path)))
    for (const part of file.parts) {
      const isOver = trial.untried.has(file.change.path) || missed.some((piece) => piece.parts?.includes(part))
      if (isOver || (part.old.length === 0 && part.name !== null && named.has(part.name))) continue
      const out = await takeOut(file, part)
      const piece = out && { file, parts: out.parts }
      if (piece && hasRun(trial, file) && (await isUnnoticed(trial, piece))) missed.push(piece)
    }
  return missed
}

function hasRun({ executions, untried }: Trial, { change }: FileTexts): boolean {
  if (executions.length >= MAX_TRIALS) untried.add(change.path)
  return executions.length < MAX_TRIALS
}

function namesInDrivers({ asked, candidates }: Trial): Promise<ReadonlySet<string>> {
  return namesInFiles(asked.session.scratch, asked.commit.tree, trackedFiles(candidates.cycles))
}

/** Returns whether every driver passes without the piece. */
async function isUnnoticed(trial: Trial, piece: Piece): Promise<boolean> {
  const { drivers } = trial.candidates
  const without = await run(trial, [piece], trackedFiles(trial.candidates.cycles))
  return [...drivers].every((id) => without.get(id)?.outcome === 'passed')
}

/**
 * Runs the whole suite without the pieces, because other tests may demand them; repeats it once for each piece that a
 * test misses.
 */
async function confirm(trial: Trial, missed: readonly Piece[]): Promise<readonly Piece[]> {
  if (missed.length === 0) return []
  const before = [...indexRun(trial.measured.runs[0]!)].filter(([, { outcome }]) => outcome === 'passed')
  const fails = (run: RunIndex) => before.filter(([id]) => run.get(id)?.outcome !== 'passed')
  const noticing = fails(await run(trial, missed, null))
  if (noticing.length === 0) return missed
  const files = new Set(noticing.map(([, { file }]) => file))
  // Shards see different slices fail, so they would run different trees.
  if (missed.length === 1 || trial.asked.session.config.test.shards > 1 || files.has(null)) return []
  const watch = [...files].filter((file) => file !== null).toSorted()
  const still: Piece[] = []
  for (const piece of missed.slice(0, MAX_TRIALS)) {
    const without = await run(trial, [piece], watch)
    if (noticing.every(([id]) => without.get(id)?.outcome === 'passed')) still.push(piece)
  }
  return still
}

async function run(
  { asked, measured, executions }: Trial,
  pieces: readonly Piece[],
  files: readonly string[] | null,
): Promise<RunIndex> {
  const { session, commit } = asked
  const tree = await session.scratch.composeTree(commit.tree, await getEdits(asked, pieces))
  const timeoutMs = getTimeLimit(measured.durationMs)
  const execution = await session.measurer.execute(tree, {
    files,
    coverage: false,
    repeat: 1,
    withCanary: false,
    timeoutMs,
  })
  executions.push(execution)
  return indexRun(execution.run)
}

async function getEdits({ session }: HollowRequest, pieces: readonly Piece[]): Promise<readonly TreeEdit[]> {
  const whole = pieces.flatMap(({ file, parts }) =>
    parts === null ? [{ path: file.change.path, blob: file.change.before }] : [],
  )
  const some = Map.groupBy(
    pieces.filter(({ parts }) => parts !== null),
    ({ file }) => file,
  )
  const partly = [...some].map(([file, all]) => ({
    file,
    parts: [...new Set(all.flatMap(({ parts }) => parts ?? []))],
  }))
  return [...whole, ...(await editsWithout(session.scratch, partly))]
}
