/** Offers `verify`. */

import * as z from 'zod'
import type { Conclusion } from '../../core/model/finding.ts'
import { JUDGE } from '../../core/model/gate-command.ts'
import { canonical } from '../../core/util/canonical.ts'
import { toVerifyJson } from '../../render/gate-report/verify-json.ts'
import { toVerifyText } from '../../render/gate-report/verify-text.ts'
import { type Definition, define, EXIT } from '../operation.ts'
import { keepAnswer } from '../runs/kept-answer.ts'
import type { verify } from '../verify/verify.ts'
import { Branch, FLAGS, SCHEMA_VERSION, text, withCommand } from './inputs.ts'

const EXIT_OF = {
  success: EXIT.SUCCESS,
  failure: EXIT.BROKEN,
  unmeasurable: EXIT.UNMEASURED,
  in_progress: EXIT.UNFINISHED,
} as const satisfies Readonly<Record<Conclusion, number>>

/** @param judge judges a branch, or stands in for that */
export function createVerify(judge: typeof verify): Definition {
  return define({
    input: Branch.extend({
      head: text.exactOptional().describe('up to this revision (default: HEAD)'),
      lines: z.boolean().exactOptional().describe('show what holds each changed line'),
      inToto: z.boolean().exactOptional().describe('print the verdict as an in-toto statement'),
      fast: z.boolean().exactOptional().describe('judge without trials'),
    }),
    output: z.looseObject({ schemaVersion: SCHEMA_VERSION, conclusion: z.string(), commits: z.array(z.unknown()) }),
    flags: { ...FLAGS, head: '--head <rev>', lines: '--lines', inToto: '--in-toto', fast: '--fast' },
    run: async (input, hooks) => {
      const result = await judge(withCommand(input, JUDGE.name), hooks)
      const { statement } = result
      return {
        json: { ...toVerifyJson(result.decision, result), ...(statement && { statement }) },
        toText: (page) =>
          statement ? `${canonical(statement)}\n` : toVerifyText(result.decision, { ...result, ...page }),
        exit: EXIT_OF[result.decision.conclusion],
      }
    },
  })
}

/** Judging loads much more than an answer that was kept. */
const judgeHere: typeof verify = async (options, hooks) => (await import('../verify/verify.ts')).verify(options, hooks)

export const verifyOperation = createVerify(async (given, hooks) => {
  const question = { name: JUDGE.name, options: { ...given, triesAdvice: true }, hooks }
  return (await keepAnswer(question, judgeHere)).answer
})
