/** GitHub's web flow for people: https://docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-user-access-token-for-a-github-app */
import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { userToken } from './auth.ts'
import type { LocalGitHub } from './github.ts'
import { track } from './state.ts'
import type { User } from './world.ts'

export interface OAuthClient {
  readonly clientId: string
  readonly clientSecret: string
  /** The App's callback address. */
  readonly callback: string
}

export interface OAuthPeople {
  /** Who is signed in at GitHub in the browser, and has authorized the App. */
  reader: User
  /** Every token that was made. */
  readonly tokens: readonly string[]
}

const FORM = 'application/json; charset=utf-8'

/** Answers `/login/oauth/*`. Codes are good once, for their redirect, with the secret and the verifier. */
export function showOAuth({ world, show }: LocalGitHub, client: OAuthClient, reader: User): OAuthPeople {
  const codes = new Map<string, { readonly user: User; readonly challenge: string }>()
  const tokens: string[] = []
  const people = { reader, tokens }
  const authorize = (query: URLSearchParams): string | null => {
    const isKnown = query.get('client_id') === client.clientId && query.get('redirect_uri') === client.callback
    if (!isKnown || query.get('code_challenge_method') !== 'S256') return null
    const code = randomBytes(10).toString('hex')
    codes.set(code, { user: people.reader, challenge: query.get('code_challenge') ?? '' })
    return `${client.callback}?${new URLSearchParams({ code, state: query.get('state') ?? '' })}`
  }
  const exchange = async (request: IncomingMessage) => {
    const given = new URLSearchParams(await text(request))
    const code = codes.get(given.get('code') ?? '')
    codes.delete(given.get('code') ?? '')
    const isClient = given.get('client_id') === client.clientId && given.get('client_secret') === client.clientSecret
    if (!isClient) return { error: 'incorrect_client_credentials' }
    const challenge = createHash('sha256')
      .update(given.get('code_verifier') ?? '')
      .digest('base64url')
    if (code?.challenge !== challenge || given.get('redirect_uri') !== client.callback)
      return { error: 'bad_verification_code' }
    const token = userToken(world, code.user)
    tokens.push(token)
    return { access_token: token, token_type: 'bearer', scope: '', expires_in: 28_800 }
  }
  show((request, response, { pathname, searchParams }) => {
    if (pathname === '/login/oauth/authorize') {
      const location = authorize(searchParams)
      response.writeHead(location === null ? 404 : 302, location === null ? {} : { location }).end()
      return true
    }
    if (pathname !== '/login/oauth/access_token' || request.method !== 'POST') return false
    const answer = async () =>
      void response.writeHead(200, { 'content-type': FORM }).end(JSON.stringify(await exchange(request)))
    track(world, answer())
    return true
  })
  return people
}
