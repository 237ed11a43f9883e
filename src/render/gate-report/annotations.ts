/** Creates annotations at files and lines, within the runner's limits for one step. */
import type { FailingTest } from '../../core/model/evidence.ts'
import { type Decision, type JudgedCommit, nameJudged } from '../../core/model/finding.ts'
import { count } from '../../core/util/count.ts'
import { getTestName, type OpenFinding, openFindings } from '../text/format.ts'
import { logLines } from '../text/log-line.ts'
import { cut, lineIn, plain, plainLines } from '../text/text.ts'
import { decisiveCommit, getConclusion, getError, headline } from './headline.ts'
import { getRange, isPlainPath } from './places.ts'
import type { RunReport } from './run-report.ts'

export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice'
  /** Relative to the tree, with slashes; null when the annotation has no file, or its name cannot be shown. */
  readonly path: string | null
  /** From 1. */
  readonly line: number | null
  /** Present where it covers more than one line. */
  readonly lastLine?: number
  readonly title: string
  readonly message: string
}

/** Limits of the runner (ExecutionContext.cs): annotations of a level in one step, and characters of a message. */
export const MAX_PER_LEVEL = 10
export const MAX_ANNOTATION = 4_096
const MAX_TITLE = 200
const MAX_SENTENCE = 1_500
const MAX_NAMED = 5
const LEVELS = ['error', 'warning', 'notice'] as const

/** An annotation whose text is created on demand: a huge suite may fail as a whole. */
interface Pending {
  readonly level: Annotation['level']
  readonly draft: () => Draft
}

interface Draft {
  readonly path?: string | null
  readonly line?: number | null
  readonly lastLine?: number
  readonly title: string
  readonly lines: readonly string[]
}

/**
 * Returns the most important annotations within the runner's limits. The last one of a level counts the remaining ones.
 */
export function toAnnotations(report: RunReport): readonly Annotation[] {
  const all = pending(report)
  return LEVELS.flatMap((level) =>
    bounded(
      all.filter((one) => one.level === level),
      level,
    ),
  )
}

/** Returns the first `most` annotations, errors before warnings, where only the total is limited. */
export function mostImportant(report: RunReport, most: number): readonly Annotation[] {
  const all = pending(report)
  const ordered = LEVELS.flatMap((level) => all.filter((one) => one.level === level))
  return ordered.slice(0, most).map(toAnnotation)
}

/** Returns the conclusion, broken rules and failing tests. */
function pending(report: RunReport): readonly Pending[] {
  const { decision } = report
  const result: Pending = {
    level: getConclusion(report) === 'in_progress' ? 'warning' : 'error',
    draft: () => resultDraft(report),
  }
  if (!decision || getError(report)) return [result]
  return [
    ...(decision.conclusion === 'success' ? [] : [result]),
    ...openFindings(decision).map(pendingFinding),
    ...pendingTests(decisiveCommit(decision), report),
  ]
}

function pendingFinding(open: OpenFinding): Pending {
  return { level: open.finding.level === 'error' ? 'error' : 'warning', draft: () => findingDraft(open) }
}

/** Returns failing tests. At RED they are expected, so they are reported only where failing is the problem. */
function pendingTests(commit: JudgedCommit | null, { failing }: RunReport): readonly Pending[] {
  if (!commit || commit.verdict === 'accepted' || commit.phase === 'red') return []
  return (failing?.get(commit.sha) ?? []).map((test) => ({ level: 'error', draft: () => testDraft(test, commit) }))
}

function bounded(pendings: readonly Pending[], level: Annotation['level']): readonly Annotation[] {
  if (pendings.length <= MAX_PER_LEVEL) return pendings.map(toAnnotation)
  const left = pendings.length - MAX_PER_LEVEL + 1
  const lines = ['They are in the result block of the log and in the report.']
  const rest: Pending = { level, draft: () => ({ title: count(left, `more ${level}`), lines }) }
  return [...pendings.slice(0, MAX_PER_LEVEL - 1), rest].map(toAnnotation)
}

function resultDraft(report: RunReport): Draft {
  const error = getError(report)
  const lines = error ? [error.message, `-> ${error.suggestion}`] : nextLines(report.decision)
  return { title: `tdd-gate: ${headline(report)}`, lines }
}

function nextLines(decision: Decision | null): readonly string[] {
  const next = decision?.next
  return next
    ? [next.suggestion.text, ...next.suggestion.commands.slice(0, MAX_NAMED).map((command) => `$ ${command}`)]
    : []
}

function findingDraft({ commit, finding }: OpenFinding): Draft {
  const { rule, message, suggestion, paths, tests } = finding
  const named = [...paths.slice(1), ...tests]
  return {
    path: paths[0] ?? null,
    ...getRange(finding, paths[0] ?? ''),
    title: `${rule} at ${nameJudged(commit)}`,
    lines: [
      message,
      ...named.slice(0, MAX_NAMED).map((name) => `- ${name}`),
      ...(named.length > MAX_NAMED ? [`- +${named.length - MAX_NAMED} more`] : []),
      `-> ${suggestion.text}`,
    ],
  }
}

function testDraft({ id, file, at, line, kind, message }: FailingTest, commit: JudgedCommit): Draft {
  const path = at ?? file
  const title = `fails at ${nameJudged(commit)}: ${getTestName(id)}`
  return { path, line: line ?? lineIn(message, path), title, lines: [`${kind}: ${message}`, `test: ${id}`] }
}

/** Indents quoted lines, so that they cannot imitate lines of the gate. */
const continued = (line: string, index: number) => (index === 0 || line === '' ? line : `  ${line}`)

/** GitHub shows annotations as plain text; mails and other tools that show them may take a tag for one. */
const TAG = /<([a-z/!?][^<>]*)(>?)/gi

function withoutTags(text: string): string {
  return text.replace(TAG, (_, inside: string, end: string) => `‹${inside}${end === '' ? '' : '›'}`)
}

function toAnnotation({ level, draft }: Pending): Annotation {
  const { path = null, line = null, lastLine, title, lines } = draft()
  const isShown = path !== null && isPlainPath(path)
  const messages = lines.flatMap((text) => plainLines(text.slice(0, MAX_SENTENCE)).map(continued))
  return {
    level,
    path: isShown ? path : null,
    line: isShown ? line : null,
    ...(isShown && lastLine !== undefined ? { lastLine } : {}),
    title: cut(withoutTags(logLines(plain(title))), MAX_TITLE),
    message: cut(withoutTags(logLines(messages.join('\n'))) || 'See the report.', MAX_ANNOTATION),
  }
}
