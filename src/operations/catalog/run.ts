/** Offers `run`: leads an agent from step to step until nothing is left. */
import * as z from 'zod'
import { plain } from '../../render/text/text.ts'
import { countDone, toNextJson } from '../../render/work-unit.ts'
import { define, EXIT } from '../operation.ts'
import { type RunEnd, run } from '../run.ts'
import { Branch, FLAGS, SCHEMA_VERSION, text, withCommand } from './inputs.ts'

const DEFAULT_STEPS = 30
const EXIT_OF = {
  done: EXIT.SUCCESS,
  paused: EXIT.UNFINISHED,
  idle: EXIT.UNFINISHED,
  refused: EXIT.BROKEN,
  'out-of-steps': EXIT.UNFINISHED,
} as const satisfies Readonly<Record<RunEnd, number>>

export const runOperation = define({
  input: Branch.extend({
    agent: text.describe('shell command that reads the prompt on standard input'),
    maxSteps: z.coerce
      .number('needs a whole number from 1')
      .int('needs a whole number from 1')
      .min(1, 'needs a whole number from 1')
      .default(DEFAULT_STEPS)
      .describe('calls of the agent at most'),
  }),
  output: z.looseObject({ schemaVersion: SCHEMA_VERSION, end: z.string(), steps: z.int() }),
  flags: { ...FLAGS, agent: '--agent <command>', maxSteps: '--max-steps <number>' },
  run: async (input, hooks) => {
    const done = await run(withCommand(input, 'tdd-gate next'), hooks)
    const { next, ...rest } = toNextJson(done)
    return {
      json: { ...rest, next, end: done.end, steps: done.steps },
      toText: () =>
        `${done.end} after ${done.steps} steps: ${plain(next?.title ?? 'nothing is left to do')} (${countDone(rest.progress)})\n`,
      exit: EXIT_OF[done.end],
    }
  },
})
