/** Reads and judges notes of people at a line: `tdd-gate: accepted <reason>`, in a comment of any language. */
import type { LineNote } from '../model/counterfactuals.ts'
import type { Evidence, LineRange } from '../model/evidence.ts'
import type { Finding, JudgedNote } from '../model/finding.ts'
import { getHeldLines } from './held-lines.ts'

const NOTE = /tdd-gate: accepted\b(.*)/
/** What begins or ends a comment in some language. */
const OPENING = /[\s/#*;%<!-]*$/
const CLOSING = /\s*(?:\*\/|-->|\*\))\s*$/
const MAX_REASON = 200
/** More in one file than people read. */
const MAX_NOTES = 50

interface NotedLine {
  readonly line: number
  readonly reason: string
  /** Of the line, without the note. */
  readonly code: string
}

/** A file at three times; null: it was not there, or it is no text that is read. */
interface NotedFile {
  readonly before: string | null
  readonly after: string
  /** At the base of the branch. */
  readonly origin: string | null
}

/** A note belongs to the code of its line: where that changes, it must be written anew. */
export function readNotes(path: string, { before, after, origin }: NotedFile): readonly LineNote[] {
  const now = findNotes(after)
  if (now.length === 0) return []
  const [kept, old] = [keysOf(now), findNotes(before ?? '')]
  const [known, base] = [keysOf(old), keysOf(findNotes(origin ?? ''))]
  const gone = new Set(old.flatMap((note) => (kept.has(toKey(note)) ? [] : [note.reason])))
  return now.slice(0, MAX_NOTES).map((note) => ({
    path,
    line: note.line,
    reason: note.reason,
    ...(base.has(toKey(note)) ? {} : { isNew: true as const }),
    ...(!known.has(toKey(note)) && gone.has(note.reason) ? { isVoid: true as const } : {}),
  }))
}

export const hasNotes = (text: string | null): boolean => text?.includes('tdd-gate: accepted') ?? false

/** A note with the code of its line. */
const toKey = ({ reason, code }: NotedLine) => JSON.stringify([reason, code])
const keysOf = (notes: readonly NotedLine[]) => new Set(notes.map(toKey))

/** From the end: in a line of its own, a note stands for the next line that is more than a note. */
function findNotes(text: string): readonly NotedLine[] {
  if (!hasNotes(text)) return []
  const found: NotedLine[] = []
  let [line, code] = [0, '']
  for (const [at, whole] of [...text.split('\n').entries()].toReversed()) {
    const note = NOTE.exec(whole)
    const own = whole.slice(0, note?.index).replace(OPENING, '').trim()
    if (own !== '' || note === null) [line, code] = [at + 1, own]
    if (note !== null) found.push({ line, reason: toReason(note[1] ?? ''), code })
  }
  return found.toReversed()
}

/** Returns an empty text for a reason without any letter. */
function toReason(text: string): string {
  const reason = text
    .replace(CLOSING, '')
    .replace(/^[\s:-]+/, '')
    .trimEnd()
  return /\p{L}/u.test(reason) ? reason.slice(0, MAX_REASON) : ''
}

type Spotted = Pick<Evidence, 'mutants' | 'unaskedLines' | 'unrun'>

/** What no test noticed, by the rule that shows it. What a change removed has no line to stand at. */
const SPOTS = {
  'changes-are-pinned': ({ mutants }: Spotted) =>
    (mutants?.survived ?? []).map(({ path, line }) => ({ path, first: line, last: line })),
  'production-is-asked-for': ({ unaskedLines = [] }: Spotted) => unaskedLines.filter((one) => !isAbsence(one)),
  'unrun-lines-are-shown': ({ unrun = [] }: Spotted) => unrun,
} as const satisfies Readonly<Record<string, (evidence: Spotted) => readonly LineRange[]>>

/** At the first line, or below a note that is the first line itself: a reader finds it where the range begins. */
const stands = ({ path, line }: LineNote, range: LineRange) =>
  path === range.path && range.first <= line && line <= Math.min(range.last, range.first + 1)

const counts = ({ reason, isVoid }: LineNote) => reason !== '' && !isVoid

/** @param levelOf of a rule */
export function judgeNotes(
  { notes = [], ...evidence }: Evidence,
  levelOf: (rule: string) => Finding['level'] | 'off',
): readonly JudgedNote[] {
  const spots = Object.entries(SPOTS).flatMap(([rule, find]) =>
    levelOf(rule) === 'off' ? [] : find(evidence).map((lines) => ({ lines, isError: levelOf(rule) === 'error' })),
  )
  const held = getHeldLines(evidence).filter(({ by }) => by === 'driver' || by === 'other-test')
  return notes.flatMap((note): readonly JudgedNote[] => {
    const found = spots.filter(({ lines }) => stands(note, lines))
    const lines = found.filter(({ isError }) => !isError).map((one) => one.lines)
    if (found.length === 0) return isHeld(note, held) ? [{ ...note, is: 'stale', lines }] : []
    if (!counts(note)) return [{ ...note, is: note.isVoid ? 'void' : 'unexplained', lines }]
    return [{ ...note, is: lines.length === 0 ? 'refused' : 'accepted', lines }]
  })
}

const isHeld = ({ path, line }: LineNote, held: readonly LineRange[]) =>
  held.some((one) => one.path === path && one.first <= line && line <= one.last)

/** Returns the evidence for a rule that warns: without what notes accept. */
export function withoutAccepted(evidence: Evidence): Evidence {
  const notes = evidence.notes?.filter(counts) ?? []
  if (notes.length === 0) return evidence
  const isOpen = (range: LineRange) => !notes.some((note) => stands(note, range))
  const { mutants, unaskedLines, unrun } = evidence
  const survived = mutants?.survived.filter(({ path, line }) => isOpen({ path, first: line, last: line }))
  return {
    ...evidence,
    ...(mutants && survived ? { mutants: { ...mutants, survived } } : {}),
    ...(unaskedLines ? { unaskedLines: unaskedLines.filter((one) => isAbsence(one) || isOpen(one)) } : {}),
    ...(unrun ? { unrun: unrun.filter(isOpen) } : {}),
  }
}

const isAbsence = ({ isRemoved, code }: NonNullable<Evidence['unaskedLines']>[number]) =>
  isRemoved === true || code !== undefined
