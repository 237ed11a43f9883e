/** Reverts the production change of a GREEN file by file and part by part. Code that no test misses is unproved. */
import {
  type FileTexts,
  getEdits,
  holdsMore,
  type PlacedPart,
  type RevertedPiece,
  type RevertedUnit,
  readChanged,
  toUnit,
  withItsUsers,
} from '../changes/changed-parts.ts'
import { namesInFiles } from '../changes/tree-texts.ts'
import type { RunIndex } from '../core/compare/compare.ts'
import { productionSince } from '../core/compare/counterfactual.ts'
import type { FileChange } from '../core/model/commit.ts'
import type { TriedPart, UnneededLines } from '../core/model/evidence.ts'
import { trackedFiles } from '../core/model/state.ts'
import type { TestId } from '../core/model/test-run.ts'
import { isRemoved, type TextPart } from '../core/text/parts.ts'
import { isCodeFile } from '../core/text/read-code.ts'
import { askSuite, type ChangeQuestion, firstFailing, note } from './notice.ts'
import { type GreenContext, type GreenTrial, MAX_NAMED, MAX_TRIED_FILES } from './trial.ts'
import type { TrialRuns } from './trial-runs.ts'

/** Parts in evidence. Of more it is not said what needs them. */
const MAX_PARTS = 200

/** The production change of a GREEN is reverted file by file and part by part. */
export const takenBack: GreenTrial = {
  code: 'taken-back',
  about: 'reverts files and parts of a GREEN, each alone: a test must fail without it',
  rules: ['production-is-asked-for', 'untried-production-is-shown'],
  run: async (context, runs) => {
    const { scratch } = context.session
    const all = [...productionSince(context.state, context.commit).values()]
    const changes = all.filter(isCode).slice(0, MAX_TRIED_FILES)
    if (changes.length === 0 && all.length !== 1) return null
    const files = await readChanged(scratch, context.commit.tree, changes)
    const hasSeveral = files.some(({ parts }) => parts.length > 1) || files.length > 1
    const tracked = trackedFiles(context.green.cycles)
    const named = hasSeveral ? await namesInFiles(scratch, context.commit.tree, tracked) : new Set<string>()
    const trial: Trial = { context, runs, files, named, driven: [], untried: new Set() }
    // Reverting the only file gives the tree of RED.
    const wanted = files.length > 1 ? files.filter(hasParts) : []
    const alone = await findMissed(
      trial,
      wanted.map((file) => ({ file, part: null })),
      [],
    )
    const parts = await missedParts(trial, alone)
    // Without the whole change the drivers fail.
    const whole = changes.length > 0 ? files : await readChanged(scratch, context.commit.tree, all)
    const only = all.length > 1 ? [] : whole.filter((file) => file.parts.length === 1)
    const question = { ...UNITS, toEdits: (units: readonly RevertedUnit[]) => getEdits(scratch, units.flat()) }
    const answer = await askSuite(runs, [...alone, ...parts], question, context.green.drivers.size)
    const missed = answer.unnoticed.flat()
    const [driver = null] = [...context.green.drivers].toSorted()
    return {
      unasked: missed.flatMap(({ file, parts: some }) => (some === null ? [file.change.path] : [])),
      unaskedLines: missed
        .flatMap(({ file, parts: some }) => (some ?? []).map((part) => toLines(file, part)))
        .slice(0, MAX_NAMED),
      parts: [
        ...trial.driven.map(({ piece, test }) => toParts(piece, 'driver', test)),
        ...only.map((file) => toParts({ file, parts: null }, 'driver', driver)),
        ...answer.noticed.flatMap(({ change, test }) => change.map((piece) => toParts(piece, 'other-test', test))),
        ...missed.map((piece) => toParts(piece, 'nothing', null)),
      ]
        .flat()
        .slice(0, MAX_PARTS),
      untried: isLarge(whole) ? [...trial.untried].toSorted().slice(0, MAX_NAMED) : [],
    }
  },
}

/** Skips removed files, comments, formatting, imports and plain content: no test need demand them. */
export function isCode({ path, after, edit }: FileChange): boolean {
  const isEdited = edit === undefined || edit === 'removal'
  return after !== null && isEdited && isCodeFile(path) && !/\.d\.[cm]?ts$/.test(path)
}

/** New lines of a GREEN that its author can divide. */
const LARGE = 100
const isLarge = (files: readonly FileTexts[]) => files.reduce((sum, { size }) => sum + size, 0) >= LARGE

/** Returns false where a file only lost declarations: they may be dead code. */
const hasParts = ({ change, size, parts }: FileTexts) => size > 0 || parts.length > 0 || change.before === null

function toLines({ change: { path } }: FileTexts, part: TextPart): UnneededLines {
  const { first, last } = part
  const line = Math.max(1, last)
  return isRemoved(part) ? { path, first: line, last: line, isRemoved: true } : { path, first, last }
}

function toParts({ file, parts }: RevertedPiece, by: TriedPart['by'], test: TestId | null): readonly TriedPart[] {
  const { path } = file.change
  const there = (parts ?? file.parts).filter((part) => !isRemoved(part))
  return there.map(({ first, last }) => ({ path, first, last, by, ...(test !== null && { test }) }))
}

