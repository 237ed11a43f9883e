/**
 * Reads the evidence for the head of a pull request from the artifact of a recorded run, verifies it, and compares it
 * with git.
 */
import { type Commit, type Sha, short } from '../../../core/model/commit.ts'
import { GateError } from '../../../core/model/errors.ts'
import type { Facts } from '../../../core/model/facts.ts'
import type { EvidenceFound, GatedRun } from '../../../core/model/pull-request.ts'
import type { BranchFacts } from '../../../evidence/branch.ts'
import { toDigest } from '../../../evidence/digest.ts'
import { type EvidenceDocument, type EvidenceIndex, findWeakestLevel } from '../../../evidence/document.ts'
import type { GitHub } from '../../routes.ts'
import { type BranchComparison, MAX_COMPARED_COMMITS } from '../pull-request/comparison.ts'
import { ArtifactError, invalidArtifact } from './archive.ts'
import { type ArtifactQuestion, type FoundArtifact, fetchEvidence, findArtifact, getArtifactName } from './artifact.ts'
import { callsJudge, listJudgingRuns, type RunsQuestion, toGatedRun } from './judging-runs.ts'
import { type PastRun, type Recorded, toPastRun } from './past-runs.ts'
import { foreignArtifact, isOfOthers } from './run-evidence.ts'
import { artifactRefusals } from './texts.ts'
import type { Trust } from './trust.ts'

export interface HeadQuestion extends RunsQuestion {
  readonly pullRequest: number
  /** The current base branch: the author of a pull request can change it. */
  readonly baseBranch: string
  readonly isFork: boolean
  readonly comparison: BranchComparison
}

