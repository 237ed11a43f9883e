/** Renders the page of a rule, and what was tried at a commit. */
import { short } from '../core/model/commit.ts'
import type { JudgedCommit } from '../core/model/finding.ts'
import { toFindingsText } from './gate-report/verify-text.ts'
import { formatVerdict } from './text/format.ts'
import { type Cell, noPaint, type Paint, toTable } from './text/table.ts'
import { plain, wrap } from './text/text.ts'
import { sayTried, toTriedTable } from './text/tried.ts'

/** The parts of a rule that the page shows. */
export interface ExplainedRule {
  readonly code: string
  readonly about: string
  readonly why: string
  readonly phases: readonly string[]
  readonly level: string
}

interface ExplainOptions {
  readonly width?: number
  readonly paint?: Paint
}

const DEFAULT_WIDTH = 80

/** The output of `explain --json`, with schema version 1. */
interface ExplainJson {
  readonly schemaVersion: 1
  readonly rules: readonly ExplainedRule[]
}

/** Leaves out what a rule has besides: its check is no data. */
export function toExplainJson(rules: readonly ExplainedRule[]): ExplainJson {
  const shown = rules.map(({ code, about, why, phases, level }) => ({ code, about, why, phases, level }))
  return { schemaVersion: 1, rules: shown }
}

export function toExplainPage(rule: ExplainedRule, { width = DEFAULT_WIDTH, paint = noPaint }: ExplainOptions): string {
  const { code, about, why, phases, level } = rule
  const prose = (text: string) => wrap(text, width - 2).map((line) => `  ${line}`.trimEnd())
  return [
    paint('bold', `${code} (${level}${phases.length > 0 ? ` at ${phases.join(', ')}` : ''})`),
    ...prose(about),
    '',
    ...prose(why),
    '',
    'To change its level, in .github/tdd-gate.yml of the base branch:',
    '  policy:',
    '    rules:',
    `      ${code}: ${level === 'warn' ? 'error' : 'warn'}`,
    '',
  ].join('\n')
}

/** Renders one line for each rule. */
export function toExplainList(
  rules: readonly ExplainedRule[],
  { width = DEFAULT_WIDTH, paint = noPaint }: ExplainOptions,
): string {
  const rows = rules.map(({ code, level, about }): Cell[] => [
    code,
    { text: level, style: level === 'error' ? 'bad' : 'warn' },
    about,
  ])
  return `${toTable(rows, { width, paint }).join('\n')}\n`
}

/** Renders the findings of a commit, and its trials: what each changed, how many tests were asked, and which noticed. */
export function toTriedPage(commit: JudgedCommit, page: ExplainOptions): string {
  const { width = DEFAULT_WIDTH, paint = noPaint } = page
  const { sha, phase, subject, tried = [] } = commit
  const said = tried.length === 0 ? 'No trial changed anything' : (sayTried([commit]) ?? 'No line was changed alone')
  return [
    paint('bold', `${short(sha)} ${plain(subject)} (${phase} ${formatVerdict(commit)})`),
    ...toFindingsText(commit, page),
    ...wrap(`${said}.`, width - 2).map((line) => `  ${line}`),
    ...(tried.length === 0 ? [] : ['', ...toTriedTable(tried, width - 2, paint).map((line) => `  ${line}`)]),
    '',
  ].join('\n')
}
