// Folders that are made before anything else. Plain JavaScript: Node's stripper of types takes longer to load than a call
// without news takes, and what Node has compiled before is found in one of these folders.
import { existsSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join, resolve } from 'node:path'

/**
 * Returns the default place of scratch folders. Ignores relative XDG folders, as the XDG Base Directory Specification
 * demands.
 */
export function defaultCacheDir(env) {
  if (env['TDD_GATE_CACHE']) return resolve(env['TDD_GATE_CACHE'])
  const xdg = env.XDG_CACHE_HOME
  const caches = xdg !== undefined && isAbsolute(xdg) ? xdg : join(env.HOME || homedir(), '.cache')
  return join(caches, 'tdd-gate')
}

/** Returns the folder of compiled modules; null where it cannot be made: what needs its parent says why. */
export function makeCompiledDir(env) {
  const folder = join(defaultCacheDir(env), 'compiled')
  try {
    makeFolder(folder)
    return folder
  } catch {
    return null
  }
}

/** Node's own recursive mkdir never ends below /proc, where a parent exists and takes nothing. */
export function makeFolder(folder, mode) {
  const missing = []
  for (let path = folder; !existsSync(path); path = dirname(path)) missing.push(path)
  for (const path of missing.toReversed()) makeOne(path, mode)
}

/** Another process may create it at the same time. */
function makeOne(path, mode) {
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
}
