/** Bounds how deep a syntax tree is read. */
import type TreeSitter from '@vscode/tree-sitter-wasm'

/** Nodes inside each other; of deeper trees no node is asked for its parent, which takes longer the deeper it is. */
const MAX_AROUND = 400

export function isTooDeep(root: TreeSitter.Node): boolean {
  const cursor = root.walk()
  try {
    for (let depth = 0; depth <= MAX_AROUND; depth += 1) {
      if (cursor.gotoFirstChild()) continue
      while (!cursor.gotoNextSibling()) {
        if (!cursor.gotoParent()) return false
        depth -= 1
      }
      depth -= 1
    }
    return true
  } finally {
    cursor.delete()
  }
}
