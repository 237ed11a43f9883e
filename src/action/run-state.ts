/** What a run knows of itself so far: an error may come at any time, and is told with all that is known then. */
import type { RunOrigin } from '../evidence/document.ts'
import type { Subject } from '../intake/subject.ts'
import type { Present } from './fetch.ts'
import type { Inputs } from './inputs.ts'
import type { RunFolder } from './output/run-folder.ts'
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
  /** Digest of what this step recorded; null where it recorded nothing. */
  recorded: string | null
}
