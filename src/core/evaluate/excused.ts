/** Applies what maintainers excused: a finding of one rule at one commit becomes a warning. */
import type { Sha } from '../model/commit.ts'
import type { DecisionNote, Finding } from '../model/finding.ts'

/** A decision, and its text for readers. */
export interface Excuse {
  readonly decision: DecisionNote
  readonly text: string
}

/** By commit and rule. */
export type Excused = ReadonlyMap<Sha, ReadonlyMap<string, Excuse>>

/** Returns the finding as a warning, with who excused it, where someone did. */
export function excuseFinding(finding: Finding, excuse: Excuse | undefined): Finding {
  if (excuse === undefined || finding.level !== 'error') return finding
  const { text, decision } = excuse
  return { ...finding, level: 'warn', suggestion: { text, commands: [] }, excused: decision }
}
