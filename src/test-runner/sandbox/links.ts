/** Checks paths below a folder that an untrusted process may have written. */
import { lstatSync } from 'node:fs'
import { join } from 'node:path'

/** Returns whether a part of `path` is a symbolic link. A write there would reach another place. */
export function leadsThroughLink(folder: string, path: string): boolean {
  const parts = path.split('/')
  return parts.some((_, index) => {
    const part = join(folder, ...parts.slice(0, index + 1))
    return lstatSync(part, { throwIfNoEntry: false })?.isSymbolicLink() === true
  })
}
