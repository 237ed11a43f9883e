/** Defines the checkout in which trees are measured. */
import type { Blob, Sha } from '../core/model/commit.ts'

/** The part of a scratch repository that measuring needs. */
export interface Checkout {
  /** A folder of our own, beside the checkout. */
  readonly dir: string
  /** The checkout. */
  readonly tree: string
  readonly checkout: (tree: Sha, options: { readonly keep: readonly string[] }) => Promise<void>
  readonly listTree: (tree: Sha) => Promise<ReadonlyMap<string, Blob>>
}
