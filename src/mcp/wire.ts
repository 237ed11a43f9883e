/** Shows the schemas of an operation to clients, in few characters: a model reads the whole list of tools. */
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { Branch } from '../operations/catalog/inputs.ts'

/** What every tool that reads a branch takes. The instructions of the server describe it once, for all tools. */
const SHARED: Readonly<Record<string, z.ZodType>> = Branch.shape

/** Says what `repo`, `base` and the other shared inputs mean. */
export const SHARED_INPUTS = Object.entries(SHARED)
  .map(([name, { description = '' }]) => `\`${name}\`: ${description}`)
  .join('; ')

/** They tell a model nothing that it can use: our own parser keeps the bounds, and refuses with a code. */
const NEEDLESS: readonly string[] = [
  '$schema',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'default',
  'additionalProperties',
]

/**
 * Returns the input as clients see it. Nothing is refused here: the caller parses, so that a refusal has its code.
 * @param schema of the operation, or of another name for it
 */
export function toWireInput(schema: z.ZodObject): StandardSchemaWithJSON<Record<string, unknown>> {
  const { properties = {}, ...rest } = z.toJSONSchema(schema, { io: 'input' })
  const shown = Object.entries(properties).map(([name, value]) => [
    name,
    schema.shape[name] === SHARED[name] ? { ...(value as object), description: undefined } : value,
  ])
  const json = shorten({ ...rest, properties: Object.fromEntries(shown) }) as Record<string, unknown>
  return toStandard(json, (value) => ({ value: (value ?? {}) as Record<string, unknown> }))
}

/** Returns the output as clients see it: the keys that every answer has. The reference of JSON says what they hold. */
export function toWireOutput(schema: z.ZodObject): StandardSchemaWithJSON<Record<string, unknown>> {
  const { required = [] } = z.toJSONSchema(schema, { io: 'output' })
  return toStandard(
    { type: 'object', required },
    (value) => schema['~standard'].validate(value) as { readonly value: Record<string, unknown> },
  )
}

function toStandard(
  json: Record<string, unknown>,
  validate: StandardSchemaWithJSON<Record<string, unknown>>['~standard']['validate'],
): StandardSchemaWithJSON<Record<string, unknown>> {
  return {
    '~standard': { version: 1, vendor: 'tdd-gate', validate, jsonSchema: { input: () => json, output: () => json } },
  }
}

function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shorten)
  if (value === null || typeof value !== 'object') return value
  const kept = Object.entries(value).filter(([key, held]) => !NEEDLESS.includes(key) && held !== undefined)
  return Object.fromEntries(kept.map(([key, held]) => [key, key === 'properties' ? shortenEach(held) : shorten(held)]))
}

/** A property may have any name. */
function shortenEach(properties: object): object {
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, shorten(value)]))
}
