/** Defines what a language must provide so that its functions can be emptied. */
import type { CodeEdit, Node } from '../syntax/index.ts'

/**
 * How a body changes. Replaced: `nothing` returns the empty value, `other` returns a value that no caller expects,
 * `gone` throws and removes the name where it can, `thrown` only throws. Still running: `altered` returns another value of
 * the same type, and empties functions that return no value; `dropped` returns no value; `near` returns nearly the value,
 * and `retyped` the value as another type. Still there: `idle` returns before the code. Put back: `before` is the function
 * before the change; a new one returns the empty value.
 */
export type Variant = Replacing | Rewriting | 'idle' | 'before'

/** Ways that replace the body. */
export type Replacing = 'nothing' | 'other' | 'gone' | 'thrown'

/** Ways that keep the body and pass its return value through a function at the end of the file. */
export type Rewriting = 'altered' | 'dropped' | 'near' | 'retyped'

/** A function that can be emptied on its own. */
export interface FunctionBody {
  readonly node: Node
  /** From the outermost node inwards; the parent comes last. */
  readonly ancestors: readonly Node[]
  /** Includes the classes and functions around it: `Cart.add`. */
  readonly name: string
  /** Its tokens, without those of bodies inside it. */
  readonly comparableText: string
}

/** A function for the end of a file. */
interface ReturnHelper {
  readonly name: string
  readonly text: string
}

/** @param text the function, which is the last one that it declares */
export const toHelper = (text: string): ReturnHelper => ({
  name: [...text.matchAll(/^ *(?:def|function) (\w+)/gm)].at(-1)?.[1] ?? '',
  text,
})

export interface Returns {
  /** Calls the function around each value that the body returns; returns no edit when it returns no value. */
  readonly wrap: (body: FunctionBody, callee: string) => readonly CodeEdit[]
  readonly functions: Readonly<Record<'altered' | 'dropped', ReturnHelper> & Partial<Record<Rewriting, ReturnHelper>>>
}

export interface Language {
  readonly grammar: string
  readonly isFunction: (node: Node) => boolean
  /** Returns whether the function has a name, so that it can be emptied anywhere. */
  readonly isNamed: (node: Node, parent: Node) => boolean
  /** Returns whether the function runs as soon as the file is loaded. */
  readonly isCalledAtOnce: (node: Node, ancestors: readonly Node[]) => boolean
  /** Returns the name, or an empty string. */
  readonly nameOf: (node: Node, ancestors: readonly Node[]) => string
  /** Returns whether the node is a class: its members are read one by one. */
  readonly isClass: (node: Node) => boolean
  /** Returns whether the node has no effect by itself: comments, imports and types. */
  readonly isInert: (node: Node) => boolean
  /** Returns the edits that empty a body; null when it cannot be emptied. */
  readonly empty: (body: FunctionBody, variant: Replacing) => readonly CodeEdit[] | null
  /** Returns the edits that let a body return before its code; null when it has none. */
  readonly idle: (body: FunctionBody) => readonly CodeEdit[] | null
  /** Null for a language whose returned values cannot be replaced. */
  readonly returns: Returns | null
  /** Removes the name of a new class. */
  readonly dropClass: (node: Node, ancestors: readonly Node[]) => readonly CodeEdit[]
  /** The tokens of a statement that only exports functions and classes. */
  readonly handsOn: ReadonlySet<string>
  /** Returns whether the statement has no effect that a test could observe, whatever its content. */
  readonly isNeutral?: (statement: Node) => boolean
  /** Empties a file without functions; absent: it stays. */
  readonly emptyScript?: (text: string, variant: Replacing) => string
  /** Completes a file with emptied bodies; returns null when it no longer parses. */
  readonly finish?: (text: string, before: string) => Promise<string | null>
}

type Required = 'grammar' | 'isFunction' | 'nameOf' | 'isInert' | 'empty' | 'idle'

/** Most languages run no function at once, drop no class, and replace no returned value. */
export const createLanguage = (own: Pick<Language, Required> & Partial<Language>): Language => ({
  isNamed: () => true,
  isCalledAtOnce: () => false,
  isClass: () => false,
  returns: null,
  dropClass: () => [],
  handsOn: new Set(),
  ...own,
})

/** Returns whether nothing is returned at all. */
export const isThrowing = (variant: Replacing) => variant === 'gone' || variant === 'thrown'

/** By the type that a function returns: the value of nothing, and another one; null where none is known. */
export type ValueRows = readonly (readonly [type: RegExp, nothing: string | null, other?: string])[]

/** @returns null for a type without a value */
export function findValue(rows: ValueRows, type: string, variant: Replacing): string | null {
  const isOther = variant === 'other'
  const row = rows.find(([pattern, nothing, other]) => pattern.test(type) && (isOther ? other : nothing) != null)
  return (isOther ? row?.[2] : row?.[1]) ?? null
}

/** The value returned where an unexpected value is needed. */
export const OTHER = 'tdd-gate'
/** The part of a number by which a value near it differs. */
export const NEAR = 200
