/** GitHub's own description of its REST interface, as a judge of requests and answers and a source of complete records. */
import { readFileSync } from 'node:fs'
import { type Components, openSchemas, type Schema, toJsonSchema } from '../json-schema.ts'

interface Operation {
  readonly parameters?: readonly Schema[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Record<string, { schema: Schema }> }
  readonly responses: Record<string, Schema>
  readonly 'x-github': { readonly enabledForGitHubApps: boolean }
}

export interface WireRequest {
  readonly method: string
  /** Without the query, as it went over the wire. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
}

/** Status, the parts of the answer that a test is about, and headers. */
export type Answered = readonly [status: number, part?: unknown, headers?: Readonly<Record<string, string>> | undefined]

export interface Reply {
  readonly status: number
  /** Empty without a body. */
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

const ID = 'github'
/** The product's routes, and those that only people and the local GitHub need. */
const [PRODUCT, PEOPLE] = ['openapi.json', 'people.json'].map(read) as [Description, Description]
/** Status codes that any route may return, though the description lists them for few. */
const ANYWHERE = [401, 403, 404, 422, 429, 500, 502, 503]

/**
 * GitHub's deviations from its description: forks can be deleted, and then there is null; its plain error matches two
 * kinds of which only one is allowed.
 */
const KNOWN_GAPS: Readonly<Record<string, RegExp>> = {
  'GET /repos/{owner}/{repo}/pulls/{pull_number}': /^\/head\/repo must be object$/,
  'GET /repos/{owner}/{repo}/actions/runs': /^\/workflow_runs\/\d+\/head_repository must be object$/,
  'PUT /repos/{owner}/{repo}/contents/{path}': /must match exactly one schema in oneOf$/,
}

const paths = mergePaths(PRODUCT.paths, PEOPLE.paths)
const { fill, resolve, validate } = openSchemas(ID, mergePaths(PRODUCT.components, PEOPLE.components))

/** Every operation that the product calls, as `GET /path/{name}`. */
export const DESCRIBED: readonly string[] = getRoutes(PRODUCT)
/** Every operation that only people and the local GitHub need. */
export const DESCRIBED_FOR_PEOPLE: readonly string[] = getRoutes(PEOPLE)

/** The operation of a route; throws for a route that GitHub does not describe. */
export function getOperation(route: string): Operation {
  const [method = '', path = ''] = route.split(' ')
  const operation = paths[path]?.[method.toLowerCase()]
  if (operation === undefined) throw new Error(`GitHub describes no ${route}`)
  return operation
}

/** Its parameters in path and query, whole. */
export function getParameters(route: string): readonly Schema[] {
  return (getOperation(route).parameters ?? []).map(resolve)
}

/**
 * Answers as GitHub: checks the request, fills in what the test left out, and checks the answer. Every double of GitHub
 * answers with it; they differ only in what carries the request.
 * @param problems gets what broke the description
 */
export function reply(asked: WireRequest, problems: string[], answer: (route: string | null) => Answered): Reply {
  const route = findRoute(asked)
  problems.push(...checkRequest(asked, route ?? undefined))
  const [status, part, headers] = answer(route)
  const whole = route === null ? part : complete(route, status, part)
  if (route !== null) problems.push(...checkAnswer(route, status, whole))
  const text = whole === undefined ? '' : JSON.stringify(whole)
  return { status, text, headers: { 'content-type': 'application/json; charset=utf-8', ...headers } }
}

/** Returns the described route of a request; null for an unknown one. */
function findRoute({ method, path }: WireRequest): string | null {
  return [...DESCRIBED, ...DESCRIBED_FOR_PEOPLE].find((each) => matches(each, method, path)) ?? null
}

/** Returns the values of the places in a route, decoded. */
export function getParams(route: string, path: string): Readonly<Record<string, string>> {
  const params = Object.entries(getPattern(route).exec(path)?.groups ?? {})
  return Object.fromEntries(params.map(([name, value]) => [name, decodeURIComponent(value)]))
}

/** Describes what is wrong with a request; empty when GitHub would accept it. */
export function checkRequest(
  { method, path, query, body }: WireRequest,
  route = findRoute({ method, path, query, body }) ?? undefined,
): string[] {
  if (route === undefined) return [`GitHub describes no ${method} ${path}`]
  const { requestBody } = getOperation(route)
  const known = getParameters(route).filter((parameter) => parameter['in'] === 'query')
  const mismatches = Object.keys(query).filter((name) => !known.some((parameter) => parameter['name'] === name))
  const problems = mismatches.map((name) => `${route} knows no query parameter ${name}`)
  for (const parameter of known) {
    const value = query[parameter['name'] as string]
    if (value !== undefined) problems.push(...checkQuery(route, parameter, value))
  }
  const schema = requestBody?.content['application/json']?.schema
  if (schema === undefined) return body === undefined ? problems : [...problems, `${route} takes no body`]
  if (body === undefined && requestBody?.required !== true) return problems
  return [...problems, ...validate(close(schema), body).map((problem) => `${route} body ${problem}`), ...halfDone(body)]
}

/** Describes what is wrong with an answer; empty when GitHub could give it. */
export function checkAnswer(route: string, status: number, body: unknown): string[] {
  const answer = getOperation(route).responses[status]
  if (answer === undefined) return ANYWHERE.includes(status) ? [] : [`${route} never answers ${status}`]
  const schema = getSchema(answer)
  if (schema === null) return body === undefined ? [] : [`${route} ${status} has no body`]
  const problems = validate(schema, body).filter((problem) => KNOWN_GAPS[route]?.test(problem) !== true)
  return problems.map((problem) => `${route} ${status} ${problem}`)
}

/** An answer in which every required part that is missing is filled in with the plainest value its schema allows. */
export function complete(route: string, status: number, part: unknown): unknown {
  const answer = getOperation(route).responses[status]
  const schema = answer === undefined ? null : getSchema(answer)
  return schema === null ? part : fill(schema, part)
}

function matches(route: string, method: string, path: string): boolean {
  return route.startsWith(`${method} `) && getPattern(route).test(path)
}

function getPattern(route: string): RegExp {
  return new RegExp(`^${(route.split(' ')[1] ?? '').replaceAll(/\{([^}]+)\}/g, '(?<$1>[^/]+)')}$`)
}

const NUMBER = /^-?\d+$/

function checkQuery(route: string, parameter: Schema, value: string): string[] {
  const schema = parameter['schema'] as Schema
  const typed = schema['type'] === 'integer' && NUMBER.test(value) ? Number(value) : value
  const result = schema['type'] === 'boolean' ? { true: true, false: false }[value] : typed
  return validate(schema, result).map((problem) => `${route} query ${parameter['name']} ${problem}`)
}

/** GitHub refuses a finished check run without conclusion; its description does not say so. */
function halfDone(body: unknown): string[] {
  const { status, conclusion } = (body ?? {}) as { status?: string; conclusion?: string }
  return status === 'completed' && conclusion === undefined ? ['a completed check run needs a conclusion'] : []
}

const closed = new Map<Schema, Schema>()

/** Requests are checked strictly: a name that the description does not have is a mistake. */
function close(schema: Schema): Schema {
  const known = closed.get(schema)
  if (known !== undefined) return known
  const strict = JSON.parse(JSON.stringify(schema), (_, node) =>
    node?.type === 'object' && node.properties !== undefined && !('additionalProperties' in node)
      ? { ...node, additionalProperties: false }
      : node,
  )
  closed.set(schema, strict)
  return strict
}

function getSchema(answer: Schema): Schema | null {
  const content = resolve(answer)['content'] as Record<string, { schema: Schema }> | undefined
  return content?.['application/json']?.schema ?? null
}

interface Description {
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: Components
}

function read(name: string): Description {
  const file = new URL(`../../fixtures/github/${name}`, import.meta.url)
  return toJsonSchema(ID, JSON.parse(readFileSync(file, 'utf8'))) as Description
}

function getRoutes(description: Description): string[] {
  return Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
}

function mergePaths<T>(some: Record<string, Record<string, T>>, more: Record<string, Record<string, T>>) {
  const names = new Set([...Object.keys(some), ...Object.keys(more)])
  return Object.fromEntries([...names].map((name) => [name, { ...more[name], ...some[name] }]))
}
