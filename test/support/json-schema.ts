/** Schemas of an OpenAPI description as a judge of values, and as a source of what a value leaves out. */
import { Ajv2019, type ValidateFunction } from 'ajv/dist/2019.js'
import addFormats from 'ajv-formats'
import { openCompiler, SHARED_SCHEMAS } from './compiled-schemas.ts'

export type Schema = { readonly [name: string]: unknown }
export type Components = Record<string, Record<string, Schema>>

export interface Schemas {
  /** Describes what is wrong with a value. */
  readonly validate: (schema: Schema, value: unknown) => string[]
  /** The value with every required part that is missing, as plain as its schema allows. */
  readonly fill: (schema: Schema, value: unknown) => unknown
  readonly resolve: (schema: Schema) => Schema
}

/** GitHub's own Apps break what it describes: `7+gate[bot]@users.noreply.github.com`. */
const EMAIL = /^[^\s@]+@[^\s@]+$/

/** @param id under which `toJsonSchema` made the references of these components */
export function openSchemas(id: string, components: Components): Schemas {
  const ajv = new Ajv2019({
    strict: false,
    allErrors: true,
    logger: false,
    code: { optimize: false, source: SHARED_SCHEMAS in process.env },
  })
  addFormats.default(ajv)
  ajv.addFormat('email', EMAIL)
  ajv.addSchema({ $id: id, components })
  const compile = openCompiler(ajv, JSON.stringify([id, components, String(EMAIL)]))
  const compiled = new Map<Schema, ValidateFunction>()
  const resolve = (schema: Schema) => resolveIn(components, schema)
  return {
    resolve,
    fill: (schema, value) => fill(resolve, schema, value),
    validate: (schema, value) => {
      const check = compiled.get(schema) ?? compile(schema)
      compiled.set(schema, check)
      return check(value) ? [] : getWords(check)
    },
  }
}

/** Converts null and references of OpenAPI 3.0 to JSON Schema. */
export function toJsonSchema(id: string, node: unknown): unknown {
  if (Array.isArray(node)) return node.map((part) => toJsonSchema(id, part))
  if (typeof node !== 'object' || node === null) return node
  const { nullable, ...rest } = node as Schema
  const schema: Record<string, unknown> = {}
  for (const [name, part] of Object.entries(rest)) schema[name] = toJsonSchema(id, part)
  if (typeof schema['$ref'] === 'string') schema['$ref'] = schema['$ref'].replace(/^#/, `${id}#`)
  return nullable === true ? { anyOf: [schema, { type: 'null' }] } : schema
}

function getWords({ errors }: ValidateFunction): string[] {
  return (errors ?? []).map(({ instancePath, message, params }) => {
    const name = (params as { additionalProperty?: string }).additionalProperty
    return `${instancePath} ${message}${name === undefined ? '' : `: ${name}`}`.trim()
  })
}

function resolveIn(components: Components, schema: Schema): Schema {
  const reference = schema['$ref']
  if (typeof reference !== 'string') return schema
  const [, , kind = '', name = ''] = reference.split('/')
  return resolveIn(components, components[kind]?.[name] ?? {})
}

type Resolve = Schemas['resolve']

function fill(resolve: Resolve, schema: Schema, value: unknown): unknown {
  const wanted = getVariant(resolve, schema, value)
  if (Array.isArray(value)) return value.map((part) => fill(resolve, (wanted['items'] ?? {}) as Schema, part))
  if (value === undefined) return plainest(resolve, wanted)
  if (typeof value !== 'object' || value === null) return value
  return { ...required(resolve, wanted), ...filledParts(resolve, wanted, value) }
}

function filledParts(resolve: Resolve, schema: Schema, value: object): object {
  const properties = getProperties(resolve, schema)
  const parts = Object.entries(value).filter(([, part]) => part !== undefined)
  return Object.fromEntries(parts.map(([name, part]) => [name, fill(resolve, properties[name] ?? {}, part)]))
}

function required(resolve: Resolve, schema: Schema): object {
  const properties = getProperties(resolve, schema)
  const parts = [schema, ...((schema['allOf'] ?? []) as Schema[]).map(resolve)]
  const names = parts.flatMap((part) => (part['required'] ?? []) as string[])
  return Object.fromEntries(names.map((name) => [name, fill(resolve, properties[name] ?? {}, undefined)]))
}

function getProperties(resolve: Resolve, schema: Schema): Record<string, Schema> {
  const parts = ((schema['allOf'] ?? []) as Schema[]).map((part) => getProperties(resolve, resolve(part)))
  return Object.assign({}, ...parts, schema['properties'])
}

/** The alternative that takes null when nothing is given, else the first other one. */
function getVariant(resolve: Resolve, schema: Schema, value: unknown): Schema {
  const whole = resolve(schema)
  const variants = ((whole['anyOf'] ?? whole['oneOf'] ?? []) as Schema[]).map(resolve)
  if (variants.length === 0 || whole['properties'] !== undefined) return whole
  const empty = variants.find((variant) => variant['type'] === 'null')
  if (value === undefined && empty !== undefined) return empty
  return getVariant(resolve, variants.find((variant) => fits(variant, value)) ?? whole, value)
}

function fits({ type }: Schema, value: unknown): boolean {
  if (type === 'null') return false
  return value === undefined || Array.isArray(value) === (type === 'array')
}

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2026-01-01T00:00:00Z',
  uri: 'https://api.github.com/x',
}

function plainest(resolve: Resolve, schema: Schema): unknown {
  const options = schema['enum'] as readonly unknown[] | undefined
  const { type } = schema
  if (options !== undefined) return options[0]
  if (type === 'null' || (Array.isArray(type) && type.includes('null'))) return null
  if (type === 'boolean') return false
  if (type === 'integer' || type === 'number') return schema['minimum'] ?? 1
  if (type === 'array') return []
  if (type !== 'string') return required(resolve, schema)
  return FORMATS[String(schema['format'])] ?? 'x'
}
