/** What emptying has to know of a language. */
import type { Node } from './parser.ts'

/**
 * What becomes of a body. It is replaced: `nothing` returns the value that means nothing, `other` a value that no caller
 * expects, and `gone` throws, and takes the name away where it can. Or it runs: `altered` returns another value of the same
 * type, and empties functions that return no value; `dropped` returns none.
 */
export type Way = Replacing | Rewriting

/** Ways in which another body stands in its place. */
export type Replacing = 'nothing' | 'other' | 'gone'

/** Ways in which a body runs, and what it returns passes through a function at the end of the file. */
export type Rewriting = 'altered' | 'dropped'

export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** A function that can be emptied on its own. */
export interface Body {
  readonly node: Node
  /** From the outermost node inwards; the parent is the last. */
  readonly ancestors: readonly Node[]
  /** With the classes and functions around it: `Cart.add`. */
  readonly name: string
  /** Its tokens, without those of bodies inside it. */
  readonly essence: string
}

export interface Returns {
  /** Calls the function around each value that the body returns; none where it returns no value. */
  readonly wrap: (body: Body, callee: string) => readonly Edit[]
  /** The names of the functions, and their text for the end of the file. */
  readonly functions: { readonly [W in Rewriting]: { readonly name: string; readonly text: string } }
}

export interface Language {
  /** The name of tree-sitter's grammar. */
  readonly grammar: string
  readonly isFunction: (node: Node) => boolean
  /** Whether the function has a name, so that it can be emptied wherever it stands. */
  readonly isNamed: (node: Node, parent: Node) => boolean
  /** A function that runs as soon as the file is loaded. */
  readonly isCalledAtOnce: (node: Node, ancestors: readonly Node[]) => boolean
  /** Empty where it has none. */
  readonly nameOf: (node: Node, ancestors: readonly Node[]) => string
  /** A class: its members are looked at one by one. */
  readonly isClass: (node: Node) => boolean
  /** Comments, imports and types: they do nothing by themselves. */
  readonly isInert: (node: Node) => boolean
  /** Null for a body that cannot be emptied. */
  readonly empty: (body: Body, way: Replacing) => readonly Edit[] | null
  /** Null for a language whose returned values cannot be replaced. */
  readonly returns: Returns | null
  /** Takes the name of a new class away. */
  readonly dropClass: (node: Node, ancestors: readonly Node[]) => readonly Edit[]
  /** Words that a statement may hold which only hands functions and classes on. */
  readonly handsOn: ReadonlySet<string>
  /** A statement that changes nothing that a test could ask for, whatever it holds. */
  readonly isNeutral?: (statement: Node) => boolean
  /** What the file needs once its bodies are empty; null where it does not parse any more. */
  readonly finish?: (text: string, before: string) => Promise<string | null>
}

/** What is returned where a value is wanted that nobody expects. */
export const OTHER = 'tdd-gate'

export const replace = (node: Node, text: string): Edit => ({ start: node.startIndex, end: node.endIndex, text })
export const insert = (at: number, text: string): Edit => ({ start: at, end: at, text })
export const field = (node: Node, name: string): Node | null => node.childForFieldName(name)
export const children = (node: Node): readonly Node[] => node.children.filter((child) => child !== null)
/** The nodes of a type in a function's body, those of functions inside it left out. */
export function ownNodes(body: Node, type: string, isBorder: (node: Node) => boolean): readonly Node[] {
  const own = named(body).filter((node) => !isBorder(node))
  return own.flatMap((node) => (node.type === type ? [node] : ownNodes(node, type, isBorder)))
}

/** Calls a function around an expression; a list of expressions becomes one value. */
export function call(callee: string, value: Node, isList: boolean): readonly Edit[] {
  const [open, close] = isList ? ['((', '))'] : ['(', ')']
  return [insert(value.startIndex, `${callee}${open}`), insert(value.endIndex, close)]
}

export const named = (node: Node): readonly Node[] =>
  node.namedChildren.filter((child) => child !== null && child.type !== 'comment') as Node[]

/** Whether a node of the type is inside, not looking into nodes where `isBorder` holds. */
export function holds(node: Node, type: string, isBorder: (node: Node) => boolean): boolean {
  return children(node).some((child) => child.type === type || (!isBorder(child) && holds(child, type, isBorder)))
}

export function apply(text: string, edits: readonly Edit[]): string {
  const sorted = edits.toSorted((a, b) => b.start - a.start || b.end - a.end)
  return sorted.reduce((done, { start, end, text: own }) => done.slice(0, start) + own + done.slice(end), text)
}
