/** Explains why a request to GitHub got no answer at all: the host, the cause, and what helps. */
import { isUntrustedCertificate } from '../core/errors/known-error.ts'

export interface FailedConnection {
  /** With its port, where the address has one. */
  readonly host: string
  /** `getaddrinfo ENOTFOUND api.github.com` */
  readonly cause: string
  /** The certificate of the host, or of a proxy before it, is not trusted. */
  readonly isUntrusted: boolean
}

const MAX_DEPTH = 5

/** Returns null where the address is unknown. @param error that Octokit threw without an answer of GitHub */
export function toFailedConnection(error: unknown): FailedConnection | null {
  if (!(error instanceof Error)) return null
  const host = URL.parse(getAddress(error))?.host
  if (!host) return null
  const { code, message } = getDeepest(error)
  const isNamed = code === '' || message.includes(code)
  return { host, cause: isNamed ? message : `${code}: ${message}`, isUntrusted: isUntrustedCertificate(code) }
}

/** Octokit's `RequestError` holds its request. */
function getAddress(error: Error): string {
  const request = 'request' in error ? error.request : null
  const hasAddress = typeof request === 'object' && request !== null && 'url' in request
  return hasAddress ? String(request.url) : ''
}

/** `fetch` wraps the error of the system. A host with several addresses has one error for each. */
function getDeepest(error: Error, depth = 0): { readonly code: string; readonly message: string } {
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause
  if (inner instanceof Error && depth < MAX_DEPTH) return getDeepest(inner, depth + 1)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  // `fetch` quotes a header that it cannot send, such as the token, and no system does.
  const quotesRequest = error instanceof TypeError && code === ''
  return { code, message: quotesRequest ? error.name : error.message || error.name }
}
