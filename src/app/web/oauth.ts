/**
 * Signs people in with GitHub: the web flow with a state and PKCE.
 * https://docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-user-access-token-for-a-github-app
 */
import { createHash, randomBytes } from 'node:crypto'
import { withTimeout } from '../../github/octokit-options.ts'
import type { SignIn } from './session.ts'
import type { PagesSettings } from './settings.ts'

export interface OAuth {
  /** Starts a sign-in. @returns its state for the cookie, and GitHub's address */
  readonly begin: (to: string) => { readonly signIn: SignIn; readonly address: string }
  /** Exchanges GitHub's code for a token; null: GitHub refuses the code. @throws Error when GitHub does not answer */
  readonly exchange: (code: string, signIn: SignIn) => Promise<string | null>
  /** Makes the token useless at once. */
  readonly revoke: (token: string) => Promise<void>
}

export const CALLBACK = '/signed-in'
const RANDOM_BYTES = 32
const TIMEOUT_MS = 8000
const ACCEPTS = { accept: 'application/json', 'user-agent': 'tdd-gate' }

export interface OAuthPlaces {
  readonly pages: PagesSettings
  /** `https://github.com` */
  readonly serverUrl: string
  /** `https://api.github.com` */
  readonly baseUrl: string
}

export function openOAuth({ pages: { url, clientId, clientSecret }, serverUrl, baseUrl }: OAuthPlaces): OAuth {
  const request = withTimeout(globalThis.fetch, TIMEOUT_MS)
  const redirect = { redirect_uri: `${url}${CALLBACK}` }
  return {
    begin: (to) => {
      const [state, verifier] = [newSecret(), newSecret()]
      const challenge = createHash('sha256').update(verifier).digest('base64url')
      const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
      const query = new URLSearchParams({ client_id: clientId, ...redirect, state, ...pkce })
      return { signIn: { state, verifier, to }, address: `${serverUrl}/login/oauth/authorize?${query}` }
    },
    exchange: async (code, { verifier }) => {
      const credentials = { client_id: clientId, client_secret: clientSecret }
      const body = new URLSearchParams({ ...credentials, ...redirect, code, code_verifier: verifier })
      const answer = await request(`${serverUrl}/login/oauth/access_token`, { method: 'POST', headers: ACCEPTS, body })
      if (!answer.ok) throw new Error(`GitHub answers ${answer.status}`)
      // A refused code is an answer with status 200 and an error.
      const { access_token: token } = (await answer.json()) as { readonly access_token?: unknown }
      return typeof token === 'string' && token !== '' ? token : null
    },
    revoke: async (token) => {
      const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
      const headers = { ...ACCEPTS, authorization: `Basic ${basic}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ access_token: token })
      await request(`${baseUrl}/applications/${clientId}/token`, { method: 'DELETE', headers, body })
    },
  }
}

function newSecret(): string {
  return randomBytes(RANDOM_BYTES).toString('base64url')
}
