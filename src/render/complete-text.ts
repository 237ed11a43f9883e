/** Renders the answer of `complete`: the verdict of the working tree, and what to do with it. */
import type { Finding, JudgedCommit, Verdict } from '../core/model/finding.ts'
import type { NextInput, NextJson } from './next-unit.ts'
import { plain } from './text/text.ts'
import { formatProof } from './text/words.ts'
import { toNextJson } from './work-unit.ts'

export interface CompleteInput extends NextInput {
  readonly judged: JudgedCommit
  readonly isReady: boolean
  /** The command that judges the working tree again. */
  readonly again: string
  readonly commands: readonly string[]
}

/** The output of `complete --json`, with schema version 1. */
export interface CompleteJson extends Pick<NextJson, 'schemaVersion' | 'progress' | 'notes'> {
  readonly phase: string
  readonly subtask: string | null
  readonly verdict: Verdict
  readonly isReady: boolean
  /** The measured numbers; null where nothing ran. */
  readonly tests: JudgedCommit['tests']
  readonly findings: readonly Pick<Finding, 'rule' | 'level' | 'message' | 'paths' | 'tests'>[]
  readonly driverFailures: NonNullable<NextJson['next']>['driverFailures']
  readonly commands: readonly string[]
}

const MAX_FINDINGS = 20
const MAX_NAMED = 10

/** Suggestions of findings are left out: they amend a commit, and there is none yet. */
export function toCompleteJson(input: CompleteInput): CompleteJson {
  const { judged, isReady, commands } = input
  const { schemaVersion, progress, notes, next } = toNextJson(input)
  const findings = judged.findings.map(({ rule, level, message, paths, tests }) => ({
    rule,
    level,
    message,
    paths,
    tests,
  }))
  const { phase, subtask, verdict, tests } = judged
  const driverFailures = next?.driverFailures ?? []
  return { schemaVersion, phase, subtask, verdict, isReady, tests, findings, driverFailures, commands, progress, notes }
}

export function toCompleteText(input: CompleteInput): string {
  const { phase, subtask, verdict, isReady, findings, driverFailures, commands, notes } = toCompleteJson(input)
  const step = `${phase}${subtask === null ? '' : ` ${plain(subtask, 20)}`}`
  const failures = isReady ? [] : driverFailures
  return `${[
    ...notes.map((note) => `note: ${plain(note)}`),
    `${step}: ${verdict}  ${formatProof(input.judged)}`.trimEnd(),
    ...findings.slice(0, MAX_FINDINGS).flatMap(toFindingLines),
    ...failures.map(({ id, kind, message }) => `  ${id}: ${kind}: ${message}`),
    '',
    isReady ? 'The working tree is ready to commit:' : 'Change the working tree, then judge it again:',
    ...(isReady ? commands : [input.again]).map((command) => `  $ ${plain(command, 4_000)}`),
  ].join('\n')}\n`
}

function toFindingLines({ rule, level, message, paths, tests }: CompleteJson['findings'][number]): readonly string[] {
  return [
    `${level === 'warn' ? '!' : '✗'} ${plain(rule, 60)}: ${plain(message)}`,
    ...paths.slice(0, MAX_NAMED).map((path) => `  path: ${plain(path)}`),
    ...tests.slice(0, MAX_NAMED).map((id) => `  test: ${plain(id)}`),
    ...(level === 'warn' ? [] : [`  $ tdd-gate explain ${plain(rule, 60)}`]),
  ]
}

export interface CommitInput extends CompleteInput {
  readonly commit: string | null
}

/** The output of `commit --json`, with schema version 1. */
export interface CommittedJson extends CompleteJson {
  /** Null while something is wrong. */
  readonly commit: string | null
}

export function toCommitJson(input: CommitInput): CommittedJson {
  return { ...toCompleteJson(input), commit: input.commit }
}

export function toCommitText(input: CommitInput): string {
  const { commit, judged } = input
  if (commit === null) return toCompleteText(input)
  return `committed ${commit.slice(0, 9)}: ${judged.phase} ${judged.verdict}\n  $ tdd-gate next\n`
}
