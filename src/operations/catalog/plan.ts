/** Offers `plan`, and `start`, whose dry run is the plan. */
import * as z from 'zod'
import { badUsage, NO_ISSUE, notBesideApp } from '../../core/errors/usage.ts'
import { shellWords } from '../../core/rules/text.ts'
import { toDocumentsText } from '../../render/plan-documents.ts'
import { toPlanJson, toPlanText, toTaskListText } from '../../render/plan-text.ts'
import { openedByApp, toStartJson, toStartText } from '../../render/start-text.ts'
import { define, EXIT } from '../operation.ts'
import type { OutlookOptions } from '../plan.ts'
import { identifyRun } from '../runs/task-run.ts'
import type { StartedTask, StartOptions } from '../start.ts'
import type { Hooks } from '../verify/progress.ts'
import { Branch, FLAGS, SCHEMA_VERSION, text, withCommand } from './inputs.ts'

const { repo, config, cacheDir } = Branch.shape
const ABOUT_TASK =
  'a document (YAML, JSON or Markdown), or an id in the tasks of the default branch (tasks.path, or tasks/tasks.json)'
const task = text.describe(ABOUT_TASK)
const base = text.exactOptional().describe('start from this revision (default: the remote default branch)')
const NUMBER = 'needs the number of an issue'
const COUNT = 'needs a whole number from 1'
const attempts = z.coerce.number(COUNT).int(COUNT).min(1, COUNT)
export const issueNumber = z.coerce.number(NUMBER).int(NUMBER).min(1, NUMBER)
const flags = { ...FLAGS, task: '<task>' } as const

/** Options of a new branch. */
export const BEGINNING = {
  branch: text.exactOptional().describe('name of the branch'),
  maxAttempts: attempts.exactOptional().describe('attempts at a GREEN here; the base may allow fewer'),
  fresh: z.boolean().default(false).describe('where the task has a branch, begin on one beside it'),
}
export const BEGINNING_FLAGS = { branch: '--branch <name>', maxAttempts: '--max-attempts <number>' } as const

type Beginning = z.output<z.ZodObject<typeof BEGINNING>>

export function toBeginning({ branch, maxAttempts, fresh }: Beginning): Omit<StartOptions, 'task' | 'repo'> {
  const limits = maxAttempts === undefined ? {} : { maxAttempts }
  return { ...(branch === undefined ? {} : { branch }), ...limits, isFresh: fresh }
}

/** @throws GateError `bad-usage` for options of a new branch where the App names it */
export function refuseBesideApp({ branch, maxAttempts, fresh }: Beginning): void {
  if (branch !== undefined) throw notBesideApp('--branch')
  if (fresh) throw notBesideApp('--fresh')
  if (maxAttempts !== undefined) throw notBesideApp('--max-attempts')
}

export async function showPlan(input: OutlookOptions, hooks: Hooks) {
  const { getTaskOutlook } = await import('../plan.ts')
  const outlook = await getTaskOutlook(input, hooks)
  const json = toPlanJson(outlook)
  return { json, toText: () => toPlanText(outlook), exit: json.canProceed ? EXIT.SUCCESS : EXIT.UNFINISHED }
}

async function showDocuments(input: OutlookOptions, isWritten: boolean, hooks: Hooks) {
  const { planDocuments } = await import('../plan-documents.ts')
  const { stale, written } = await planDocuments({ ...withCommand(input, 'next'), isWritten }, hooks)
  return {
    json: { schemaVersion: 1, stale, written },
    toText: () => toDocumentsText({ stale, isWritten }),
    exit: isWritten || stale.length === 0 ? EXIT.SUCCESS : EXIT.BROKEN,
  }
}

async function showStatuses(input: OutlookOptions, document: string, hooks: Hooks) {
  const { saveStatuses } = await import('../save-statuses.ts')
  const { written } = await saveStatuses({ ...withCommand(input, 'next'), document }, hooks)
  return {
    json: { schemaVersion: 1, written },
    toText: () => toDocumentsText({ stale: written, isWritten: true }),
    exit: EXIT.SUCCESS,
  }
}

