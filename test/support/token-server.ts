/** An issuer of tokens as GitHub's: real keys, a real server that shows them. */
import type { RequestListener } from 'node:http'
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
import { listen } from './listen.ts'

/** Keys as an issuer has them. */
export interface Keys {
  /** What the issuer serves. */
  readonly shown: { readonly keys: readonly JWK[] }
  /** Signs claims as they are; nothing is added. */
  readonly sign: (claims: JWTPayload, options?: Signing) => Promise<string>
  /** A key that the issuer does not show. */
  readonly foreignKey: CryptoKey
  /** The public key as text, for those who try it as a shared secret. */
  readonly publicText: string
}

export interface TokenServer extends AsyncDisposable, Omit<Keys, 'shown'> {
  readonly issuer: string
  /** How often the keys were requested. */
  readonly asked: () => number
}

export interface Signing {
  readonly key?: CryptoKey | Uint8Array
  readonly kid?: string
  readonly alg?: string
}

const KID = 'key-1'

export async function createKeys(): Promise<Keys> {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const foreign = await generateKeyPair('RS256')
  return {
    shown: { keys: [{ ...(await exportJWK(publicKey)), kid: KID, alg: 'RS256', use: 'sig' }] },
    sign: (claims, { key = privateKey, kid = KID, alg = 'RS256' } = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg, kid, typ: 'JWT' }).sign(key),
    foreignKey: foreign.privateKey,
    publicText: await exportSPKI(publicKey),
  }
}

/** @param answer what the server says instead of its keys */
export async function startTokenServer(answer?: RequestListener): Promise<TokenServer> {
  const { shown, ...keys } = await createKeys()
  let asked = 0
  const { url, close } = await listen((request, response) => {
    asked += 1
    if (answer !== undefined) return answer(request, response)
    const isKeys = request.url === '/.well-known/jwks'
    response.writeHead(isKeys ? 200 : 404, { 'content-type': 'application/json' })
    response.end(isKeys ? JSON.stringify(shown) : '{}')
  })
  return {
    ...keys,
    issuer: url,
    asked: () => asked,
    [Symbol.asyncDispose]: close,
  }
}
