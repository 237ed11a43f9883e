/** Counts the rules that a branch keeps: a number for readers, on which no verdict depends. */
import type { Decision } from '../model/finding.ts'
import { rules } from '../rules/index.ts'

interface Score {
  /** Rules without a finding. */
  readonly kept: number
  /** Rules that apply to the phases of the commits that count, by their own levels. */
  readonly of: number
  /** Rules with no worse finding than a warning. */
  readonly warnings: number
}

export function getScore({ commits }: Pick<Decision, 'commits'>): Score {
  const standing = commits.filter(({ isSuperseded }) => !isSuperseded)
  const phases = new Set(standing.map(({ phase }) => phase))
  const findings = standing.flatMap((commit) => commit.findings)
  const broken = new Set(findings.map(({ rule }) => rule))
  const refused = new Set(findings.filter(({ level }) => level === 'error').map(({ rule }) => rule))
  const applicable = rules.filter(({ code, level, phases: own }) => {
    const applies = level !== 'off' && own.some((phase) => phases.has(phase))
    return applies || broken.has(code)
  })
  const kept = applicable.filter(({ code }) => !broken.has(code)).length
  return { kept, of: applicable.length, warnings: broken.size - refused.size }
}
