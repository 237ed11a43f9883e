/** Offers `next` and `status`: the same answer as data; as text the next step, or the subtasks. */

import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { ifThere, readIfThere } from '../../disk.ts'
import { toNextText, toStatusText, toStepJson } from '../../render/work-unit.ts'
import type { findNextStep, NextStep } from '../next.ts'
import { type Definition, define, EXIT, type OperationAnswer, type OutputPage } from '../operation.ts'
import { keepAnswer } from '../runs/kept-answer.ts'
import { findTreeRefusal } from '../runs/refusal.ts'
import type { Hooks } from '../verify/progress.ts'
import { Branch, FLAGS, SCHEMA_VERSION, withCommand } from './inputs.ts'
import { runOf, toState } from './state.ts'

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
  next: z.looseObject({ action: z.string(), phase: z.string(), prompt: z.string().exactOptional() }).nullable(),
})

/** Judging loads much more than an answer that was kept. */
const judge: typeof findNextStep = async (options, hooks) => (await import('../next.ts')).findNextStep(options, hooks)

/** Asked anew each time: files change without their names. */
async function withRefusal(step: NextStep, { repository }: Hooks): Promise<NextStep> {
  const refusal = step.context.uncommitted.length === 0 ? undefined : await findTreeRefusal(repository)
  return refusal === undefined ? step : { ...step, context: { ...step.context, refusal } }
}

/** A next step is the answer, not a failure: the exit code is 0 unless the task is stopped. */
async function answer(
  input: z.output<typeof Branch>,
  hooks: Hooks,
  toText: (step: NextStep, page: OutputPage) => string,
  hasPrompt = false,
): Promise<{ readonly step: NextStep; readonly answer: OperationAnswer }> {
  const question = { name: 'next', options: withCommand(input, 'next'), hooks }
  const { answer: judged, isKept } = await keepAnswer(question, judge)
  const step = await withRefusal(judged, hooks)
  const { run, toFiles } = await runOf(step, hooks.repository)
  return {
    step,
    answer: {
      json: toStepJson(step, hasPrompt),
      toText: (page) => toText(step, page),
      exit: step.decision.stopped === undefined ? EXIT.SUCCESS : EXIT.UNFINISHED,
      state: toState(step),
      ...(run === undefined ? {} : { run }),
      ...(isKept || toFiles === undefined ? {} : { toFiles }),
    },
  }
}

export const nextOperation: Definition = define({
  input: Branch.extend({
    prompt: z.boolean().default(false).describe('also give the step as one text in JSON'),
  }),
  output,
  flags: FLAGS,
  run: async ({ prompt, ...input }, hooks) => (await answer(input, hooks, toNextText, prompt)).answer,
})

export const statusOperation: Definition = define({
  input: Branch.extend({
    diff: z.boolean().default(false).describe('also show the changes since the last accepted commit'),
  }),
  output,
  flags: FLAGS,
  run: async ({ diff: withDiff, ...input }, hooks) => {
    const { step, answer: next } = await answer(input, hooks, toStatusText)
    const stale = await findStale(hooks.repository?.top ?? input.repo, step)
    const shown = {
      ...step,
      notes: [...step.notes, ...stale.map((path) => `${path} is out of date: tdd-gate plan --write`)],
    }
    const toText = (page: OutputPage) => toStatusText(shown, page)
    const json = toStepJson(shown)
    if (!withDiff) return { ...next, json, toText }
    const [{ readStepDiff }, { toDiffText }] = await Promise.all([
      import('./step-diff.ts'),
      import('../../render/text/diff.ts'),
    ])
    const diff = await readStepDiff(input.repo, step, hooks.repository)
    return {
      ...next,
      json: { ...json, diff },
      toText: (page) => `${toText(page)}\n${toDiffText(diff, page)}`,
    }
  },
})

const PATHS = ['IMPL_PLAN.md', 'TODO_LIST.md']

/** Returns the documents that `plan --write` wrote, and that no longer show how far the task is. */
async function findStale(top: string, { plan, policy, decision }: NextStep): Promise<readonly string[]> {
  const found = new Map(PATHS.map((path) => [path, read(join(top, path))]))
  if (plan === null || PATHS.every((path) => found.get(path) === null)) return []
  const { PLAN_MARK, toPlanDocuments } = await import('../../render/plan-documents.ts')
  return toPlanDocuments({ plan, policy, subtasks: decision.subtasks }).flatMap(({ path, text }) => {
    const old = found.get(path)
    return old?.includes(PLAN_MARK) && old !== text ? [path] : []
  })
}

function read(path: string): string | null {
  return ifThere(() => lstatSync(path))?.isFile() ? readIfThere(path) : null
}
