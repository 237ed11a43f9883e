/** Renders the answer of `complete`: the verdict of the working tree, and what to do with it. */
import { short } from '../core/model/commit.ts'
import { toPercentages } from '../core/model/coverage.ts'
import type { JudgedCommit, SubtaskState, Verdict, WorkUnit } from '../core/model/finding.ts'
import type { SuiteTotals } from '../core/model/test-run.ts'
import { list } from '../core/rules/text.ts'
import { type FindingJson, toFindingJson, toUnitJson, type WorkUnitJson } from './gate-report/verify-json.ts'
import type { NextInput, NextJson } from './next-unit.ts'
import { formatCoverage, formatNext, formatProof, getPhaseStyle, VERDICT_STYLES } from './text/format.ts'
import { noPaint, type Paint, type Painted } from './text/table.ts'
import { commandLine, plain } from './text/text.ts'
import { toNextJson, toNoteLines } from './work-unit.ts'

type CoverageJson = ReturnType<typeof toPercentages>

interface CompleteInput extends NextInput {
  readonly judged: JudgedCommit
  /** What its commit states: a characterisation is judged as a RED. */
  readonly stated: readonly (readonly [key: string, value: string])[]
  readonly isReady: boolean
  readonly commands: readonly string[]
  /** The judged RED, where it is kept until its code is there. */
  readonly keptRed: string | null
  /** True when only what is staged was judged. */
  readonly isStaged: boolean
  /** The paths that the caller chose; null or absent without a choice. */
  readonly chosen?: readonly string[] | null
  readonly leftOut: readonly string[]
  /** New files that are neither staged nor chosen; absent: none. */
  readonly added?: readonly string[]
  readonly wholeSuite?: SuiteTotals | null
}

/** The output of `complete --json`, with schema version 1. */
interface CompleteJson extends Pick<NextJson, 'schemaVersion' | 'progress' | 'notes'> {
  readonly phase: string
  readonly subtask: string | null
  readonly verdict: Verdict
  readonly isReady: boolean
  /** The judged RED, kept as a commit that no branch holds: what is written next is judged on top of it. Else null. */
  readonly keptRed: string | null
  /** The measured numbers; null where nothing ran. */
  readonly tests: JudgedCommit['tests']
  /** Of all tests: measured, or at RED those of the base with the changed files; null where they are unknown. */
  readonly wholeSuite: SuiteTotals | null
  /** Percentages by metric; null where none was measured. */
  readonly coverage: CoverageJson | null
  readonly findings: readonly FindingJson[]
  readonly driverFailures: NonNullable<NextJson['next']>['driverFailures']
  readonly commands: readonly string[]
  /** Changed paths that were not judged, because others are staged or chosen. */
  readonly leftOut: readonly string[]
  /** The subtask of the next step; null without one. */
  readonly openSubtask: Pick<SubtaskState, 'id' | 'title' | 'status' | 'attempts'> | null
}

const MAX_FINDINGS = 20
const MAX_NAMED = 10

export function toCompleteJson(input: CompleteInput): CompleteJson {
  const { judged, isReady, keptRed, commands, leftOut } = input
  const { schemaVersion, progress, notes, next, subtasks } = toNextJson(input)
  const findings = judged.findings.map((one) => toFindingJson(one))
  const { phase, subtask, verdict, tests } = judged
  const coverage = judged.coverage && toPercentages(judged.coverage)
  const driverFailures = next?.driverFailures ?? []
  const open = subtasks.find(({ id }) => id === progress.current)
  return {
    schemaVersion,
    phase,
    subtask,
    verdict,
    isReady,
    keptRed,
    tests,
    wholeSuite: input.wholeSuite ?? null,
    coverage,
    findings,
    driverFailures,
    commands,
    leftOut,
    openSubtask: open ? { id: open.id, title: open.title, status: open.status, attempts: open.attempts } : null,
    progress,
    notes,
  }
}

