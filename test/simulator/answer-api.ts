/** Serves the REST interface: who asks, may he, is it what GitHub describes, and then the handler of the route. */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { checkRequest, complete, getParameters } from '../support/github/contract.ts'
import { getCaller } from './auth.ts'
import type { createFaults } from './faults.ts'
import { permit } from './permit.ts'
import { notFound, Refusal, refuse } from './refusal.ts'
import type { Answered, Asked, Handler, Matched, Route } from './route.ts'
import { findRepository, getActor } from './state.ts'
import type { Caller, Repository, World } from './world.ts'

/** One request and its answer, as they went over the wire. */
export interface Exchange {
  readonly route: Route | null
  readonly method: string
  /** Below `/api/v3`. */
  readonly path: string
  readonly status: number
  /** Login of the caller; null: anonymous. */
  readonly by: string | null
  /** The answer's JSON, empty when there is none. */
  readonly text: string
  /** The caller knew the answer (304), which costs nothing of the hourly limit. */
  readonly isUnchanged: boolean
}

export interface Api {
  readonly world: World
  readonly handlers: Map<Route, Handler<Route>>
  /** Finds the route among those of the handlers. */
  find: (method: string, path: string) => Matched | null
  readonly faults: ReturnType<typeof createFaults>
  readonly exchanges: Exchange[]
}

export const API = '/api/v3'
const HOURLY_REQUESTS = 5000
const JSON_TYPE = 'application/json; charset=utf-8'

interface Received {
  readonly method: string
  readonly path: string
  readonly url: URL
  readonly body: unknown
}

export async function answerApi(api: Api, request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
  const path = url.pathname.slice(API.length)
  const method = request.method ?? 'GET'
  const matched = api.find(method, path)
  let caller: Caller = { kind: 'anonymous' }
  const serve = async () => {
    const body = toJson(await text(request))
    caller = await getCaller(api.world, request.headers.authorization)
    return answerRoute(api, matched, caller, { method, path, url, body })
  }
  const answered = await serve().catch((cause) => toAnswer(api, cause))
  const result = matched !== null && answered.status < 300 ? completed(matched.route, answered) : answered
  const sent = send(request, response, result, rateLimit(api, caller))
  const by = caller.kind === 'anonymous' ? null : getActor(caller).login
  api.exchanges.push({ route: matched?.route ?? null, method, path, by, status: result.status, ...sent })
}

async function answerRoute(api: Api, matched: Matched | null, caller: Caller, received: Received): Promise<Answered> {
  if (matched === null) {
    api.world.problems.push(`The local GitHub has no ${received.method} ${received.path}`)
    return notFound()
  }
  const { route, params } = matched
  const isDone = api.faults.isDone(route)
  const fault = api.faults.take(route)
  if (fault !== null && !isDone) return fault
  const answered = await askHandler(api, route, params, caller, received)
  return fault ?? answered
}

async function askHandler(
  api: Api,
  route: Route,
  params: Matched['params'],
  caller: Caller,
  received: Received,
): Promise<Answered> {
  const { world } = api
  const repository = params['owner'] === undefined ? null : reached(world, params)
  if (repository !== null) permit(caller, { route, repository, isPull: isPull(repository, params) })
  const query = Object.fromEntries(received.url.searchParams)
  const wrong = checkRequest({ ...received, query }, route)
  world.problems.push(...wrong)
  if (wrong.length > 0) refuse(422, `Invalid request.\n\n${wrong.join('\n')}`)
  const body = received.body as object | undefined
  const parameters = { ...readParameters(route, { ...query, ...params }), ...body } as Asked['parameters']
  const handler = api.handlers.get(route) ?? notFound()
  // Routes without a repository do not read it.
  return handler({
    world,
    caller,
    actor: getActor(caller),
    parameters,
    repository: repository as Repository,
    url: absolute(world, received.url),
  })
}

function reached(world: World, { owner = '', repo = '' }: Matched['params']): Repository {
  return findRepository(world, owner, repo) ?? notFound()
}

/** Null where the number of an issue is no part of the route. */
function isPull({ issues, comments }: Repository, params: Matched['params']): boolean | null {
  const number = params['issue_number'] ?? comments.get(Number(params['comment_id']))?.issue
  const issue = number === undefined ? undefined : issues.get(Number(number))
  return issue === undefined ? null : issue.pull !== null
}

function absolute({ url }: World, asked: URL): URL {
  return new URL(`${asked.pathname}${asked.search}`, url)
}

/** Numbers and booleans as such, where the description says that they are. */
function readParameters(route: Route, given: Readonly<Record<string, string>>): Record<string, unknown> {
  const types = new Map(getParameters(route).map(({ name, schema }) => [name, (schema as { type?: string }).type]))
  const read = (name: string, value: string) => {
    const type = types.get(name)
    if (type === 'boolean') return value === 'true'
    return type === 'integer' && /^-?\d+$/.test(value) ? Number(value) : value
  }
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, read(name, value)]))
}

function toJson(body: string): unknown {
  if (body === '') return undefined
  try {
    return JSON.parse(body)
  } catch {
    return refuse(400, 'Problems parsing JSON')
  }
}

function toAnswer({ world }: Api, cause: unknown): Answered {
  const isRefusal = cause instanceof Refusal
  if (!isRefusal) world.problems.push(`The local GitHub broke: ${cause instanceof Error ? cause.stack : cause}`)
  const { status, message, errors } = isRefusal ? cause : new Refusal(500, 'Server Error')
  const more = errors === undefined ? {} : { errors }
  return {
    status,
    data: { message, ...more, documentation_url: 'https://docs.github.com/rest', status: String(status) },
  }
}

function completed(route: Route, { status, data, headers = {} }: Answered): Answered {
  const isRaw = typeof data === 'string' || Buffer.isBuffer(data)
  return { status, data: isRaw ? data : complete(route, status, data), headers }
}

/** Counted by caller; nothing is refused unless a fault says so. */
function rateLimit({ exchanges }: Api, caller: Caller): Record<string, string> {
  const by = caller.kind === 'anonymous' ? null : getActor(caller).login
  const used = exchanges.filter((exchange) => exchange.by === by).length + 1
  return {
    'x-ratelimit-limit': String(HOURLY_REQUESTS),
    'x-ratelimit-remaining': String(Math.max(0, HOURLY_REQUESTS - used)),
    'x-ratelimit-used': String(used),
    'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 3600),
    'x-ratelimit-resource': 'core',
  }
}

/** As github.com makes them: of the token, too. They were observed, and are documented nowhere. */
function toTag({ headers: { accept, authorization } }: IncomingMessage, body: string | Buffer): string {
  const parts = [accept, authorization].filter((part) => part !== undefined).map((part) => `${part}:`)
  return `"${createHash('sha256').update(parts.join('')).update(body).digest('hex')}"`
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, data, headers }: Answered,
  more: object,
): Pick<Exchange, 'text' | 'isUnchanged'> {
  const isRaw = typeof data === 'string' || Buffer.isBuffer(data)
  const body = data === undefined || isRaw ? (data ?? '') : JSON.stringify(data)
  const etag = toTag(request, body)
  const isKnown = status === 200 && request.method === 'GET' && request.headers['if-none-match'] === etag
  const outcome = { ...more, ...(body === '' ? {} : { 'content-type': JSON_TYPE, etag }), ...headers }
  response.writeHead(isKnown ? 304 : status, outcome).end(isKnown ? '' : body)
  return { text: isRaw || isKnown ? '' : body.toString(), isUnchanged: isKnown }
}
