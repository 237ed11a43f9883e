/** Reads source text by syntax trees: the one entry of the module. */

export { toPlainQuotes } from './annotations.ts'
export { LITERAL, readAnswers } from './answers.ts'
export { readAssertions } from './assertions.ts'
export { type DoubledMember, readDoubles } from './doubles.ts'
export { asEsModule, readDeclared, readExports, readOptional } from './exports.ts'
export { GRAMMARS, getSyntax, ofScripts, toTypes } from './languages.ts'
export type { Leaf, Reading } from './leaf-reader.ts'
export { readLeaves } from './leaves.ts'
export { type Members, readMemberNames } from './members.ts'
export { type Binding, type ImportRange, OWN_PACKAGE, readImports } from './modules.ts'
export {
  apply,
  type CodeEdit,
  call,
  children,
  field,
  findAround,
  findFrom,
  findValues,
  getDeclarator,
  getLogical,
  getOutermost,
  getStatements,
  holds,
  insert,
  isFunction,
  KINDS,
  namedNodes,
  ofType,
  outermostEdits,
  ownNodes,
  REPORT,
  replace,
  surround,
} from './nodes.ts'
export { type NamePlaces, readNamePlaces, toPlainName } from './occurrences.ts'
export { isParsed, loadGrammars, MAX_SOURCE_TEXT, type Node, parse } from './parser.ts'
export { readDefinitions, readSetters } from './setters.ts'
export { readTestPlaces } from './test-nodes.ts'
export type { TestPlace } from './test-reader.ts'
export { getOperand, unguarded } from './unguarded.ts'
export {
  type CallShape,
  type PlacedText,
  readCallShapes,
  readCalls,
  readStatements,
  readStrings,
  readWords,
} from './words.ts'
