/**
 * Runs `mode: judge`: runs no code of the pull request; reads the recordings, decides, and lets GitHub attest the
 * evidence.
 */
import type { TrustLevel } from '../evidence/document.ts'
import { HELD_BY_APP } from '../render/gate-report/trust.ts'
import { refuseForeignRunner } from './measuring-job.ts'
import { refuseBetterThanMeasured } from './output/measured.ts'
import { findRecordings } from './output/recordings.ts'
import type { EvidenceFiles, JudgedBranch } from './ports.ts'
import { type ActionStep, type StepOutcome, walk } from './step.ts'
import { actionTexts } from './texts.ts'

export async function judge(step: ActionStep): Promise<StepOutcome> {
  const { options, folder, inputs, ports } = step
  const { folders, notes } = findRecordings(inputs.recordings)
  const digests = new Map([...inputs.measured.outputs].map(([shard, { digest }]) => [shard, digest]))
  const branch = await walk(step, (hooks) =>
    ports.judgeBranch({ ...options, recordings: folders, digests, write: folder.write }, hooks),
  )
  refuseForeignRunner(inputs.runner, branch.trust)
  refuseBetterThanMeasured(branch.decision, inputs.measured)
  const attested = await attest(step, branch)
  const isHeld = isHeldByApp(step, branch)
  const held = isHeld && branch.decision?.conclusion === 'in_progress' ? [HELD_BY_APP] : []
  const passing = isHeld ? (['success', 'in_progress'] as const) : (['success'] as const)
  return { ...attested, branch, notes: [...notes, ...attested.notes, ...held], passing }
}

interface HeldStep {
  readonly inputs: Pick<ActionStep['inputs'], 'publish'>
  readonly subject: Pick<ActionStep['subject'], 'event'>
}

/**
 * Returns whether the App's check holds the merge, so that a RED is no failed job. The base alone says so. Without an
 * App (`publish`), and in a merge queue, the job fails until everything is proved.
 */
export function isHeldByApp(
  { inputs, subject }: HeldStep,
  { checkHolder }: Pick<JudgedBranch, 'checkHolder'>,
): boolean {
  return checkHolder === 'app' && !inputs.publish && subject.event !== 'merge_group'
}

type Attested = Pick<StepOutcome, 'level' | 'notes'> & { readonly evidence: EvidenceFiles }

/**
 * The token names the index by its digest, and the index contains its trust level. So the job writes evidence without a
 * token again, with a lower level.
 */
async function attest({ job, inputs, ports }: ActionStep, branch: JudgedBranch): Promise<Attested> {
  const unattested: TrustLevel = inputs.publish ? 'self-published' : 'verified-run'
  const without = (notes: readonly string[]): Attested => {
    const evidence = branch.toEvidence(unattested)
    return { level: evidence.index.level, evidence, notes }
  }
  if (!job.canGetIdToken()) return without([actionTexts.noIdToken])
  const evidence = branch.toEvidence('attested')
  const audience = await ports.audienceOf(evidence.index)
  try {
    const text = await job.getIdToken(audience)
    return {
      level: evidence.index.level,
      evidence: { ...evidence, files: [...evidence.files, { path: 'evidence/token.jwt', text }] },
      notes: [],
    }
  } catch (error) {
    return without([`GitHub gave no token: ${String(error)}`])
  }
}
