/** Finds rules by their code. */
import { GateError } from '../core/model/errors.ts'
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
  const command = ['tdd-gate explain', nearest(code, known)].filter((word) => word !== null).join(' ')
  throw new GateError('unknown-rule', `no rule is called \`${code}\`${didYouMean(code, known)}`, command)
}
