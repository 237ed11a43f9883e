/** Downloads an artifact's zip. GitHub redirects to a storage server, which must never receive the token. */
import { createHash } from 'node:crypto'
import { artifactNotDownloaded } from '../../../core/errors/github.ts'
import { GateError } from '../../../core/model/errors.ts'
import type { GitHub, RepositoryName } from '../../routes.ts'
import { ARCHIVE_LIMITS, invalidArtifact } from './archive.ts'
import { artifactRefusals } from './texts.ts'

export interface WantedArtifact {
  readonly id: number
  /** The size in bytes according to GitHub. */
  readonly size: number
  /** `sha256:<hex>`; null for artifacts of old uploaders. */
  readonly digest: string | null
}

export interface DownloadOptions {
  readonly maxBytes?: number
  readonly timeoutMs?: number
  readonly fetch?: typeof globalThis.fetch
}

const ROUTE = 'GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}'
const TIMEOUT_MS = 120_000

/**
 * Downloads the zip. @returns its bytes, which match the digest in GitHub's record where there is one @throws GateError
 * `bad-artifact` for other or too many bytes, `github-unavailable` when the storage server fails, `github-refused` when
 * the artifact has expired or the token may not read it
 */
export async function downloadArtifact(
  github: GitHub,
  repository: RepositoryName,
  artifact: WantedArtifact,
  { maxBytes = ARCHIVE_LIMITS.compressedBytes, timeoutMs = TIMEOUT_MS, fetch = globalThis.fetch }: DownloadOptions = {},
): Promise<Buffer> {
  if (artifact.size > maxBytes) throw invalidArtifact(artifactRefusals.tooManyBytes(artifact.size, maxBytes))
  const address = await getStore(github, repository, artifact.id)
  const bytes = await receive(address, { maxBytes, timeoutMs, fetch })
  const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`
  if (artifact.digest !== null && artifact.digest !== digest) throw invalidArtifact(artifactRefusals.otherDigest)
  return bytes
}

async function getStore(github: GitHub, repository: RepositoryName, id: number): Promise<URL> {
  const parameters = { ...repository, artifact_id: id, archive_format: 'zip', request: { redirect: 'manual' } } as const
  const { url, headers } = await github.request(ROUTE, parameters)
  const address = URL.parse(String(headers['location'] ?? ''))
  const isBare = address !== null && address.username === '' && address.password === ''
  // A server without encryption, such as one in a test, may use a storage server without encryption.
  const isSafe = address?.protocol === 'https:' || (address?.protocol === 'http:' && url.startsWith('http:'))
  if (!isBare || !isSafe) throw artifactNotDownloaded('returned no safe address for it')
  return address
}

async function receive(address: URL, options: Required<DownloadOptions>): Promise<Buffer> {
  try {
    const signal = AbortSignal.timeout(options.timeoutMs)
    const response = await options.fetch(address, { redirect: 'error', signal })
    if (!response.ok) throw artifactNotDownloaded(`answered ${response.status}`)
    return await readBounded(response, options.maxBytes)
  } catch (error) {
    // The address contains a signature that opens the artifact for some minutes, so no message contains it.
    throw error instanceof GateError ? error : artifactNotDownloaded('did not send it', error)
  }
}

async function readBounded({ body }: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw invalidArtifact(artifactRefusals.moreBytes(maxBytes))
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
