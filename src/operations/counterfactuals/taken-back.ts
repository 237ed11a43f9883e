/** Reverts the production change of a GREEN file by file and part by part. Code that no test misses is unproved. */

import { isUsedUp } from '../../core/compare/ablation.ts'
import { indexRun, type RunIndex } from '../../core/compare/compare.ts'
import { productionSince } from '../../core/compare/counterfactual.ts'
import type { Measured } from '../../core/compare/measured.ts'
import type { TreeEdit } from '../../core/evaluate/measurement-plan.ts'
import type { FileChange } from '../../core/model/commit.ts'
import type { TriedPart, UnneededLines } from '../../core/model/evidence.ts'
import { trackedFiles } from '../../core/model/state.ts'
import { isRemoved, type TextPart } from '../../core/text/parts.ts'
import { getGrammar } from '../../core/text/tokens.ts'
import type { Execution } from '../../test-runner/measurer.ts'
import { editsWithout, type FileTexts, readChanged, takeOut, withUsers } from '../changes/changed-parts.ts'
import { namesInFiles } from '../changes/names-in-files.ts'
import { runChanged } from './changed-run.ts'
import type { Candidates, HollowRequest } from './hollow.ts'
import { askSuite } from './unnoticed.ts'

const RULES = ['production-is-asked-for', 'untried-production-is-shown']
/** Files of the largest change that is tried. */
const MAX_FILES = 200
/** Names in evidence: as many as people read. */
const MAX_NAMED = 20
/** Parts in evidence. Of more it is not said what needs them. */
const MAX_PARTS = 200

export interface TakenBack {
  readonly unasked: readonly string[]
  readonly unaskedLines: readonly UnneededLines[]
  readonly parts: readonly TriedPart[]
  readonly untried: readonly string[]
  readonly executions: readonly Execution[]
}

/** Nothing was tried where there is nothing. */
export function toFindings(taken: TakenBack | null): Pick<Measured, 'unasked' | 'unaskedLines' | 'parts' | 'untried'> {
  const { unasked = null, unaskedLines = [], parts = [], untried = [] } = taken ?? {}
  return { unasked, unaskedLines, parts, untried }
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
  request: HollowRequest,
  measured: Measured,
  candidates: Candidates,
): Promise<TakenBack | null> {
  const { scratch, terms } = request.session
  const all = [...productionSince(request.state, request.commit).values()]
  const changes = all.filter(isCode).slice(0, MAX_FILES)
  const isWanted = RULES.some((code) => terms.policy.rules[code] !== 'off') && measured.problems.length === 0
  if (!isWanted || (changes.length === 0 && all.length !== 1)) return null
  const trial: Trial = { request, measured, candidates, executions: [], driven: [], untried: new Set() }
  const files = await readChanged(scratch, request.commit.tree, changes)
  // Reverting the only file gives the tree of RED.
  const alone = await missedFiles(trial, files.length > 1 ? files.filter(hasParts) : [])
  const parts = await missedParts(
    trial,
    files.filter((file) => !alone.some((piece) => piece.file === file)),
  )
  // Without the whole change the drivers fail.
  const whole = all.length === 1 ? await readChanged(scratch, request.commit.tree, all) : []
  const only = whole.filter((file) => file.parts.length === 1)
  const { unnoticed: missed, noticed } = await askSuite([...alone, ...parts], {
    measured,
    shards: request.session.config.test.shards,
    run: (pieces, watch) => run(trial, pieces, watch),
  })
  return {
    unasked: missed.flatMap(({ file, parts: some }) => (some === null ? [file.change.path] : [])),
    unaskedLines: missed
      .flatMap(({ file, parts: some }) => (some ?? []).map((part) => toLines(file, part)))
      .slice(0, MAX_NAMED),
    parts: [
      ...[...trial.driven, ...only.map((file) => ({ file, parts: null }))].map((piece) => toParts(piece, 'driver')),
      ...noticed.map((piece) => toParts(piece, 'other-test')),
      ...missed.map((piece) => toParts(piece, 'nothing')),
    ]
      .flat()
      .slice(0, MAX_PARTS),
    untried: [...trial.untried].toSorted().slice(0, MAX_NAMED),
    executions: trial.executions,
  }
}

