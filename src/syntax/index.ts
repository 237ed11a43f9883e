/** Reads source text by syntax trees: the one entry of the module. */
export { GRAMMARS, getSyntax } from './languages.ts'
export type { Leaf, Leaves, Reading } from './leaf.ts'
export { readLeaves } from './leaves.ts'
export {
  apply,
  type CodeEdit,
  call,
  children,
  field,
  holds,
  insert,
  namedNodes,
  ownNodes,
  replace,
} from './nodes.ts'
export { loadGrammars, type Node, parse } from './parser.ts'
export { type Region, readRegions } from './regions.ts'
