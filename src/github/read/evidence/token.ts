/** Verifies the OIDC token by which a run's own workflow attests its evidence. */
import { type CompactVerifyGetKey, compactVerify, createRemoteJWKSet, customFetch, errors } from 'jose'
import * as z from 'zod'
import type { RunId, TrustLevel } from '../../../evidence/document.ts'
import { artifactRefusals } from './texts.ts'

export interface ExpectedToken {
  /** The result of `getIssuer`. */
  readonly issuer: string
  /** `tdd-gate:<sha256 of the canonical index>`, which binds the token to the evidence. */
  readonly audience: string
  /** Decimal digits. */
  readonly repositoryId: string
  readonly run: RunId & { readonly event: string }
  /** The trusted workflows. An empty list trusts none. */
  readonly workflows: readonly TrustedWorkflow[]
  readonly allowsSelfHosted: boolean
  /**
   * The period in which the token must have been valid: that of its run, or the current time for the own run. Tokens
   * live five minutes.
   */
  readonly at: { readonly from: Date; readonly to: Date }
}

/** A reusable workflow with its commit, its ref, or both. A path alone is never trusted. */
export interface TrustedWorkflow {
  /** `owner/repo/.github/workflows/file.yml` */
  readonly path: string
  readonly sha: string | null
  /** `refs/tags/v1` */
  readonly ref: string | null
}

export type TokenVerdict =
  | { readonly level: Extract<TrustLevel, 'attested'> }
  /** All reasons, as predicates of "the token". `isUnchecked`: no key was available, so a later attempt may succeed. */
  | { readonly reasons: readonly string[]; readonly isUnchecked?: true }

interface KeyOptions {
  readonly timeoutMs?: number
  readonly fetch?: typeof globalThis.fetch
}

export const MAX_TOKEN_CHARACTERS = 16_384
const MAX_KEYS_BYTES = 262_144
const KEYS_TIMEOUT_MS = 10_000
const SKEW_SECONDS = 60
/** GitHub's tokens live five minutes. No longer life than an hour is accepted. */
const MAX_LIFE_SECONDS = 3600
const MAX_QUOTE = 100

const claimsSchema = z.looseObject({
  iss: z.string(),
  aud: z.string(),
  iat: z.number(),
  nbf: z.number().optional(),
  exp: z.number(),
  repository_id: z.string(),
  run_id: z.string(),
  run_attempt: z.string(),
  event_name: z.string(),
  runner_environment: z.string(),
  job_workflow_ref: z.string(),
  job_workflow_sha: z.string(),
})
type Claims = z.infer<typeof claimsSchema>

/**
 * Returns the issuer of a server's OIDC tokens. @param serverUrl GITHUB_SERVER_URL;
 * https://docs.github.com/en/actions/reference/security/oidc names the three forms
 */
export function getIssuer(serverUrl: string): string {
  const { host, origin } = new URL(serverUrl)
  if (host === 'github.com') return 'https://token.actions.githubusercontent.com'
  return host.endsWith('.ghe.com') ? `https://token.actions.${host}` : `${origin}/_services/token`
}

