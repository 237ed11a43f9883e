/** Formats schema issues as sentences with the place, the expected value and the nearest known key. */
import type * as z from 'zod'
import { didYouMean } from '../core/util/nearest.ts'
import type { Path } from './yaml.ts'

export interface Complaint {
  readonly path: Path
  readonly part: 'value' | 'key'
  readonly message: string
}

type Issue = z.core.$ZodIssue

/** Returns all complaints about a content, in the order of the schema. */
export function toComplaints(issues: readonly Issue[], schema: z.ZodType, content: unknown): readonly Complaint[] {
  return issues.flatMap(unfoldUnion).flatMap((issue): Complaint[] => {
    const path = issue.path as Path
    if (issue.code === 'unrecognized_keys') {
      const known = keysAt(schema, path)
      return issue.keys.map((key) => unknownKey([...path, key], known))
    }
    return [{ path, part: 'value', message: sentence(issue, path, valueAt(content, path)) }]
  })
}

/** Formats a path: `test.suites[0].name`. */
export function pathText(path: Path): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '')
}

function unknownKey(path: Path, known: readonly string[]): Complaint {
  const hint = didYouMean(String(path.at(-1)), known)
  return { path, part: 'key', message: `unknown key \`${pathText(path)}\`${hint}` }
}

function sentence(issue: Issue, path: Path, value: unknown): string {
  const where = pathText(path)
  if (value === undefined) return `${where} is missing${where === 'version' ? '; write `version: 1`' : ''}`
  const prefix = where === '' ? '' : `${where}: `
  if (issue.code !== 'invalid_value') return prefix + issue.message
  const allowed = issue.values.map(String)
  return `${prefix}expected ${allowed.length > 1 ? 'one of ' : ''}${allowed.join(', ')}${didYouMean(String(value), allowed)}`
}

/**
 * Returns the issues of the branch of a union that matches the kind of value. The union itself reports only that none
 * fits.
 */
function unfoldUnion(issue: Issue): readonly Issue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const isOfThisKind = (branch: readonly Issue[]) =>
    !branch.some(
      ({ code, path }) => path.length === 0 && ['invalid_type', 'invalid_value', 'invalid_union'].includes(code),
    )
  const meant = issue.errors.find(isOfThisKind)
  if (!meant) return [issue]
  return meant.flatMap(unfoldUnion).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }))
}

function valueAt(content: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[step] : undefined,
    content,
  )
}

/** Returns the keys that the schema has at a path, through optional, nullable, list and union. */
function keysAt(schema: z.ZodType, path: Path): readonly string[] {
  const def = schema.def as {
    type: string
    innerType?: z.ZodType
    element?: z.ZodType
    options?: z.ZodType[]
    shape?: Record<string, z.ZodType>
  }
  if (def.innerType) return keysAt(def.innerType, path)
  if (def.options) return def.options.flatMap((option) => keysAt(option, path))
  const [step, ...rest] = path
  if (def.element) return keysAt(def.element, rest)
  if (!def.shape) return []
  if (step === undefined) return Object.keys(def.shape)
  const next = def.shape[String(step)]
  return next ? keysAt(next, rest) : []
}
