/** Runs one command in its own process group within a time limit, and kills what remains of the group. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { isAbsent } from '../../disk.ts'
import { killGroup, startGuarded } from './process-group.ts'

interface ProcessRequest {
  /** A string goes to the shell, a list does not. */
  readonly command: string | readonly string[]
  readonly directory: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly timeoutMs: number
  /** Milliseconds between SIGTERM and SIGKILL. */
  readonly graceMs?: number
  readonly signal?: AbortSignal | undefined
  /** A file that receives both streams in full. */
  readonly log?: string
  /** True when the command runs as another user, whom we may not signal: it ends when its standard input closes. */
  readonly endsWithInput?: boolean
}

export interface ProcessResult {
  readonly exitCode: number | null
  readonly signal: NodeJS.Signals | null
  readonly isTimedOut: boolean
  readonly durationMs: number
  /** The last TAIL_BYTES of each stream, decoded. */
  readonly stdoutTail: string
  readonly stderrTail: string
  /** The program that does not exist on this machine. */
  readonly missingCommand: string | null
}

const GRACE_MS = 2_000
/** How long a pipe may stay open after its command ended: only a process that left the group can hold it. */
const DRAIN_MS = 500
const NOT_FOUND = 127
const NO_COMMAND = /(?:^|[\s:])([^\s:]+): (?:command )?not found\s*$/m
/** What `python3 -m <module>` prints. */
const NO_MODULE = /^\S*\/python[\d.]*: No module named (\S+)\s*$/m

/**
 * Runs a command to its end and kills the rest of its group.
 * @throws the abort's reason, after the group is dead; a system error when the command cannot start
 */
export async function runProcess(request: ProcessRequest): Promise<ProcessResult> {
  request.signal?.throwIfAborted()
  const startedAt = performance.now()
  const started = startOrMissing(request)
  if (started === null) return toMissing(request, startedAt)
  const { child, release } = started
  const streams = readStreams(child, request.log)
  const limits = watchLimits(child, request)
  const outcome = await waitForEnd(child)
  limits.stop()
  child.stdin?.destroy()
  killGroup(child.pid, 'SIGKILL')
  await streams.drain()
  release()
  request.signal?.throwIfAborted()
  const texts = { stdoutTail: streams.stdout(), stderrTail: streams.stderr() }
  return {
    exitCode: outcome.exitCode,
    signal: outcome.signal,
    isTimedOut: limits.isTimedOut(),
    durationMs: performance.now() - startedAt,
    ...texts,
    missingCommand: outcome.isMissing ? firstWord(request.command) : missingIn(outcome.exitCode, texts.stderrTail),
  }
}

/** Returns null for a list whose program the system does not reach: some reasons are thrown, others are events. */
function startOrMissing(request: ProcessRequest): ReturnType<typeof startGuarded> | null {
  try {
    return startGuarded(() => start(request))
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}

const toMissing = ({ command }: ProcessRequest, startedAt: number): ProcessResult => ({
  exitCode: NOT_FOUND,
  signal: null,
  isTimedOut: false,
  durationMs: performance.now() - startedAt,
  stdoutTail: '',
  stderrTail: '',
  missingCommand: firstWord(command),
})

function start({ command, directory, env, endsWithInput }: ProcessRequest): ChildProcess {
  const input = endsWithInput === true ? 'pipe' : 'ignore'
  const options: SpawnOptions = { cwd: directory, env, detached: true, stdio: [input, 'pipe', 'pipe'] }
  if (typeof command === 'string') return spawn(command, { ...options, shell: true })
  const [file = '', ...args] = command
  return spawn(file, args, options)
}

interface Outcome {
  readonly exitCode: number | null
  readonly signal: NodeJS.Signals | null
  readonly isMissing: boolean
}

/** Uses `exit`, not `close`: a daemon that holds the pipes must not block us. */
function waitForEnd(child: ChildProcess): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal, isMissing: false }))
    child.once('error', (error: NodeJS.ErrnoException) => {
      if (!isAbsent(error)) return reject(error)
      resolve({ exitCode: NOT_FOUND, signal: null, isMissing: true })
    })
  })
}

function readStreams(child: ChildProcess, log: string | undefined) {
  const file = log === undefined ? null : createWriteStream(log)
  const [stdout, stderr] = [child.stdout, child.stderr].map((stream) => {
    const tail = captureTail()
    stream?.on('data', (chunk: Buffer) => {
      tail.add(chunk)
      file?.write(chunk)
    })
    return { stream, tail }
  })
  const closed = Promise.allSettled([stdout, stderr].map((one) => (one?.stream ? finished(one.stream) : null)))
  return {
    stdout: () => stdout?.tail.text() ?? '',
    stderr: () => stderr?.tail.text() ?? '',
    drain: async () => {
      const timer = new AbortController()
      await Promise.race([closed, wait(DRAIN_MS, null, { signal: timer.signal }).catch(() => null)])
      timer.abort()
      for (const one of [stdout, stderr]) one?.stream?.destroy()
      if (file !== null) await finished(file.end())
    },
  }
}

/** Ends the group on timeout and abort: first with SIGTERM, then with SIGKILL. */
function watchLimits(child: ChildProcess, request: ProcessRequest) {
  let isTimedOut = false
  let certain: NodeJS.Timeout | undefined
  const end = () => {
    child.stdin?.destroy()
    killGroup(child.pid, 'SIGTERM')
    certain ??= setTimeout(() => killGroup(child.pid, 'SIGKILL'), request.graceMs ?? GRACE_MS)
  }
  const timer = setTimeout(() => {
    isTimedOut = true
    end()
  }, request.timeoutMs)
  request.signal?.addEventListener('abort', end)
  return {
    isTimedOut: () => isTimedOut,
    stop: () => {
      clearTimeout(timer)
      clearTimeout(certain)
      request.signal?.removeEventListener('abort', end)
    },
  }
}

function missingIn(exitCode: number | null, stderr: string): string | null {
  const found = exitCode === NOT_FOUND ? NO_COMMAND.exec(stderr) : exitCode === 1 ? NO_MODULE.exec(stderr) : null
  return found?.[1] ?? null
}

function firstWord(command: string | readonly string[]): string {
  return typeof command === 'string' ? (command.trim().split(/\s/)[0] ?? '') : (command[0] ?? '')
}

/** Keeps the end of a stream, where runners and shells print why they stopped. */
export const TAIL_BYTES = 256 * 1024

/** Takes any number of chunks and never holds much more than TAIL_BYTES. */
function captureTail() {
  let chunks: Buffer[] = []
  let size = 0
  const compact = () => {
    const all = Buffer.concat(chunks)
    chunks = [all.subarray(Math.max(0, all.length - TAIL_BYTES))]
    size = chunks[0]?.length ?? 0
  }
  return {
    add: (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size > 2 * TAIL_BYTES) compact()
    },
    text: () => {
      compact()
      return chunks[0]?.toString('utf8') ?? ''
    },
  }
}
