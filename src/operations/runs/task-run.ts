/** Keeps the run of a task: one folder from its start to its end, beside the folders of single calls. */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { otherRun, unknownRun } from '../../core/errors/usage.ts'
import type { Sha } from '../../core/model/commit.ts'
import type { JudgedCommit } from '../../core/model/finding.ts'
import { DEFAULT_TAG, type Plan } from '../../core/model/plan.ts'
import { shellWords } from '../../core/rules/text.ts'
import { isRunId, toRunId } from '../../core/task/run-id.ts'
import { ifThere, readIfThere } from '../../disk.ts'
import { makeFolder } from '../../folders.mjs'
import { getCurrentBranch } from '../../git/local-refs/head.ts'
import type { Repository } from '../../git/repository.ts'
import { hasBranch } from '../../git/write.ts'
import { toCheckpoint, withStatus } from '../../render/run/checkpoint.ts'
import { countAttempt, deriveEvents, type RunHappening, toTestEvents } from '../../render/run/events.ts'
import {
  type JudgedRun,
  type RunHappenings,
  type RunIdentity,
  type RunManifest,
  toPointer,
  toRunManifest,
  withHappenings,
} from '../../render/run/manifest.ts'
import { type ResultFacts, toTriedFile } from '../../render/run/results.ts'
import { getWorktreeFolder } from './place.ts'
import type { RunFile } from './run-folder.ts'
import { completeLog, readRunLog } from './run-log.ts'
import { parseObject, writeRunFile } from './run-writes.ts'

/** Older runs of a worktree are removed. */
const MAX_RUNS = 200
const MAX_CHARACTERS = 1_000_000
const MANIFEST = 'manifest.json'
const STATE = 'state.json'

/** What an answer says about the run of its branch. */
export interface RunUpdate {
  readonly identity: RunIdentity
  /** Absent where the call judged no commit of the branch. */
  readonly facts?: JudgedRun
  /** The working tree that `complete` refused; absent without one. */
  readonly tried?: { readonly judged: JudgedCommit; readonly facts: ResultFacts }
  /** The address of the pull request that the call opened; absent where it opened none. */
  readonly prUrl?: string
}

interface RunCommits {
  /** The commits of the run begin after this one. */
  readonly base: Sha
  readonly head: Sha
}

/**
 * Names the run of a branch by its task and the time of its first commit, which a rebase keeps.
 * @returns null before the first commit
 */
export async function identifyRun(
  repository: Repository,
  { base, head }: RunCommits,
  plan: Pick<Plan, 'id' | 'tag'> | null,
): Promise<RunIdentity | null> {
  const [log, branch] = await Promise.all([
    repository.run(['log', '--first-parent', '--reverse', '--format=%at', `${base}..${head}`, '--']),
    getCurrentBranch(repository),
  ])
  const [first = ''] = log.stdout.toString().split('\n')
  if (log.code !== 0 || first === '') return null
  const startTime = toTime(Number(first))
  const names = { tag: plan?.tag ?? DEFAULT_TAG, taskId: plan?.id ?? null, startTime }
  return { runId: toRunId(names), ...names, branch }
}

/** Beyond this second no clock shows a date: https://tc39.es/ecma262/#sec-time-values-and-time-range */
const LAST_SECOND = 8_640_000_000_000

/** The author of a commit writes its time. */
function toTime(seconds: number): string {
  const second = Number.isFinite(seconds) ? Math.min(Math.max(0, seconds), LAST_SECOND) : 0
  return new Date(second * 1_000).toISOString()
}

const texts = z.array(z.string())
const Manifest = z.object({
  schemaVersion: z.literal(1),
  runId: z.string().check(z.refine(isRunId)),
  projectRoot: z.string(),
  taskId: z.nullable(z.string()),
  tag: z.string(),
  branch: z.nullable(z.string()),
  startTime: z.string(),
  endTime: z.nullable(z.string()),
  status: z.enum(['running', 'paused', 'completed', 'failed']),
  currentPhase: z.enum(['subtask-loop', 'finalize', 'complete']),
  currentSubtask: z.nullable(z.string()),
  subtasksCompleted: texts,
  subtasksFailed: texts,
  attempts: z.record(z.string(), z.number()),
  coverage: z.nullable(z.record(z.string(), z.number())),
  totalCommits: z.number(),
  prUrl: z.nullable(z.string()),
  prTime: z.nullable(z.string()),
  interventions: z.number(),
})

/** @param folder of the worktree */
export const getRunPath = (folder: string, runId: string): string => join(folder, 'runs', runId)

/** Returns null for a missing or damaged manifest: the next call rebuilds it. */
export function readTaskRun(folder: string, runId: string): RunManifest | null {
  const text = isRunId(runId) ? readIfThere(join(getRunPath(folder, runId), MANIFEST)) : null
  if (text === null || text.length > MAX_CHARACTERS) return null
  try {
    const manifest = Manifest.safeParse(JSON.parse(text))
    return manifest.success && manifest.data.runId === runId ? manifest.data : null
  } catch {
    return null
  }
}

