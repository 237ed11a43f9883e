/** The evidence in one run's artifact: read as data, and believed only as far as GitHub's record of the run bears it out. */
import { createHash } from 'node:crypto'
import type { Sha } from '../../../core/model/commit.ts'
import { GateError } from '../../../core/model/errors.ts'
import type { TestRun } from '../../../core/model/test-run.ts'
import { type BranchFacts, MAX_BRANCH_CHARACTERS } from '../../../evidence/branch.ts'
import { toDigest } from '../../../evidence/digest.ts'
import {
  type EvidenceDocument,
  type EvidenceIndex,
  findWeakestLevel,
  MAX_DOCUMENT_CHARACTERS,
  type TrustLevel,
} from '../../../evidence/document.ts'
import { MAX_INDEX_CHARACTERS, readBranchFacts, readDocument, readIndex } from '../../../evidence/read.ts'
import { checkSet, getAudience } from '../../../evidence/set.ts'
import { ARCHIVE_LIMITS, type Archive, ArtifactError, bad } from './archive.ts'
import type { PastRun } from './past-runs.ts'
import { type ExpectedToken, MAX_TOKEN_CHARACTERS, type TokenVerdict } from './token.ts'

export type VerifyToken = (
  token: string,
  expected: Pick<ExpectedToken, 'audience' | 'run' | 'at'>,
) => Promise<TokenVerdict>

export interface EvidenceTerms {
  readonly repositoryId: string
  readonly pullRequest: number | null
  readonly verifyToken: VerifyToken
  /** Evidence of a lower level is refused. */
  readonly minimum: TrustLevel
}

export interface RunEvidence {
  readonly index: EvidenceIndex
  /** What was decided from besides documents; null where it was larger than anybody reads. Throws GateError as reading does. */
  readonly readBranch: () => BranchFacts | null
  readonly documents: readonly EvidenceDocument[]
  /** The TestRun of this digest; null when the run does not hold it. Throws GateError when it is not what its digest says. */
  readonly readRun: (digest: string) => TestRun | null
}

const OF_ANOTHER_PULL = 'its index belongs to another pull request'
const INDEX = 'evidence/index.json'
const BRANCH = 'evidence/branch.json'
const TOKEN = 'evidence/token.jwt'
/** As UTF-8 a character of JavaScript takes at most so many. */
const BYTES_A_CHARACTER = 3
/** What a run's artifact may hold. */
const NAMES =
  /^(?:recording\/(?:executions\.jsonl|blobs\/[0-9a-f]{64})|manifest\.json|log\.jsonl|commits\.txt|pr\.md|report\.html|evidence\/(?:index\.json|branch\.json|token\.jwt|[0-9a-f]{40,64}\.json)|test-results\/(?:[\w-][\w.-]*\/){0,4}[\w-][\w.-]*)$/

/** Whether a run's artifact may hold a file of this name. */
export function isArtifactName(name: string): boolean {
  return NAMES.test(name)
}

/**
 * @param run GitHub's record
 * @returns its documents, whose level record and token bear out
 * @throws GateError with the reason when anything in it is not as the record, the digests or the token say
 */
export async function readRunEvidence(archive: Archive, run: PastRun, terms: EvidenceTerms): Promise<RunEvidence> {
  const index = readIndex(getText(archive, INDEX, MAX_INDEX_CHARACTERS))
  const isOfOther = index.pullRequest !== null && index.pullRequest !== terms.pullRequest
  const mismatches = findMismatches(index, run, terms)
  if (isOfOther && mismatches.length === 0) throw badOfOthers(OF_ANOTHER_PULL)
  refuse(isOfOther ? [...mismatches, OF_ANOTHER_PULL] : mismatches)
  // Before anything else is expanded: whoever has no token costs no more than this.
  await refuseLevel(archive, index, run, terms)
  const documents = index.documents.map(({ commit }) => readNamed(archive, commit))
  const expected = { repositoryId: terms.repositoryId, pullRequest: index.pullRequest, head: run.head, run }
  refuse(checkSet({ index, documents }, expected))
  const readBranch = () => {
    const branch = index.branch === null ? null : readListedBranch(archive, index.branch)
    refuse(checkSet({ index, documents, branch }, expected))
    return branch
  }
  return { index, documents, readBranch, readRun: runReader(archive, documents) }
}