async function showList(input: Pick<OutlookOptions, 'repo' | 'task'>) {
  const { listTasksIn } = await import('../tasks/list.ts')
  const tasks = await listTasksIn(input)
  return { json: { schemaVersion: 1, tasks }, toText: () => toTaskListText(tasks), exit: EXIT.SUCCESS }
}

/** `#12` is the task of issue 12; any other task needs the number of an issue beside it. */
function toPlace(task: string, issue: number | undefined) {
  const own = /^#(\d{1,9})$/.exec(task)
  const number = issue ?? (own === null ? undefined : Number(own[1]))
  if (number === undefined) throw badUsage(NO_ISSUE, `start ${shellWords([task], '<task>')} --issue <number>`)
  return { issue: number, task: own === null ? task : null }
}

async function startThere(repo: string, place: ReturnType<typeof toPlace>, { signal }: Hooks) {
  const { startFromClone } = await import('../github-start.ts')
  const { record, base, pullRequest } = await startFromClone(repo, place, signal)
  const { plan, branch, start: commit } = record
  const started = { plan, branch, base, commit, notes: [openedByApp(pullRequest)] }
  return { json: { ...toStartJson(started), pullRequest }, toText: () => toStartText(started), exit: EXIT.SUCCESS }
}

/** Nothing is judged yet: every subtask waits. */
async function getNewRun({ plan, commit, maxAttempts }: StartedTask, { repository }: Hooks) {
  if (repository === undefined) return null
  const identity = await identifyRun(repository, { base: `${commit}^`, head: commit }, plan)
  const subtasks = plan.subtasks.map(
    ({ id, title }) => ({ id, title, status: 'pending', attempts: 0, drivers: [] }) as const,
  )
  const decision = { conclusion: 'in_progress', commits: [], subtasks, next: null } as const
  return identity === null ? null : { identity, facts: { decision, maxAttempts } }
}

export const planOperation = define({
  input: z.strictObject({
    task: task.exactOptional().describe(`${ABOUT_TASK}; omitted: the task of this branch`),
    repo,
    base,
    config,
    cacheDir,
    write: z.boolean().default(false).describe('judge the branch, and write IMPL_PLAN.md and TODO_LIST.md'),
    writeStatus: text.exactOptional().describe('write proved statuses to this document'),
    list: z.boolean().default(false).describe('list the tasks of a document with their status'),
    check: z.boolean().default(false).describe('judge the branch, and refuse these files where out of date'),
  }),
  output: z.looseObject({ schemaVersion: SCHEMA_VERSION }),
  flags: { ...flags, task: '[task]', writeStatus: '--write-status <document>' },
  run: async ({ write, check, list, writeStatus, ...input }, hooks) => {
    if (list) return showList(input)
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
    github: z.boolean().default(false).describe('let the App start it below its issue, and switch to its branch'),
    issue: issueNumber.exactOptional().describe('number of the issue, where the task is one of a document'),
    ...BEGINNING,
  }),
  output: z.looseObject({ schemaVersion: SCHEMA_VERSION, branch: z.string(), commit: z.string().nullable() }),
  flags: { ...flags, issue: '--issue <number>', ...BEGINNING_FLAGS },
  run: async ({ dryRun, github, issue, fresh, branch, maxAttempts, ...input }, hooks) => {
    const given = { fresh, ...(branch && { branch }), ...(maxAttempts && { maxAttempts }) }
    const beginning = toBeginning(given)
    if (github || issue !== undefined) refuseBesideApp(given)
    if (dryRun) return showPlan({ ...input, ...beginning }, hooks)
    if (github || issue !== undefined) return startThere(input.repo, toPlace(input.task, issue), hooks)
    const { beginTask } = await import('../start.ts')
    const started = await beginTask({ ...input, ...beginning }, hooks)
    const run = await getNewRun(started, hooks)
    return {
      json: toStartJson(started),
      toText: () => toStartText(started),
      exit: EXIT.SUCCESS,
      ...(run === null ? {} : { run }),
    }
  },
})
