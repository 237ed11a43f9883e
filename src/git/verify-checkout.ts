/**
 * Checks that a checkout contains what its tree names. git does not hash what it reads, and tests may have rewritten
 * objects.
 */
import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { changedByProcess, rewrittenObject } from '../core/errors/checkout.ts'
import { type Blob, SUBMODULE } from '../core/model/commit.ts'
import type { GateError } from '../core/model/errors.ts'
import { git, runGit } from './git.ts'
import { findHolders } from './holders.ts'

const SHA1_DIGITS = 40

/**
 * @throws GateError `git-failed` that names the first file (or object in `.git`) with other content, and the processes
 * that still use the checkout
 */
export async function verifyCheckout(tree: string, files: ReadonlyMap<string, Blob>): Promise<void> {
  const changed = findChanged(tree, files)
  if (changed !== null) throw await explain(tree, changed)
  const packs = join(tree, '.git/objects/pack')
  const indexes = readdirSync(packs).filter((name) => name.endsWith('.idx'))
  await git(packs, ['verify-pack', '--', ...indexes], { env: { GIT_DIR: join(tree, '.git') } })
}

interface ChangedFile {
  readonly path: string
  readonly id: string
}

function findChanged(tree: string, files: ReadonlyMap<string, Blob>): ChangedFile | null {
  for (const [path, { id, mode }] of files)
    if (mode !== SUBMODULE && hashFile(join(tree, path), id.length) !== id) return { path, id }
  return null
}

/** Where the object is right, git wrote the right file, and something has changed it since. */
async function explain(tree: string, { path, id }: ChangedFile): Promise<GateError> {
  const { code, stdout } = await runGit(tree, ['cat-file', 'blob', id], { env: { GIT_DIR: join(tree, '.git') } })
  if (code !== 0 || toBlobId(stdout, id.length) !== id) return rewrittenObject(path)
  return changedByProcess(path, findHolders(tree))
}

/** Returns the blob id of a file; null when there is no file. */
function hashFile(path: string, digits: number): string | null {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined || stats.isDirectory()) return null
  return toBlobId(stats.isSymbolicLink() ? readlinkSync(path, 'buffer') : readFileSync(path), digits)
}

function toBlobId(bytes: Uint8Array, digits: number): string {
  const hash = createHash(digits === SHA1_DIGITS ? 'sha1' : 'sha256')
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}