interface Trial {
  readonly context: GreenContext
  readonly runs: TrialRuns
  readonly files: readonly FileTexts[]
  /** What the drivers name. */
  readonly named: ReadonlySet<string>
  /** What the drivers need, with the first that failed without it; null: they name it. */
  readonly driven: { readonly piece: RevertedPiece; readonly test: TestId | null }[]
  /** Files with untried parts, because the number of runs is limited. */
  readonly untried: Set<string>
}

/** A part of a file; null: all of it. */
type RevertedPlace = Parameters<typeof toUnit>[0]

const holds = (units: readonly RevertedUnit[], { file, part }: RevertedPlace) =>
  units.flat().some((piece) => piece.file === file && (piece.parts === null || (part && piece.parts.includes(part))))

/** Reverts places one by one. @returns what no driver misses, and is in nothing else that none misses */
async function findMissed(trial: Trial, places: readonly RevertedPlace[], known: readonly RevertedUnit[]) {
  const { context, runs } = trial
  const { scratch } = context.session
  await runs.announce(
    places.map((place) => async () => getEdits(scratch, await toUnit(place))),
    trackedFiles(context.green.cycles),
  )
  const missed: RevertedUnit[] = []
  for (const place of places) {
    const [piece] = holds([...known, ...missed], place) ? [] : await toUnit(place)
    const found = piece && (await getMissed(trial, piece))
    if (found) missed.push(found)
  }
  return missed.filter((unit) => !missed.some((other) => holdsMore(other, unit)))
}

/** A file of one part was tried, or is the whole change. Parts that drivers name at the top of a file need no run. */
async function missedParts(trial: Trial, alone: readonly RevertedUnit[]): Promise<readonly RevertedUnit[]> {
  const { files, named, driven, untried } = trial
  const isNamed = ({ file, part }: PlacedPart) =>
    part.old.length === 0 && part.name !== null && isNamedOnce(file, part) && named.has(part.name)
  const all = files
    .filter(({ change, parts }) => parts.length > 1 && !untried.has(change.path))
    .flatMap((file) => file.parts.map((part) => ({ file, part })))
    .filter((placed) => !holds(alone, placed))
  driven.push(...all.filter(isNamed).map(({ file, part }) => ({ piece: { file, parts: [part] }, test: null })))
  const wanted = all.filter((placed) => !isNamed(placed))
  return findMissed(trial, leastCoveredFirst(trial, wanted), alone)
}

/** Parts with lines that no test runs, then the others; the largest files and parts first among both. */
function leastCoveredFirst({ context: { measured } }: Trial, all: readonly PlacedPart[]): readonly PlacedPart[] {
  const isRun = ({ file: { change }, part }: PlacedPart) =>
    !measured.unrun?.some(({ path, first, last }) => path === change.path && first <= part.last && part.first <= last)
  return all.toSorted((a, b) => Number(isRun(a)) - Number(isRun(b)))
}

/** Returns the piece when no driver misses it. Where no driver loads without it, the parts that name it go with it. */
async function getMissed(trial: Trial, piece: RevertedPiece): Promise<RevertedUnit | null> {
  if (!hasRun(trial, piece)) return null
  const { drivers } = trial.context.green
  const without = await run(trial, [piece])
  const test = firstFailing(without, drivers)
  if (test === null) return [piece]
  const loads = [...drivers].some((id) => without.has(id))
  const unit = loads ? null : withItsUsers(trial.files, trial.named, piece)
  if (unit && hasRun(trial, piece) && firstFailing(await run(trial, unit), drivers) === null) return unit
  // The parts of a whole file get runs of their own.
  if (piece.parts !== null || piece.file.parts.length === 1) {
    trial.driven.push({ piece, test })
    note(trial.runs, UNITS, [piece], { asked: drivers.size, result: 'noticed', test })
  }
  return null
}

/** Builds may choose between functions of one name, so their name says of none that a test needs it. */
const isNamedOnce = ({ change, parts }: FileTexts, { name }: TextPart) =>
  !change.path.endsWith('.rs') || parts.filter((part) => part.name === name).length === 1

function hasRun({ context, runs, untried }: Trial, piece: RevertedPiece): boolean {
  if (runs.mayRun(trackedFiles(context.green.cycles))) return true
  untried.add(piece.file.change.path)
  note(runs, UNITS, [piece], { asked: 0, result: 'untried', test: null })
  return false
}

/** How people read what is reverted. */
const UNITS: Pick<ChangeQuestion<RevertedUnit>, 'describe'> = {
  describe: (unit) =>
    unit.flatMap(({ file, parts }) => {
      const lines = (parts ?? [null]).map((part) => (part === null ? toWhole(file) : toLines(file, part)))
      return lines.map(({ path, first, last }) => ({ lines: { path, first, last }, change: 'as it was before' }))
    }),
}

function toWhole({ change: { path }, parts }: FileTexts) {
  const last = Math.max(1, ...parts.map((part) => part.last))
  return { path, first: Math.max(1, Math.min(last, ...parts.map((part) => part.first))), last }
}

async function run({ context, runs }: Trial, unit: RevertedUnit): Promise<RunIndex> {
  return runs.index(await getEdits(context.session.scratch, unit), trackedFiles(context.green.cycles))
}
