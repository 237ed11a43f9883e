/** Lends the installed packages of the working tree, unchanged, to a checkout without a set-up. */
import { randomUUID } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, symlinkSync } from 'node:fs'
import { dirname, join, posix, relative, sep } from 'node:path'
import { ifThere } from '../../disk.ts'
import type { Mount } from '../sandbox/view.ts'
import { getFingerprint } from './fingerprint.ts'
import { lendablePaths, type TreeFiles } from './installed.ts'

/** Caches that tools keep beside packages: those of one run must not reach the next. */
export const TOOL_CACHES = ['.vite', '.vite-temp', '.vitest', '.cache']

/** The working tree that lends its installed packages. */
export interface Lender {
  readonly folder: string
  /** Folders of packages that its commit tracks: they are of that commit alone. */
  readonly committed: ReadonlySet<string>
}

/**
 * Links every package of `<lender>/<at>/node_modules` into `<checkout>/<at>/node_modules`, one by one, so that files that
 * tools write beside them stay in the checkout. A link into the working tree (a workspace) becomes a link into the checkout.
 * @returns whether there was anything to lend
 */
export function lendModules({ folder, committed }: Lender, at: string, checkout: string): boolean {
  if (committed.has(posix.join(at, 'node_modules'))) return false
  const [from, to] = [join(folder, at), join(checkout, at)]
  const source = join(from, 'node_modules')
  const target = join(to, 'node_modules')
  if (!existsSync(source) || existsSync(target)) return existsSync(source)
  const home = realpathSync(from)
  const lend = (name: string) => {
    const real = realpathSync(join(source, name))
    const path = relative(home, real)
    const isWorkspace = !path.startsWith('..') && !path.split(sep).includes('node_modules')
    mkdirSync(dirname(join(target, name)), { recursive: true })
    symlinkSync(isWorkspace ? join(to, path) : real, join(target, name))
  }
  for (const name of namesIn(source)) lend(name)
  return true
}

/** Lists package names; of scopes those within. Omits broken links. */
function namesIn(folder: string): readonly string[] {
  const names = readdirSync(folder).flatMap((name) =>
    name.startsWith('@')
      ? (ifThere(() => readdirSync(join(folder, name))) ?? []).map((inner) => join(name, inner))
      : [name],
  )
  return names.filter((name) => !TOOL_CACHES.includes(name) && existsSync(join(folder, name)))
}

/** Files of lent packages that a digest looks at: 35,000 take a third of a second. */
const MAX_FILES = 500_000

/** Returns a digest of the packages that are lent to a tree with these files; null: none are. */
type LentDigest = (files: TreeFiles) => string | null

/**
 * Computes a digest of the lent packages, without reading them; tests may import any of their files, and git knows none.
 * Looks once for each list of folders. Files that it cannot look at have another digest each time.
 */
export function createLentDigest(lender: Lender | null, limit = MAX_FILES): LentDigest {
  const known = new Map<string, string>()
  return (files) => {
    const lent = lender === null ? [] : lendablePaths(files).filter((path) => isLent(lender, path))
    if (lender === null || lent.length === 0) return null
    const key = lent.join('\0')
    const digest = known.get(key) ?? lookAt(lender.folder, lent, limit)
    known.set(key, digest)
    return digest
  }
}

function lookAt(top: string, lent: readonly string[], limit: number): string {
  const folders = lent.map((path) => realpathSync(join(top, path)))
  try {
    return getFingerprint(folders, { omitted: TOOL_CACHES, home: realpathSync(top), limit }) ?? randomUUID()
  } catch {
    return randomUUID()
  }
}

const isLent = ({ folder, committed }: Lender, path: string) => !committed.has(path) && existsSync(join(folder, path))

/** Returns mounts of the working tree's package folders; changes of an execution are removed. */
export function lentMounts({ folder, committed }: Lender, files: TreeFiles, checkout: string): readonly Mount[] {
  const top = realpathSync(folder)
  const isLink = (path: string) => lstatSync(join(top, path)).isSymbolicLink()
  const isOfTop = (path: string) => realpathSync(dirname(join(top, path))) === join(top, dirname(path))
  const lent = lendablePaths(files).filter((path) => isLent({ folder, committed }, path) && isOfTop(path))
  const parts = lent.filter((path) => !isLink(path))
  const links = lent
    .filter((path) => isLink(path) && holdsPackages(realpathSync(join(top, path))))
    .map(
      (path): Mount => ({
        kind: 'overlay',
        from: [realpathSync(join(top, path))],
        at: posix.join(checkout, path),
        parts: null,
        changes: null,
      }),
    )
  if (parts.length === 0) return links
  return [{ kind: 'overlay', from: [top], at: checkout, parts, changes: null }, ...links]
}

/**
 * Checks a link's target: a branch may have committed it, so it must not show another folder of this machine, such as
 * keys.
 */
const holdsPackages = (folder: string) =>
  ['node_modules', '.venv', 'venv'].includes(posix.basename(folder)) || existsSync(join(folder, 'pyvenv.cfg'))
