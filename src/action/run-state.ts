/** Collects what a run knows so far, so that an error at any time can be reported with it. */
import type { RunOrigin } from '../evidence/document.ts'
import type { Subject } from '../intake/subject.ts'
import type { RunFolder } from '../operations/runs/run-folder.ts'
import type { Present } from './fetch.ts'
import type { Inputs } from './inputs.ts'
import type { Servers } from './runtime-context.ts'

export interface RunState {
  readonly startedAt: string
  readonly servers: Servers
  readonly notes: string[]
  inputs: Inputs | null
  folder: RunFolder | null
  subject: Subject | null
  origin: RunOrigin | null
  present: Present | null
  /** Digest of this step's recording; null without one. */
  recorded: string | null
}
