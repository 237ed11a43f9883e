/** Schemas of the values in the configuration. Each has its own message for what it expects. */
import * as z from 'zod'

const MAX_GLOBS = 100
const MAX_GLOB = 256
export const MAX_COMMAND = 4_096
const MAX_TIMEOUT_SECONDS = 21_600

const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/
const SECONDS_IN = { s: 1, m: 60, h: 3_600 } as const
const TIMEOUT = 'expected seconds or a text such as 90s, 5m or 1h, at most 6h'
const PERCENT = 'expected percent from 0 to 100, or false'

export const section = <S extends z.ZodRawShape>(shape: S) => z.strictObject(shape, 'expected a mapping of keys')

export const textField = (max: number) =>
  z
    .string('expected a text')
    .min(1, `expected a text of 1 to ${max} characters`)
    .max(max, `expected a text of 1 to ${max} characters`)
    .refine((value) => !CONTROL.test(value), 'expected a text without control characters')

export const whole = (min: number, max: number) => {
  const expected = `expected a whole number from ${min} to ${max}`
  return z.int(expected).min(min, expected).max(max, expected)
}

const glob = textField(MAX_GLOB).refine((value) => !value.startsWith('!'), 'a glob cannot start with `!`')

export const listField = <T extends z.ZodType>(entry: T, expected: string) =>
  z.union([entry, z.array(entry).max(MAX_GLOBS, `expected at most ${MAX_GLOBS} entries`)], expected)

/** A list of some of these names. */
export const someOf = <T extends string>(names: readonly T[]) =>
  listField(z.enum(names), `expected a list of ${names.join(', ')}`).nullish()
export const globs = listField(glob, 'expected a glob or a list of globs')

const MODES = ['auto', 'off'] as const

export const coverageFiles = z
  .union([z.enum(MODES), globs], 'expected auto, off, a glob or a list of globs')
  .describe(
    'Coverage files. `auto`: a whole suite measures coverage where its runner can without a further package; `off` (default): it does not.',
  )

/** Returns the coverage files that the key names; null for a mode. */
export function getCoverageGlobs(written: z.infer<typeof coverageFiles> | null | undefined): string | string[] | null {
  return written === undefined || MODES.some((mode) => mode === written) ? null : written
}

export const variableNames = listField(
  z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, 'expected names of environment variables'),
  'expected names of environment variables',
)

export const folder = textField(MAX_GLOB).refine(
  (value) => !/^[/\\~]|^[A-Za-z]:|\\/.test(value) && !value.split('/').includes('..'),
  'expected a folder inside the repository, relative to its top',
)

export const timeout = z.union(
  [
    z.int(TIMEOUT).min(1, TIMEOUT).max(MAX_TIMEOUT_SECONDS, TIMEOUT),
    z
      .string()
      .regex(/^\d{1,6}[smh]$/, TIMEOUT)
      .refine((value) => toSeconds(value) >= 1 && toSeconds(value) <= MAX_TIMEOUT_SECONDS, TIMEOUT),
  ],
  TIMEOUT,
)

/** A threshold. `off`, `false` and an empty value turn it off. */
export const percent = z
  .union([z.number(PERCENT).min(0, PERCENT).max(100, PERCENT), z.literal(false), z.literal('off')], PERCENT)
  .nullable()

export function toSeconds(value: number | string): number {
  if (typeof value === 'number') return value
  return Number.parseInt(value, 10) * SECONDS_IN[value.slice(-1) as keyof typeof SECONDS_IN]
}

/** Normalizes a folder: `./packages/web/` -> `packages/web`. */
export function toFolder(value: string): string {
  const parts = value.split('/').filter((part) => part !== '' && part !== '.')
  return parts.length === 0 ? '.' : parts.join('/')
}
