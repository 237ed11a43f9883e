/** Defines where the launches of one execution come from: a checkout in which tests run, or a recording. */
import type { Problem } from '../core/model/test-run.ts'
import type { FileCanary } from './canary/join.ts'
import type { Launch } from './launch.ts'
import type { RunPart, Suite } from './run-plan.ts'

export interface TestExecutor {
  /** Absolute paths of the checkout, as reports may name it. */
  readonly places: readonly string[]
  readonly launch: (part: RunPart) => Promise<Launch>
  /** Appends a failing test to each of the files until the next launch ends. */
  readonly join: (suite: Suite, canaries: readonly FileCanary[]) => Promise<void>
  /** Verifies the harness of a suite. `paths`: files of the run first, any others after. */
  readonly prove: (suite: Suite, paths: readonly string[]) => Promise<readonly Problem[]>
}
