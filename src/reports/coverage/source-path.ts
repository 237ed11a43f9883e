/** Finds the tracked file of a path in a coverage report. */
import { AMBIGUOUS, type Resolved, type Tree } from '../json/tree.ts'

const GO = /\.go$/

/**
 * Returns a tracked path; null when none fits; AMBIGUOUS when several fit equally. `roots` are possible folders of the
 * path; the one that requires the shortest removed prefix wins.
 */
export function resolveSource(path: string, roots: readonly string[], tree: Tree): Resolved {
  return underRoots(path, roots, tree) ?? tree.resolveFile(path) ?? asUrl(path, tree) ?? asPackage(path, tree)
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
function asUrl(path: string, tree: Tree): Resolved {
  return path.includes('%') ? tree.resolveFile(`file://${path}`) : null
}

/** Resolves Go's names of module and package, wherever the folder of the module is. */
function asPackage(path: string, tree: Tree): Resolved {
  const slash = path.lastIndexOf('/')
  if (!GO.test(path) || slash < 0) return null
  const folder = tree.resolvePackage(path.slice(0, slash))
  if (typeof folder !== 'string') return folder
  const file = folder === '.' ? path.slice(slash + 1) : `${folder}/${path.slice(slash + 1)}`
  return tree.has(file) ? file : null
}
