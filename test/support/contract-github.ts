/** A GitHub in memory: it answers from a world, and every request and answer is held against GitHub's own description. */
import { connect } from '../../src/github/connect.ts'
import type { GitHub, Route } from '../../src/github/routes.ts'
import { checkAnswer, checkRequest, complete, DESCRIBED } from './github-contract.ts'

export type Query = Readonly<Record<string, string>>
export type Body = Record<string, unknown>

/** Status, the parts of the answer that the test is about, and headers. */
export type Answered = readonly [number, unknown, Record<string, string>?]

/** @param params of the path, not decoded */
export type Answerer = (route: Route, params: Query, query: Query, body: Body) => Answered

/** What was asked, and what broke the description. */
export interface Seen {
  /** `GET /path` of every request, in order. */
  readonly asked: string[]
  readonly problems: string[]
}

const API = 'https://api.github.test'

export function contractGitHub(answer: Answerer, seen: Seen): GitHub {
  return connect({ token: 't', baseUrl: API, fetch: serve as typeof fetch, retryBaseMs: 1 })

  async function serve(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const url = new URL(String(input))
    const method = init.method ?? 'GET'
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as Body) : undefined
    const query = Object.fromEntries(url.searchParams)
    const route = DESCRIBED.find((each) => getParams(each, method, url.pathname) !== null) as Route
    const params = getParams(route, method, url.pathname) ?? {}
    seen.asked.push(`${method} ${url.pathname}`)
    seen.problems.push(...checkRequest({ method, path: url.pathname, query, body }))
    const [status, part, headers = {}] = answer(route, params, query, body ?? {})
    const full = complete(route, status, part)
    if (status < 400) seen.problems.push(...checkAnswer(route, status, full))
    const text = full === undefined ? null : JSON.stringify(full)
    const response = new Response(status === 204 ? null : text, {
      status,
      headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    })
    Object.defineProperty(response, 'url', { value: url.href })
    return response
  }
}

/** Throws when a request or an answer broke the description. */
export function throwProblems({ problems }: Seen): void {
  if (problems.length > 0) throw new Error(problems.splice(0).join('\n'))
}

function getParams(route: string, method: string, path: string): Query | null {
  const [verb = '', template = ''] = route.split(' ')
  const pattern = template.replaceAll(/\{([^}]+)\}/g, '(?<$1>[^/]+)')
  const match = verb === method ? new RegExp(`^${pattern}$`).exec(path) : null
  return match === null ? null : { ...match.groups }
}