/** Returns the issuer's public keys, fetched on first use and cached. Use the same instance for every `verifyToken`. */
export function createKeySet(issuer: string, { timeoutMs, fetch }: KeyOptions = {}): CompactVerifyGetKey {
  const timeoutDuration = timeoutMs ?? KEYS_TIMEOUT_MS
  const fetchKeys = withBound(fetch ?? globalThis.fetch)
  return createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks`), { timeoutDuration, [customFetch]: fetchKeys })
}

/**
 * Verifies a token. Never throws. @param token the token as found, possibly hostile @returns its trust level, or all
 * reasons against it
 */
export async function verifyToken(
  token: string,
  expected: ExpectedToken,
  keys: CompactVerifyGetKey,
): Promise<TokenVerdict> {
  const signed = await readSigned(token, keys)
  if ('reason' in signed) return { reasons: [signed.reason], ...(signed.isUnchecked ? { isUnchecked: true } : {}) }
  const parsed = claimsSchema.safeParse(signed.payload)
  if (!parsed.success) {
    const names = parsed.error.issues.map(({ path }) => String(path[0] ?? 'everything'))
    return { reasons: [artifactRefusals.tokenLacks([...new Set(names)].join(', '))] }
  }
  const reasons = [...reasonsAgainst(parsed.data, expected), ...findTimeErrors(parsed.data, expected.at)]
  return reasons.length === 0 ? { level: 'attested' } : { reasons }
}

type Signed = { readonly payload: unknown } | { readonly reason: string; readonly isUnchecked?: boolean }

async function readSigned(token: string, keys: CompactVerifyGetKey): Promise<Signed> {
  if (token.length > MAX_TOKEN_CHARACTERS) return { reason: artifactRefusals.tokenTooLong(MAX_TOKEN_CHARACTERS) }
  try {
    const { payload } = await compactVerify(token, keys, { algorithms: ['RS256'] })
    return { payload: JSON.parse(new TextDecoder().decode(payload)) }
  } catch (error) {
    const reason = findSignatureError(error)
    return reason === null ? { reason: artifactRefusals.keysUnreadable, isUnchecked: true } : { reason }
  }
}

/** Returns the reason of an error; null for an error that is not caused by the token. */
function findSignatureError(error: unknown): string | null {
  if (error instanceof errors.JOSEAlgNotAllowed) return artifactRefusals.notRs256
  if (error instanceof errors.JWKSNoMatchingKey) return artifactRefusals.unknownKey
  if (error instanceof errors.JWSSignatureVerificationFailed) return artifactRefusals.badSignature
  if (error instanceof errors.JWSInvalid || error instanceof SyntaxError) return artifactRefusals.notAToken
  if (error instanceof errors.JOSENotSupported) return artifactRefusals.unknownKind
  return null
}

function reasonsAgainst(claims: Claims, expected: ExpectedToken): string[] {
  const { run, allowsSelfHosted } = expected
  const runners = allowsSelfHosted ? ['github-hosted', 'self-hosted'] : ['github-hosted']
  return [
    claims.aud !== expected.audience && artifactRefusals.otherAudience,
    claims.iss !== expected.issuer && artifactRefusals.otherIssuer(quote(claims.iss)),
    claims.repository_id !== expected.repositoryId && artifactRefusals.tokenOfRepository(quote(claims.repository_id)),
    claims.run_id !== run.id && artifactRefusals.tokenOfRun(quote(claims.run_id)),
    claims.run_attempt !== String(run.attempt) && artifactRefusals.tokenOfAttempt(quote(claims.run_attempt)),
    claims.event_name !== run.event && artifactRefusals.tokenOfEvent(quote(claims.event_name)),
    !runners.includes(claims.runner_environment) && artifactRefusals.otherRunner(quote(claims.runner_environment)),
    !isTrusted(claims, expected.workflows) &&
      artifactRefusals.otherWorkflow(quote(claims.job_workflow_ref), quote(claims.job_workflow_sha)),
  ].filter((reason) => reason !== false)
}

function isTrusted({ job_workflow_ref, job_workflow_sha }: Claims, workflows: readonly TrustedWorkflow[]): boolean {
  const [path, ref] = splitOnce(job_workflow_ref, '@')
  return workflows.some((trusted) => {
    const isFixed = trusted.sha !== null || trusted.ref !== null
    const isSame = trusted.path === path && (trusted.sha ?? job_workflow_sha) === job_workflow_sha
    return isFixed && isSame && (trusted.ref ?? ref) === ref
  })
}

/**
 * The validity of the token must overlap the expected period. A token of an earlier run has expired when it is read.
 */
function findTimeErrors({ iat, nbf = iat, exp }: Claims, { from, to }: ExpectedToken['at']): string[] {
  const start = Math.max(iat, nbf)
  if (exp <= start) return [artifactRefusals.contradictoryTimes]
  return [
    exp - iat > MAX_LIFE_SECONDS && artifactRefusals.tooLongValid,
    exp + SKEW_SECONDS < from.getTime() / 1000 && artifactRefusals.expiredBefore,
    start - SKEW_SECONDS > to.getTime() / 1000 && artifactRefusals.notYetValid,
  ].filter((reason) => reason !== false)
}

/** Bounds the response: keys are a few kilobytes. Redirects are refused. */
function withBound(fetch: typeof globalThis.fetch) {
  return async (url: string, options: RequestInit): Promise<Response> => {
    const response = await fetch(url, { ...options, redirect: 'error' })
    const chunks: Uint8Array<ArrayBuffer>[] = []
    let size = 0
    for await (const chunk of response.body ?? []) {
      size += chunk.length
      if (size > MAX_KEYS_BYTES) throw new RangeError(artifactRefusals.tooManyKeys(MAX_KEYS_BYTES))
      chunks.push(chunk)
    }
    return new Response(new Blob(chunks), { status: response.status })
  }
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)]
}

function quote(text: string): string {
  const plain = text.replaceAll(/[^\x20-\x7e]/g, '?')
  return plain.length > MAX_QUOTE ? `${plain.slice(0, MAX_QUOTE)}...` : plain
}
