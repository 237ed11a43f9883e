/** Offers `plan`, and `start`, whose dry run is the plan. */
import * as z from 'zod'
import { toPlanJson, toPlanText } from '../../render/plan-text.ts'
import { toStartJson, toStartText } from '../../render/start-text.ts'
import { define, EXIT } from '../operation.ts'
import { type OutlookOptions, plan } from '../plan.ts'
import { start } from '../start.ts'
import type { Hooks } from '../verify/progress.ts'
import { Branch, FLAGS, SCHEMA_VERSION, text } from './inputs.ts'

const { repo, config, cacheDir } = Branch.shape
const task = text.describe('a task document, or an id of the configured documents')
const base = text.exactOptional().describe('start from this revision (default: the remote default branch)')
const flags = { ...FLAGS, task: '<task>' } as const

async function showPlan(input: OutlookOptions, hooks: Hooks) {
  const outlook = await plan(input, hooks)
  const json = toPlanJson(outlook)
  return { json, toText: () => toPlanText(outlook), exit: json.canProceed ? EXIT.SUCCESS : EXIT.UNFINISHED }
}

export const planOperation = define({
  input: z.strictObject({
    task: task.exactOptional().describe('a task document or id; omitted: the task of this branch'),
    repo,
    base,
    config,
    cacheDir,
  }),
  output: z.looseObject({
    schemaVersion: SCHEMA_VERSION,
    branch: z.string(),
    canProceed: z.boolean(),
    preconditions: z.array(z.looseObject({ id: z.string(), ok: z.boolean() })),
    steps: z.array(z.unknown()),
  }),
  flags: { ...flags, task: '[task]' },
  run: showPlan,
})

export const startOperation = define({
  input: z.strictObject({
    task,
    repo,
    base,
    config,
    cacheDir,
    dryRun: z.boolean().default(false).describe('show the plan, and write nothing'),
  }),
  output: z.looseObject({ schemaVersion: SCHEMA_VERSION, branch: z.string(), commit: z.string().nullable() }),
  flags,
  run: async ({ dryRun, ...input }, hooks) => {
    if (dryRun) return showPlan(input, hooks)
    const started = await start(input, hooks)
    return { json: toStartJson(started), toText: () => toStartText(started), exit: EXIT.SUCCESS }
  },
})
