/** Downloads an artifact's zip: GitHub sends on to a store, which must never see the token. */
import { createHash } from 'node:crypto'
import { GateError } from '../../../core/model/errors.ts'
import type { GitHub, RepositoryName } from '../../routes.ts'
import { ARCHIVE_LIMITS, bad } from './archive.ts'

export interface WantedArtifact {
  readonly id: number
  /** In bytes, as GitHub says. */
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
 * @returns the zip's bytes, equal to the digest that GitHub has noted where it has one
 * @throws GateError `bad-artifact` for other bytes or too many, `github-unavailable` when the store does not give them,
 *   `github-refused` when the artifact has expired or may not be read
 */
export async function downloadArtifact(
  github: GitHub,
  repository: RepositoryName,
  artifact: WantedArtifact,
  { maxBytes = ARCHIVE_LIMITS.compressedBytes, timeoutMs = TIMEOUT_MS, fetch = globalThis.fetch }: DownloadOptions = {},
): Promise<Buffer> {
  if (artifact.size > maxBytes) throw bad(`it has ${artifact.size} bytes, more than ${maxBytes}`)
  const address = await getStore(github, repository, artifact.id)
  const bytes = await receive(address, { maxBytes, timeoutMs, fetch })
  const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`
  if (artifact.digest !== null && artifact.digest !== digest)
    throw bad('its bytes have another digest than GitHub noted')
  return bytes
}

async function getStore(github: GitHub, repository: RepositoryName, id: number): Promise<URL> {
  const parameters = { ...repository, artifact_id: id, archive_format: 'zip', request: { redirect: 'manual' } } as const
  const { url, headers } = await github.request(ROUTE, parameters)
  const address = URL.parse(String(headers['location'] ?? ''))
  const isBare = address !== null && address.username === '' && address.password === ''
  // A server that is itself asked without encryption, inside a company or a test, may keep its files the same way.
  const isSafe = address?.protocol === 'https:' || (address?.protocol === 'http:' && url.startsWith('http:'))
  if (!isBare || !isSafe) throw unavailable('gave no safe address for it')
  return address
}

async function receive(address: URL, options: Required<DownloadOptions>): Promise<Buffer> {
  try {
    const signal = AbortSignal.timeout(options.timeoutMs)
    const response = await options.fetch(address, { redirect: 'error', signal })
    if (!response.ok) throw unavailable(`answered ${response.status}`)
    return await readBounded(response, options.maxBytes)
  } catch (error) {
    // The address carries a signature that opens the artifact for some minutes: it shows in no message.
    throw error instanceof GateError ? error : unavailable('did not send it', error)
  }
}

async function readBounded({ body }: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw bad(`it has more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function unavailable(what: string, cause?: unknown): GateError {
  return new GateError(
    'github-unavailable',
    `The artifact cannot be downloaded: GitHub's store ${what}.`,
    'Run the job again: gh run rerun <run id>',
    cause,
  )
}
