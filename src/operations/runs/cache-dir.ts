/** Names the folder of everything that is kept between calls. Loads nothing: the program asks before it loads the rest. */
import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'

/**
 * Returns the default place of scratch folders. Ignores relative XDG folders, as the XDG Base Directory Specification
 * demands.
 */
export function defaultCacheDir(env: Readonly<Record<string, string | undefined>>): string {
  if (env['TDD_GATE_CACHE']) return resolve(env['TDD_GATE_CACHE'])
  const xdg = env['XDG_CACHE_HOME']
  const caches = xdg !== undefined && isAbsolute(xdg) ? xdg : join(env['HOME'] || homedir(), '.cache')
  return join(caches, 'tdd-gate')
}
