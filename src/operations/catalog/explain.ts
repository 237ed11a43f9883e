/** Offers `explain`: a rule, its reason, and how a project changes its level. */
import * as z from 'zod'
import { rules } from '../../core/rules/index.ts'
import { type ExplainedRule, toExplainJson, toExplainList, toExplainPage } from '../../render/explain.ts'
import { explain } from '../explain.ts'
import { type Definition, define, EXIT } from '../operation.ts'
import { SCHEMA_VERSION, text } from './inputs.ts'

/** @param known the rules that can be explained */
export function createExplain(known: readonly ExplainedRule[]): Definition {
  return define({
    input: z.strictObject({ rule: text.exactOptional().describe('code of a rule; omitted: all rules') }),
    output: z.looseObject({ schemaVersion: SCHEMA_VERSION, rules: z.array(z.looseObject({ code: z.string() })) }),
    flags: { rule: '[rule]' },
    run: async ({ rule }) => {
      const found = explain(known, rule ?? null)
      return {
        json: toExplainJson(found),
        toText: (page) =>
          rule === undefined ? toExplainList(found, page) : found.map((one) => toExplainPage(one, page)).join('\n'),
        exit: EXIT.SUCCESS,
      }
    },
  })
}

export const explainOperation = createExplain(rules)
