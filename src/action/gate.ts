/** `mode: gate`: measures, then judges what was recorded, in one job. */
import type { Hooks } from '../operations/progress.ts'
import { measure } from './measure.ts'
import { type Outcome, type Step, walk } from './step.ts'

/** No token is asked for: tests that ran in this job could have asked for one too, so it would prove nothing. */
export async function gate(step: Step): Promise<Outcome> {
  const { ask, folder, ports } = step
  await measure(step)
  const branch = await walk(step, (hooks) =>
    ports.judgeBranch({ ...ask, recordings: [folder.recording], write: folder.write }, withoutCommits(hooks)),
  )
  const evidence = branch.toEvidence('self-published')
  return { branch, level: evidence.index.level, evidence, notes: [], mustPass: true }
}

/** Each was told of while it was measured. */
function withoutCommits({ onProgress, ...hooks }: Hooks): Hooks {
  return { ...hooks, onProgress: (event) => (event.kind === 'commit' ? undefined : onProgress(event)) }
}
