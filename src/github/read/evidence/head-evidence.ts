/** The evidence for the head of a pull request: in the artifact of a run that GitHub recorded for it, verified, and held against git. */
import { type Commit, type Sha, short } from '../../../core/model/commit.ts'
import { GateError } from '../../../core/model/errors.ts'
import type { EvidenceFound, GatedRun } from '../../../core/model/pull-request.ts'
import type { BranchFacts } from '../../../evidence/branch.ts'
import { toDigest } from '../../../evidence/digest.ts'
import {
  type EvidenceDocument,
  type EvidenceIndex,
  findWeakestLevel,
  type TrustLevel,
} from '../../../evidence/document.ts'
import type { GitHub } from '../../routes.ts'
import { type Comparison, MAX_COMMITS } from '../pull-request/comparison.ts'
import type { WorkflowTrees } from '../pull-request/tree-cache.ts'
import { ArtifactError, bad } from './archive.ts'
import { type ArtifactQuestion, type FoundArtifact, fetchEvidence, findArtifact, getArtifactName } from './artifact.ts'
import type { DownloadOptions } from './download.ts'
import { callsJudge, judgingRuns, type RunsQuestion, toGatedRun } from './judging-runs.ts'
import { type PastRun, type Recorded, toPastRun } from './past-runs.ts'
import type { Refusals } from './refusals.ts'
import { badOfOthers, isOfOthers, type VerifyToken } from './run-evidence.ts'

/** Whose judgement counts. */
export interface Trust {
  /** `owner/repo/.github/workflows/file.yml` of the reusable workflows that judge. */
  readonly workflows: readonly string[]
  readonly verifyToken: VerifyToken
  /** Of evidence that is not from a fork, which gets no token. */
  readonly minimum: Extract<TrustLevel, 'attested' | 'verified-run'>
  readonly trees: WorkflowTrees
  /** What all of this comes to: evidence that was verified on other terms is verified again. */
  readonly terms: string
  /** Of artifacts: each is downloaded once, however often somebody looks. */
  readonly refusals: Refusals
  readonly download?: DownloadOptions
}

export interface HeadQuestion extends RunsQuestion {
  readonly pullRequest: number
  /** As it is now: whoever opened a pull request may choose another one. */
  readonly baseBranch: string
  readonly isFork: boolean
  readonly comparison: Comparison
}

export interface HeadEvidence {
  readonly runs: readonly GatedRun[]
  readonly evidence: EvidenceFound
  /** Where it is from; null where there is none. */
  readonly source: EvidenceSource | null
  /** Nothing that was made for this pull request was met, good or bad: what was kept of it may stand in. */
  readonly isUnmet: boolean
}

type Found = Pick<HeadEvidence, 'evidence' | 'source'>

export interface EvidenceSource {
  readonly index: EvidenceIndex
  readonly documents: readonly EvidenceDocument[]
  readonly branch: BranchFacts
  readonly run: GatedRun
  /** ISO 8601. */
  readonly startedAt: string
}

/** One for a push and one for the pull request. */
const MAX_READ = 2
/** Runs that say nothing about the pull request cost a request each, or a download: newer ones hide none of these. */
const MAX_ASKED = 10
/** GitHub takes no longer names of branches. */
const MAX_NAME = 255

/**
 * @param kept verified on these terms before: where it is of a run, the artifact of that is not read
 * @throws GateError `github-unavailable`: then nobody knows
 */
export async function readHeadEvidence(
  github: GitHub,
  question: HeadQuestion,
  trust: Trust,
  kept: EvidenceSource | null = null,
): Promise<HeadEvidence> {
  const recorded = await judgingRuns(github, question, trust.workflows)
  const runs = recorded.map(toGatedRun)
  if (question.comparison.total > MAX_COMMITS) {
    const what = `it has ${question.comparison.total} commits, more than ${MAX_COMMITS}`
    return { runs, evidence: { kind: 'too-large', what }, source: null, isUnmet: false }
  }
  const reasons: string[] = []
  const others: string[] = []
  for (const run of recorded.filter(({ status }) => status === 'completed').slice(0, MAX_ASKED)) {
    if (reasons.length === MAX_READ) break
    try {
      const isKept = kept?.run.id === String(run.id) && kept.run.attempt === (run.run_attempt ?? 1)
      const found = isKept
        ? await admitted(github, kept, question, trust)
        : await getEvidence(github, run, question, trust)
      if (found !== null) return { runs, ...found, isUnmet: false }
    } catch (error) {
      const result = isOfOthers(error) ? others : reasons
      result.push(getReason(error, String(run.id)))
    }
  }
  const against = reasons.length > 0 ? reasons : others.slice(0, MAX_READ)
  const evidence: EvidenceFound = against.length > 0 ? { kind: 'refused', reasons: against } : { kind: 'none' }
  return { runs, evidence, source: null, isUnmet: reasons.length === 0 }
}

async function getEvidence(
  github: GitHub,
  recorded: Recorded,
  question: HeadQuestion,
  trust: Trust,
): Promise<Found | null> {
  const run: PastRun = toPastRun(recorded)
  const { owner, repo } = question.repository.name
  const asked = {
    ...{ repository: { id: question.repository.id, name: `${owner}/${repo}` }, pullRequest: question.pullRequest },
    ...{ artifactName: getArtifactName, verifyToken: trust.verifyToken },
    minimum: getMinimum(question, trust),
    ...(trust.download === undefined ? {} : { download: trust.download }),
  }
  const found = await findArtifact(github, run, asked, async () => {
    if (asked.minimum === 'verified-run' && !callsJudge(recorded, trust.workflows))
      throw bad('its workflow calls none of those that judge')
    await requireBaseWorkflows(github, question, trust)
  })
  if (found === null) return null
  return await trust.refusals.get(toKey(found, question, asked), async () => {
    const { index, documents, readBranch } = await fetchEvidence(github, found, asked)
    const branch = readBranch()
    if (branch === null)
      return { evidence: { kind: 'too-large', what: 'its changes do not fit into evidence' }, source: null }
    const source = { index, documents, branch, run: toGatedRun(recorded), startedAt: run.startedAt.toISOString() }
    return toFound(source, question)
  })
}