/** It may be large, and is written in one way only: what has another digest is not parsed. */
function readListedBranch(archive: Archive, digest: string): BranchFacts {
  const text = getText(archive, BRANCH, MAX_BRANCH_CHARACTERS)
  if (createHash('sha256').update(text).digest('hex') !== digest)
    throw bad('The facts of the branch do not match the index')
  return readBranchFacts(text)
}

/** Others look documents up by their names: a name that lies misleads them. */
function readNamed(archive: Archive, commit: Sha): EvidenceDocument {
  const name = `evidence/${commit}.json`
  const document = readDocument(getText(archive, name, MAX_DOCUMENT_CHARACTERS))
  if (document.commit !== commit) throw bad(`${name} is of another commit`)
  return document
}

function getText(archive: Archive, name: string, maxCharacters: number): string {
  const content = archive.read(name, maxCharacters * BYTES_A_CHARACTER)
  if (content === null) throw bad(`it holds no ${name}`)
  return content.toString('utf8')
}

function refuse(reasons: readonly string[]): void {
  if (reasons.length > 0) throw bad(reasons.join('; '))
}

/** An index of another run, put where this run's should be. */
function findMismatches({ repository, run: made }: EvidenceIndex, run: PastRun, terms: EvidenceTerms): string[] {
  return [
    repository.id !== terms.repositoryId && 'its index belongs to another repository',
    made.id !== run.id && 'its index belongs to another run',
    made.attempt !== run.attempt && 'its index belongs to another attempt',
    made.event !== run.event && 'its index belongs to another event',
    made.head !== run.head && 'its index belongs to another head',
  ].filter((reason) => reason !== false)
}

/** A token that is there must hold: one that does not shows that something was changed after it was given. */
async function refuseLevel(archive: Archive, index: EvidenceIndex, run: PastRun, terms: EvidenceTerms): Promise<void> {
  const token = archive.read(TOKEN, MAX_TOKEN_CHARACTERS)
  if (token === null && index.level === 'attested') throw bad('it claims to be attested, but holds no token')
  if (token !== null) {
    const at = { from: run.startedAt, to: run.endedAt }
    const verdict = await terms.verifyToken(token.toString('utf8').trim(), {
      audience: getAudience(index),
      run,
      at,
    })
    if ('reasons' in verdict)
      throw new ArtifactError(`its token ${verdict.reasons.join('; it ')}`, verdict.isUnchecked ? 'unsettled' : 'final')
  }
  if (index.level !== terms.minimum && findWeakestLevel([index.level, terms.minimum]) === index.level) {
    throw bad(`it is ${index.level}, and ${terms.minimum} is wanted`)
  }
}

/** Only runs that a document names are read: what else lies in the artifact, nobody vouches for. */
function runReader(archive: Archive, documents: readonly EvidenceDocument[]): RunEvidence['readRun'] {
  const named = new Set(documents.flatMap(({ runs }) => runs.map(({ digest }) => digest)))
  return (digest) => {
    const content = named.has(digest) ? archive.read(`test-results/${digest}.json`, ARCHIVE_LIMITS.entryBytes) : null
    if (content === null) return null
    const run = parse(content.toString('utf8'))
    if (toDigest(run) !== digest) throw bad(`its test results ${digest} have another digest`)
    // Equal digests: it is the TestRun that the judge of that run wrote down.
    return run as TestRun
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw error instanceof SyntaxError ? bad('its test results are no JSON', error) : error
  }
}

/** Of evidence against which nothing else is: several pull requests may have one head, and each has runs of its own. */
export function badOfOthers(reason: string): ArtifactError {
  return new ArtifactError(reason, 'of-others')
}

/** Whether it was only made for another pull request, or for another base: it says nothing about this one. */
export function isOfOthers(error: unknown): boolean {
  return error instanceof ArtifactError && error.kind === 'of-others'
}

/** Whether it may be believed another time: what would have to be asked did not answer. */
export function isUnsettled(error: unknown): boolean {
  return error instanceof ArtifactError && error.kind === 'unsettled'
}

/** The reason of a refusal as a sentence; whatever is no refusal is a mistake of ours and goes on. */
export function getReason(error: unknown): string {
  if (error instanceof GateError) return error.message
  throw error
}
