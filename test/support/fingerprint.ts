/** Everything below a folder, bit for bit: to prove that nothing in a user's repository was touched. */
import { createHash } from 'node:crypto'
import { lstat, readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'

/** An object that git was about to write and found in an alternate: it renews the time of that file, so that no gc prunes it. */
const OBJECT = /(^|\/)objects\/([0-9a-f]{2}\/[0-9a-f]{38,62}|pack\/[^/]+)$/

/** Path to mode, time of change and content hash, for every file, folder and link; for objects without the time. */
export async function fingerprint(dir: string): Promise<Readonly<Record<string, string>>> {
  const seen: Record<string, string> = {}
  for (const path of ['.', ...(await readdir(dir, { recursive: true })).toSorted()]) {
    const full = join(dir, path)
    const entry = await lstat(full)
    const content = entry.isFile() ? await readFile(full) : entry.isSymbolicLink() ? await readlink(full) : ''
    const time = OBJECT.test(path) ? '' : entry.mtimeMs
    seen[path] = `${entry.mode.toString(8)} ${time} ${createHash('sha256').update(content).digest('hex')}`
  }
  return seen
}
