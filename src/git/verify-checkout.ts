/**
 * Checks that a checkout contains what its tree names. git does not hash what it reads, and tests may have rewritten
 * objects.
 */
import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { rewrittenObject } from '../core/errors/git.ts'
import { type Blob, SUBMODULE } from '../core/model/commit.ts'
import { git } from './git.ts'

const SHA1_DIGITS = 40

/** @throws GateError `git-failed` that names the first file (or object in `.git`) with other content */
export async function verifyCheckout(tree: string, files: ReadonlyMap<string, Blob>): Promise<void> {
  verifyFiles(tree, files)
  const packs = join(tree, '.git/objects/pack')
  const indexes = readdirSync(packs).filter((name) => name.endsWith('.idx'))
  await git(packs, ['verify-pack', '--', ...indexes], { env: { GIT_DIR: join(tree, '.git') } })
}

function verifyFiles(tree: string, files: ReadonlyMap<string, Blob>): void {
  for (const [path, { id, mode }] of files) {
    if (mode === SUBMODULE || blobId(join(tree, path), id.length) === id) continue
    throw rewrittenObject(path)
  }
}

/** Returns the blob id of a file; null when there is no file. */
function blobId(path: string, digits: number): string | null {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined || stats.isDirectory()) return null
  const bytes = stats.isSymbolicLink() ? readlinkSync(path, 'buffer') : readFileSync(path)
  const hash = createHash(digits === SHA1_DIGITS ? 'sha1' : 'sha256')
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}
