/** The few routes of GitHub that the door itself asks for, on a real server. */
import { generateKeyPairSync } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { listen } from '../support/listen.ts'

export interface Asked {
  readonly method: string
  /** Below `/api/v3`, without the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly authorization: string
  /** The header `if-none-match`. */
  readonly known: string
  readonly body: string
}
export interface Answered {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}
/** Null: not mine. */
export type Answerer = (asked: Asked) => Answered | null

export interface Hub {
  readonly baseUrl: string
  /** `127.0.0.1:1234` */
  readonly host: string
  readonly asked: readonly Asked[]
  readonly paths: () => string[]
}

export const APP_ID = 4242
export const KEY = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ type: 'pkcs1', format: 'pem' })
  .toString()

/** GitHub's numbers have all their digits. */
function toJson(body: unknown): string {
  const text = JSON.stringify(body, (_, value) => (typeof value === 'bigint' ? `#${value}` : value))
  return text.replaceAll(/"#(\d+)"/g, '$1')
}

/** Answers tokens and the name of the App itself, everything else as configured. */
export async function startHub(answer: Answerer = () => null): Promise<Hub> {
  const asked: Asked[] = []
  const { url, close } = await listen(async (request, response) => {
    const one = await read(request)
    asked.push(one)
    const {
      status = 200,
      headers = {},
      body,
    } = answer(one) ?? own(one) ?? { status: 404, body: { message: 'Not Found' } }
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(toJson(body))
  })
  onTestFinished(close)
  return {
    baseUrl: `${url}/api/v3`,
    host: new URL(url).host,
    asked,
    paths: () => asked.map(({ method, path }) => `${method} ${path}`),
  }
}

async function read(request: IncomingMessage): Promise<Asked> {
  const url = new URL(request.url ?? '', 'http://hub')
  return {
    method: request.method ?? '',
    path: url.pathname.replace(/^\/api\/v3/, ''),
    query: url.searchParams,
    authorization: request.headers.authorization ?? '',
    known: request.headers['if-none-match'] ?? '',
    body: await text(request),
  }
}

function own({ method, path, authorization }: Asked): Answered | null {
  const token = /^\/app\/installations\/(\d+)\/access_tokens$/.exec(path)?.[1]
  if (method === 'POST' && token !== undefined) {
    const body = {
      token: `ghs_of_${token}`,
      expires_at: new Date(Date.now() + 3_600_000).toISOString(),
      permissions: {},
    }
    return { status: 201, body }
  }
  const isApp = authorization.startsWith('bearer ey') || authorization.startsWith('Bearer ey')
  if (path === '/app')
    return isApp
      ? { body: { id: APP_ID, slug: 'tdd-gate' } }
      : { status: 401, body: { message: 'A JSON web token could not be decoded' } }
  if (path === '/app/installations' || path === '/app/hook/deliveries') return { body: [] }
  return null
}
