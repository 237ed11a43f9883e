/** Runs every applicable rule on a commit, and gives findings the level that the policy sets. */

import { unboundParts } from '../compare/binding.ts'
import { withoutAccepted } from '../compare/line-notes.ts'
import { isUnmeasured } from '../model/evidence.ts'
import type { Finding } from '../model/finding.ts'
import type { Policy } from '../model/policy.ts'
import type { Broken, Rule, RuleContext } from '../rules/rule.ts'

export function findBroken(context: RuleContext, rules: readonly Rule[]): Finding[] {
  const hasNoEvidence = context.evidence === null || lacksMeasurement(context)
  const evidence = context.evidence && withoutAccepted(context.evidence)
  const findings = rules.flatMap((rule): Finding[] => {
    const level = getLevel(rule, context.policy)
    if (level === 'off' || !rule.phases.includes(context.phase)) return []
    if (rule.needsEvidence && hasNoEvidence) return []
    const broken = rule.check(level === 'warn' && evidence ? { ...context, evidence } : context)
    return broken ? [toFinding(rule, level, broken)] : []
  })
  const decisive = rules.filter(({ isDecisive }) => isDecisive).map(({ code }) => code)
  const last = findings.filter(({ rule, level }) => level === 'error' && decisive.includes(rule))
  return last.length > 0 ? last : findings
}

function toFinding(
  { code, choices = '' }: Rule,
  level: Finding['level'],
  { message, suggestion = choices, paths = [], lines = [], tests = [] }: Broken,
): Finding {
  return {
    rule: code,
    level,
    message,
    suggestion: typeof suggestion === 'string' ? { text: suggestion, commands: [] } : suggestion,
    paths,
    tests,
    ...(lines.length === 0 ? {} : { lines }),
  }
}

/** Returns true when something had to run and no valid measurement exists. */
export function lacksMeasurement(context: RuleContext): boolean {
  const { evidence, scope } = context
  if (evidence === null) return scope !== 'none'
  return isUnmeasured(evidence) || unboundParts(evidence, context).length > 0
}

/** Reads own properties only: a policy is a plain object and must not inherit values. */
export function getLevel(
  { code, level }: Pick<Rule, 'code' | 'level'>,
  { rules: levels }: Policy,
): Finding['level'] | 'off' {
  return Object.hasOwn(levels, code) ? (levels[code] ?? level) : level
}
