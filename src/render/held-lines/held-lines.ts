/** Selects what holds each changed line of production: the change with a margin, as the writers show it. */
import type { Decision, HeldLines, JudgedCommit } from '../../core/model/finding.ts'
import type { PatchedFile, PatchLine } from '../../core/text/patch.ts'
import { count } from '../../core/util/count.ts'
import { standingCommits } from '../text/format.ts'
import { sayNotes, sayTried } from '../text/tried.ts'

export type Holder = HeldLines['by']

const MAX_COMMITS = 20
export const HOLDER_WORDS: Readonly<Record<Holder, string>> = {
  driver: 'driver',
  'other-test': 'other test',
  'covered-only': 'covered only',
  nothing: 'nothing',
}
export const LEGEND =
  'Driver, other test: such a test fails without the piece of code that the line is in, not always without this line alone. Covered only: tests run the line, and pass without it or with a small change of it. Nothing: no test needs it. Lines without a label were not tried.'

export interface Held {
  readonly commit: JudgedCommit
  readonly lines: readonly HeldLines[]
}

export function getHeld(decision: Decision | null): readonly Held[] {
  const commits = decision ? standingCommits(decision) : []
  return commits.flatMap((commit) => (commit.lines ? [{ commit, lines: commit.lines }] : [])).slice(-MAX_COMMITS)
}

/** Returns what was tried on the whole branch, and what people noted at lines, as sentences. */
export function sayAll(decision: Decision | null): readonly string[] {
  const commits = decision ? standingCommits(decision) : []
  const said = sayTried(commits)
  return [...(said === null ? [] : [`${said}.`]), ...sayNotes(commits)]
}

/** Formats `10 lines: driver`, and so on. */
export function countLines(lines: readonly HeldLines[]): readonly (readonly [by: Holder, label: string])[] {
  const holders = Object.keys(HOLDER_WORDS) as readonly Holder[]
  return holders.flatMap((by) => {
    const own = lines.filter((one) => one.by === by)
    const many = own.reduce((all, { first, last }) => all + last - first + 1, 0)
    return many > 0 ? [[by, `${count(many, 'line')}: ${HOLDER_WORDS[by]}`] as const] : []
  })
}

/** A line of a change with its margin. */
export interface ShownRow {
  readonly row: PatchLine
  /** Only of an added line that was tried. */
  readonly held: HeldLines | undefined
  readonly label: string
  /** The test that needs the lines which end here. */
  readonly neededBy: string | null
}

/** Returns the lines of a change to a file with their margin. */
export function toShownRows({ path, rows }: PatchedFile, lines: readonly HeldLines[]): readonly ShownRow[] {
  return (rows ?? []).map((row) => {
    const held = row.kind === 'added' ? find(lines, path, row.number ?? 0) : undefined
    const neededBy = held?.last === row.number ? (held.test ?? null) : null
    return { row, held, label: held ? HOLDER_WORDS[held.by] : '', neededBy }
  })
}

function find(lines: readonly HeldLines[], path: string, number: number): HeldLines | undefined {
  return lines.find((one) => one.path === path && one.first <= number && number <= one.last)
}
