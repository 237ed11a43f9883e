/** Finds rules by their code, and a judged commit by its id. */
import { badUsage, unknownRule } from '../core/errors/usage.ts'
import { short } from '../core/model/commit.ts'
import type { Decision, JudgedCommit } from '../core/model/finding.ts'
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

/**
 * @param id the first characters of one, or `HEAD`
 * @throws GateError where the branch has no such commit
 */
export function findExplained({ commits }: Decision, id: string): JudgedCommit {
  const found = id === 'HEAD' ? commits.at(-1) : commits.find(({ sha }) => sha.startsWith(id))
  if (found) return found
  const last = commits.at(-1)
  throw badUsage(`\`${id}\` is no commit of this branch.`, last ? `explain ${short(last.sha)}` : 'verify', {
    actual: id,
  })
}