/** All that a refusal depends on: the artifact of a run and attempt by its digest, and what it is held against. */
function toKey({ run, artifact }: FoundArtifact, question: HeadQuestion, asked: ArtifactQuestion): string {
  const { pullRequest, head, baseBranch, comparison } = question
  const { mergeBase, commits } = comparison
  return toDigest([
    ...[asked.repository.id, run.id, run.attempt, Number(artifact.id), artifact.digest ?? null, asked.minimum],
    ...[pullRequest, head, baseBranch, mergeBase.sha, mergeBase.tree, commits.map(({ sha }) => sha)],
  ])
}

/**
 * The same for evidence that was verified before: the base, its workflows and what is wanted may be others by now.
 * @throws GateError `github-unavailable`
 */
export async function readKeptEvidence(
  github: GitHub,
  source: EvidenceSource,
  question: HeadQuestion,
  trust: Trust,
): Promise<Found> {
  try {
    return await admitted(github, source, question, trust)
  } catch (error) {
    return { evidence: { kind: 'refused', reasons: [getReason(error, source.run.id)] }, source: null }
  }
}

async function admitted(github: GitHub, source: EvidenceSource, question: HeadQuestion, trust: Trust): Promise<Found> {
  const minimum = getMinimum(question, trust)
  if (findWeakestLevel([source.index.level, minimum]) !== minimum)
    throw bad(`it is ${source.index.level}, and ${minimum} is wanted`)
  await requireBaseWorkflows(github, question, trust)
  return toFound(source, question)
}

/** Forks get no token. */
function getMinimum({ isFork }: HeadQuestion, { minimum }: Trust): Trust['minimum'] {
  return isFork ? 'verified-run' : minimum
}

function toFound(source: EvidenceSource, question: HeadQuestion): Found {
  const reasons = findMismatches(source.branch, question)
  // Where its branch starts, and with which commits, is another matter for another base.
  const isOfOther = source.branch.baseBranch !== question.baseBranch && source.branch.head === question.head
  if (reasons.length > 0) throw (isOfOther ? badOfOthers : bad)(reasons.join('; '))
  const { base, baseTree, head, commits, policy, policyDigest, plan } = source.branch
  const evidence = new Map(source.documents.map((document) => [document.commit, document.evidence] as const))
  const facts = { base, baseTree, head, commits, evidence, policy, policyDigest, plan }
  return { evidence: { kind: 'found', facts }, source }
}

/** Who can change what judges can make it say anything: head, merge base and base must have the same `.github`. */
async function requireBaseWorkflows(
  github: GitHub,
  { repository, head, comparison }: HeadQuestion,
  { trees }: Trust,
): Promise<void> {
  const { tip, mergeBase, touchesWorkflows } = comparison
  if (touchesWorkflows === true) {
    throw bad(
      'the pull request changes .github, and what judges must be that of its base; let it be merged alone first',
    )
  }
  if (tip === mergeBase.sha && touchesWorkflows === false) return
  const at = (commit: Sha) => trees(github, repository.name, commit)
  const own = await at(touchesWorkflows === false ? mergeBase.sha : head)
  const base = await at(tip)
  if (base === null || own === null) throw bad('the .github folder of the base cannot be read')
  if (own !== base) throw bad('.github has changed on the base since; merge the base into the branch')
}

/** The commits that were judged are those that GitHub has between base and head. */
function findMismatches(branch: BranchFacts, { head, baseBranch, comparison }: HeadQuestion): readonly string[] {
  const { commits, mergeBase } = comparison
  const isWhole = branch.sequence === 'pull-request'
  const fork = isWhole ? mergeBase.sha : (commits[0]?.parents[0] ?? mergeBase.sha)
  const isCut = branch.base === mergeBase.sha && branch.baseTree !== mergeBase.tree
  const judged = isWhole ? branch.commits.slice(-1) : branch.commits
  const wanted = isWhole ? commits.slice(-1) : commits
  const same = judged.length === wanted.length && judged.every((one, i) => isSame(one, wanted[i], isWhole))
  return [
    branch.baseBranch !== baseBranch &&
      `it was judged for the base ${branch.baseBranch.slice(0, MAX_NAME)}, and the base is now ${baseBranch}`,
    branch.head !== head && `its branch ends at ${short(branch.head)}`,
    branch.base !== fork && `its branch starts at ${short(branch.base)}, and the base is now ${short(fork)}`,
    isCut && 'the tree of its base is another one',
    !same && 'its commits are not those of the pull request',
  ].filter((reason) => reason !== false)
}

function isSame(one: Commit, other: Comparison['commits'][number] | undefined, isWhole: boolean): boolean {
  if (other === undefined || one.sha !== other.sha || one.tree !== other.tree) return false
  return isWhole || one.parents.join(' ') === other.parents.join(' ')
}

/** A refusal of what was found is a reason; that GitHub does not answer is none. */
function getReason(error: unknown, runId: string): string {
  if (error instanceof GateError && error.code !== 'github-unavailable') {
    return `run ${runId}: ${error instanceof ArtifactError ? error.reason : error.message.replace(/\.$/, '')}`
  }
  throw error
}