export interface HeadEvidence {
  readonly runs: readonly GatedRun[]
  readonly evidence: EvidenceFound
  /** The source of the evidence; null where there is none. */
  readonly source: EvidenceSource | null
  /** True when no evidence for this pull request was found, valid or not. Stored evidence may then be used. */
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
/**
 * Bound on runs that belong to other pull requests: each costs a request or a download, and newer ones could hide the
 * right one.
 */
const MAX_QUERIES = 10
/** GitHub limits branch names to 255 characters. */
const MAX_NAME = 255

/**
 * Reads the evidence. @param stored evidence that was verified with the same settings; the artifact of its run is not
 * read again @throws GateError `github-unavailable`: then the evidence is unknown
 */
export async function readHeadEvidence(
  github: GitHub,
  question: HeadQuestion,
  trust: Trust,
  stored: EvidenceSource | null = null,
): Promise<HeadEvidence> {
  const recorded = await listJudgingRuns(github, question, trust.workflows)
  const runs = recorded.map(toGatedRun)
  if (question.comparison.total > MAX_COMPARED_COMMITS) {
    const what = `it has ${question.comparison.total} commits, more than ${MAX_COMPARED_COMMITS}`
    return { runs, evidence: { kind: 'too-large', what }, source: null, isUnmet: false }
  }
  const reasons: string[] = []
  const others: string[] = []
  for (const run of recorded.filter(({ status }) => status === 'completed').slice(0, MAX_QUERIES)) {
    if (reasons.length === MAX_READ) break
    try {
      const isKept = stored?.run.id === String(run.id) && stored.run.attempt === (run.run_attempt ?? 1)
      const found = isKept
        ? await admitted(github, stored, question, trust)
        : await getEvidence(github, run, question, trust)
      if (found !== null) return { runs, ...found, isUnmet: false }
    } catch (error) {
      ;(isOfOthers(error) ? others : reasons).push(getReason(error, String(run.id)))
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
  const query = {
    repository: { id: question.repository.id, name: `${owner}/${repo}` },
    pullRequest: question.pullRequest,
    artifactName: getArtifactName,
    verifyToken: trust.verifyToken,
    minimum: getMinimum(question, trust),
    ...(trust.download === undefined ? {} : { download: trust.download }),
  }
  const found = await findArtifact(github, run, query, async () => {
    if (query.minimum === 'verified-run' && !callsJudge(recorded, trust.workflows))
      throw invalidArtifact(artifactRefusals.noJudgingWorkflow)
    await requireBaseWorkflows(github, question, trust)
  })
  if (found === null) return null
  return await trust.readOnce.get(toKey(found, question, { ...query, digest: trust.digest }), async () => {
    const { index, documents, readBranch } = await fetchEvidence(github, found, query)
    const branch = readBranch()
    if (branch === null)
      return { evidence: { kind: 'too-large', what: artifactRefusals.changesTooLarge }, source: null }
    const source = { index, documents, branch, run: toGatedRun(recorded), startedAt: run.startedAt.toISOString() }
    return toFound(source, question)
  })
}

/**
 * Returns a key of everything that the result depends on: run, attempt, digest of the artifact, and the expected values.
 */
function toKey(
  { run, artifact }: FoundArtifact,
  question: HeadQuestion,
  query: ArtifactQuestion & Pick<Trust, 'digest'>,
): string {
  const { pullRequest, head, baseBranch, comparison } = question
  const { mergeBase, commits } = comparison
  return toDigest([
    ...[
      query.repository.id,
      run.id,
      run.attempt,
      Number(artifact.id),
      artifact.digest ?? null,
      query.minimum,
      query.digest,
    ],
    ...[pullRequest, head, baseBranch, mergeBase.sha, mergeBase.tree, commits.map(({ sha }) => sha)],
  ])
}

/**
 * Verifies stored evidence against the current base, its workflows and settings. @throws GateError `github-unavailable`
 */
export async function verifyStoredEvidence(
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
    throw invalidArtifact(artifactRefusals.belowLevel(source.index.level, minimum))
  await requireBaseWorkflows(github, question, trust)
  return toFound(source, question)
}

/** Returns the minimal trust level. Forks get no token. */
function getMinimum({ isFork }: HeadQuestion, { minimum }: Trust): Trust['minimum'] {
  return isFork ? 'verified-run' : minimum
}

function toFound(source: EvidenceSource, question: HeadQuestion): Found {
  const reasons = findMismatches(source.branch, question)
  // For another base, the start and the commits of the branch differ anyway.
  const isOfOther = source.branch.baseBranch !== question.baseBranch && source.branch.head === question.head
  if (reasons.length > 0) throw (isOfOther ? foreignArtifact : invalidArtifact)(reasons.join('; '))
  return { evidence: { kind: 'found', facts: toFacts(source) }, source }
}

/** Returns what the judge decided from. */
export function toFacts({ branch, documents }: EvidenceSource): Facts {
  const { base, baseTree, head, commits, policy, policyDigest, plan } = branch
  const evidence = new Map(documents.map((document) => [document.commit, document.evidence] as const))
  return { base, baseTree, head, commits, evidence, policy, policyDigest, plan }
}

/** Requires the same `.github` at head, merge base and base: a change of the workflow could forge its result. */
async function requireBaseWorkflows(
  github: GitHub,
  { repository, head, comparison }: HeadQuestion,
  { trees }: Trust,
): Promise<void> {
  const { tip, mergeBase, touchesWorkflows } = comparison
  if (touchesWorkflows === true) {
    throw invalidArtifact(artifactRefusals.workflowChanged)
  }
  if (tip === mergeBase.sha && touchesWorkflows === false) return
  const at = (commit: Sha) => trees(github, repository.name, commit)
  const own = await at(touchesWorkflows === false ? mergeBase.sha : head)
  const base = await at(tip)
  if (base === null || own === null) throw invalidArtifact(artifactRefusals.noGithubFolder)
  if (own !== base) throw invalidArtifact(artifactRefusals.githubFolderMoved)
}

/** Compares the judged commits with those that GitHub has between base and head. */
function findMismatches(branch: BranchFacts, { head, baseBranch, comparison }: HeadQuestion): readonly string[] {
  const { commits, mergeBase } = comparison
  const isWhole = branch.sequence === 'pull-request'
  const fork = isWhole ? mergeBase.sha : (commits[0]?.parents[0] ?? mergeBase.sha)
  const isTruncated = branch.base === mergeBase.sha && branch.baseTree !== mergeBase.tree
  const judged = isWhole ? branch.commits.slice(-1) : branch.commits
  const wanted = isWhole ? commits.slice(-1) : commits
  const same = judged.length === wanted.length && judged.every((one, i) => isSame(one, wanted[i], isWhole))
  return [
    branch.baseBranch !== baseBranch &&
      artifactRefusals.judgedForOther(branch.baseBranch.slice(0, MAX_NAME), baseBranch),
    branch.head !== head && artifactRefusals.endsElsewhere(short(branch.head)),
    branch.base !== fork && artifactRefusals.startsElsewhere(short(branch.base), short(fork)),
    isTruncated && artifactRefusals.otherBaseTree,
    !same && artifactRefusals.otherCommits,
  ].filter((reason) => reason !== false)
}

function isSame(one: Commit, other: BranchComparison['commits'][number] | undefined, isWhole: boolean): boolean {
  if (other === undefined || one.sha !== other.sha || one.tree !== other.tree) return false
  return isWhole || one.parents.join(' ') === other.parents.join(' ')
}

/** Returns the reason of a refusal. An unavailable GitHub is not a reason, and its error is thrown again. */
function getReason(error: unknown, runId: string): string {
  if (error instanceof GateError && error.code !== 'github-unavailable') {
    return `run ${runId}: ${error instanceof ArtifactError ? error.reason : error.message.replace(/\.$/, '')}`
  }
  throw error
}
