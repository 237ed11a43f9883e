/** GitHub for tests: nock answers what was stubbed, and every request and answer is held against GitHub's description. */
import nock from 'nock'
import type { Route } from '../../../src/github/routes.ts'
import { type Answered, reply, type WireRequest } from './contract.ts'

export interface RecordedRequest extends WireRequest {
  readonly headers: Readonly<Record<string, string>>
}

export interface Stubbed {
  /** Values of the route's places; `owner` is `acme` and `repo` is `shop` unless given. */
  readonly params?: Readonly<Record<string, string | number>>
  /** 200 unless given; 201 for POST. */
  readonly status?: number
  /** The parts that the test is about; the rest is filled in. A function sees the request. */
  readonly answer?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** How often it answers: once by default. */
  readonly times?: number
}

export interface GitHubStub extends Disposable {
  readonly on: (route: Route, stubbed?: Stubbed) => GitHubStub
  readonly requests: readonly RecordedRequest[]
  /** `GET /path?query` of every request, in order. */
  readonly calls: () => string[]
  /** Throws when a request or answer broke the description, was not stubbed, or a stub was not used. */
  readonly assertDone: () => void
}

export const API = 'https://api.github.com'
/** Real servers of a test may be asked. */
const LOCAL = '127.0.0.1'

/** `using github = stubGitHub()`: at the end of the test everything must have been as described, and used. */
export function stubGitHub(baseUrl: string = API): GitHubStub {
  nock.disableNetConnect()
  nock.enableNetConnect(LOCAL)
  const scope = nock(baseUrl)
  const requests: RecordedRequest[] = []
  const problems: string[] = []
  const onNoMatch = ({ method, url }: { method?: string; url?: string }) => {
    const isLocal = url?.startsWith(`http://${LOCAL}:`) === true
    if (!isLocal) problems.push(`nothing was stubbed for ${method} ${url}`)
  }
  nock.emitter.on('no match', onNoMatch)
  const stub: GitHubStub = {
    on: (route, stubbed = {}) => {
      const [method = ''] = route.split(' ')
      const interceptor = scope.intercept(getPath(route, stubbed.params), method).query(true)
      interceptor.times(stubbed.times ?? 1).reply(async (received: Request) => {
        const request = await read(received, baseUrl)
        requests.push(request)
        const { status, text, headers } = reply(request, problems, () => toAnswered(request, stubbed))
        return [status, text, headers] as const
      })
      return stub
    },
    requests,
    calls: () => requests.map(({ method, path, query }) => `${method} ${path}${queryText(query)}`),
    assertDone: () => {
      nock.emitter.off('no match', onNoMatch)
      const unused = scope.pendingMocks().map((mock) => `never asked for: ${mock}`)
      nock.cleanAll()
      // Test files share a process: one of them connects to real ports.
      nock.enableNetConnect()
      const all = [...problems, ...unused]
      if (all.length > 0) throw new Error(all.join('\n'))
    },
    [Symbol.dispose]: () => stub.assertDone(),
  }
  return stub
}

function getPath(route: Route, params: Stubbed['params']): string {
  const values: Record<string, string | number> = { owner: 'acme', repo: 'shop', archive_format: 'zip', ...params }
  return (route.split(' ')[1] ?? '').replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`${route} needs params.${name}`)
    return encodeURIComponent(value)
  })
}

async function read(received: Request, baseUrl: string): Promise<RecordedRequest> {
  const { pathname, searchParams } = new URL(received.url)
  const base = new URL(baseUrl).pathname.replace(/\/$/, '')
  const text = await received.text()
  return {
    method: received.method,
    path: pathname.slice(base.length),
    query: Object.fromEntries(searchParams),
    body: text === '' ? undefined : JSON.parse(text),
    headers: Object.fromEntries(received.headers),
  }
}

function queryText(query: WireRequest['query']): string {
  const text = new URLSearchParams(query).toString()
  return text === '' ? '' : `?${text}`
}

function toAnswered(request: RecordedRequest, { status, answer, headers }: Stubbed): Answered {
  const part = typeof answer === 'function' ? answer(request) : answer
  return [status ?? (request.method === 'POST' ? 201 : 200), part, headers]
}
