/** Offers `plan`, and `start`, whose dry run is the plan. */
import * as z from 'zod'
import { badUsage } from '../../core/errors/usage.ts'
import { toDocumentsText } from '../../render/plan-documents.ts'
import { toPlanJson, toPlanText } from '../../render/plan-text.ts'
import { toStartJson, toStartText } from '../../render/start-text.ts'
import { define, EXIT } from '../operation.ts'
import { type OutlookOptions, plan } from '../plan.ts'
import { planDocuments } from '../plan-documents.ts'
import { saveStatuses } from '../save-statuses.ts'
import { start } from '../start.ts'
import type { Hooks } from '../verify/progress.ts'
import { Branch, FLAGS, SCHEMA_VERSION, text, withCommand } from './inputs.ts'

const { repo, config, cacheDir } = Branch.shape
const task = text.describe('a task document, or an id of the configured documents')
const base = text.exactOptional().describe('start from this revision (default: the remote default branch)')
const flags = { ...FLAGS, task: '<task>' } as const

async function showPlan(input: OutlookOptions, hooks: Hooks) {
  const outlook = await plan(input, hooks)
  const json = toPlanJson(outlook)
  return { json, toText: () => toPlanText(outlook), exit: json.canProceed ? EXIT.SUCCESS : EXIT.UNFINISHED }
}

async function showDocuments(input: OutlookOptions, isWritten: boolean, hooks: Hooks) {
  const { stale, written } = await planDocuments({ ...withCommand(input, 'tdd-gate next'), isWritten }, hooks)
  return {
    json: { schemaVersion: 1, stale, written },
    toText: () => toDocumentsText({ stale, isWritten }),
    exit: isWritten || stale.length === 0 ? EXIT.SUCCESS : EXIT.BROKEN,
  }
}

async function showStatuses(input: OutlookOptions, document: string, hooks: Hooks) {
  const { written } = await saveStatuses({ ...withCommand(input, 'tdd-gate next'), document }, hooks)
  return {
    json: { schemaVersion: 1, written },
    toText: () => toDocumentsText({ stale: written, isWritten: true }),
    exit: EXIT.SUCCESS,
  }
}

export const planOperation = define({
  input: z.strictObject({
    task: task.exactOptional().describe('a task document or id; omitted: the task of this branch'),
    repo,
    base,
    config,
    cacheDir,
    write: z.boolean().default(false).describe('judge the branch, and write IMPL_PLAN.md and TODO_LIST.md'),
    writeStatus: text.exactOptional().describe('write proved statuses to this document'),
    check: z.boolean().default(false).describe('judge the branch, and refuse these files where they are out of date'),
  }),
  output: z.looseObject({ schemaVersion: SCHEMA_VERSION }),
  flags: { ...flags, task: '[task]', writeStatus: '--write-status <document>' },
  run: async ({ write, check, writeStatus, ...input }, hooks) => {
    if (write && check) throw badUsage('--write and --check exclude each other.', 'plan --write')
    if (writeStatus !== undefined) return showStatuses(input, writeStatus, hooks)
    return write || check ? showDocuments(input, write, hooks) : showPlan(input, hooks)
  },
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
