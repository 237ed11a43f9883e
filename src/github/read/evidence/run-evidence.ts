/** Reads the evidence in a run's artifact as data, and verifies it against GitHub's record of the run. */
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
import { ARCHIVE_LIMITS, type Archive, ArtifactError, invalidArtifact } from './archive.ts'
import type { PastRun } from './past-runs.ts'
import { artifactRefusals } from './texts.ts'
import { type ExpectedToken, MAX_TOKEN_CHARACTERS, type TokenVerdict } from './token.ts'

export type VerifyToken = (
  token: string,
  expected: Pick<ExpectedToken, 'audience' | 'run' | 'at'>,
) => Promise<TokenVerdict>

export interface EvidenceRequirements {
  readonly repositoryId: string
  readonly pullRequest: number | null
  readonly verifyToken: VerifyToken
  /** The minimal trust level. */
  readonly minimum: TrustLevel
}

export interface RunEvidence {
  readonly index: EvidenceIndex
  /** Reads the facts of the branch; null where they exceeded the limit. Throws GateError for invalid facts. */
  readonly readBranch: () => BranchFacts | null
  readonly documents: readonly EvidenceDocument[]
  /**
   * Reads the TestRun with this digest; null when the run does not contain it. Throws GateError when the digest does
   * not match.
   */
  readonly readRun: (digest: string) => TestRun | null
}

const OF_ANOTHER_PULL = 'its index belongs to another pull request'
const INDEX = 'evidence/index.json'
const BRANCH = 'evidence/branch.json'
const TOKEN = 'evidence/token.jwt'
/** The maximal number of UTF-8 bytes for one UTF-16 code unit. */
const BYTES_A_CHARACTER = 3
/** The names of files in a run's artifact. */
const NAMES =
  /^(?:recording\/(?:executions\.jsonl|blobs\/[0-9a-f]{64})|manifest\.json|log\.jsonl|commits\.txt|pr\.md|report\.html|evidence\/(?:index\.json|branch\.json|token\.jwt|[0-9a-f]{40,64}\.json)|in-toto\/(?:statement\.json|predicate\.json|subjects\.txt)|test-results\/(?:[\w-][\w.-]*\/){0,4}[\w-][\w.-]*)$/

/** Returns whether a run's artifact may contain a file of this name. */
export function isArtifactName(name: string): boolean {
  return NAMES.test(name)
}

/**
 * Reads the evidence of a run. @param run GitHub's record @returns its documents, whose level was verified with record
 * and token @throws GateError with the reason when anything contradicts the record, the digests or the token
 */
export async function readRunEvidence(
  archive: Archive,
  run: PastRun,
  requirements: EvidenceRequirements,
): Promise<RunEvidence> {
  const index = readIndex(getText(archive, INDEX, MAX_INDEX_CHARACTERS))
  const isOfOther = index.pullRequest !== null && index.pullRequest !== requirements.pullRequest
  const mismatches = findMismatches(index, run, requirements)
  if (isOfOther && mismatches.length === 0) throw foreignArtifact(OF_ANOTHER_PULL)
  refuse(isOfOther ? [...mismatches, OF_ANOTHER_PULL] : mismatches)
  // The level is checked before anything else is expanded, so that evidence without a token costs little.
  await refuseLevel(archive, index, run, requirements)
  const documents = index.documents.map(({ commit }) => readNamed(archive, commit))
  const expected = { repositoryId: requirements.repositoryId, pullRequest: index.pullRequest, head: run.head, run }
  refuse(checkSet({ index, documents }, expected))
  const readBranch = () => {
    const branch = index.branch === null ? null : readListedBranch(archive, index.branch)
    refuse(checkSet({ index, documents, branch }, expected))
    return branch
  }
  return { index, documents, readBranch, readRun: createRunReader(archive, documents) }
}

/** The facts may be large and are stored in canonical form, so a wrong digest is refused before parsing. */
function readListedBranch(archive: Archive, digest: string): BranchFacts {
  const text = getText(archive, BRANCH, MAX_BRANCH_CHARACTERS)
  if (createHash('sha256').update(text).digest('hex') !== digest)
    throw invalidArtifact(artifactRefusals.otherBranchFacts)
  return readBranchFacts(text)
}

