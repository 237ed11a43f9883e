/** `mode: measure`: runs the tests of every commit that has no evidence yet, and keeps what they left for the judge. */
import { type Outcome, type Step, walk } from './step.ts'

/** Succeeds when it could measure: whether the gate passes is for the judge to say, who must run whatever came out. */
export async function measure(step: Step): Promise<Outcome> {
  const { ask, folder, inputs, ports, onRecorded } = step
  const branch = await walk(step, (hooks) =>
    ports.measureBranch({ ...ask, recording: folder.recording, shard: inputs.shard, onRecorded }, hooks),
  )
  const note = 'This job only measures: the judge reads what it recorded, and decides.'
  return { branch, level: 'self-published', evidence: null, notes: [note], mustPass: false }
}
