/** Runs a door in a child process, as people and agents do. */
import { type ChildProcess, spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtProgram } from './bundle.ts'
import { COMPILED } from './compiled.ts'

/** Where runs are recorded: never in the home of the person who runs the tests. */
const STATES = join(tmpdir(), 'tdd-gate-test-states')
const PROGRAM = join(await builtProgram(), 'dist/cli')
export const BIN = join(PROGRAM, 'bin.mjs')
/** The real program with a table of commands whose operations are small stand-ins: `stage.ts`. */
export const STAGE = join(PROGRAM, 'stage.mjs')

export interface Answer {
  readonly code: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  readonly entry?: string
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
  readonly nodeOptions?: readonly string[]
  /** Called with everything written to stderr so far, each time something is. */
  readonly onStderr?: (text: string, child: ChildProcess) => void
}

export function runCli(args: readonly string[], options: RunOptions = {}): Promise<Answer> {
  const { entry = BIN, cwd, env = {}, input = '', nodeOptions = [], onStderr } = options
  const child = spawn(process.execPath, [...nodeOptions, entry, ...args], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      XDG_STATE_HOME: STATES,
      ...COMPILED,
      ...env,
    },
    ...(cwd === undefined ? {} : { cwd }),
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text
    onStderr?.(stderr, child)
  })
  child.stdin.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  child.stdin.end(input)
  return new Promise((resolve_, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve_({ code, signal, stdout, stderr }))
  })
}
