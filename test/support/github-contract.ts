/** GitHub's own description of its REST interface, as a judge of requests and answers and a source of complete records. */
import { readFileSync } from 'node:fs'
import { Ajv2019, type ValidateFunction } from 'ajv/dist/2019.js'
import addFormats from 'ajv-formats'

type Schema = { readonly [name: string]: unknown }
interface Operation {
  readonly parameters?: readonly Schema[]
  readonly requestBody?: { readonly content: Record<string, { schema: Schema }> }
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

const FILE = new URL('../fixtures/github/openapi.json', import.meta.url)
/** What any route may answer, though the description says so of few. */
const ANYWHERE = [401, 403, 404, 422, 429, 500, 502, 503]

/** What GitHub answers although its description says otherwise: forks can be deleted, and then there is null. */
const KNOWN_GAPS: Readonly<Record<string, RegExp>> = {
  'GET /repos/{owner}/{repo}/pulls/{pull_number}': /^\/head\/repo must be object$/,
  'GET /repos/{owner}/{repo}/actions/runs': /^\/workflow_runs\/\d+\/head_repository must be object$/,
}

const description = toJsonSchema(JSON.parse(readFileSync(FILE, 'utf8'))) as {
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: Record<string, Record<string, Schema>>
}
const ajv = new Ajv2019({ strict: false, allErrors: true, logger: false })
addFormats.default(ajv)
ajv.addSchema({ $id: 'github', components: description.components })
const compiled = new Map<Schema, ValidateFunction>()

/** Every operation of the description, as `GET /path/{name}`. */
export const DESCRIBED: readonly string[] = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
)

/** The operation of a route; throws for a route that GitHub does not describe. */
export function operationOf(route: string): Operation {
  const [method = '', path = ''] = route.split(' ')
  const operation = description.paths[path]?.[method.toLowerCase()]
  if (operation === undefined) throw new Error(`GitHub describes no ${route}`)
  return operation
}

/** What is wrong with a request, in words; empty when GitHub would take it. */
export function checkRequest({ method, path, query, body }: WireRequest): string[] {
  const route = DESCRIBED.find((each) => matches(each, method, path))
  if (route === undefined) return [`GitHub describes no ${method} ${path}`]
  const { parameters = [], requestBody } = operationOf(route)
  const known = parameters.map(resolve).filter((parameter) => parameter['in'] === 'query')
  const strange = Object.keys(query).filter((name) => !known.some((parameter) => parameter['name'] === name))
  const problems = strange.map((name) => `${route} knows no query parameter ${name}`)
  for (const parameter of known) {
    const value = query[parameter['name'] as string]
    if (value !== undefined) problems.push(...checkQuery(route, parameter, value))
  }
  const schema = requestBody?.content['application/json']?.schema
  if (schema === undefined) return body === undefined ? problems : [...problems, `${route} takes no body`]
  return [...problems, ...validate(close(schema), body).map((problem) => `${route} body ${problem}`), ...halfDone(body)]
}

/** What is wrong with an answer; empty when GitHub could give it. */
export function checkAnswer(route: string, status: number, body: unknown): string[] {
  const answer = operationOf(route).responses[status]
  if (answer === undefined) return ANYWHERE.includes(status) ? [] : [`${route} never answers ${status}`]
  const schema = schemaOf(answer)
  if (schema === null) return body === undefined ? [] : [`${route} ${status} has no body`]
  const problems = validate(schema, body).filter((problem) => KNOWN_GAPS[route]?.test(problem) !== true)
  return problems.map((problem) => `${route} ${status} ${problem}`)
}

/** An answer in which every required part that is missing is filled in with the plainest value its schema allows. */
export function complete(route: string, status: number, part: unknown): unknown {
  const answer = operationOf(route).responses[status]
  const schema = answer === undefined ? null : schemaOf(answer)
  return schema === null ? part : fill(schema, part)
}

function matches(route: string, method: string, path: string): boolean {
  const [verb = '', template = ''] = route.split(' ')
  const pattern = template.replaceAll(/\{[^}]+\}/g, '([^/]+)')
  return verb === method && new RegExp(`^${pattern}$`).test(path)
}

const NUMBER = /^-?\d+$/

