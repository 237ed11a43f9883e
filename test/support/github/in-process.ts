/** A GitHub in this process: a client whose requests are answered from a state, and held against the contract. */
import { connect } from '../../../src/github/connect.ts'
import type { GitHub, Route } from '../../../src/github/routes.ts'
import { freeze } from '../freeze.ts'
import { answerFrom, getAnswers } from './answers.ts'
import { type Answered, reply } from './contract.ts'
import { createState, type GitHubState } from './state.ts'

export interface OpenGitHub extends GitHubState {
  readonly github: GitHub
  /** Throws when a request or an answer broke the contract; every request does so too. */
  readonly assertDone: () => void
  /** `GET /path` of every request, in order. */
  readonly asked: string[]
  readonly reads: () => string[]
  readonly writes: () => string[]
  /** How the next requests of a route end. */
  readonly failures: { readonly route: Route; readonly status: number; readonly answer?: object }[]
}

const API = 'https://api.github.test'
export const STORE = 'https://store.test'

export function openGitHub(given: Partial<GitHubState> = {}): OpenGitHub {
  const state = createState(given)
  const answers = getAnswers(state, STORE)
  const [asked, problems, failures]: [string[], string[], OpenGitHub['failures']] = [[], [], []]
  const client = connect({ token: 't', baseUrl: API, fetch: serve as typeof fetch, retryBaseMs: 1 })
  const assertDone = () => {
    if (problems.length > 0) throw new Error(problems.join('\n'))
  }
  return Object.assign(state, {
    github: { request: (...about) => client.request(...about).finally(assertDone) } satisfies GitHub,
    assertDone,
    asked,
    failures,
    reads: () => asked.filter((line) => line.startsWith('GET ')),
    writes: () => asked.filter((line) => !line.startsWith('GET ')),
  })

  async function serve(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const { href, pathname: path, searchParams } = new URL(String(input))
    const method = init.method ?? 'GET'
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    asked.push(`${method} ${path}`)
    if (method !== 'GET') freeze(`${method} ${path}`, JSON.stringify(body, null, 1))
    const wire = { method, path, query: Object.fromEntries(searchParams), body }
    const { status, text, headers } = reply(wire, problems, (route): Answered => {
      const at = failures.findIndex((one) => one.route === route)
      const [failure] = at < 0 ? [] : failures.splice(at, 1)
      if (failure !== undefined) return [failure.status, failure.answer ?? { message: 'No' }]
      const answer = answerFrom(answers, route as Route, wire)
      if (answer === null) problems.push(`no test answers ${route}`)
      return answer ?? [501, { message: 'No' }]
    })
    const response = new Response(text === '' ? null : text, { status, headers })
    Object.defineProperty(response, 'url', { value: href })
    return response
  }
}
