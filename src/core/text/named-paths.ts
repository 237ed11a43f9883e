/** Finds the files that prose names: the text of a plan says where its author expects code and tests. */

const MAX_NAMED = 20
/** A path inside the tree: no address, no place outside, and no version. A backslash ends no word of prose. */
const PATH = /(?<![\w/\\.:@~-])(?:\.\/)?((?:[\w@-][\w@.-]*\/)*[\w@-][\w@.-]*\.[A-Za-z]\w{0,9})(?![\w/\\])/g

/**
 * Returns the paths in order, each once. A name without a folder counts only where the tree has it: `Node.js` is no file.
 * @param known the paths of the tree
 */
export function findNamedPaths(prose: string, known: readonly string[]): readonly string[] {
  const found = [...prose.matchAll(PATH)].map(([, path = '']) => path)
  const there = new Set(known)
  return [...new Set(found.filter((path) => path.includes('/') || there.has(path)))].slice(0, MAX_NAMED)
}
