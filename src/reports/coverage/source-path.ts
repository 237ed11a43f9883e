/** Finds the tracked file of a path in a coverage report. */
import { AMBIGUOUS, joinPath, type Resolved, type Tree, toSlashes } from '../json/tree.ts'
import { type CoveragePlace, foldersAbove, NOWHERE } from './place.ts'

const GO = /\.go$/
/** Installed packages are not in the tree. */
const INSTALLED = /(?:^|\/)node_modules\//
/** Deeper paths are compared only as a whole. */
const MAX_DROPPED = 40

/**
 * Returns a tracked path; null when none fits; AMBIGUOUS when several fit equally. `roots` are possible folders of the
 * path; the one that requires the shortest removed prefix wins.
 * @param place of the report: of several tracked files with that path, the one nearest to it is meant
 */
export function resolveSource(path: string, roots: readonly string[], tree: Tree, place = NOWHERE): Resolved {
  return underRoots(path, roots, tree) ?? asWritten(path, tree, place) ?? asUrl(path, tree, place)
}

function underRoots(path: string, roots: readonly string[], tree: Tree): Resolved {
  let best: { readonly found: Resolved; readonly dropped: number } | null = null
  for (const root of roots) {
    const candidate = `${root.replace(/\/$/, '')}/${path}`
    const found = tree.resolveFile(candidate)
    if (typeof found !== 'string') continue
    const dropped = getDepth(candidate) - getDepth(found)
    if (best === null || dropped < best.dropped) best = { found, dropped }
    else if (dropped === best.dropped && found !== best.found) best = { found: AMBIGUOUS, dropped }
  }
  return best?.found ?? null
}

const getDepth = (path: string): number => path.split('/').filter((part) => part !== '' && part !== '.').length

/** Decodes a path that is written like a URL, if it is not tracked as it stands. */
function asUrl(path: string, tree: Tree, place: CoveragePlace): Resolved {
  return path.includes('%') ? asWritten(toSlashes(`file://${path}`), tree, place) : null
}

export const isAbsolute = (path: string): boolean => /^(?:[A-Za-z]:)?[\\/]/.test(path)

function asWritten(reported: string, tree: Tree, { folders, checkouts }: CoveragePlace): Resolved {
  const path = toSlashes(reported)
  const home = checkouts.find((checkout) => path.startsWith(`${checkout}/`))
  if (home !== undefined) return ofCheckout(path.slice(home.length + 1), tree)
  if (!isAbsolute(path)) return ofRelative(path, folders, tree)
  const found = longestSuffix(path, folders, tree) ?? tree.resolveCompiled(path)
  return found ?? (tree.isAmbiguousEnd(path) ? AMBIGUOUS : null)
}

/** The path is known as a whole. A built file means the source that is nearest to it. */
function ofCheckout(path: string, tree: Tree): Resolved {
  if (tree.has(path)) return path
  const source = nearest([...foldersAbove(path), ''], tree, (below) => below.resolveCompiled(path))
  return source ?? ofRelative(path, [''], tree)
}

/** Tries each folder as the start of the path, then as the top of a tree in which it is the end of one file. */
function ofRelative(path: string, folders: readonly string[], tree: Tree): Resolved {
  for (const folder of folders) {
    const whole = joinPath(folder, path)
    if (tree.has(whole)) return whole
  }
  const found =
    nearest(folders, tree, (below) => below.resolveEnd(path)) ??
    nearest(folders, tree, (below) => below.resolveCompiled(path))
  if (found !== null) return found
  // A path that starts in a folder of the tree names a file that is not tracked, and no other one.
  const isElsewhere = folders.some((folder) => tree.hasFolder(joinPath(folder, path.split('/', 1)[0] ?? '')))
  return (isElsewhere ? null : longestSuffix(path, folders, tree)) ?? ofPackage(path, folders, tree)
}

function nearest(folders: readonly string[], tree: Tree, find: (below: Tree) => Resolved): Resolved {
  for (const folder of folders) {
    const found = find(folder === '' ? tree : tree.below(folder))
    if (found !== null) return typeof found === 'string' ? joinPath(folder, found) : found
  }
  return null
}

/** Removes as few names from the start as possible; of equals the nearest folder decides. */
function longestSuffix(path: string, folders: readonly string[], tree: Tree): string | null {
  if (INSTALLED.test(path)) return null
  const names = path.split('/').filter((name) => name !== '' && name !== '.')
  for (let dropped = 0; dropped < Math.min(names.length, MAX_DROPPED); dropped += 1) {
    const suffix = names.slice(dropped).join('/')
    const folder = folders.find((start) => tree.has(joinPath(start, suffix)))
    if (folder !== undefined) return joinPath(folder, suffix)
  }
  return null
}

/** Resolves Go's names of module and package, wherever the folder of the module is. */
function ofPackage(path: string, folders: readonly string[], tree: Tree): Resolved {
  const slash = path.lastIndexOf('/')
  if (!GO.test(path) || slash < 0) return null
  const inTree = ({ has, resolvePackage }: Tree): Resolved => {
    const folder = resolvePackage(path.slice(0, slash))
    if (typeof folder !== 'string') return folder
    const file = joinPath(folder, path.slice(slash + 1))
    return has(file) ? file : null
  }
  const anywhere = inTree(tree)
  return anywhere === AMBIGUOUS ? nearest(folders, tree, inTree) : anywhere
}
