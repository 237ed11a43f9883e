/** An issuer of tokens as jobs get them from GitHub Actions: real RSA keys, real claims, a server of its own. */
import type { JWTPayload } from 'jose'
import { listen } from './listen.ts'
import { createKeys, type Signing } from './token-server.ts'

export interface Issuer extends AsyncDisposable {
  /** Also the `iss` of its tokens; keys are at `/.well-known/jwks`. */
  readonly url: string
  /** The environment of a job with `id-token: write`. */
  readonly env: { readonly ACTIONS_ID_TOKEN_REQUEST_URL: string; readonly ACTIONS_ID_TOKEN_REQUEST_TOKEN: string }
  /** The audiences that were asked for, in order. */
  readonly audiences: readonly (string | null)[]
  /** Makes a token without asking the server; `claims` replace those of the job. */
  readonly sign: (audience: string, claims?: JWTPayload, signing?: Signing) => Promise<string>
  /** Signs with a key that the issuer does not show. */
  readonly foreign: Signing
}

export interface IssuerOptions {
  readonly claims?: JWTPayload
  /** The status with which every request for a token ends, instead of a token. */
  readonly refuse?: number
}

const REQUEST_TOKEN = 'request-token-of-this-job'
const WORKFLOW = 'tdd-gate/tdd-gate/.github/workflows/tdd-gate.yml'
/** The claims of a job of the reusable workflow, on a push (content/actions/reference/security/oidc.md). */
export const CLAIMS: JWTPayload = {
  sub: 'repo:acme@4242/shop@812:ref:refs/heads/work',
  actor: 'octocat',
  actor_id: '583231',
  base_ref: '',
  check_run_id: '5501',
  event_name: 'push',
  head_ref: '',
  job_workflow_ref: `${WORKFLOW}@refs/tags/v1`,
  job_workflow_sha: 'f'.repeat(40),
  ref: 'refs/heads/work',
  ref_type: 'branch',
  repository: 'acme/shop',
  repository_id: '812',
  repository_owner: 'acme',
  repository_owner_id: '4242',
  repository_visibility: 'public',
  run_attempt: '1',
  run_id: '9001',
  run_number: '17',
  runner_environment: 'github-hosted',
  sha: 'e'.repeat(40),
  workflow: 'tdd-gate',
  workflow_ref: 'acme/shop/.github/workflows/gate.yml@refs/heads/work',
  workflow_sha: 'e'.repeat(40),
}
/** The reusable workflow that these claims name. */
export const JUDGE = CLAIMS['job_workflow_ref'] as string
/** GitHub's tokens live five minutes and are valid for ten minutes back. */
const LIFE_S = { after: 300, before: 600 }

/** The claims of a token created now. */
export function freshClaims(): JWTPayload {
  const now = Math.floor(Date.now() / 1000)
  return { jti: crypto.randomUUID(), iat: now, nbf: now - LIFE_S.before, exp: now + LIFE_S.after }
}

export async function startIssuer({ claims = {}, refuse }: IssuerOptions = {}): Promise<Issuer> {
  const keys = await createKeys()
  const audiences: (string | null)[] = []
  const { url, close } = await listen(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    if (pathname === '/.well-known/jwks') return answer(200, keys.shown)
    if (pathname === '/.well-known/openid-configuration')
      return answer(200, { issuer: url, jwks_uri: `${url}/.well-known/jwks` })
    if (pathname !== '/token') return answer(404, { message: 'Not Found' })
    if (request.headers.authorization !== `Bearer ${REQUEST_TOKEN}`) return answer(401, { message: 'Unauthorized' })
    const audience = searchParams.get('audience')
    audiences.push(audience)
    if (refuse !== undefined) return answer(refuse, { message: 'refused' })
    return answer(200, { count: 1, value: await sign(audience ?? 'https://github.com/acme') })
  })
  const sign: Issuer['sign'] = (audience, more = {}, signing = {}) => {
    const payload = { iss: url, aud: audience, ...freshClaims(), ...CLAIMS, ...claims, ...more }
    return keys.sign(payload, signing)
  }
  return {
    url,
    env: {
      ACTIONS_ID_TOKEN_REQUEST_URL: `${url}/token?api-version=2.0`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: REQUEST_TOKEN,
    },
    audiences,
    sign,
    foreign: { key: keys.foreignKey },
    [Symbol.asyncDispose]: close,
  }
}
