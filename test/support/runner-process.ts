/** A process of a step as GitHub's runner starts it: its variables, its command files, its log, its end. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Annotation, createLogReader, MAX_SUMMARY_BYTES, parseFileCommand, redact } from './runner-commands.ts'

export interface StepProcess {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  /** Everything but the command files, or others in their place. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** RUNNER_TEMP: the command files are below it. */
  readonly temp: string
  /** Texts that the log shows as `***`. */
  readonly secrets: readonly string[]
  /** Cancels, as a person would. */
  readonly signal?: AbortSignal
  /** In a group of its own, of which nothing is left when the process has ended. */
  readonly isGroup?: boolean
  /** Called with all output so far whenever there is more. */
  readonly onOutput?: (text: string, job: { readonly cancel: () => void; readonly child: ChildProcess }) => void
}

export interface ProcessEnd {
  readonly exitCode: number | null
  readonly conclusion: 'success' | 'failure' | 'cancelled'
  readonly outputs: Readonly<Record<string, string>>
  readonly env: Readonly<Record<string, string>>
  readonly state: Readonly<Record<string, string>>
  readonly path: readonly string[]
  readonly annotations: readonly Annotation[]
  /** The text of the job's summary; empty when it was too large and thrown away. */
  readonly summary: string
  readonly log: string
  readonly masked: readonly string[]
  readonly deprecated: readonly string[]
  /** Everything the process wrote, before the runner touched it. */
  readonly raw: string
}

/** A cancelled job: SIGINT, SIGTERM after this, SIGKILL after the next. */
const CANCEL_MS = { terminate: 7_500, kill: 2_500 }
const FILES = ['OUTPUT', 'ENV', 'PATH', 'STATE', 'STEP_SUMMARY'] as const

/** @throws Error when the program cannot be started */
export async function runProcess(step: StepProcess): Promise<ProcessEnd> {
  const commands = join(step.temp, '_runner_file_commands')
  mkdirSync(commands, { recursive: true })
  const id = randomUUID()
  const files = Object.fromEntries(FILES.map((name) => [name, join(commands, `${name.toLowerCase()}_${id}`)]))
  for (const path of Object.values(files)) writeFileSync(path, '')
  return conclude(await start(step, prefixed('GITHUB', files)), files)
}

/**
 * The variables of every step of a job; `github` and `runner` without their prefixes (actions/runner GitHubContext,
 * RunnerContext).
 */
export function jobVariables(
  github: Readonly<Record<string, string>>,
  runner: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return {
    PATH: process.env['PATH'] ?? '',
    LANG: 'C.UTF-8',
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    ...prefixed('GITHUB', github),
    ...prefixed('RUNNER', runner),
  }
}

const prefixed = (prefix: string, variables: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(variables).map(([name, value]) => [`${prefix}_${name}`, value]))

interface Ended {
  readonly exitCode: number | null
  readonly isCancelled: boolean
  readonly raw: string
  readonly reader: ReturnType<typeof createLogReader>
}

function start(step: StepProcess, files: Readonly<Record<string, string>>): Promise<Ended> {
  const { command, args, cwd, signal, isGroup = false } = step
  const env = { ...files, ...step.env }
  const child = spawn(command, [...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: isGroup })
  const reader = createLogReader(step.secrets)
  const timers: NodeJS.Timeout[] = []
  let raw = ''
  let isCancelled = false
  const cancel = () => {
    if (isCancelled) return
    isCancelled = true
    child.kill('SIGINT')
    timers.push(setTimeout(() => child.kill('SIGTERM'), CANCEL_MS.terminate))
    timers.push(setTimeout(() => kill(child, isGroup), CANCEL_MS.terminate + CANCEL_MS.kill))
  }
  if (signal?.aborted === true) cancel()
  signal?.addEventListener('abort', cancel)
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes: Buffer) => {
      raw += bytes.toString()
      step.onOutput?.(raw, { cancel, child })
    })
    createInterface({ input: stream, crlfDelay: Infinity }).on('line', reader.add)
  }
  return new Promise((resolve_, reject) => {
    child.on('error', reject)
    // A process that a step leaves running would keep its output open.
    child.on('exit', () => isGroup && kill(child, true))
    child.on('close', (exitCode) => {
      for (const timer of timers) clearTimeout(timer)
      signal?.removeEventListener('abort', cancel)
      resolve_({ exitCode, isCancelled, raw, reader })
    })
  })
}

function kill(child: ChildProcess, isGroup: boolean): void {
  if (!isGroup || child.pid === undefined) return void child.kill('SIGKILL')
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function conclude({ exitCode, isCancelled, raw, reader }: Ended, files: Readonly<Record<string, string>>) {
  const read = (name: (typeof FILES)[number]) => readFileSync(files[name] ?? '', 'utf8')
  const complaints: string[] = []
  const getPairs = (name: 'OUTPUT' | 'ENV' | 'STATE') => {
    try {
      return parseFileCommand(read(name))
    } catch (error) {
      complaints.push(
        `Unable to process file command '${name.toLowerCase()}' successfully. ${(error as Error).message}`,
      )
      return {}
    }
  }
  const [outputs, env, state] = [getPairs('OUTPUT'), getPairs('ENV'), getPairs('STATE')]
  const hasFailed = exitCode !== 0 || complaints.length > 0
  const summary = read('STEP_SUMMARY')
  const isTooLarge = Buffer.byteLength(summary) > MAX_SUMMARY_BYTES
  if (isTooLarge) complaints.push('$GITHUB_STEP_SUMMARY upload aborted, supports content up to a size of 1024k')
  for (const complaint of complaints) reader.add(`::error::${complaint}`)
  const { log, annotations, masked: redacted, deprecated } = reader.end()
  return {
    exitCode,
    conclusion: isCancelled ? ('cancelled' as const) : hasFailed ? ('failure' as const) : ('success' as const),
    outputs,
    env,
    state,
    path: read('PATH')
      .split('\n')
      .filter((line) => line !== ''),
    annotations,
    summary: isTooLarge ? '' : redact(summary, redacted),
    log,
    masked: redacted,
    deprecated,
    raw,
  }
}