/**
 * Returns the runs of a worktree, the newest first.
 * @param folder of the worktree
 */
export function listTaskRuns(folder: string): readonly RunManifest[] {
  const runs = listRunIds(folder).flatMap((runId) => readTaskRun(folder, runId) ?? [])
  return runs.toSorted((a, b) => (a.startTime < b.startTime ? 1 : -1))
}

/** The folder may also hold what earlier versions wrote there. */
function listRunIds(folder: string): readonly string[] {
  const runs = join(folder, 'runs')
  return existsSync(runs) ? readdirSync(runs).filter(isRunId) : []
}

/** Returns the newest recorded run of the checked-out branch; null without one. */
export async function findCurrentRun(repository: Repository): Promise<RunManifest | null> {
  const runs = listTaskRuns(getWorktreeFolder(repository, process.env))
  return runs.length === 0 ? null : findRunOf(await getCurrentBranch(repository), runs)
}

const findRunOf = (branch: string | null, runs: readonly RunManifest[]): RunManifest | null =>
  branch === null ? null : (runs.find((run) => run.branch === branch) ?? null)

const MAX_NAMED = 5

/**
 * Refuses a call that is meant for another run than that of the checked-out branch.
 * @throws GateError `bad-usage`
 */
export async function requireRun(repository: Repository, runId: string): Promise<void> {
  const runs = listTaskRuns(getWorktreeFolder(repository, process.env))
  const meant = runs.find((run) => run.runId === runId)
  const current = findRunOf(await getCurrentBranch(repository), runs)
  if (meant === undefined)
    throw unknownRun(
      runId,
      runs.slice(0, MAX_NAMED).map((run) => run.runId),
    )
  if (current?.runId === runId) return
  const isThere =
    meant.branch !== null && meant.branch !== current?.branch && (await hasBranch(repository, meant.branch))
  throw otherRun(runId, current?.runId ?? null, isThere ? shellWords([meant.branch], "'<branch>'") : null)
}

interface RunChange extends Omit<RunUpdate, 'prUrl'> {
  readonly projectRoot: string
  readonly files: readonly RunFile[]
  readonly happened: RunHappenings
  readonly events: readonly RunHappening[]
  readonly at: string
}

/**
 * Writes what a call learned and what happened. Each file is replaced as a whole, the manifest after the others. A run
 * begins with the first judgement of its branch.
 * @param folder of the worktree
 */
export function recordTaskRun(folder: string, change: RunChange): void {
  const { identity, facts, tried, projectRoot, files, happened, events, at } = change
  const path = getRunPath(folder, identity.runId)
  const old = readTaskRun(folder, identity.runId)
  const judged = facts === undefined ? old : toRunManifest({ ...identity, projectRoot }, facts, old, at)
  if (judged === null) return
  if (!existsSync(path)) removeOldRuns(folder)
  makeFolder(path, 0o700)
  for (const file of files) writeRunFile(path, file)
  const manifest = withHappenings(judged, happened, at)
  const lines = readRunLog(path)
  const logged = lines.map(({ event }) => event)
  const attempt = tried === undefined ? 0 : countAttempt(logged, tried.judged)
  const tries = tried === undefined ? [] : toTestEvents(tried.judged, attempt)
  if (tried !== undefined) writeRunFile(path, toTriedFile(tried.judged, attempt, tried.facts))
  const derived = facts === undefined ? [] : deriveEvents(manifest, facts)
  completeLog(path, { old: lines, derived, happened: [...tries, ...events], at })
  writeRunFile(
    path,
    json(STATE, facts === undefined ? patchState(path, manifest, at) : toCheckpoint(manifest, facts, at)),
  )
  writeManifest(folder, manifest)
}

/** Without a judgement only the status changes. */
function patchState(path: string, manifest: RunManifest, at: string): object {
  const old = parseObject(readIfThere(join(path, STATE)) ?? '')
  return { ...old, ...withStatus(manifest, at) }
}

function writeManifest(folder: string, manifest: RunManifest): void {
  const { runId, tag } = manifest
  writeRunFile(getRunPath(folder, runId), json(MANIFEST, manifest))
  // The name of a run begins with its tag, as a folder can have it.
  const [name = '-'] = runId.split('__task-')
  writeRunFile(join(folder, 'tags', name), json('current-run.json', { ...toPointer(manifest), tag }))
}

const json = (path: string, value: object): RunFile => ({ path, text: `${JSON.stringify(value, null, 2)}\n` })

function removeOldRuns(folder: string): void {
  const ids = listRunIds(folder)
  if (ids.length < MAX_RUNS) return
  const age = (id: string) => ifThere(() => statSync(getRunPath(folder, id)))?.mtimeMs ?? 0
  const sorted = ids.map((id) => [age(id), id] as const).toSorted(([a], [b]) => a - b)
  for (const [, id] of sorted.slice(0, ids.length - MAX_RUNS + 1))
    rmSync(getRunPath(folder, id), { recursive: true, force: true })
}
