/** Runs `mode: gate`: measures, then judges the recording, in one job. */
import type { Hooks } from '../operations/verify/progress.ts'
import { measure } from './measure.ts'
import { refuseBetterThanMeasured } from './output/measured.ts'
import { endSurvivors } from './output/survivors.ts'
import { type ActionStep, type StepOutcome, walk } from './step.ts'

/** Requests no token: tests that ran in this job could have requested one too, so it would prove nothing. */
export async function gate(step: ActionStep): Promise<StepOutcome> {
  const { options, folder, ports } = step
  const digests = new Map<number, string>()
  const measured = await measure({ ...step, onRecorded: (digest) => void digests.set(1, digest) })
  // Ends left-over processes first: the tests could still write the files that it reads next.
  endSurvivors()
  const branch = await walk(step, (hooks) =>
    ports.judgeBranch(
      { ...options, recordings: [folder.recording], digests, write: folder.write },
      withoutCommits(hooks),
    ),
  )
  const conclusion = measured.branch.decision?.conclusion ?? 'unmeasurable'
  const outputs = new Map([[1, { digest: digests.get(1) ?? '', conclusion }]])
  refuseBetterThanMeasured(branch.decision, { outputs, hasFailed: false })
  const evidence = branch.toEvidence('self-published')
  return { branch, level: evidence.index.level, evidence, notes: [], passing: ['success'] }
}

/** Drops the events of commits: measuring has already logged them. */
function withoutCommits({ onProgress, ...hooks }: Hooks): Hooks {
  return { ...hooks, onProgress: (event) => (event.kind === 'note' ? onProgress(event) : undefined) }
}
