/** Runs `mode: measure`: runs the tests of every commit that has no evidence yet, and records them for the judge. */
import { type ActionStep, type StepOutcome, walk } from './step.ts'
import { actionTexts } from './texts.ts'

/** Succeeds when it could measure: the judge decides whether the gate passes, and must run in any case. */
export async function measure(step: ActionStep): Promise<StepOutcome> {
  const { options, folder, inputs, ports, onRecorded } = step
  const branch = await walk(step, (hooks) =>
    ports.measureBranch({ ...options, recording: folder.recording, shard: inputs.shard, onRecorded }, hooks),
  )
  const note = actionTexts.onlyMeasures
  return { branch, level: 'self-published', evidence: null, notes: [note], passing: null }
}
