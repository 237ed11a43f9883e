/** Defines how an operation reports progress, and how it is aborted. */
import type { Repository } from '../../git/repository.ts'
import type { RunManifest } from '../../render/run/manifest.ts'
import type { ProgressEvent } from '../../render/text/progress.ts'
import type { OpenMeasurer } from './open-measurer.ts'

/** Asks a person; false where they decline. @param details shown before the question, such as a diff */
export type Ask = (question: string, details?: string) => Promise<boolean>

export interface Hooks {
  readonly onProgress: (event: ProgressEvent) => void
  readonly signal: AbortSignal
  /** True where a program calls, not a person: it cannot excuse its work. */
  readonly isProgram?: true
  /** Absent where no person can be asked. */
  readonly ask?: Ask
  /** The repository of the call, where the caller has opened it. */
  readonly repository?: Repository
  /** The recorded run of the branch that the call begins on; absent without one. */
  readonly run?: RunManifest
  /** Where runs come from; absent: tests run on this machine. */
  readonly openMeasurer?: OpenMeasurer
}

/** The number of a measurement among all: every line of progress shows it. */
export type CommitProgress = Omit<Extract<ProgressEvent, { readonly kind: 'phase:start' }>, 'kind'>
