/** Everything one step works with, and how a branch is walked in it. */

import type { RunOrigin, TrustLevel } from '../evidence/document.ts'
import type { Subject } from '../intake/subject.ts'
import type { Hooks } from '../operations/verify/progress.ts'
import { type ProgressEvent, toProgressLine } from '../render/text/progress.ts'
import type { Inputs } from './inputs.ts'
import type { Job } from './job.ts'
import type { RunFolder } from './output/run-folder.ts'
import type { Branch, BranchAsk, EvidenceFiles, LogEvent, Ports } from './ports.ts'

export interface Step {
  readonly inputs: Inputs
  readonly subject: Subject
  readonly origin: RunOrigin
  readonly ask: BranchAsk
  readonly folder: RunFolder
  readonly job: Job
  readonly ports: Ports
  readonly onRecorded: (digest: string) => void
}

/** What a mode comes to. */
export interface Outcome {
  readonly branch: Branch
  /** How far its evidence can be trusted. */
  readonly level: TrustLevel
  /** Null where another job judges. */
  readonly evidence: EvidenceFiles | null
  readonly notes: readonly string[]
  /** True when the step fails unless the gate passes. */
  readonly mustPass: boolean
}

/** Tells what `act` does, in the job's log and in the folder's; nothing that it prints is taken for a command. */
export function walk<T>({ job, folder }: Step, act: (hooks: Hooks) => Promise<T>): Promise<T> {
  return job.quote((print) =>
    act({
      signal: job.signal,
      onProgress: (event) => {
        print(toProgressLine(event))
        folder.log(getEntry(event))
      },
    }),
  )
}

export function now(): string {
  return new Date().toISOString()
}

function getEntry(event: ProgressEvent): LogEvent {
  const { kind, ...values } = event
  return { ...values, at: now(), event: kind }
}
