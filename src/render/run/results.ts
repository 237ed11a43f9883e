/** Renders the results of tests as files of a run. */
import type { Sha } from '../../core/model/commit.ts'
import { toPercentages } from '../../core/model/coverage.ts'
import type { Decision, JudgedCommit } from '../../core/model/finding.ts'
import { countFailing } from '../../core/model/test-run.ts'
import type { WorkContext } from '../../core/model/work-context.ts'
import { shellWords } from '../../core/rules/text.ts'

export interface RunFileText {
  /** In the folder, separated by `/`. */
  readonly path: string
  readonly text: string
}

/** What a measurement says of a commit beside its judgement. */
export interface CommitResult {
  readonly sha: Sha
  /** ISO 8601; null for a measurement of before. */
  readonly timestamp: string | null
  readonly failures: readonly { readonly test: string; readonly error: string; readonly stack: string | null }[]
}

/** What the files of results need besides the judged commits. */
export interface ResultFacts {
  /** Absent where nothing was measured. */
  readonly results?: readonly CommitResult[]
  /** How tests run in each suite; absent: unknown. */
  readonly context?: Pick<WorkContext, 'testCommands'> &
    Partial<Pick<WorkContext, 'testConvention' | 'nearbyTests' | 'plannedFiles' | 'unrunLines'>>
}

/** Of a list in the test context of a run. */
const MAX_LISTED = 50

/** Renders the tests around the next step; nothing where only the commands are known. */
export function toTestContext({ context }: ResultFacts): readonly RunFileText[] {
  if (context?.testConvention === undefined) return []
  const { testCommands, testConvention, nearbyTests = [], plannedFiles = [], unrunLines = [] } = context
  const lists = {
    nearbyTests,
    plannedFiles: plannedFiles.slice(0, MAX_LISTED),
    unrunLines: unrunLines.slice(0, MAX_LISTED),
  }
  return [toJsonFile('test-context.json', { testCommands, testConvention, ...lists })]
}

export function toJsonFile(path: string, value: object): RunFileText {
  return { path, text: `${JSON.stringify({ schemaVersion: 1, ...value }, null, 2)}\n` }
}

/** Names a file for each phase of a subtask; from the second commit of a phase on, with the number of the attempt. */
export function toResults({ commits }: Decision, facts: ResultFacts): readonly RunFileText[] {
  const counts = new Map<string, number>()
  return commits
    .filter(({ tests }) => tests !== null)
    .map((commit) => {
      const name = toStem(commit)
      const attempt = (counts.get(name) ?? 0) + 1
      counts.set(name, attempt)
      const path = `test-results/${name}${attempt === 1 ? '' : `-attempt${attempt}`}.json`
      return toJsonFile(path, { attempt, ...toResult(commit, facts) })
    })
}

/** Renders the result of a working tree that was judged and not committed. */
export function toTriedFile(tried: JudgedCommit, attempt: number, facts: ResultFacts): RunFileText {
  return toJsonFile(`test-results/${toStem(tried)}-attempt${attempt}.json`, { attempt, ...toResult(tried, facts) })
}

const toStem = ({ subtask, phase }: JudgedCommit): string => `subtask-${toName(subtask ?? 'none')}-${phase}`

const MAX_NAME = 60

/** Ids come from documents: nothing of them may name another folder. */
function toName(id: string): string {
  const name = id.replace(/[^\w.-]/g, '_')
  const isPlain = name === id && /^\w/.test(id) && id.length <= MAX_NAME
  return isPlain ? id : `_${name.slice(0, MAX_NAME - 1)}`
}

/** The keys follow the documents from which agents know such files. An exit code decides nothing here: the report does. */
export function toResult(commit: JudgedCommit, { results = [], context }: ResultFacts) {
  const { sha, subject, phase, subtask, verdict, tests, coverage, proved, durationMs, findings } = commit
  const { timestamp = null, failures = [] } = results.find((one) => one.sha === sha) ?? {}
  const commands = (context?.testCommands ?? []).map(({ directory, command }) =>
    directory === '.' || directory === '' ? command : `(cd ${shellWords([directory], "'<folder>'")} && ${command})`,
  )
  return {
    commit: sha,
    subject,
    phase,
    subtask,
    verdict,
    timestamp,
    command: commands.length === 0 ? null : commands.join('; '),
    tests,
    summary: tests && toSummary(tests),
    failures,
    coverage: coverage && toPercentages(coverage),
    proved,
    findings: findings.map(({ rule, level, message }) => ({ rule, level, message })),
    durationMs,
  }
}

function toSummary(tests: NonNullable<JudgedCommit['tests']>) {
  const { total, passed, skipped } = tests
  return { total, passed, failed: countFailing(tests), skipped }
}
