/** Names the folder of everything that is kept between calls. Loads little: the program asks before it loads the rest. */
import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { makeFolder } from '../../disk.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Returns the default place of scratch folders. Ignores relative XDG folders, as the XDG Base Directory Specification
 * demands.
 */
export function defaultCacheDir(env: Environment): string {
  if (env['TDD_GATE_CACHE']) return resolve(env['TDD_GATE_CACHE'])
  const xdg = env['XDG_CACHE_HOME']
  const caches = xdg !== undefined && isAbsolute(xdg) ? xdg : join(env['HOME'] || homedir(), '.cache')
  return join(caches, 'tdd-gate')
}

/** @returns the folder of compiled modules; null where it cannot be made: what needs its parent says why */
export function makeCompiledDir(env: Environment): string | null {
  const folder = join(defaultCacheDir(env), 'compiled')
  try {
    makeFolder(folder)
    return folder
  } catch {
    return null
  }
}