function checkQuery(route: string, parameter: Schema, value: string): string[] {
  const schema = parameter['schema'] as Schema
  const typed = schema['type'] === 'integer' && NUMBER.test(value) ? Number(value) : value
  const told = schema['type'] === 'boolean' ? { true: true, false: false }[value] : typed
  return validate(schema, told).map((problem) => `${route} query ${parameter['name']} ${problem}`)
}

/** GitHub refuses a finished check run without conclusion; its description does not say so. */
function halfDone(body: unknown): string[] {
  const { status, conclusion } = (body ?? {}) as { status?: string; conclusion?: string }
  return status === 'completed' && conclusion === undefined ? ['a completed check run needs a conclusion'] : []
}

function validate(schema: Schema, value: unknown): string[] {
  const check = compiled.get(schema) ?? ajv.compile(schema)
  compiled.set(schema, check)
  if (check(value)) return []
  return (check.errors ?? []).map(({ instancePath, message, params }) => {
    const name = (params as { additionalProperty?: string }).additionalProperty
    return `${instancePath} ${message}${name === undefined ? '' : `: ${name}`}`.trim()
  })
}

const closed = new Map<Schema, Schema>()

/** Requests are held to the letter: a name that the description does not know is a mistake. */
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

function resolve(schema: Schema): Schema {
  const reference = schema['$ref']
  if (typeof reference !== 'string') return schema
  const [, , kind = '', name = ''] = reference.split('/')
  return resolve(description.components[kind]?.[name] ?? {})
}

function schemaOf(answer: Schema): Schema | null {
  const content = resolve(answer)['content'] as Record<string, { schema: Schema }> | undefined
  return content?.['application/json']?.schema ?? null
}

/** What OpenAPI 3.0 says of null and of places becomes JSON Schema. */
function toJsonSchema(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(toJsonSchema)
  if (typeof node !== 'object' || node === null) return node
  const { nullable, ...rest } = node as Schema
  const schema: Record<string, unknown> = {}
  for (const [name, part] of Object.entries(rest)) schema[name] = toJsonSchema(part)
  if (typeof schema['$ref'] === 'string') schema['$ref'] = schema['$ref'].replace(/^#/, 'github#')
  return nullable === true ? { anyOf: [schema, { type: 'null' }] } : schema
}

function fill(schema: Schema, value: unknown): unknown {
  const wanted = variantOf(schema, value)
  if (Array.isArray(value)) return value.map((part) => fill((wanted['items'] ?? {}) as Schema, part))
  if (value === undefined) return plainest(wanted)
  if (typeof value !== 'object' || value === null) return value
  return { ...required(wanted), ...filledParts(wanted, value) }
}

function filledParts(schema: Schema, value: object): object {
  const properties = propertiesOf(schema)
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, fill(properties[name] ?? {}, part)]))
}

function required(schema: Schema): object {
  const properties = propertiesOf(schema)
  const parts = [schema, ...((schema['allOf'] ?? []) as Schema[]).map(resolve)]
  const names = parts.flatMap((part) => (part['required'] ?? []) as string[])
  return Object.fromEntries(names.map((name) => [name, fill(properties[name] ?? {}, undefined)]))
}

function propertiesOf(schema: Schema): Record<string, Schema> {
  const parts = ((schema['allOf'] ?? []) as Schema[]).map((part) => propertiesOf(resolve(part)))
  return Object.assign({}, ...parts, schema['properties'])
}

/** The alternative that takes null when nothing is given, else the first other one. */
function variantOf(schema: Schema, value: unknown): Schema {
  const whole = resolve(schema)
  const variants = ((whole['anyOf'] ?? whole['oneOf'] ?? []) as Schema[]).map(resolve)
  if (variants.length === 0) return whole
  const empty = variants.find((variant) => variant['type'] === 'null')
  if (value === undefined && empty !== undefined) return empty
  return variantOf(variants.find((variant) => variant['type'] !== 'null') ?? whole, value)
}

function plainest(schema: Schema): unknown {
  const options = schema['enum'] as readonly unknown[] | undefined
  if (options !== undefined) return options[0]
  if (schema['type'] === 'null') return null
  if (schema['type'] === 'boolean') return false
  if (schema['type'] === 'integer' || schema['type'] === 'number') return schema['minimum'] ?? 1
  if (schema['type'] === 'array') return []
  if (schema['type'] !== 'string') return required(schema)
  const formats: Record<string, string> = { 'date-time': '2026-01-01T00:00:00Z', uri: 'https://api.github.com/x' }
  return formats[String(schema['format'])] ?? 'x'
}
