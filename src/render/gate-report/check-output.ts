/** Renders the check run: a title for lists of checks, a summary for reviewers, and the state for programs. */
import { type CheckAnnotation, GATE_CONCLUSIONS, type GateConclusion } from '../../core/status/checks.ts'
import { clip } from '../text/markdown.ts'
import { type Annotation, mostImportant } from './annotations.ts'
import { getConclusion, headline, type ReportConclusion } from './headline.ts'
import type { RunReport } from './run-report.ts'
import { page } from './sections.ts'
import { toStateBlock } from './state-json.ts'
import { commitSections, foldedSections, originSections, trialSections, verdictSections } from './verdict-page.ts'

export interface CheckOutput {
  readonly title: string
  readonly summary: string
  readonly text: string
  readonly conclusion: GateConclusion
  readonly annotations: readonly CheckAnnotation[]
}

/** GitHub limits each text to 65,535 characters. A text never has fewer UTF-8 bytes than characters. */
export const MAX_TEXT_BYTES = 60_000
/** The limit of one request. */
export const MAX_CHECK_ANNOTATIONS = 50
const MAX_COMMITS = 100
const LIMITS = { findings: 20, listed: 5, subtasks: 50 }
const LEVELS = { error: 'failure', warning: 'warning', notice: 'notice' } as const

const CONCLUSIONS: Record<ReportConclusion, GateConclusion> = {
  ...GATE_CONCLUSIONS,
  error: 'failure',
  waiting: 'action_required',
}

export function toCheckOutput(report: RunReport): CheckOutput {
  const annotations = mostImportant(report, MAX_CHECK_ANNOTATIONS).flatMap(toCheckAnnotation)
  return {
    title: headline(report),
    summary: clip(page(summarySections(report)), MAX_TEXT_BYTES),
    text: `${toStateBlock(report, MAX_TEXT_BYTES - 1)}\n`,
    conclusion: CONCLUSIONS[getConclusion(report)],
    annotations,
  }
}

/** The title of the check is the verdict. */
function summarySections(report: RunReport): Parameters<typeof page>[0] {
  return [
    ...verdictSections(report, LIMITS),
    ...trialSections(report),
    foldedSections('How this was measured, how to reproduce it, and each commit', [
      ...originSections(report),
      ...commitSections(report, MAX_COMMITS, LIMITS.listed),
    ]),
  ]
}

/** GitHub requires a path. Annotations without one are in the summary. */
function toCheckAnnotation({ level, path, line, lastLine, title, message }: Annotation): readonly CheckAnnotation[] {
  const at = line ?? 1
  const annotation_level = LEVELS[level]
  return path === null ? [] : [{ path, start_line: at, end_line: lastLine ?? at, annotation_level, title, message }]
}
