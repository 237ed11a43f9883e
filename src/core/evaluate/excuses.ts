/** Names the rules that a maintainer may excuse at one commit, and turns an excused finding into a warning. */
import type { Sha } from '../model/commit.ts'
import type { DecisionNote, Finding } from '../model/finding.ts'
import { rules } from '../rules/index.ts'
import { nearest } from '../util/nearest.ts'

/** Rules that refuse by default, and without which RED and GREEN still prove the subtask. */
const BESIDE_THE_PROOF: readonly string[] = [
  'green-keeps-harness',
  'refactor-keeps-apart',
  'red-fails-for-the-right-reason',
  'red-matches-plan',
  'no-test-vanished',
  'no-test-silenced',
  'drivers-need-production',
  'coverage-holds',
  'claims-are-true',
]

/** Rules that only show what a reviewer should read are excusable wherever a project made them refuse. */
export function isExcusable(code: string): boolean {
  const rule = rules.find((one) => one.code === code)
  return rule !== undefined && (rule.level !== 'error' || BESIDE_THE_PROOF.includes(code))
}

const CODES = rules.map(({ code }) => code)

export function isRule(code: string): boolean {
  return CODES.includes(code)
}

/** Returns the rule that a mistyped word means; null for a word that is no name of a rule. */
export function findMeantRule(word: string): string | null {
  return word.includes('-') ? nearest(word, CODES) : null
}

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