/** Other readers find documents by name, so a wrong name is refused. */
function readNamed(archive: Archive, commit: Sha): EvidenceDocument {
  const name = `evidence/${commit}.json`
  const document = readDocument(getText(archive, name, MAX_DOCUMENT_CHARACTERS))
  if (document.commit !== commit) throw invalidArtifact(artifactRefusals.otherCommit(name))
  return document
}

function getText(archive: Archive, name: string, maxCharacters: number): string {
  const content = archive.read(name, maxCharacters * BYTES_A_CHARACTER)
  if (content === null) throw invalidArtifact(artifactRefusals.withoutFile(name))
  return content.toString('utf8')
}

function refuse(reasons: readonly string[]): void {
  if (reasons.length > 0) throw invalidArtifact(reasons.join('; '))
}

/** Finds values of an index that belong to another run. */
function findMismatches(
  { repository, run: made }: EvidenceIndex,
  run: PastRun,
  requirements: EvidenceRequirements,
): string[] {
  return [
    repository.id !== requirements.repositoryId && artifactRefusals.indexOfOtherRepository,
    made.id !== run.id && artifactRefusals.indexOfOtherRun,
    made.attempt !== run.attempt && artifactRefusals.indexOfOtherAttempt,
    made.event !== run.event && artifactRefusals.indexOfOtherEvent,
    made.head !== run.head && artifactRefusals.indexOfOtherHead,
  ].filter((reason) => reason !== false)
}

/** A token must always be valid: an invalid one shows a change after it was issued. */
async function refuseLevel(
  archive: Archive,
  index: EvidenceIndex,
  run: PastRun,
  requirements: EvidenceRequirements,
): Promise<void> {
  const token = archive.read(TOKEN, MAX_TOKEN_CHARACTERS)
  if (token === null && index.level === 'attested') throw invalidArtifact(artifactRefusals.noToken)
  if (token !== null) {
    const at = { from: run.startedAt, to: run.endedAt }
    const verdict = await requirements.verifyToken(token.toString('utf8').trim(), {
      audience: getAudience(index),
      run,
      at,
    })
    if ('reasons' in verdict)
      throw new ArtifactError(
        artifactRefusals.badToken(verdict.reasons.join('; it ')),
        verdict.isUnchecked ? 'unsettled' : 'final',
      )
  }
  if (index.level !== requirements.minimum && findWeakestLevel([index.level, requirements.minimum]) === index.level) {
    throw invalidArtifact(artifactRefusals.belowLevel(index.level, requirements.minimum))
  }
}

/** Reads only runs that a document names. Other files of the artifact are not attested. */
function createRunReader(archive: Archive, documents: readonly EvidenceDocument[]): RunEvidence['readRun'] {
  const named = new Set(documents.flatMap(({ runs }) => runs.map(({ digest }) => digest)))
  return (digest) => {
    const content = named.has(digest) ? archive.read(`test-results/${digest}.json`, ARCHIVE_LIMITS.entryBytes) : null
    if (content === null) return null
    const run = parse(content.toString('utf8'))
    if (toDigest(run) !== digest) throw invalidArtifact(artifactRefusals.otherResults(digest))
    // The digest matches, so this is the TestRun that the judge wrote.
    return run as TestRun
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw error instanceof SyntaxError ? invalidArtifact('its test results are not JSON', error) : error
  }
}

/** Creates the error for evidence of another pull request with the same head. Each has runs of its own. */
export function foreignArtifact(reason: string): ArtifactError {
  return new ArtifactError(reason, 'of-others')
}

/** Returns whether evidence was refused only because it belongs to another pull request or base. */
export function isOfOthers(error: unknown): boolean {
  return error instanceof ArtifactError && error.kind === 'of-others'
}

/** Returns whether a later attempt may succeed, because a service did not answer. */
export function isTemporary(error: unknown): boolean {
  return error instanceof ArtifactError && error.kind === 'unsettled'
}

/** Returns the reason of a refusal as a sentence. Throws errors that are not refusals. */
export function getRefusalReason(error: unknown): string {
  if (error instanceof GateError) return error.message
  throw error
}