export function toCompleteText(input: CompleteInput, page: Painted = {}): string {
  const { paint = noPaint } = page
  const { subtask, verdict, isReady, findings, driverFailures, commands } = toCompleteJson(input)
  const { isStaged } = input
  const subject = isStaged ? 'What is staged' : 'The working tree'
  const step = `${getPhase(input)}${subtask === null ? '' : ` ${plain(subtask, 20)}`}`
  // A refused change has another fault than these tests.
  const failures = verdict === 'attempt' ? driverFailures : []
  return `${[
    ...toNoteLines(input, page),
    `${paint(getPhaseStyle(getPhase(input)), step)}: ${paint(VERDICT_STYLES[verdict], verdict)}  ${formatProof(input.judged)}`.trimEnd(),
    ...findings.slice(0, MAX_FINDINGS).flatMap((finding) => toFindingLines(finding, paint)),
    ...failures.flatMap(({ id, kind, message, frame = [] }) => [`  ${id}: ${kind}: ${message}`, ...frame]),
    ...toCoverageLines(input.judged),
    ...toAddedLines(input),
    ...toLeftOutLines(input),
    '',
    isReady ? `${subject} is ready to commit:` : `${subject} is not ready. ${whatFollows(commands, isStaged)}:`,
    ...commands.map((command) => commandLine(command)),
    ...(input.keptRed === null
      ? []
      : [`Or write the code first: then \`tdd-gate commit${isStaged ? ' --all' : ''}\` makes both commits.`]),
  ].join('\n')}\n`
}

/** Commands of git correct it; those of the gate judge what an author corrects by hand. */
function whatFollows([first = '']: readonly string[], isStaged: boolean): string {
  if (!first.startsWith('tdd-gate ')) return 'These commands correct it'
  return isStaged ? 'Correct it, stage the correction, then run' : 'Correct it, then run'
}

/** A rule says where coverage is demanded and was not measured. */
function toCoverageLines(judged: JudgedCommit): readonly string[] {
  const isGreen = judged.phase === 'green' && judged.verdict === 'accepted'
  const coverage = isGreen ? formatCoverage(judged) : ''
  return coverage === '' ? [] : [`coverage: ${coverage}`]
}

/** A scratch file of the author is new, too. */
export function toAddedLines({ added = [] }: Pick<CompleteInput, 'added'>): readonly string[] {
  return added.length === 0 ? [] : [`New files, which are taken: ${plain(list(added, MAX_NAMED))}`]
}

function toLeftOutLines({ leftOut, chosen }: Pick<CompleteInput, 'leftOut' | 'chosen'>): readonly string[] {
  if (leftOut.length === 0) return []
  const why = !chosen ? 'it is not staged' : '--files does not name it'
  return [`Left out, because ${why}: ${plain(list(leftOut, MAX_NAMED))}. With --all it is taken too.`]
}

function getPhase({ stated, judged }: CompleteInput): string {
  return stated.find(([key]) => key === 'Phase')?.[1] ?? judged.phase
}

/** What is found, and what to do about it. */
const toShortLines = (lines: readonly string[]) => [...lines.slice(0, 1), ...lines.slice(-1)]

function toFindingLines(finding: CompleteJson['findings'][number], paint: Paint): readonly string[] {
  const { rule, level, message, suggestion, paths, tests } = finding
  return [
    `${paint(level === 'warn' ? 'warn' : 'bad', `${level === 'warn' ? '!' : '✗'} ${plain(rule, 60)}`)}: ${plain(message)}`,
    ...paths.slice(0, MAX_NAMED).map((path) => `  path: ${plain(path)}`),
    ...tests.slice(0, MAX_NAMED).map((id) => `  test: ${plain(id)}`),
    `  -> ${plain(suggestion, 4_000)}`,
  ]
}

interface CommitInput extends CompleteInput {
  readonly commit: string | null
  readonly redCommit: string | null
  readonly reverted: string | null
}

/** The output of `commit --json`, with schema version 1. */
interface CommittedJson extends CompleteJson {
  /** Null while something is wrong. */
  readonly commit: string | null
  /** The commit before it, of the RED that `complete` had judged; null where none was made. */
  readonly red: string | null
  /** The commit that took the last failed attempt back; null where none did. */
  readonly reverted: string | null
  /** What to do now; null where nothing is left. */
  readonly next: WorkUnitJson | null
}

/** Names the commit in what was said of its tree before it existed. */
function asCommitted(input: CommitInput): CommitInput {
  const { judged, commit } = input
  if (commit === null) return input
  const findings = judged.findings.map(({ suggestion, ...finding }) => ({
    ...finding,
    suggestion: { ...suggestion, text: suggestion.text.replaceAll(judged.sha.slice(0, 12), commit.slice(0, 12)) },
  }))
  return { ...input, judged: { ...judged, findings } }
}

export function toCommitJson(of: CommitInput): CommittedJson {
  const input = asCommitted(of)
  const { commit, redCommit: red, reverted, decision } = input
  const next = decision.next && toUnitJson(decision.next)
  const done = { ...toCompleteJson(input), commit, red, reverted, next }
  return commit === null ? done : { ...done, commands: next?.commands ?? [] }
}

export function toCommitText(of: CommitInput, page: Painted = {}): string {
  const input = asCommitted(of)
  const { commit, redCommit, judged, reverted, decision } = input
  if (commit === null) return toCompleteText(input, page)
  const warnings = judged.findings.filter(({ level }) => level === 'warn').slice(0, MAX_FINDINGS)
  return [
    ...(redCommit === null ? [] : [`committed ${short(redCommit)}: red accepted`]),
    `committed ${short(commit)}: ${getPhase(input)} ${judged.verdict}`,
    ...warnings.flatMap((finding) => toShortLines(toFindingLines(toFindingJson(finding), page.paint ?? noPaint))),
    ...toCoverageLines(judged),
    ...toAddedLines(input),
    ...toLeftOutLines(input),
    ...(reverted === null ? [] : [`taken back by ${short(reverted)}: the attempts are used up`]),
    ...(decision.next === null ? ['Nothing is left to do.'] : toNextLines(decision.next)),
    '',
  ].join('\n')
}

function toNextLines(next: WorkUnit): readonly string[] {
  const { text, commands } = next.suggestion
  return [formatNext(next), `  ${plain(text, 4_000)}`, ...commands.map((command) => commandLine(command))]
}

interface UnmeasuredInput extends Pick<CompleteInput, 'leftOut' | 'chosen'> {
  readonly commit: string
  readonly red: string | null
  readonly phase: string
  readonly subtask: string | null
  readonly commands: readonly string[]
}

/** Says what was skipped, and which command makes up for it. */
export function toUnmeasuredText({ commit, red, phase, subtask, commands, ...taken }: UnmeasuredInput): string {
  return [
    ...(red === null ? [] : [`committed ${short(red)}: red accepted`]),
    `committed ${short(commit)}: ${phase}${subtask === null ? '' : ` ${plain(subtask, 20)}`} unmeasured`,
    'Skipped: the measurement and the verdict. No test ran; the next `verify` measures this commit.',
    ...toLeftOutLines(taken),
    ...commands.map((command) => commandLine(command)),
    '',
  ].join('\n')
}
