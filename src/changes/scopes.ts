/** Reads functions before and after a change in pairs. The code around all of them is one, too. */
import { type FileBodies, pairByName } from '../rewriting/bodies.ts'
import { readFileBodies } from '../rewriting/index.ts'
import { type Node, namedNodes } from '../syntax/index.ts'

export interface CodeScope {
  readonly name: string
  readonly node: Node
  /** In the order of the text, without those of functions inside it. */
  readonly nodes: readonly Node[]
}

interface Readers<Old, Found> {
  /** Reads what a function was; its nodes are gone afterwards. */
  readonly read: (scope: CodeScope) => Old
  readonly compare: (now: CodeScope, old: Old) => readonly Found[]
}

/** @returns what is found in functions that differ; none for a file of no known language, and for one that does not parse */
export async function compareScopes<Old, Found>(
  path: string,
  [before, after]: readonly [before: string, after: string],
  { read, compare }: Readers<Old, Found>,
): Promise<readonly Found[]> {
  const old = await readFileBodies(path, before, (file) =>
    toScopes(file).map((scope) => ({ name: scope.name, text: scope.node.text, read: read(scope) })),
  )
  const found = await readFileBodies(path, after, (file) => {
    const pairs = [...pairByName(toScopes(file), old ?? [])].filter(([{ node }, { text }]) => node.text !== text)
    return pairs.flatMap(([now, one]) => compare(now, one.read))
  })
  return found ?? []
}

function toScopes({ bodies, statements }: FileBodies): readonly CodeScope[] {
  const own = new Set(bodies.map(({ node }) => node.id))
  const toScope = (name: string, node: Node) => ({ name, node, nodes: readNodes(node, own) })
  const root = (bodies[0] ?? statements[0])?.node.tree.rootNode
  return [...bodies.map(({ name, node }) => toScope(name, node)), ...(root ? [toScope('\n', root)] : [])]
}

function readNodes(node: Node, own: ReadonlySet<number>): readonly Node[] {
  return namedNodes(node).flatMap((child) => (own.has(child.id) ? [] : [child, ...readNodes(child, own)]))
}
