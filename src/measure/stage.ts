/** Where the launches of one execution come from: a checkout in which tests run, or the recording of one. */
import type { Problem } from '../core/evidence.ts'
import type { Planted } from './canary-place.ts'
import type { Launch } from './launch.ts'
import type { Part, Suite } from './run-plan.ts'

export interface Stage {
  /** What the checkout is called where reports name it, absolute. */
  readonly places: readonly string[]
  readonly launch: (part: Part) => Promise<Launch>
  /** Puts the canary beside the first of the files; nothing is put where its place is taken. */
  readonly plant: (suite: Suite, files: readonly string[]) => Planted & { readonly isTaken: boolean }
  /** Proves the harness of a suite. `paths`: files of the run first, any others after. */
  readonly prove: (suite: Suite, paths: readonly string[]) => Promise<readonly Problem[]>
}
