/** This checkout as somebody has it who has just cloned and installed it, and programs that start in it. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import { COMPILED } from './compiled.ts'
import { getFolder, getSharedFolder } from './folder.ts'
import { until } from './processes.ts'

const ROOT = resolve(import.meta.dirname, '..', '..')
/** What npm and `scripts/ensure.mjs` write down about the installation. Packages are links, so that none can be changed. */
const RECORDS = ['.package-lock.json', '.lock-sha256']

/** @returns a folder that is removed when the test ends */
export const cloneFresh = () => fill(getFolder({}))
/** @returns a folder that is removed after the last test of the file */
export const cloneFreshForAll = () => fill(getSharedFolder({}))

/** Copies what git would: files that it knows, or would add. */
function fill(folder: string): string {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT })
  for (const path of listed.toString().split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(ROOT, path), join(folder, path))
  }
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    const [from, to] = [ROOT, folder].map((root) => join(root, 'node_modules', name)) as [string, string]
    if (RECORDS.includes(name)) cpSync(from, to)
    else symlinkSync(from, to)
  }
  return folder
}

export interface Started {
  /** What it has written so far, to both streams. */
  readonly text: () => string
  /** Resolves with the groups of the first match in its output. @throws Error where it ends before */
  readonly says: (pattern: RegExp) => Promise<readonly string[]>
  /** Presses Ctrl-C: everything that the line has started gets the signal. */
  readonly interrupt: () => void
  /** Resolves with its exit code when its output is complete. */
  readonly exit: Promise<number | null>
}

/** Starts a line of a shell. Whatever it has started ends with the test. @param env is all that it gets beside PATH */
export function startLine(line: string, cwd: string, env: Readonly<Record<string, string>> = {}): Started {
  const child = spawn('sh', ['-c', line], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: cwd, ...COMPILED, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let written = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      written += text
    })
  const exit = once(child, 'close').then(([code]) => code as number | null)
  onTestFinished(async () => {
    signalGroup(child, 'SIGKILL')
    await exit
  })
  const says = async (pattern: RegExp) => {
    await until(`${pattern} in the output of \`${line}\``, () => pattern.test(written) || child.exitCode !== null)
    const found = pattern.exec(written)
    if (found === null) throw new Error(`\`${line}\` ended with ${await exit}: ${written}`)
    return found.slice(1)
  }
  return { text: () => written, says, interrupt: () => signalGroup(child, 'SIGINT'), exit }
}

/** npm starts a shell, which starts the program. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
