/** Reads what is known of a worktree for those who watch: the last judged state, and the newest run. Runs no git. */
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ifThere, isAbsent } from '../../disk.ts'
import { openRepository } from '../../git/repository.ts'
import type { WatchedRun, WatchedState, WatchView } from '../../render/watch/rows.ts'
import { listBoard } from '../../tasks/task-list.ts'
import { OPERATIONS } from '../index.ts'
import { USUAL_PATHS } from '../tasks/documents.ts'
import { readDocumentsHere } from '../tasks/here.ts'
import type { Hooks } from '../verify/progress.ts'
import { readLogged } from './event.ts'
import { perform } from './perform.ts'
import { CALLS, getWorktreeFolder, listCalls } from './place.ts'
import { LOG } from './run-folder.ts'
import { readState } from './state.ts'

/** Of a longer log only its end is read. */
const MAX_LOG_BYTES = 262_144
const MAX_CALLS = 5

/** What a watched worktree offers. */
export interface Watched {
  readonly top: string
  readonly read: () => WatchView
  /** Opens the branch of a task. @throws GateError as `start` does */
  readonly start: (task: string, signal: AbortSignal) => Promise<void>
  /** Judges the branch now. Pauses or resumes before, where asked. */
  readonly judge: (word: 'pause' | 'resume' | null, signal: AbortSignal) => Promise<void>
}

/** @throws GateError `not-a-repository` */
export async function openWatch(repo: string): Promise<Watched> {
  const repository = await openRepository(repo)
  const { gitDir, top } = repository
  const folder = getWorktreeFolder(repository, process.env)
  let tasks = await readTasks(top)
  const hooks = (signal: AbortSignal): Hooks => ({ signal, onProgress: () => undefined })
  return {
    top: top ?? gitDir,
    read: () => ({ ...readWatchView(folder, gitDir), ...tasks }),
    start: async (task, signal) => {
      await call('start', { repo: top ?? repo, task }, hooks(signal))
      await call('status', { repo: top ?? repo }, hooks(signal))
      tasks = await readTasks(top)
    },
    judge: async (word, signal) => {
      for (const name of word === null ? ['status'] : [word, 'status'])
        await call(name, { repo: top ?? repo }, hooks(signal))
      tasks = await readTasks(top)
    },
  }
}

async function readTasks(top: string | null): Promise<Pick<WatchView, 'tasks'>> {
  if (top === null) return {}
  const listed = (await readDocumentsHere(top, USUAL_PATHS)).flatMap(({ files }) => listBoard(files))
  return listed.length === 0 ? {} : { tasks: listed }
}

async function call(name: string, input: Readonly<Record<string, string>>, hooks: Hooks): Promise<void> {
  const operation = OPERATIONS.find((candidate) => candidate.name === name)
  if (operation === undefined) return
  const definition = await operation.load()
  await perform(operation, definition, definition.input.parse(input), hooks)
}

/** @param folder of the worktree, from `getWorktreeFolder` */
function readWatchView(folder: string, gitDir: string): WatchView {
  return { state: readWatchedState(folder, gitDir), run: readNewestRun(folder) }
}

function readWatchedState(folder: string, gitDir: string): WatchedState | null {
  const state = readState(folder, gitDir)
  if (state === null) return null
  const movedAt = ifThere(() => statSync(join(gitDir, 'logs/HEAD')))?.mtimeMs ?? 0
  return { ...state, isOld: movedAt > Date.parse(state.at) }
}

/** Prefers a run that is still going: others may have begun and ended beside it. */
function readNewestRun(folder: string): WatchedRun | null {
  const runs = listCalls(folder)
    .slice(-MAX_CALLS)
    .map((name) => readRun(join(folder, CALLS, name), name))
  return runs.findLast((run) => run?.endedAt === null && run.isAlive) ?? runs.at(-1) ?? null
}

const NAME = /^[^-]+-(\d+)-(.+)$/

function readRun(path: string, name: string): WatchedRun | null {
  const [, pid = '', operation = name] = NAME.exec(name) ?? []
  const lines = readEnd(join(path, LOG)).flatMap((line) => readLogged(line) ?? [])
  const marks = lines.flatMap((line) => ('mark' in line ? [line] : []))
  const failed = lines.find((line) => 'event' in line && line.event.kind === 'error')
  const startedAt = lines[0]?.at
  if (startedAt === undefined) return null
  return {
    operation,
    startedAt,
    endedAt: (marks.find(({ mark }) => mark === 'ended') ?? failed)?.at ?? null,
    isAlive: isAlive(Number(pid)),
    events: lines.flatMap((line) => ('event' in line ? [line] : [])),
  }
}

/** Returns the lines at the end of the log; none where it is gone. */
function readEnd(path: string): readonly string[] {
  try {
    const file = openSync(path, 'r')
    try {
      const { size } = fstatSync(file)
      const bytes = Buffer.alloc(Math.min(size, MAX_LOG_BYTES))
      readSync(file, bytes, 0, bytes.length, size - bytes.length)
      return bytes.toString().split('\n')
    } finally {
      closeSync(file)
    }
  } catch (error) {
    if (isAbsent(error)) return []
    throw error
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
