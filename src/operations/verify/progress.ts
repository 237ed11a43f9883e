/** How an operation tells what it is doing, and is told to stop. */
import type { ProgressEvent } from '../../render/text/progress.ts'

export interface Hooks {
  readonly onProgress: (event: ProgressEvent) => void
  readonly signal: AbortSignal
}

/** Where a measurement stands among all: what every line of progress says. */
export type Place = Omit<Extract<ProgressEvent, { readonly kind: 'commit' }>, 'kind'>
