/** Performs an operation for the command line and for MCP. Records the call, and what it changes in the run of its task. */
import { basename } from 'node:path'
import { appendEntry } from '../../evidence/log.ts'
import { openRepository, type Repository } from '../../git/repository.ts'
import type { RunManifest, RunStatus } from '../../render/run/manifest.ts'
import { toErrorJson } from '../../render/text/error.ts'
import type { ProgressEvent } from '../../render/text/progress.ts'
import type { Definition, Operation, OperationAnswer } from '../operation.ts'
import type { Hooks } from '../verify/progress.ts'
import { toRunEvent } from './event.ts'
import { createCallPath, getWorktreeFolder } from './place.ts'
import { openRunFolder, type RunFile, type RunFolder } from './run-folder.ts'
import { writeState } from './state.ts'
import { findCurrentRun, recordTaskRun, requireRun } from './task-run.ts'

type PerformOptions = Pick<Operation, 'name' | 'effect' | 'runsTests'>

/** @param input as `definition.input` parsed it; a `runId` must be that of the branch */
export async function perform(
  { name, effect, runsTests }: PerformOptions,
  definition: Definition,
  { runId, ...input }: Readonly<Record<string, unknown>>,
  hooks: Hooks,
): Promise<OperationAnswer> {
  if (runId !== undefined) await requireRun(await openRepository(String(input['repo'])), String(runId))
  const isRecorded = runsTests === true || effect !== 'reads'
  const place = isRecorded ? await openPlace(String(input['repo'] ?? '.'), name, hooks) : null
  if (place === null) return definition.run(input, hooks)
  const { call, folder, repository, current } = place
  const { gitDir } = repository
  const record = createRecorder(hooks)
  const startedAt = now()
  const seen: ProgressEvent[] = []
  const onProgress: Hooks['onProgress'] = (event) => {
    seen.push(event)
    record(() => call.log(toRunEvent(event)))
    hooks.onProgress(event)
  }
  const about = current === null ? {} : { run: current }
  try {
    record(() => call.log({ at: startedAt, event: 'started', operation: name }))
    const answer = await definition.run(input, { ...hooks, onProgress, repository, ...about })
    const { state, json, exit, toFiles } = answer
    const files = (await toFiles?.().catch((): [] => [])) ?? []
    record(() => {
      if (state !== undefined) writeState(folder, { ...state, gitDir, at: now() })
      call.write({ path: 'answer.json', text: JSON.stringify(json) })
      call.log({ at: now(), event: 'ended', exit })
      call.write(toManifest(call, { operation: name, startedAt, exit }))
      recordRun(place, answer, { files, seen })
    })
    return answer
  } catch (error) {
    const { code, ...about } = toErrorJson(error).error
    const message = about.message.slice(0, MAX_MESSAGE)
    record(() => {
      call.log({ at: now(), event: 'error', code, message })
      recordError(place, code, message)
    })
    throw error
  } finally {
    call.close()
  }
}

const STATUSES: { readonly [K in ProgressEvent['kind']]?: RunStatus } = {
  pause: 'paused',
  resume: 'running',
  abort: 'failed',
}
const DECISIONS: readonly ProgressEvent['kind'][] = ['pause', 'resume', 'skip', 'override', 'revert', 'abort']

interface Happened {
  readonly files: readonly RunFile[]
  readonly seen: readonly ProgressEvent[]
}

/** An answer without a run is about that of the branch. */
function recordRun({ folder, repository, current }: CallPlace, { run }: OperationAnswer, { files, seen }: Happened) {
  const { identity = current, prUrl, ...learned } = run ?? {}
  if (identity === null) return
  const status = seen.flatMap(({ kind }) => STATUSES[kind] ?? []).at(-1)
  const decisions = seen.filter(({ kind }) => DECISIONS.includes(kind))
  const happened = {
    interventions: decisions.length,
    ...(status === undefined ? {} : { status }),
    ...(prUrl === undefined ? {} : { prUrl }),
  }
  const opened = prUrl === undefined ? [] : [{ event: 'pr:created', url: prUrl }]
  const events = [...decisions.map(({ kind, ...values }) => ({ event: kind, ...values })), ...opened]
  const projectRoot = repository.top ?? repository.gitDir
  recordTaskRun(folder, { ...learned, identity, projectRoot, files, happened, events, at: now() })
}

function recordError({ folder, repository, current }: CallPlace, code: string, message: string): void {
  if (current === null) return
  const events = [{ event: 'error', code, message, phase: current.currentPhase, recoverable: true }]
  const projectRoot = repository.top ?? repository.gitDir
  recordTaskRun(folder, {
    identity: current,
    projectRoot,
    files: [],
    happened: { interventions: 0 },
    events,
    at: now(),
  })
}

/** A line of the log has a limit. */
const MAX_MESSAGE = 10_000

type Recorder = (write: () => void) => void

/** After the first failure nothing more is recorded: recording proves nothing, so it stops no work. */
function createRecorder({ onProgress }: Hooks): Recorder {
  let isBroken = false
  return (write) => {
    if (isBroken) return
    try {
      write()
    } catch (error) {
      isBroken = true
      onProgress({ kind: 'note', text: `not recorded: ${String(error)}` })
    }
  }
}

/** Lists every other file with its digest, so it comes last. */
function toManifest(call: RunFolder, about: Readonly<Record<string, string | number>>) {
  const manifest = { schemaVersion: 1, call: basename(call.path), ...about, endedAt: now(), files: call.files() }
  return { path: 'manifest.json', text: `${JSON.stringify(manifest, null, 2)}\n` }
}

interface CallPlace {
  /** The folder of this call. */
  readonly call: RunFolder
  /** The folder of the worktree. */
  readonly folder: string
  readonly repository: Repository
  /** The run of the branch before the call, which may leave the branch. */
  readonly current: RunManifest | null
}

/** Returns null where nothing can be recorded. The operation itself reports a bad repository. */
async function openPlace(repo: string, name: string, { onProgress }: Hooks): Promise<CallPlace | null> {
  const repository = await openRepository(repo).catch((): null => null)
  if (repository === null) return null
  try {
    const folder = getWorktreeFolder(repository, process.env)
    const call = openRunFolder(createCallPath(folder, name, now()), appendEntry)
    return { call, folder, repository, current: await findCurrentRun(repository) }
  } catch (error) {
    onProgress({ kind: 'note', text: `not recorded: ${String(error)}` })
    return null
  }
}

function now(): string {
  return new Date().toISOString()
}
