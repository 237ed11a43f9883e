/** Runs git without anything that a repository's configuration could start: no hooks, helpers, filters or network. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { gitCannotWrite } from '../core/errors/files.ts'
import {
  gitFailed,
  gitNotInstalled,
  gitNotRun,
  gitPrintedTooMuch,
  gitTooSlow,
  noFolder,
  otherOwner,
} from '../core/errors/git.ts'
import type { GateError } from '../core/model/errors.ts'
import { isAbsent, searchablePath } from '../disk.ts'

export const GIT_TIMEOUT_MS = 120_000
/** Bytes of output that one git command may print; the output is kept in memory. */
export const MAX_GIT_OUTPUT = 268_435_456
const MAX_ERROR_TEXT = 500

export interface GitOptions {
  readonly input?: string | Uint8Array
  /** Added last, so it may set GIT_ variables that were dropped; undefined removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Further settings, passed through the environment, where keys may contain any character. */
  readonly config?: readonly (readonly [key: string, value: string])[]
  readonly timeoutMs?: number
  readonly maxBytes?: number
}

export interface GitOutput {
  readonly code: number
  readonly stdout: Buffer
  readonly stderr: string
}

/**
 * `core.commitGraph` is off: that file is a cache beside the objects, and can name other parents than the commits do.
 */
const SETTINGS = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.quotepath=false',
  'core.attributesFile=/dev/null',
  'core.commitGraph=false',
  'core.pager=cat',
  'core.sshCommand=false',
  'core.alternateRefsCommand=false',
  'credential.helper=',
  'diff.renames=false',
  'gc.auto=0',
  'log.showSignature=false',
  'log.showRoot=true',
  'maintenance.auto=false',
  'protocol.allow=never',
  'submodule.recurse=false',
  'trailer.separators=:',
].flatMap((setting) => ['-c', setting])

/** No user or system configuration, no replaced or grafted commits, no lazy fetch, no lock or refresh of an index. */
const ENVIRONMENT = {
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_GRAFT_FILE: '/dev/null',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
  LC_ALL: 'C',
} as const

/**
 * Returns the caller's environment without its GIT_ variables: they can point git at another repository, index or
 * program.
 */
function withoutGitVariables(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('GIT_')))
}

/** Returns an environment in which the system finds every program that a shell would find. */
export const withSearchablePath = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  env['PATH'] === undefined ? env : { ...env, PATH: searchablePath(env['PATH']) }

function environment({ env, config = [] }: GitOptions): NodeJS.ProcessEnv {
  const settings = config.flatMap(([key, value], n) => [
    [`GIT_CONFIG_KEY_${n}`, key],
    [`GIT_CONFIG_VALUE_${n}`, value],
  ])
  const count = { GIT_CONFIG_COUNT: String(config.length) }
  return {
    ...withSearchablePath(withoutGitVariables(process.env)),
    ...ENVIRONMENT,
    ...count,
    ...Object.fromEntries(settings),
    ...env,
  }
}

/** Returns the arguments and the environment with which git runs nothing that the repository's configuration names. */
export function getCall(args: readonly string[], options: GitOptions): { args: string[]; env: NodeJS.ProcessEnv } {
  return { args: ['--no-pager', ...SETTINGS, ...args], env: environment(options) }
}

/**
 * Runs git in `dir` and returns its output, whatever its exit code.
 * @throws GateError when git could not finish: not installed, no such folder, too slow, too much output
 */
export function runGit(dir: string, args: readonly string[], options: GitOptions = {}): Promise<GitOutput> {
  const { input, timeoutMs = GIT_TIMEOUT_MS, maxBytes = MAX_GIT_OUTPUT } = options
  const limits = { timeout: timeoutMs, maxBuffer: maxBytes, killSignal: 'SIGKILL' } as const
  return new Promise((resolve, reject) => {
    let brokenPipe: unknown = null
    const call = getCall(args, options)
    const child = execFile(
      'git',
      call.args,
      { cwd: dir, env: call.env, encoding: 'buffer', windowsHide: true, ...limits },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : error.code
        // When git fails before it read its whole input, its own message explains why. When it succeeds without reading
        // all, the input was lost.
        if (typeof code === 'number' && (code !== 0 || brokenPipe === null))
          resolve({ code, stdout, stderr: stderr.toString() })
        else reject(notRun(dir, args, error ?? brokenPipe, limits))
      },
    )
    child.stdin?.on('error', (error) => {
      brokenPipe = error
    })
    child.stdin?.end(input)
  })
}

/**
 * Runs git in `dir` and returns its output.
 * @throws GateError with git's last message when it fails
 */
export async function git(dir: string, args: readonly string[], options: GitOptions = {}): Promise<Buffer> {
  const { code, stdout, stderr } = await runGit(dir, args, options)
  if (code !== 0) throw gitFailure(args, code, stderr)
  return stdout
}

/** git names the cause (no space, quota, read-only) for some files only. */
const NOT_WRITTEN =
  /no space left on device|disk quota exceeded|read-only file system|unable to (write|create)|write error|failed to write/i
const NOT_THERE = /unable to read|could not fetch|bad object|bad file|missing blob/

/**
 * Creates the error for a git that ended with `code`. Distinguishes a full disk, a repository of another user, and
 * missing objects.
 */
export function gitFailure(args: readonly string[], code: number, stderr: string): GateError {
  const message = `git ${args[0] ?? ''} failed (${code}): ${getLastLine(stderr)}`
  if (NOT_WRITTEN.test(stderr)) return gitCannotWrite(message)
  if (/dubious ownership|unsafe repository/.test(stderr)) {
    const command = stderr.match(/git config --global --add safe\.directory [^\r\n]+/)?.[0]
    const trust = command ?? 'git config --global --add safe.directory <folder>'
    return otherOwner(message, trust)
  }
  return gitFailed(message, NOT_THERE.test(stderr))
}

/**
 * Returns the last line that begins with `fatal`, or else the last line: without control characters, of limited length.
 */
function getLastLine(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '')
  const fatal = lines.findLast((line) => /^(fatal|error):/.test(line)) ?? lines.at(-1) ?? 'it printed nothing'
  const clean = fatal.replace(/[\u0000-\u001f\u007f-\u009f]/g, '')
  return clean.length > MAX_ERROR_TEXT ? `${clean.slice(0, MAX_ERROR_TEXT)}…` : clean
}

type Limits = { readonly timeout: number; readonly maxBuffer: number }

function notRun(dir: string, args: readonly string[], error: unknown, limits: Limits): GateError {
  const { code, killed } = error as { code?: string; killed?: boolean }
  const command = `git ${args[0] ?? ''}`
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return gitPrintedTooMuch(command, limits.maxBuffer, error)
  if (code === 'ENOENT' && !existsSync(dir)) return noFolder(dir, error)
  if (isAbsent(error)) return gitNotInstalled(error)
  if (killed === true) return gitTooSlow(command, limits.timeout, error)
  return gitNotRun(command, error)
}
