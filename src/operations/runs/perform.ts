/** Performs an operation for the command line and for MCP, and records what happens in a run folder. */
import { appendEntry } from '../../evidence/log.ts'
import { openRepository, type Repository } from '../../git/repository.ts'
import { toErrorJson } from '../../render/text/error.ts'
import type { Definition, Operation, OperationAnswer } from '../operation.ts'
import type { Hooks } from '../verify/progress.ts'
import { toRunEvent } from './event.ts'
import { createRunPath, getWorktreeFolder } from './place.ts'
import { openRunFolder, type RunFolder } from './run-folder.ts'
import { writeState } from './state.ts'

type Asked = Pick<Operation, 'name' | 'effect' | 'runsTests'>

/** @param input as `definition.input` parsed it */
export async function perform(
  { name, effect, runsTests }: Asked,
  definition: Definition,
  input: Readonly<Record<string, unknown>>,
  hooks: Hooks,
): Promise<OperationAnswer> {
  const isRecorded = runsTests === true || effect !== 'reads'
  const place = isRecorded ? await openPlace(String(input['repo'] ?? '.'), name, hooks) : null
  if (place === null) return definition.run(input, hooks)
  const { run, folder, gitDir } = place
  try {
    run.log({ at: now(), event: 'started', operation: name })
    const answer = await definition.run(input, withLog(run, hooks))
    if (answer.state !== undefined) writeState(folder, { ...answer.state, gitDir, at: now() })
    run.write({ path: 'answer.json', text: JSON.stringify(answer.json) })
    run.log({ at: now(), event: 'ended', exit: answer.exit })
    return answer
  } catch (error) {
    const { code, message } = toErrorJson(error).error
    run.log({ at: now(), event: 'error', code, message })
    throw error
  } finally {
    run.close()
  }
}

function withLog(run: RunFolder, hooks: Hooks): Hooks {
  return {
    ...hooks,
    onProgress: (event) => {
      run.log(toRunEvent(event))
      hooks.onProgress(event)
    },
  }
}

interface RunPlace {
  readonly run: RunFolder
  readonly folder: string
  readonly gitDir: string
}

/** Recording proves nothing, so a state folder that cannot be written stops no work. The operation reports a bad repository. */
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
  return { run, folder, gitDir: repository.gitDir }
}

function now(): string {
  return new Date().toISOString()
}
