/** Where the launches of one execution come from: a checkout in which tests run, or the recording of one. */
import type { Problem } from '../core/model/evidence.ts'
import type { Canary } from './canary/join.ts'
import type { Launch } from './launch.ts'
import type { Part, Suite } from './run-plan.ts'

export interface TestExecutor {
  /** What the checkout is called where reports name it, absolute. */
  readonly places: readonly string[]
  readonly launch: (part: Part) => Promise<Launch>
  /** Puts a failing test behind each of the files, until the next launch is over. */
  readonly join: (suite: Suite, canaries: readonly Canary[]) => Promise<void>
  /** Proves the harness of a suite. `paths`: files of the run first, any others after. */
  readonly prove: (suite: Suite, paths: readonly string[]) => Promise<readonly Problem[]>
}