/** Skips removed files, comments, formatting, imports and plain content: no test need demand them. */
export function isCode({ path, after, edit }: FileChange): boolean {
  const isEdited = edit === undefined || edit === 'removal'
  return after !== null && isEdited && getGrammar(path) !== null && !/\.d\.[cm]?ts$/.test(path)
}

/** Returns false where a file only lost declarations: they may be dead code. */
const hasParts = ({ change, size, parts }: FileTexts) => size > 0 || parts.length > 0 || change.before === null

function toLines({ change: { path } }: FileTexts, part: TextPart): UnneededLines {
  const { first, last } = part
  return isRemoved(part) ? { path, ...atLine(Math.max(1, last)), isRemoved: true } : { path, first, last }
}

const atLine = (line: number) => ({ first: line, last: line })

function toParts({ file, parts }: Piece, by: TriedPart['by']): readonly TriedPart[] {
  const { path } = file.change
  const there = (parts ?? file.parts).filter((part) => !isRemoved(part))
  return there.map(({ first, last }) => ({ path, first, last, by }))
}

interface Trial {
  readonly request: HollowRequest
  readonly measured: Measured
  readonly candidates: Candidates
  readonly executions: Execution[]
  /** What the drivers need. */
  readonly driven: Piece[]
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
      const isNamed = part.old.length === 0 && part.name !== null && isNamedOnce(file, part) && named.has(part.name)
      if (isNamed) trial.driven.push({ file, parts: [part] })
      if (isOver || isNamed) continue
      const out = await takeOut(file, part)
      const piece = out && { file, parts: out.parts }
      const found = piece && (await getMissed(trial, piece, named))
      if (found) missed.push(found)
    }
  return missed.filter((piece) => !missed.some((other) => holdsMore(other, piece)))
}

/** Returns whether one of two missed pieces contains the other. */
function holdsMore({ parts: more }: Piece, { parts: few }: Piece): boolean {
  return more !== few && few !== null && few.every((part) => more?.includes(part))
}

/** Returns the piece when no driver misses it. Where no driver loads without it, the parts that name it go with it. */
async function getMissed(trial: Trial, piece: Piece, named: ReadonlySet<string>): Promise<Piece | null> {
  const { file, parts } = piece
  if (!hasRun(trial, file)) return null
  const { drivers } = trial.candidates
  const without = await run(trial, [piece], trackedFiles(trial.candidates.cycles))
  if ([...drivers].every((id) => without.get(id)?.outcome === 'passed')) return piece
  const loads = [...drivers].some((id) => without.has(id))
  const more = loads || parts === null ? null : withUsers(file, parts)
  const isWanted = more?.some(({ name }) => name !== null && named.has(name))
  const together = { file, parts: more }
  if (more && !isWanted && hasRun(trial, file) && (await isUnnoticed(trial, together))) return together
  trial.driven.push(piece)
  return null
}

/** Builds may choose between functions of one name, so their name says of none that a test needs it. */
const isNamedOnce = ({ change, parts }: FileTexts, { name }: TextPart) =>
  !change.path.endsWith('.rs') || parts.filter((part) => part.name === name).length === 1

function hasRun({ request, measured, executions, untried }: Trial, { change }: FileTexts): boolean {
  const spent = { runs: executions.length, ms: executions.reduce((sum, { durationMs }) => sum + durationMs, 0) }
  const isOver = isUsedUp(request.session.config.test.ablation, spent, measured.durationMs)
  if (isOver) untried.add(change.path)
  return !isOver
}

function namesInDrivers({ request, candidates }: Trial): Promise<ReadonlySet<string>> {
  return namesInFiles(request.session.scratch, request.commit.tree, trackedFiles(candidates.cycles))
}

/** Returns whether every driver passes without the piece. The parts of a whole file get runs of their own. */
async function isUnnoticed(trial: Trial, piece: Piece): Promise<boolean> {
  const { drivers } = trial.candidates
  const without = await run(trial, [piece], trackedFiles(trial.candidates.cycles))
  const isMissed = [...drivers].every((id) => without.get(id)?.outcome === 'passed')
  if (!isMissed && (piece.parts !== null || piece.file.parts.length === 1)) trial.driven.push(piece)
  return isMissed
}

async function run(
  { request, measured, executions }: Trial,
  pieces: readonly Piece[],
  files: readonly string[] | null,
): Promise<RunIndex> {
  const edits = await getEdits(request, pieces)
  return indexRun(await runChanged({ ...request, tookMs: measured.durationMs, executions, files }, edits))
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
