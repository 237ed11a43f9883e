/** An issuer of tokens as GitHub's: real keys, a real server that shows them. */
import { createServer, type RequestListener } from 'node:http'
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

export interface TokenServer extends AsyncDisposable {
  readonly issuer: string
  /** How often the keys were asked for. */
  readonly asked: () => number
  /** Signs claims as they are; nothing is added. */
  readonly sign: (claims: JWTPayload, options?: Signing) => Promise<string>
  /** A key that the server does not show. */
  readonly foreignKey: CryptoKey
  /** The public key as text, for those who try it as a shared secret. */
  readonly publicText: string
}

export interface Signing {
  readonly key?: CryptoKey | Uint8Array
  readonly kid?: string
  readonly alg?: string
}

const KID = 'key-1'

/** @param answer what the server says instead of its keys */
export async function startTokenServer(answer?: RequestListener): Promise<TokenServer> {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const foreign = await generateKeyPair('RS256')
  const keys = [{ ...(await exportJWK(publicKey)), kid: KID, alg: 'RS256', use: 'sig' }]
  let asked = 0
  const server = createServer((request, response) => {
    asked += 1
    if (answer !== undefined) return answer(request, response)
    const isKeys = request.url === '/.well-known/jwks'
    response.writeHead(isKeys ? 200 : 404, { 'content-type': 'application/json' })
    response.end(isKeys ? JSON.stringify({ keys }) : '{}')
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return {
    issuer: `http://127.0.0.1:${port}`,
    asked: () => asked,
    sign: (claims, { key = privateKey, kid = KID, alg = 'RS256' } = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg, kid, typ: 'JWT' }).sign(key),
    foreignKey: foreign.privateKey,
    publicText: await exportSPKI(publicKey),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
