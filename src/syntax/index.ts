/** Reads source text by syntax trees: the one entry of the module. */
export { GRAMMARS, getSyntax } from './languages.ts'
export { type Leaf, type Reading, readLeaves } from './leaves.ts'
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
export { load, type Node, parse } from './parser.ts'
