/** Finds rules by their code. */
import { unknownRule } from '../core/errors/usage.ts'
import { didYouMean, nearest } from '../core/util/nearest.ts'
import type { ExplainedRule } from '../render/explain.ts'

/**
 * Returns the rule with this code, or all rules for null.
 * @throws GateError `unknown-rule` with the nearest code
 */
export function explain(rules: readonly ExplainedRule[], code: string | null): readonly ExplainedRule[] {
  if (code === null) return rules
  const rule = rules.find((candidate) => candidate.code === code)
  if (rule) return [rule]
  const known = rules.map((candidate) => candidate.code)
  throw unknownRule(code, didYouMean(code, known), nearest(code, known))
}
