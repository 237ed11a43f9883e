/** Runs `verify`: measures missing commits, judges every commit, and names the next step. */
import { type ComparedCommit, readPatches } from '../../changes/patches.ts'
import { type Isolation, weakestIsolation } from '../../core/model/isolation.ts'
import { list } from '../../core/rules/text.ts'
import { type InTotoStatement, toStatement } from '../../evidence/statement.ts'
import { digestHead } from '../../git/cat-file.ts'
import { openRepository, readHeadSha } from '../../git/repository.ts'
import { GO_ON, refuseUnlessEditing } from '../../git/unfinished.ts'
import { GATE_VERSION } from '../../render/workflow-file.ts'
import { adviseByTrial } from '../advice/advise.ts'
import { readLocalPeople } from '../decisions.ts'
import { rememberFailures } from '../failures/remember.ts'
import type { Hooks } from './progress.ts'
import { openSession, type Session, type SessionOptions } from './session.ts'
import { verifyTexts } from './texts.ts'
import { toVerification, type Verification, walkBranch } from './walk-branch.ts'

export type { Verification } from './walk-branch.ts'

export interface VerifyOptions extends SessionOptions {
  /** The next step of a rejected branch is tried on a copy: present where its reader pastes commands. */
  readonly triesAdvice?: boolean
  /** Reads the changed lines, too, to show what holds each. */
  readonly lines?: boolean
  /** Also states the verdict for policy engines. */
  readonly inToto?: boolean
}

/**
 * Judges the commits between base and head of a repository by real runs of its tests.
 * @throws GateError when it cannot judge at all; a problem of one commit is a finding
 */
export async function verify(options: VerifyOptions, hooks: Hooks): Promise<Verification> {
  const repository = hooks.repository ?? (await openRepository(options.repo))
  // A named head is judged wherever the working tree is. Next steps ask for a judgement where a rebase stopped.
  const isEditing = options.head === undefined && (await refuseUnlessEditing(repository))
  await using session = await openSession(options, { ...hooks, repository })
  const failures = rememberFailures()
  const compared: ComparedCommit[] = []
  const isolations: Isolation[] = []
  const walk = await walkBranch(session, (measurement) => {
    const { commit, evidence } = measurement
    failures.add(measurement)
    if (evidence.isolation) isolations.push(evidence.isolation)
    compared.push({ commit: commit.sha, tree: commit.tree, comparedWith: evidence.comparedWith })
    return evidence
  })
  const found = toVerification(session, walk)
  // Lines are pasted where the judged commits are checked out, and no rebase has stopped. Only advice asks for that.
  const isHere = async () => !isEditing && (await readHeadSha(repository)) === session.range.head
  const judged = options.triesAdvice
    ? await adviseByTrial(session, found, { ...options, isHere: await isHere() })
    : found
  const shown = await failures.read(session.scratch, judged.decision.next?.drivers ?? [])
  const notes = [...(isEditing ? [verifyTexts.rebaseStopped(GO_ON)] : []), ...judged.notes]
  const { scratch, origin } = session
  const patches = options.lines && (await readPatches(judged.decision, { scratch, compared, base: origin.tree }))
  const statement = options.inToto && (await stateVerdict(session, judged, isolations))
  const verification = {
    ...judged,
    notes,
    failures: shown,
    ...(patches && { patches }),
    ...(statement && { statement }),
  }
  const { decisions } = await readLocalPeople(session.repository)
  if (decisions.length === 0 || options.head !== undefined) return verification
  const named = list(decisions.map(({ kind, subtask }) => (subtask === null ? kind : `${kind} ${subtask}`)))
  const note = verifyTexts.decidedHere(named)
  return { ...verification, notes: [...verification.notes, note] }
}

/** States the verdict of this machine: its user alone vouches for it. */
async function stateVerdict(
  session: Session,
  judged: Verification,
  isolations: readonly Isolation[],
): Promise<InTotoStatement> {
  const { decision, base, policy, withoutTrials } = judged
  return toStatement({
    version: GATE_VERSION,
    decision,
    base,
    head: await digestHead(session.scratch.readObjects, [session.range.head, session.range.headTree]),
    policy,
    policyDigest: session.criteria.policyDigest,
    level: 'self-published',
    isolation: weakestIsolation(isolations),
    index: null,
    ...(withoutTrials && { withoutTrials }),
  })
}
