/** Offers `run`: leads an agent from step to step until nothing is left. */
import * as z from 'zod'
import type { RunEnd } from '../../core/evaluate/run-end.ts'
import { plain } from '../../render/text/text.ts'
import { countDone, toNextJson } from '../../render/work-unit.ts'
import { define, EXIT } from '../operation.ts'
import { Branch, FLAGS, SCHEMA_VERSION, text, withCommand } from './inputs.ts'
import { runOf } from './state.ts'

const DEFAULT_STEPS = 30
const NUMBER = 'needs a whole number from 1'
const whole = z.coerce.number(NUMBER).int(NUMBER).min(1, NUMBER)

const EXIT_OF = {
  done: EXIT.SUCCESS,
  paused: EXIT.UNFINISHED,
  idle: EXIT.UNFINISHED,
  refused: EXIT.BROKEN,
  'out-of-steps': EXIT.UNFINISHED,
  'out-of-commits': EXIT.UNFINISHED,
  'out-of-time': EXIT.UNFINISHED,
} as const satisfies Readonly<Record<RunEnd, number>>

export const runOperation = define({
  input: Branch.extend({
    agent: text.describe('shell command that reads the prompt on standard input'),
    maxSteps: whole.default(DEFAULT_STEPS).describe('calls of the agent at most'),
    maxCommits: whole.exactOptional().describe('commits at most; the configuration may allow fewer'),
    maxMinutes: whole.exactOptional().describe('minutes at most; the configuration may allow fewer'),
  }),
  output: z.looseObject({ schemaVersion: SCHEMA_VERSION, end: z.string(), steps: z.int() }),
  flags: {
    ...FLAGS,
    agent: '--agent <command>',
    maxSteps: '--max-steps <number>',
    maxCommits: '--max-commits <number>',
    maxMinutes: '--max-minutes <number>',
  },
  run: async ({ maxCommits = null, maxMinutes = null, ...input }, hooks) => {
    const { run } = await import('../run.ts')
    const done = await run({ ...withCommand(input, 'next'), maxCommits, maxMinutes }, hooks)
    const { next, ...rest } = toNextJson(done)
    return {
      json: { ...rest, next, end: done.end, steps: done.steps },
      toText: () =>
        `${done.end} after ${done.steps} steps: ${plain(next?.title ?? 'nothing is left to do')} (${countDone(rest.progress)})\n`,
      exit: EXIT_OF[done.end],
      ...(await runOf(done, hooks.repository)),
    }
  },
})
