/** Offers `explain`: a rule, its reason and its level; or why a commit is rejected, and what was tried at it. */
import * as z from 'zod'
import { noWindows } from '../../core/errors/usage.ts'
import { rules } from '../../core/rules/index.ts'
import { type ExplainedRule, toExplainJson, toExplainList, toExplainPage, toTriedPage } from '../../render/explain.ts'
import { toFindingJson } from '../../render/gate-report/verify-json.ts'
import { explain, findExplained } from '../explain.ts'
import { type Definition, define, EXIT } from '../operation.ts'
import type { verify } from '../verify/verify.ts'
import { Branch, FLAGS, SCHEMA_VERSION, text, withCommand } from './inputs.ts'

/** An id, or the last commit. */
const COMMIT = /^(?:[0-9a-f]{4,40}|HEAD)$/

/**
 * @param known the rules that can be explained
 * @param judge judges a branch, or stands in for that
 */
export function createExplain(known: readonly ExplainedRule[], judge: typeof verify): Definition {
  return define({
    input: Branch.pick({ repo: true, base: true, config: true, cacheDir: true }).extend({
      rule: text.exactOptional().describe('code of a rule, or a commit of the branch; omitted: all rules'),
    }),
    output: z.looseObject({ schemaVersion: SCHEMA_VERSION, rules: z.array(z.looseObject({ code: z.string() })) }),
    flags: { repo: FLAGS.repo, base: FLAGS.base, config: FLAGS.config, cacheDir: FLAGS.cacheDir, rule: '[rule]' },
    run: async ({ rule = null, ...branch }, hooks) => {
      if (rule !== null && COMMIT.test(rule)) {
        const { decision } = await judge(withCommand(branch, 'verify'), hooks)
        const commit = findExplained(decision, rule)
        const { sha, findings, tried = [] } = commit
        return {
          json: { ...toExplainJson([]), commit: sha, findings: findings.map((one) => toFindingJson(one)), tried },
          toText: (page) => toTriedPage(commit, page),
          exit: EXIT.SUCCESS,
        }
      }
      const found = explain(known, rule)
      return {
        json: toExplainJson(found),
        toText: (page) =>
          rule === null ? toExplainList(found, page) : found.map((one) => toExplainPage(one, page)).join('\n'),
        exit: EXIT.SUCCESS,
      }
    },
  })
}

export const explainOperation = createExplain(rules, async (options, hooks) => {
  if (process.platform === 'win32') throw noWindows()
  return (await import('../verify/verify.ts')).verify({ ...options, triesAdvice: true }, hooks)
})
