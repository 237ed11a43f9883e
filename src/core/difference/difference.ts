/** Defines a place at which the code of a changed file differs. */

export interface Difference {
  /** Of the text after, from 1. */
  readonly line: number
  /** What stood there before, and what stands there now: where a statement is otherwise the same. */
  readonly was?: string
  readonly is?: string
  /** Only words of a text for people differ. */
  readonly isWording?: true
}
