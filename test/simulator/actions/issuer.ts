/** The issuer of identity tokens at `<server>/_services/token`, where GitHub Enterprise Server has it. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { JWTPayload } from 'jose'
import { freshClaims } from '../../support/oidc.ts'
import { createKeys } from '../../support/token-server.ts'
import type { World } from '../world.ts'

export const ISSUER_PATH = '/_services/token'

export interface Issuer {
  /** Answers a request below `ISSUER_PATH`. */
  readonly answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  /** Lets a job ask for tokens with these claims; `end` takes it back. */
  readonly admit: (claims: JWTPayload) => { readonly env: Readonly<Record<string, string>>; readonly end: () => void }
}

export function createIssuer(world: World): Issuer {
  // Made when first needed: it takes longer than many a story.
  let made: ReturnType<typeof createKeys> | null = null
  const keys = () => {
    made ??= createKeys()
    return made
  }
  const admitted = new Map<string, JWTPayload>()
  const issuer = () => `${world.url}${ISSUER_PATH}`
  const tokenFor = async (claims: JWTPayload, audience: string | null) =>
    (await keys()).sign({
      ...freshClaims(),
      ...claims,
      iss: issuer(),
      aud: audience ?? `${world.url}/${String(claims['repository_owner'])}`,
    })
  return {
    answer: async (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', world.url)
      const send = (status: number, body: object) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      }
      const path = pathname.slice(ISSUER_PATH.length)
      if (path === '/.well-known/jwks') return send(200, (await keys()).shown)
      if (path === '/.well-known/openid-configuration')
        return send(200, { issuer: issuer(), jwks_uri: `${issuer()}/.well-known/jwks` })
      if (path !== '/idtoken') return send(404, { message: 'Not Found' })
      const claims = admitted.get((request.headers.authorization ?? '').replace(/^bearer /i, ''))
      if (claims === undefined) return send(401, { message: 'Unauthorized' })
      return send(200, { count: 1, value: await tokenFor(claims, searchParams.get('audience')) })
    },
    admit: (claims) => {
      const token = randomUUID()
      admitted.set(token, claims)
      const url = `${issuer()}/idtoken?api-version=2.0`
      return {
        env: { ACTIONS_ID_TOKEN_REQUEST_URL: url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: token },
        end: () => void admitted.delete(token),
      }
    },
  }
}
