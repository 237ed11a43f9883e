/**
 * Prepares the environment of the tests. They create thousands of small repositories: where the machine has a file
 * system in memory that can run programs, temporary folders are created there, which halves the time of the suite and
 * leaves nothing behind. Tools are started directly, not through shims that start dozens of processes to choose a
 * version.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { SHARED_SCHEMAS } from './compiled-schemas.ts'

const SHARED_MEMORY = '/dev/shm'
/** Programs that stories start, with the check for each. */
const TOOLS = [
  ['node', '--version'],
  ['git', '--version'],
  ['go', 'version'],
  ['python3', '-m', 'pytest', '--version'],
] as const
const NAME = 'tdd-gate-tests'
/** Several times what a whole run was seen to take at once. */
const LEAST_BYTES = 4 * 1024 ** 3

/** Called by vitest before the first worker starts. @returns what takes everything away after the last one */
export default function prepare(): () => void {
  process.env.PATH = withoutShims(process.env.PATH ?? '')
  const remove = useMemory()
  // Commands keep their runs there, and the runs of tests do not belong to the person who starts them.
  const state = mkdtempSync(join(tmpdir(), `${NAME}-state-`))
  process.env.XDG_STATE_HOME = state
  return () => {
    rmSync(state, { recursive: true, force: true })
    remove?.()
  }
}

/** Not where they alone have a tool: its stories would be left out. */
function withoutShims(path: string): string {
  const entries = path.split(delimiter)
  const plain = entries.filter((entry) => !/[\\/]shims[\\/]?$/.test(entry)).join(delimiter)
  // Without shims first: each shim starts dozens of processes, and is asked only where the tool seems missing without it.
  return plain === path || TOOLS.every((tool) => runs(plain, tool) || !runs(path, tool)) ? plain : path
}

function runs(path: string, [command, ...args]: readonly [string, ...string[]]): boolean {
  return spawnSync(command, args, { env: { ...process.env, PATH: path }, stdio: 'ignore' }).status === 0
}

function useMemory(): (() => void) | undefined {
  if (freeBytes() < LEAST_BYTES) return undefined
  removeLeftovers()
  const folder = mkdtempSync(join(SHARED_MEMORY, `${NAME}-${process.pid}-`))
  // As open as the folder that it replaces: some tests run as another user.
  chmodSync(folder, 0o1777)
  // A process that was killed a moment ago may still write its compiled modules.
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  if (runsPrograms(folder)) {
    process.env.TMPDIR = folder
    // Hundreds of processes load the same modules: they compile them once.
    process.env.NODE_COMPILE_CACHE ??= join(folder, 'compiled')
    process.env[SHARED_SCHEMAS] ??= join(folder, 'schemas')
    return remove
  }
  remove()
  return undefined
}

function freeBytes(): number {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY)
    return bavail * bsize
  } catch {
    return 0
  }
}

/** Containers often forbid it there. */
function runsPrograms(folder: string): boolean {
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  try {
    execFileSync(program)
    return true
  } catch {
    return false
  } finally {
    rmSync(program)
  }
}

/** Removes folders of killed runs: their memory is not freed otherwise. */
function removeLeftovers(): void {
  for (const name of readdirSync(SHARED_MEMORY)) {
    const pid = new RegExp(`^${NAME}-(\\d+)-`).exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(SHARED_MEMORY, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
