/** Offers `next` and `status`: the same answer as data; as text the next step, or the subtasks. */
import * as z from 'zod'
import type { SubtaskState } from '../../core/model/finding.ts'
import { toNextJson, toNextText, toStatusText } from '../../render/work-unit.ts'
import type { NextStep, next } from '../next.ts'
import { type Definition, define, EXIT, type OperationAnswer } from '../operation.ts'
import { keepStep } from '../runs/kept-step.ts'
import { Branch, FLAGS, SCHEMA_VERSION, withCommand } from './inputs.ts'
import { runFilesOf } from './run-files.ts'

export const Progress = z.object({
  completed: z.int(),
  total: z.int(),
  percentage: z.int(),
  skipped: z.int(),
  current: z.string().nullable(),
})

const output = z.looseObject({
  schemaVersion: SCHEMA_VERSION,
  conclusion: z.string(),
  progress: Progress,
  next: z.looseObject({ action: z.string(), phase: z.string(), prompt: z.string() }).nullable(),
})

const MAX_DRIVERS = 5

function toWatched({ id, title, status, attempts, drivers }: SubtaskState) {
  return { id, title, status, attempts, drivers: drivers.slice(0, MAX_DRIVERS) }
}

function toState({ base, head, policyDigest, decision, plan }: NextStep): NonNullable<OperationAnswer['state']> {
  const { conclusion, subtasks, next: unit } = decision
  return {
    schemaVersion: 1,
    base,
    head,
    policyDigest,
    conclusion,
    task: plan && { id: plan.id, title: plan.title },
    subtasks: subtasks.map(toWatched),
    isPaused: decision.stopped !== undefined,
    next: unit && { title: unit.title, subtask: unit.subtask, phase: unit.phase },
  }
}

/** Judging loads much more than an answer that was kept. */
const judge: typeof next = async (options, hooks) => (await import('../next.ts')).next(options, hooks)

/** A next step is the answer, not a failure: the exit code is 0 unless nothing can be judged. */
function create(toText: (step: NextStep) => string): Definition {
  return define({
    input: Branch,
    output,
    flags: FLAGS,
    run: async (input, hooks) => {
      const { step, isKept } = await keepStep(withCommand(input, 'tdd-gate next'), hooks, judge)
      return {
        json: toNextJson(step),
        toText: () => toText(step),
        exit: EXIT.SUCCESS,
        state: toState(step),
        ...(isKept ? {} : { toFiles: runFilesOf(step) }),
      }
    },
  })
}

export const nextOperation = create(toNextText)
export const statusOperation = create(toStatusText)
