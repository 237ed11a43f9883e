/** Performs an operation for the command line and for MCP, and records what happens in a run folder. */
import { basename } from 'node:path'
import { appendEntry } from '../../evidence/log.ts'
import { openRepository, type Repository } from '../../git/repository.ts'
import { toErrorJson } from '../../render/text/error.ts'
import type { Definition, Operation, OperationAnswer } from '../operation.ts'
import type { Hooks } from '../verify/progress.ts'
import { toRunEvent } from './event.ts'
import { createRunPath, getWorktreeFolder } from './place.ts'
import { openRunFolder, type RunFolder } from './run-folder.ts'
import { writeState } from './state.ts'

type PerformOptions = Pick<Operation, 'name' | 'effect' | 'runsTests'>

/** @param input as `definition.input` parsed it */
export async function perform(
  { name, effect, runsTests }: PerformOptions,
  definition: Definition,
  input: Readonly<Record<string, unknown>>,
  hooks: Hooks,
): Promise<OperationAnswer> {
  const isRecorded = runsTests === true || effect !== 'reads'
  const place = isRecorded ? await openPlace(String(input['repo'] ?? '.'), name, hooks) : null
  if (place === null) return definition.run(input, hooks)
  const { run, folder, repository } = place
  const { gitDir } = repository
  const record = createRecorder(hooks)
  const startedAt = now()
  try {
    record(() => run.log({ at: startedAt, event: 'started', operation: name }))
    const answer = await definition.run(input, { ...withLog(run, hooks, record), repository })
    const { state, json, exit, toFiles } = answer
    const files = (await toFiles?.().catch((): [] => [])) ?? []
    record(() => {
      if (state !== undefined) writeState(folder, { ...state, gitDir, at: now() })
      for (const file of [{ path: 'answer.json', text: JSON.stringify(json) }, ...files]) run.write(file)
      run.log({ at: now(), event: 'ended', exit })
      run.write(toManifest(run, { operation: name, startedAt, exit }))
    })
    return answer
  } catch (error) {
    const { code, message } = toErrorJson(error).error
    record(() => run.log({ at: now(), event: 'error', code, message: message.slice(0, MAX_MESSAGE) }))
    throw error
  } finally {
    run.close()
  }
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
function toManifest(run: RunFolder, about: Readonly<Record<string, string | number>>) {
  const manifest = { schemaVersion: 1, run: basename(run.path), ...about, endedAt: now(), files: run.files() }
  return { path: 'manifest.json', text: `${JSON.stringify(manifest, null, 2)}\n` }
}

function withLog(run: RunFolder, hooks: Hooks, record: Recorder): Hooks {
  return {
    ...hooks,
    onProgress: (event) => {
      record(() => run.log(toRunEvent(event)))
      hooks.onProgress(event)
    },
  }
}

interface RunPlace {
  readonly run: RunFolder
  readonly folder: string
  readonly repository: Repository
}

/** Returns null where nothing can be recorded. The operation itself reports a bad repository. */
async function openPlace(repo: string, name: string, { onProgress }: Hooks): Promise<RunPlace | null> {
  const repository = await openRepository(repo).catch((): null => null)
  if (repository === null) return null
  try {
    return createRun(repository, name)
  } catch (error) {
    onProgress({ kind: 'note', text: `not recorded: ${String(error)}` })
    return null
  }
}

function createRun(repository: Repository, name: string): RunPlace {
  const folder = getWorktreeFolder(repository, process.env)
  const run = openRunFolder(createRunPath(folder, name, now()), appendEntry)
  return { run, folder, repository }
}

function now(): string {
  return new Date().toISOString()
}
