/** The evidence for the head of a pull request: in the artifact of a run that GitHub recorded for it, verified, and held against git. */
import { type Commit, type Sha, short } from '../core/commit.ts'
import { GateError } from '../core/errors.ts'
import type { EvidenceFound, GatedRun } from '../core/pull-request.ts'
import type { BranchFacts } from '../evidence/branch.ts'
import { type EvidenceDocument, type EvidenceIndex, type TrustLevel, weakestOf } from '../evidence/document.ts'
import { PAGE } from '../github/pages.ts'
import type { Answer, GitHub, RepositoryName } from '../github.ts'
import { bad } from './archive.ts'
import { artifactNameOf, readArtifact } from './artifact.ts'
import { type Comparison, MAX_COMMITS } from './comparison.ts'
import type { DownloadOptions } from './download.ts'
import { JUDGED_EVENTS, type PastRun, toPastRun } from './past-runs.ts'
import type { VerifyToken } from './run-evidence.ts'
import type { WorkflowTrees } from './tree-cache.ts'

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
  readonly download?: DownloadOptions
}

export interface HeadQuestion {
  readonly repository: { readonly id: string; readonly name: RepositoryName }
  readonly pullRequest: number
  /** As it is now: whoever opened a pull request may choose another one. */
  readonly baseBranch: string
  readonly head: Sha
  /** Null when the fork is gone. */
  readonly headRepositoryId: string | null
  readonly isFork: boolean
  readonly comparison: Comparison
}

export interface HeadEvidence {
  readonly runs: readonly GatedRun[]
  readonly evidence: EvidenceFound
  /** Where it is from; null where there is none. */
  readonly source: EvidenceSource | null
}

export interface EvidenceSource {
  readonly index: EvidenceIndex
  readonly documents: readonly EvidenceDocument[]
  readonly branch: BranchFacts
  readonly run: GatedRun
  /** ISO 8601. */
  readonly startedAt: string
}

const ROUTE = 'GET /repos/{owner}/{repo}/actions/runs'
type Recorded = Answer<typeof ROUTE>['data']['workflow_runs'][number]

/** One for a push and one for the pull request. */
const MAX_READ = 2
/** GitHub takes no longer names of branches. */
const MAX_NAME = 255
/** A group is judged as a whole, whatever the policy says, and for nobody but its queue. */
const EVENTS = JUDGED_EVENTS.filter((event) => event !== 'merge_group')
/** What `init` calls the workflow that calls ours. */
const OWN_FILE = /\/tdd-gate\.ya?ml(?:@.*)?$/

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
  const recorded = await judgingRuns(github, question, trust)
  const runs = recorded.map(toGatedRun)
  if (question.comparison.total > MAX_COMMITS) {
    const what = `it has ${question.comparison.total} commits, more than ${MAX_COMMITS}`
    return { runs, evidence: { kind: 'too-large', what }, source: null }
  }
  const reasons: string[] = []
  for (const run of recorded.filter(({ status }) => status === 'completed').slice(0, MAX_READ)) {
    try {
      const isKept = kept?.run.id === String(run.id) && kept.run.attempt === (run.run_attempt ?? 1)
      const found = isKept
        ? await admitted(github, kept, question, trust)
        : await evidenceOf(github, run, question, trust)
      if (found !== null) return { runs, ...found }
    } catch (error) {
      reasons.push(reasonOf(error, String(run.id)))
    }
  }
  return { runs, evidence: reasons.length > 0 ? { kind: 'refused', reasons } : { kind: 'none' }, source: null }
}

/** Newest first. */
async function judgingRuns(
  github: GitHub,
  { repository, head, headRepositoryId }: HeadQuestion,
  { workflows }: Trust,
): Promise<readonly Recorded[]> {
  const asked = { ...repository.name, head_sha: head, per_page: PAGE, exclude_pull_requests: true }
  const { data } = await github.request(ROUTE, asked)
  const isOfHead = (run: Recorded) =>
    run.head_sha === head &&
    EVENTS.includes(run.event) &&
    String(run.repository.id) === repository.id &&
    String(run.head_repository?.id) === headRepositoryId
  const calls = ({ referenced_workflows: called }: Recorded) =>
    called?.some(({ path }) => workflows.some((ours) => path.startsWith(`${ours}@`))) === true
  return data.workflow_runs
    .filter((run) => isOfHead(run) && (calls(run) || OWN_FILE.test(run.path)))
    .toSorted((a, b) => Number(b.id) - Number(a.id))
}

function toGatedRun({ id, run_attempt, status, conclusion, html_url }: Recorded): GatedRun {
  return { id: String(id), attempt: run_attempt ?? 1, status: status ?? '', conclusion, url: html_url }
}

async function evidenceOf(
  github: GitHub,
  recorded: Recorded,
  question: HeadQuestion,
  trust: Trust,
): Promise<Pick<HeadEvidence, 'evidence' | 'source'> | null> {
  const run: PastRun = toPastRun(recorded)
  const { owner, repo } = question.repository.name
  const asked = {
    ...{ repository: { id: question.repository.id, name: `${owner}/${repo}` }, pullRequest: question.pullRequest },
    ...{ artifactName: artifactNameOf, verifyToken: trust.verifyToken },
    minimum: minimumOf(question, trust),
    ...(trust.download === undefined ? {} : { download: trust.download }),
  }
  const found = await readArtifact(github, run, asked, () => requireBaseWorkflows(github, question, trust))
  if (found === null) return null
  const { index, documents } = found
  const branch = found.readBranch()
  if (branch === null)
    return { evidence: { kind: 'too-large', what: 'its changes do not fit into evidence' }, source: null }
  const source = { index, documents, branch, run: toGatedRun(recorded), startedAt: run.startedAt.toISOString() }
  return toFound(source, question)
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
): Promise<Pick<HeadEvidence, 'evidence' | 'source'>> {
  try {
    return await admitted(github, source, question, trust)
  } catch (error) {
    return { evidence: { kind: 'refused', reasons: [reasonOf(error, source.run.id)] }, source: null }
  }
}

async function admitted(
  github: GitHub,
  source: EvidenceSource,
  question: HeadQuestion,
  trust: Trust,
): Promise<Pick<HeadEvidence, 'evidence' | 'source'>> {
  const minimum = minimumOf(question, trust)
  if (weakestOf([source.index.level, minimum]) !== minimum)
    throw bad(`it is ${source.index.level}, and ${minimum} is wanted`)
  await requireBaseWorkflows(github, question, trust)
  return toFound(source, question)
}

/** Forks get no token. */
function minimumOf({ isFork }: HeadQuestion, { minimum }: Trust): Trust['minimum'] {
  return isFork ? 'verified-run' : minimum
}

function toFound(source: EvidenceSource, question: HeadQuestion): Pick<HeadEvidence, 'evidence' | 'source'> {
  const reasons = strangeParts(source.branch, question)
  if (reasons.length > 0) throw bad(reasons.join('; '))
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
function strangeParts(branch: BranchFacts, { head, baseBranch, comparison }: HeadQuestion): readonly string[] {
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
function reasonOf(error: unknown, runId: string): string {
  if (error instanceof GateError && error.code !== 'github-unavailable') {
    return `run ${runId}: ${error.message.replace(/^The artifact is refused: /, '').replace(/\.$/, '')}`
  }
  throw error
}
