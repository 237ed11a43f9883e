/** Reads source text by syntax trees: the one entry of the module. */
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
export { type Node, parse } from './parser.ts'
