/** Defines what a step works with, and walks its branch. */

import type { Conclusion } from '../core/model/finding.ts'
import type { RunOrigin, TrustLevel } from '../evidence/document.ts'
import type { Subject } from '../intake/subject.ts'
import { toRunEvent } from '../operations/runs/event.ts'
import type { RunFolder } from '../operations/runs/run-folder.ts'
import type { Hooks } from '../operations/verify/progress.ts'
import { toProgressLine } from '../render/text/progress.ts'
import type { Inputs } from './inputs.ts'
import type { ActionJob } from './job.ts'
import type { BranchOptions, EvidenceFiles, Ports, WalkedBranch } from './ports.ts'

export interface ActionStep {
  readonly inputs: Inputs
  readonly subject: Subject
  readonly origin: RunOrigin
  readonly options: BranchOptions
  readonly folder: RunFolder
  readonly job: ActionJob
  readonly ports: Ports
  readonly onRecorded: (digest: string) => void
}

/** The result of a mode. */
export interface StepOutcome {
  readonly branch: WalkedBranch
  /** The trust level of its evidence. */
  readonly level: TrustLevel
  /** Null where another job judges. */
  readonly evidence: EvidenceFiles | null
  readonly notes: readonly string[]
  /** The conclusions with which the step passes; null: any, because another job judges. */
  readonly passing: readonly Conclusion[] | null
}

/** Logs the progress of `act` in the job's log and in the folder. None of its output can act as a workflow command. */
export function walk<T>({ job, folder }: ActionStep, act: (hooks: Hooks) => Promise<T>): Promise<T> {
  return job.quote((print) =>
    act({
      signal: job.signal,
      onProgress: (event) => {
        print(toProgressLine(event))
        folder.log(toRunEvent(event))
      },
    }),
  )
}

export function now(): string {
  return new Date().toISOString()
}
