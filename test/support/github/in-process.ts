/** A GitHub in memory: it answers the requests of a client from a world. */
import { connect } from '../../../src/github/connect.ts'
import type { GitHub, Route } from '../../../src/github/routes.ts'
import { type Answered, getParams, reply } from './contract.ts'

export type Query = Readonly<Record<string, string>>
export type Body = Record<string, unknown>

/** @param params of the path, not decoded */
export type Answerer = (route: Route, params: Query, query: Query, body: Body) => Answered

/** What was asked, and what broke the description. */
export interface Seen {
  /** `GET /path` of every request, in order. */
  readonly asked: string[]
  readonly problems: string[]
}

const API = 'https://api.github.test'

export function contractGitHub(answer: Answerer, { asked, problems }: Seen): GitHub {
  return connect({ token: 't', baseUrl: API, fetch: serve as typeof fetch, retryBaseMs: 1 })

  async function serve(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const { href, pathname: path, searchParams } = new URL(String(input))
    const method = init.method ?? 'GET'
    const query = Object.fromEntries(searchParams)
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as Body) : undefined
    asked.push(`${method} ${path}`)
    const { status, text, headers } = reply({ method, path, query, body }, problems, (route) =>
      answer(route as Route, getParams(route ?? '', path), query, body ?? {}),
    )
    const response = new Response(text === '' ? null : text, { status, headers })
    Object.defineProperty(response, 'url', { value: href })
    return response
  }
}

/** Throws when a request or an answer broke the description. */
export function throwProblems({ problems }: Seen): void {
  if (problems.length > 0) throw new Error(problems.splice(0).join('\n'))
}
