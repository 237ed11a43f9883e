/** What a text consists of, as its grammar reads it. */

/** A token, or where a node begins or ends. */
export interface Leaf {
  readonly kind: 'token' | 'begin' | 'end'
  /** As written, strings with one kind of quotes; the type of a node. */
  readonly text: string
  /** Offset in the text. */
  readonly at: number
  /** Whether it belongs to an import. */
  readonly isImport: boolean
}

export interface Reading {
  /** Returns whether a comment counts. @param isAlone whether nothing stands before it in its line */
  readonly keeps: (comment: string, isAlone: boolean) => boolean
}
