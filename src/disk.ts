/** Folders on this machine's disk. */
import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Node's own recursive mkdir never ends below /proc, where a parent exists and takes nothing.
 * @param mode of each folder that is made @throws NodeJS.ErrnoException
 */
export function makeFolder(folder: string, mode?: number): void {
  const missing: string[] = []
  for (let path = folder; !existsSync(path); path = dirname(path)) missing.push(path)
  for (const path of missing.toReversed()) makeOne(path, mode)
}

/** Another process may create it at the same time. */
function makeOne(path: string, mode?: number): void {
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
