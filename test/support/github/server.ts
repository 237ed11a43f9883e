/** A GitHub for processes, on one origin as GitHub Enterprise Server has it: API, git and the issuer of tokens; files elsewhere. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { JWTPayload } from 'jose'
import { PERMISSIONS, type Route } from '../../../src/github/routes.ts'
import { answerGit } from '../../action/remote.ts'
import { freeze } from '../freeze.ts'
import { listen } from '../listen.ts'
import { type Issuer, startIssuer } from '../oidc.ts'
import { JOB_TOKEN } from '../runner.ts'
import { answerFrom, getAnswers } from './answers.ts'
import { type Answered, reply, type WireRequest } from './contract.ts'
import type { GitHubState } from './state.ts'

export interface RecordedRequest extends WireRequest {
  readonly route: Route | null
  readonly status: number
}

export interface GitHubServer extends AsyncDisposable, Pick<Issuer, 'sign' | 'foreign'> {
  /** GITHUB_SERVER_URL: git is below it, and the issuer of tokens at `/_services/token`. */
  readonly url: string
  /** GITHUB_API_URL */
  readonly apiUrl: string
  readonly state: GitHubState
  /** The API requests, in order. */
  readonly requests: readonly RecordedRequest[]
  /** The changes among them: `POST /repos/acme/shop/check-runs`. */
  readonly writes: () => string[]
  /** The audiences for which tokens were asked, in order. */
  readonly audiences: readonly string[]
  /** The environment of a job that may ask for tokens with these claims. */
  readonly idTokenEnv: (claims: JWTPayload) => Readonly<Record<string, string>>
  /** Sets the permissions of the job's token from now on; everything at first. */
  readonly permit: (permissions: Permissions | 'all') => void
  /** Throws when a request or an answer broke GitHub's description. */
  readonly assertDone: () => void
}

export type Permissions = Readonly<Record<string, 'read' | 'write'>>

const API = '/api/v3'
const ISSUER = '/_services/token'
const AUTHORIZATION = `token ${JOB_TOKEN}`
/** As `actions/checkout` sends it. */
const GIT_AUTHORIZATION = `basic ${Buffer.from(`x-access-token:${JOB_TOKEN}`).toString('base64')}`
const MISSING: Answered = [404, { message: 'Not Found' }]
const REFUSED: Answered = [403, { message: 'Resource not accessible by integration' }]
const UNSERVED: Answered = [501, { message: 'No job asks for this' }]
const UNKNOWN: Answered = [401, { message: 'Bad credentials' }]

/** @param folder the one above acme/shop.git @param state what it holds from the beginning */
export async function startGitHub(folder: string, state: GitHubState): Promise<GitHubServer> {
  const problems: string[] = []
  const requests: RecordedRequest[] = []
  const issuer = await startIssuer()
  const store = await listen((request, response) => sendArtifact(state, request, response, problems))
  const answers = getAnswers(state, store.url)
  let permissions: Permissions | 'all' = 'all'

  const decide = (asked: WireRequest, route: Route | null, isKnown: boolean): Answered => {
    if (route === null) return MISSING
    if (!isKnown) return UNKNOWN
    if (!isPermitted(route, permissions)) return REFUSED
    return answerFrom(answers, route, asked) ?? UNSERVED
  }
  const answerApi = async (request: IncomingMessage, response: ServerResponse, url: URL) => {
    const body = await text(request)
    const asked: WireRequest = {
      method: request.method ?? '',
      path: url.pathname.slice(API.length),
      query: Object.fromEntries(url.searchParams),
      body: body === '' ? undefined : JSON.parse(body),
    }
    const isKnown = request.headers.authorization === AUTHORIZATION
    let served: Route | null = null
    const {
      status,
      text: answer,
      headers,
    } = reply(asked, problems, (route) => {
      served = isServed(route) ? route : null
      return decide(asked, served, isKnown)
    })
    requests.push({ ...asked, route: served, status })
    if (asked.method !== 'GET') freeze(`${asked.method} ${asked.path}`, JSON.stringify(asked.body, null, 1))
    response.writeHead(status, headers)
    response.end(answer)
  }
  const { url, close } = await listen((request, response) => {
    const asked = new URL(request.url ?? '/', 'http://localhost')
    if (asked.pathname.startsWith(`${API}/`)) return void answerApi(request, response, asked)
    if (asked.pathname.startsWith(`${ISSUER}/`)) return void forward(asked, request, response)
    if (request.headers.authorization === GIT_AUTHORIZATION) return answerGit(folder, request, response)
    response.writeHead(401, { 'www-authenticate': 'Basic realm="GitHub"' }).end()
  })
  const audiences: string[] = []
  const sign: Issuer['sign'] = (audience, claims, signing) =>
    issuer.sign(audience, { iss: `${url}${ISSUER}`, ...claims }, signing)
  /** `/<claims>/token` signs for a job with these claims; everything else is the issuer's own. */
  const forward = async (asked: URL, request: IncomingMessage, response: ServerResponse) => {
    const path = asked.pathname.slice(ISSUER.length)
    const [, claims, last] = path.split('/')
    response.setHeader('content-type', 'application/json')
    if (last !== 'token') {
      const answer = await fetch(`${issuer.url}${path}`)
      response.writeHead(answer.status).end(await answer.text())
      return
    }
    const isKnown = request.headers.authorization === `Bearer ${issuer.env.ACTIONS_ID_TOKEN_REQUEST_TOKEN}`
    const audience = asked.searchParams.get('audience') ?? ''
    audiences.push(audience)
    const given: JWTPayload = JSON.parse(Buffer.from(claims ?? '', 'base64url').toString())
    const answer = isKnown ? { count: 1, value: await sign(audience, given) } : { message: 'Unauthorized' }
    response.writeHead(isKnown ? 200 : 401).end(JSON.stringify(answer))
  }
  return {
    url,
    apiUrl: `${url}${API}`,
    state,
    requests,
    writes: () =>
      requests.flatMap(({ method, path, status }) => (method !== 'GET' && status < 300 ? [`${method} ${path}`] : [])),
    audiences,
    sign,
    foreign: issuer.foreign,
    idTokenEnv: (claims) => ({
      ...issuer.env,
      ACTIONS_ID_TOKEN_REQUEST_URL: `${url}${ISSUER}/${Buffer.from(JSON.stringify(claims)).toString('base64url')}/token?api-version=2.0`,
    }),
    permit: (granted) => {
      permissions = granted
    },
    assertDone: () => {
      if (problems.length > 0) throw new Error(problems.join('\n'))
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([close(), store.close(), issuer[Symbol.asyncDispose]()])
    },
  }
}

/** The store accepts no tokens: a client that sends one leaks it. */
function sendArtifact(
  { artifacts }: GitHubState,
  request: IncomingMessage,
  response: ServerResponse,
  problems: string[],
): void {
  if (request.headers.authorization !== undefined) problems.push('The token was sent to the store of artifacts.')
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const artifact = artifacts.find(({ id }) => `/${id}` === pathname)
  const isSigned = searchParams.get('sig') === 'secret'
  response.writeHead(artifact !== undefined && isSigned ? 200 : 403).end(artifact?.bytes)
}

const isServed = (route: string | null): route is Route => route !== null && Object.hasOwn(PERMISSIONS, route)

function isPermitted(route: Route, granted: Permissions | 'all'): boolean {
  if (granted === 'all') return true
  return Object.entries(PERMISSIONS[route]).every(
    ([name, access]) => granted[name] === access || granted[name] === 'write',
  )
}
